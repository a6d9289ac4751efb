import { stopwords } from '@orama/stopwords/german'

export { stemmer as stem } from '@orama/stemmers/german'
/** Question words that the list lacks. */
const questions = 'kann können soll sollte muss müssen wird wurde gibt warum wieso welche welcher welches mal'
export const stopWords = [...stopwords, ...questions.split(' ')]

export const time = {
  newest: 'neueste[nrs]?|jüngste[nrs]?|aktuellste[nrs]?|zuletzt',
  thisYear: 'dieses jahr|in diesem jahr',
  medium:
    'blogs?|blog-?(?:beitrag|beiträge|posts?)|beitr(?:ag|äge)|artikel|posts?|(?:an)?gekündigt\\p{L}*|ankündigung(?:en)?|veröffentlicht\\p{L}*',
}
