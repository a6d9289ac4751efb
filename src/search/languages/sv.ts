export { stemmer as stem } from '@orama/stemmers/swedish'
export { stopwords as stopWords } from '@orama/stopwords/swedish'

export const time = {
  newest: 'senaste|nyaste',
  thisYear: 'i år',
  medium: 'blogg(?:en)?|inlägg(?:et)?|artik(?:el|lar|eln)|tillkännag\\p{L}+',
}
