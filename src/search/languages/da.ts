export { stemmer as stem } from '@orama/stemmers/danish'
export { stopwords as stopWords } from '@orama/stopwords/danish'
