export { stemmer as stem } from '@orama/stemmers/portuguese'
export { stopwords as stopWords } from '@orama/stopwords/portuguese'
