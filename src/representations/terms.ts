import type { Archive } from '../archive/model.ts'
import { type PageWords, pageWordsOf } from '../words/pages/pages.ts'

/** The publisher's terms, or the contract's: in English for programs, and for readers in the words of their page. */
export function termsMarkdown({ settings }: Archive, { terms }: PageWords = pageWordsOf('en')): string {
  return settings.terms ?? terms
}
