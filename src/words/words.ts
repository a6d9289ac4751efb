import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import { type Forms, format, languageOf, type SearchWords } from './format.ts'

/** Every fixed string on pages, in one language. `{names}` are filled in; a message that depends on a number has several forms. */
export type Words = Translated<typeof en>

type Translated<T> = {
  readonly [Key in keyof T]: T[Key] extends { readonly other: string }
    ? Forms
    : T[Key] extends string | readonly string[]
      ? T[Key]
      : Translated<T[Key]>
}

/** A language is added here, as a file with the same keys. */
export const languages: Readonly<Record<string, Words>> = { ar, de, en, es, fr, ja }

/** Returns the strings for a language tag, or English. */
export const wordsOf = (tag: string): Words => languages[languageOf(tag)] ?? en

/** Returns what the search page needs of them. */
export function searchWordsOf(tag: string): SearchWords {
  const { language, direction, months, day, and, quotes, search, results } = wordsOf(tag)
  return { language, direction, months, day, and, quotes, search, results }
}

/** Formats YYYY-MM. */
export function month(iso: string, words: Words): string {
  const [year = '', number] = iso.split('-')
  return format(words.month, { month: words.months[Number(number) - 1] ?? '', year })
}
