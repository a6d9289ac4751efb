export { stemmer as stem } from '@orama/stemmers/dutch'
export { stopwords as stopWords } from '@orama/stopwords/dutch'
