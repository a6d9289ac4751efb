export { stemmer as stem } from '@orama/stemmers/italian'
export { stopwords as stopWords } from '@orama/stopwords/italian'
