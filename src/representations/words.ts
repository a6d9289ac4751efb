import type { Archive } from '../archive/archive.ts'
import { type Words, wordsOf } from '../words/words.ts'

/** In which pages speak for themselves. */
export function wordsFor({ settings }: Pick<Archive, 'settings'>): Words {
  return wordsOf(settings.language)
}
