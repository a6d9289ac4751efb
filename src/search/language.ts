import { latinLetters } from '../base/latin-letters.ts'

/** The large part of a language, which browsers load on demand. */
export interface Stemming {
  /** Expects a lower-case word of letters and apostrophes. */
  readonly stem: (word: string) => string
  /** Indexed for phrases, but dropped from queries. */
  readonly stopWords: readonly string[]
  readonly time: TimeWords
}

/** Patterns of words that say when a post was published. */
export interface TimeWords {
  readonly newest: string
  readonly thisYear: string
  /** Words that every post could be described with. They say nothing in a question for the newest. */
  readonly medium: string
}

interface Traits {
  /** Accents change the stem. Many writers omit them, so a word with accents gets both stems. */
  readonly hasTellingAccents?: true
  /** Elided articles and pronouns. */
  readonly elision?: RegExp
  /** Its script, if not Latin. */
  readonly letters?: RegExp
  /** Compounds match by their parts. */
  readonly hasCompounds?: true
  /** Written without spaces, and indexed in pairs. */
  readonly isUnspaced?: true
}

const traits = {
  en: {},
  de: { hasCompounds: true },
  fr: { hasTellingAccents: true, elision: /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'/ },
  es: { hasTellingAccents: true },
  pt: { hasTellingAccents: true },
  it: { elision: /^(?:[cdlmnstv]|un|gl|(?:a|da|de|ne|su|que)ll|quest|sant)'/ },
  nl: { hasCompounds: true },
  ru: { letters: /^[\u0400-\u04ff]+$/ },
  da: { hasCompounds: true },
  no: { hasCompounds: true },
  sv: { hasCompounds: true },
  fi: {},
  ar: { letters: /^[\u0600-\u06ff]+$/ },
  ja: { isUnspaced: true },
  zh: { isUnspaced: true },
} satisfies Readonly<Record<string, Traits>>

type LanguageCode = keyof typeof traits
const languageCodes = Object.keys(traits) as LanguageCode[]

/** A language of the search engine. */
export interface Language extends Pick<Stemming, 'stem'> {
  readonly traits: Traits
  /** Folded. */
  readonly stopWords: ReadonlySet<string>
  readonly time: Readonly<Record<keyof TimeWords, RegExp>>
  /** Returns the language of a word within a text of this language, by its script. Latin words in other scripts are English. */
  readonly ofWord: (word: string) => Language | undefined
}

/** `stemmingOf` is called on first use. */
export function makeLanguages(stemmingOf: (code: LanguageCode) => Stemming) {
  const all = new Map(languageCodes.map((code) => [code, make(code)]))
  const withLetters = [...all.values()].filter(({ traits }) => traits.letters)
  return { all, named: (code: string) => all.get(codeNamed(code)) as Language }

  function make(code: LanguageCode): Language {
    const own: Traits = traits[code]
    let stopWords: ReadonlySet<string> | undefined
    let time: Language['time'] | undefined
    const language: Language = {
      traits: own,
      get stem() {
        return stemmingOf(code).stem
      },
      get stopWords() {
        stopWords ??= new Set(stemmingOf(code).stopWords.map(fold))
        return stopWords
      },
      get time() {
        if (time === undefined) {
          const { newest, thisYear, medium } = stemmingOf(code).time
          const pattern = (words: string) => wholeWords(words, own)
          time = { newest: pattern(newest), thisYear: pattern(thisYear), medium: pattern(medium) }
        }
        return time
      },
      ofWord(word) {
        if (/^[a-z']+$/.test(word)) return own.letters || own.isUnspaced ? all.get('en') : language
        return withLetters.find(({ traits }) => traits.letters?.test(word))
      },
    }
    return language
  }
}

/** Treats both forms of Norwegian as one. Falls back to English. */
export function codeNamed(code: string): LanguageCode {
  const known = code === 'nb' || code === 'nn' ? 'no' : code
  return languageCodes.find((one) => one === known) ?? 'en'
}

/** Languages that words can belong to by their script, in any text. */
export const codesByLetters = languageCodes.filter((code) => code === 'en' || 'letters' in traits[code])

/** Lowercases and removes Latin diacritics and Arabic vowel signs; unifies letters that writers interchange. */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  if (isAscii.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replaceAll(/(?<=[a-z\u00df-\u024f])[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .replaceAll(folded, (one) => replacements[one] ?? '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isAscii = /^[\x00-\x7f]*$/
const replacements: Readonly<Record<string, string>> = {
  ...latinLetters,
  ...{ ς: 'σ', ё: 'е', أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي' },
}
/** Also drops Arabic vowel signs and tatweel. */
const folded = new RegExp(`[${Object.keys(replacements).join('')}]|[\\u0640\\u064b-\\u065f\\u0670]`, 'g')

/** Matches whole words; those of scripts without spaces have no boundaries. */
function wholeWords(words: string, { isUnspaced }: Traits): RegExp {
  return new RegExp(isUnspaced ? words : `(?<!\\p{L})(?:${words})(?!\\p{L})`, 'giu')
}
