import { stopwords } from '@orama/stopwords/french'

export { stemmer as stem } from '@orama/stemmers/french'
/** Question words that the list lacks. */
const questions = 'comment pourquoi quel quelle quels quelles est-ce faut peut peux dois puis faire'
export const stopWords = [...stopwords, ...questions.split(' ')]

export const time = {
  newest: 'derni(?:er|ère)s?|(?:plus )?récent(?:e?s?)|récemment',
  thisYear: 'cette année',
  medium: 'blogs?|billets?|articles?|annonc\\p{L}+|publiée?s?',
}
