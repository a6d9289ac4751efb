import { once } from '../base/caches.ts'
import { fold } from '../base/letters.ts'

/** What the search must know of a language. Browsers load it on demand. */
export interface LanguageData {
  /** Expects a lower-case word of letters and apostrophes. */
  readonly stem: (word: string) => string
  /** Indexed for phrases, but dropped from queries. */
  readonly stopWords: readonly string[]
  /** In `languages/`. Not spread into this: that would put the words of every language into each script. */
  readonly facts: LanguageFacts
  /** Elided articles and pronouns. */
  readonly elision?: RegExp
}

/** What the stemmer's package does not know. */
interface LanguageFacts extends Readonly<Record<TimeWords, string>> {
  /** Those that the package's list lacks. */
  readonly moreStopWords?: readonly string[]
  /** Accents change the stem. Many writers omit them, so a word with accents gets both stems. */
  readonly hasTellingAccents?: boolean
  /** Compounds match by their parts. */
  readonly hasCompounds?: boolean
  /** Written without spaces, and indexed in pairs. */
  readonly isUnspaced?: boolean
}

/**
 * Patterns of words that ask for the newest posts, and for those of this year; and of words that every post could be described with,
 * which say nothing in a question for the newest.
 */
export type TimeWords = 'newest' | 'thisYear' | 'medium'

/** A language of the search engine. */
export interface Language {
  readonly code: string
  readonly data: () => LanguageData
  /** Folded. */
  readonly stopWords: () => ReadonlySet<string>
  readonly time: () => Readonly<Record<TimeWords, RegExp>>
  /** Returns the language of a word within a text of this language, by its script. Latin words in other scripts are English. */
  readonly ofWord: (word: string) => Language | undefined
}

/** Languages that are told by their script, in any text. */
const scripts: Readonly<Record<string, RegExp>> = { ru: /^[\u0400-\u04ff]+$/, ar: /^[\u0600-\u06ff]+$/ }

/** Languages that words of any text can belong to. */
export const codesByScript = ['en', ...Object.keys(scripts)]

/** `load` is called when a language is used. */
export function makeLanguages(codes: readonly string[], load: (code: string) => LanguageData) {
  const all: readonly Language[] = codes.map(make)
  /** Returns a language by its tag; English for an unknown one. */
  const named = (tag: string) => {
    const code = tag === 'nb' || tag === 'nn' ? 'no' : tag
    return (all.find((language) => language.code === code) ?? all[0]) as Language
  }
  return { all, named }

  function make(code: string): Language {
    const language: Language = {
      code,
      data: () => load(code),
      stopWords: once(() => {
        const { stopWords, facts } = load(code)
        return new Set([...stopWords, ...(facts.moreStopWords ?? [])].map(fold))
      }),
      time: once(() => {
        const { facts } = load(code)
        const pattern = (kind: TimeWords) =>
          new RegExp(facts.isUnspaced ? facts[kind] : `(?<!\\p{L})(?:${facts[kind]})(?!\\p{L})`, 'giu')
        return { newest: pattern('newest'), thisYear: pattern('thisYear'), medium: pattern('medium') }
      }),
      ofWord(word) {
        if (!/^[a-z']+$/.test(word)) return all.find((other) => scripts[other.code]?.test(word))
        return code in scripts || load(code).facts.isUnspaced ? named('en') : language
      },
    }
    return language
  }
}
