export { stemmer as stem } from '@orama/stemmers/norwegian'
export { stopwords as stopWords } from '@orama/stopwords/norwegian'

export const time = {
  newest: 'nyeste|seneste|siste',
  thisYear: 'i år',
  medium: 'blogg(?:en)?|innlegg(?:et)?|artik(?:kel|ler|kelen)|annonser\\p{L}*',
}
