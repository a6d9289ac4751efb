export { stemmer as stem } from '@orama/stemmers/portuguese'
export { stopwords as stopWords } from '@orama/stopwords/portuguese'

export const time = {
  newest: 'últim[oa]s?|mais recentes?',
  thisYear: 'este ano',
  medium: 'blogs?|postage(?:m|ns)|artigos?|anunci\\p{L}+|publicad[oa]s?',
}
