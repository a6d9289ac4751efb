export { stemmer as stem } from '@orama/stemmers/finnish'
export { stopwords as stopWords } from '@orama/stopwords/finnish'
