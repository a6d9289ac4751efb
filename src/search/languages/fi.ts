export { stemmer as stem } from '@orama/stemmers/finnish'
export { stopwords as stopWords } from '@orama/stopwords/finnish'

export const time = {
  newest: 'uusin|uusimmat|viimeisin',
  thisYear: 'tänä vuonna',
  medium: 'blogi\\p{L}*|kirjoitus|kirjoitukset|artikkeli\\p{L}*|julkaist\\p{L}+',
}
