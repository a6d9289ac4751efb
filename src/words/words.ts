import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'

/**
 * Everything that pages say of their own accord, in one language. The tables are ours, dates too: what a system knows of
 * languages differs between machines, and pages must not.
 */
export interface Words {
  /** Of its script. */
  readonly direction: 'ltr' | 'rtl'
  readonly months: readonly string[]
  readonly day: (date: number, month: string, year: string) => string
  readonly month: (month: string, year: string) => string
  /** Names as a sentence has them. */
  readonly and: (names: readonly string[]) => string
  readonly readingTime: (minutes: number) => string
  readonly posts: (count: number) => string

  readonly skip: string
  readonly forPrograms: string
  readonly site: string
  readonly search: string
  readonly years: string
  readonly series: string
  readonly tags: string
  readonly developers: string
  readonly contact: string
  readonly privacy: string
  readonly feed: string

  readonly newest: string
  readonly earlier: string
  readonly allPosts: (count: number) => string
  readonly everyForm: string
  readonly contents: string
  readonly revised: string
  readonly previous: string
  readonly next: string
  readonly related: string
  readonly alsoAs: string
  readonly cite: string
  readonly originally: string

  /** Before the heading that a result is found under. */
  readonly inSection: string
  readonly previousResults: string
  readonly moreResults: string

  /** What the script says and shows. */
  readonly copy: string
  readonly copied: string
  readonly copyLink: string
  readonly theme: string
  readonly themes: { readonly auto: string; readonly light: string; readonly dark: string }
}

const languages: Readonly<Record<string, Words>> = { ar, de, en, es, fr, ja }

/** The words of a language tag's language; English for those that there are none of. */
export function wordsOf(tag: string): Words {
  return languages[tag.toLowerCase().split('-')[0] ?? ''] ?? en
}

/** Whether pages can say everything in it. */
export function isSpoken(tag: string): boolean {
  return wordsOf(tag) !== en || /^en\b/i.test(tag)
}
