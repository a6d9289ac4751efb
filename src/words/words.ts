import { ar, arPages } from './ar.ts'
import { de, dePages } from './de.ts'
import { en, enPages } from './en.ts'
import { es, esPages } from './es.ts'
import { fr, frPages } from './fr.ts'
import { ja, jaPages } from './ja.ts'

/** Interface strings. Dates are formatted here too, because Intl differs between machines. */
export type Words = typeof en
export type PageWords = typeof enPages

export type IndexKind = keyof Words['lists']['by']

export interface ListedPosts {
  readonly count: number
  readonly publication: string
  readonly kind: 'time' | 'undated' | 'series' | 'tag' | 'author'
  /** The time, series label, tag or author. */
  readonly name: string
  /** First and last day, if the name does not tell. */
  readonly span: readonly [from: string, to: string] | undefined
}

const languages: Readonly<Record<string, Words>> = { ar, de, en, es, fr, ja }
const pages: Readonly<Record<string, PageWords>> = {
  ar: arPages,
  de: dePages,
  en: enPages,
  es: esPages,
  fr: frPages,
  ja: jaPages,
}

/** Returns the strings for a language tag, or English. */
export function wordsOf(tag: string): Words {
  return languages[languageOf(tag)] ?? en
}

export function pageWordsOf(tag: string): PageWords {
  return pages[languageOf(tag)] ?? enPages
}

/** Returns the language subtag. */
export function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}

export interface Day {
  readonly iso: string
  readonly text: string
}

export function day(iso: string, words: Words): Day {
  const [year = '', month, date] = iso.split('-')
  return { iso, text: words.day(Number(date), words.months[Number(month) - 1] ?? '', year) }
}

/** Formats YYYY-MM. */
export function month(iso: string, words: Words): string {
  const [year = '', number] = iso.split('-')
  return words.month(words.months[Number(number) - 1] ?? '', year)
}
