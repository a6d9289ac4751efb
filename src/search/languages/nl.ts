export { stemmer as stem } from '@orama/stemmers/dutch'
export { stopwords as stopWords } from '@orama/stopwords/dutch'

export const time = {
  newest: 'nieuwste|laatste|recentste',
  thisYear: 'dit jaar',
  medium: 'blogs?|blogberichten|berichten?|artikel(?:en)?|aangekondigd\\p{L}*|gepubliceerd\\p{L}*',
}
