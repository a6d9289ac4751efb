export { stemmer as stem } from '@orama/stemmers/swedish'
export { stopwords as stopWords } from '@orama/stopwords/swedish'
