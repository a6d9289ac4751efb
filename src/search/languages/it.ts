export { stemmer as stem } from '@orama/stemmers/italian'
export { stopwords as stopWords } from '@orama/stopwords/italian'

export const time = {
  newest: 'ultim[aoie]|più recent[ei]|recent[ei]',
  thisYear: "quest'anno",
  medium: 'blog|articol[oi]|post|annunci\\p{L}*|pubblicat\\p{L}+',
}
