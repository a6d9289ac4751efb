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
  readonly sources: string
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

  /** Of the links from a list to those that it is part of. */
  readonly breadcrumb: string
  readonly results: ResultWords

  readonly lists: ListWords

  /** What the script says and shows. */
  readonly copy: string
  readonly copied: string
  readonly copyLink: string
  readonly theme: string
  readonly themes: { readonly auto: string; readonly light: string; readonly dark: string }
}

/** What is said of a search. Whatever is not ours, such as the words that were asked for, is given as it is to be shown. */
export interface ResultWords {
  readonly title: (asked: string) => string
  /** Before the heading that a result is found under. */
  readonly inSection: string
  readonly previous: string
  readonly more: string
  readonly address: (label: string, url: string) => string
  readonly count: (total: number) => string
  readonly noPage: (page: number) => string
  readonly noWords: string
  readonly cut: (characters: number) => string
  readonly replaced: (term: string, by: readonly string[]) => string
  readonly nowhere: (terms: readonly string[]) => string
  /** A phrase that was not looked for everywhere. */
  readonly frequent: string
}

/** What lists of posts say of themselves. */
export interface ListWords {
  readonly titles: {
    /** A year, or a month of it. */
    readonly time: (time: string) => string
    readonly undated: string
    readonly series: (label: string) => string
    readonly tag: (tag: string) => string
  }
  readonly undated: string
  readonly part: (number: string) => string
  readonly range: (from: string, to: string) => string
  /** One sentence on the posts in a list. */
  readonly posts: (of: ListedPosts) => string
  readonly newest: (title: string, date: string) => string
  readonly headings: Readonly<Record<'posts' | 'all' | 'newest' | 'mostPosts' | 'more', string>>
  /** What leads to an index. */
  readonly by: Readonly<Record<IndexKind, string>>
  readonly count: Readonly<Record<IndexKind, (count: number) => string>>
}

export type IndexKind = 'years' | 'all series' | 'tags'

export interface ListedPosts {
  readonly count: number
  readonly publication: string
  readonly kind: 'time' | 'undated' | 'series' | 'tag'
  /** The time, the label or the tag. */
  readonly name: string
  /** The days of the first and the last, where they say more than the name. */
  readonly span: readonly [from: string, to: string] | undefined
}

const languages: Readonly<Record<string, Words>> = { ar, de, en, es, fr, ja }

/** The words of a language tag's language; English for those that there are none of. */
export function wordsOf(tag: string): Words {
  return languages[languageOf(tag)] ?? en
}

/** Without region and script. */
export function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}
