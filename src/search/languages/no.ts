export { stemmer as stem } from '@orama/stemmers/norwegian'
export { stopwords as stopWords } from '@orama/stopwords/norwegian'
