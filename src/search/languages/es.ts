export { stemmer as stem } from '@orama/stemmers/spanish'
export { stopwords as stopWords } from '@orama/stopwords/spanish'
export const time = {
  newest: 'últim[oa]s?|(?:más )?recientes?|más nuev[oa]s?',
  thisYear: 'este año',
  medium: 'blogs?|entradas?|artículos?|anunci\\p{L}+|publicad[oa]s?',
}
