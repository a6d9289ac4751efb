import { stemmer } from '@orama/stemmers/arabic'
import { stopwords } from '@orama/stopwords/arabic'

/** Question words that the list lacks. */
const questions = 'كيف ماذا لماذا هل اين متى ما من كم اي يمكن يجب'
export const stopWords = [...stopwords, ...questions.split(' ')]

export const time = {
  newest: '(?:ال)?[أا]حدث|[آا]خر',
  thisYear: 'هذا العام|هذه السنة',
  medium: '(?:ال)?(?:مدونة|تدوينات?|تدوينة|مقالات|مقالة?|منشورات?|إعلان)',
}

/** Removes the article and prefixed particles first. */
export function stem(word: string): string {
  return stemmer(word.replace(/^(?:[بفكو]?ال|لل)(?=..)|^و(?=...)/, ''))
}
