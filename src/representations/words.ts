import type { Archive } from '../archive/model.ts'
import { type PageWords, pageWordsOf } from '../words/pages/pages.ts'
import { type Words, wordsOf } from '../words/words.ts'

type Spoken = Pick<Archive, 'settings'>

/** The language of the interface, as far as there are words for it. */
export function wordsFor({ settings }: Spoken): Words {
  return wordsOf(settings.language)
}

/** What the pages say that every archive has. */
export function pageWordsFor({ settings }: Spoken): PageWords {
  return pageWordsOf(settings.language)
}
