import { stemmer } from '@orama/stemmers/arabic'
import { stopwords } from '@orama/stopwords/arabic'

export { ar as words } from '../../words/ar.ts'

/** Of the questions that people ask, which the lists of texts do not have. */
const questions = 'كيف ماذا لماذا هل اين متى ما من كم اي يمكن يجب'
export const stopWords = [...stopwords, ...questions.split(' ')]

/** Without the article, and what is written together with it. */
export function stem(word: string): string {
  return stemmer(word.replace(/^(?:[بفكو]?ال|لل)(?=..)|^و(?=...)/, ''))
}
