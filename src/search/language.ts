/** What of a language is large, and loaded apart in a browser. A word is lower case, of letters and apostrophes. */
export interface Stemming {
  readonly stem: (word: string) => string
  /** Words that say nothing about what a text is on. They are indexed, for phrases, and left out of a query. */
  readonly stopWords: readonly string[]
}

interface Traits {
  /** Whether accents decide what is an ending. Many write without them, so a word with one is found by both its stems. */
  readonly hasTellingAccents?: true
  /** What a word begins with that is a word of its own. */
  readonly elision?: RegExp
  /** The letters it is written in, if they are not Latin. */
  readonly letters?: RegExp
  /** Whether words are joined to new ones, which are found by their parts. */
  readonly hasCompounds?: true
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
} satisfies Readonly<Record<string, Traits>>

export type LanguageCode = keyof typeof traits
export const languageCodes = Object.keys(traits) as LanguageCode[]

/** What the engine knows of a language. Its stemming is asked for when it is first needed. */
export class Language {
  readonly traits: Traits
  readonly #languages: Languages
  readonly #load: () => Stemming
  #stem: Stemming['stem'] | undefined
  #stopWords: ReadonlySet<string> | undefined

  constructor(traits: Traits, languages: Languages, load: () => Stemming) {
    this.traits = traits
    this.#languages = languages
    this.#load = load
  }

  get stem(): Stemming['stem'] {
    this.#stem ??= this.#load().stem
    return this.#stem
  }

  /** Folded. */
  get stopWords(): ReadonlySet<string> {
    this.#stopWords ??= new Set(this.#load().stopWords.map(fold))
    return this.#stopWords
  }

  /** The language that a word among words of this one is of: letters tell more than what is around it. A Latin word among others is English. */
  ofWord(word: string): Language | undefined {
    const isLatin = /^[a-z']+$/.test(word)
    if (isLatin) return this.traits.letters ? this.#languages.named('en') : this
    return this.#languages.withLetters.find(({ traits }) => traits.letters?.test(word))
  }
}

/** All languages, with whatever provides their stemming. */
export class Languages {
  readonly all: ReadonlyMap<string, Language>
  readonly withLetters: readonly Language[]

  constructor(stemmingOf: (code: LanguageCode) => Stemming) {
    const make = (code: LanguageCode) => new Language(traits[code], this, () => stemmingOf(code))
    this.all = new Map(languageCodes.map((code) => [code, make(code)]))
    this.withLetters = [...this.all.values()].filter(({ traits }) => traits.letters)
  }

  named(code: string): Language {
    return this.all.get(codeNamed(code)) as Language
  }
}

/** The two written forms of Norwegian are one. Where there is no such language, words of ASCII are taken for English. */
export function codeNamed(code: string): LanguageCode {
  const known = code === 'nb' || code === 'nn' ? 'no' : code
  return languageCodes.find((one) => one === known) ?? 'en'
}

/** Those that a word may be of by its letters, in texts of whatever language. */
export const codesByLetters = languageCodes.filter((code) => code === 'en' || 'letters' in traits[code])

/** Lower case, without the diacritics of Latin letters and the vowel signs of Arabic; letters that are often written for each other are one. */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  if (isAscii.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replaceAll(/(?<=[a-z\u00df-\u024f])[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .replaceAll(folded, (one) => instead[one] ?? '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const isAscii = /^[\x00-\x7f]*$/
const instead: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ŧ: 't', þ: 'th', ς: 'σ' },
  ...{ ё: 'е', أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي' },
}
/** And what is dropped: the vowel signs and the stretching of Arabic. */
const folded = new RegExp(`[${Object.keys(instead).join('')}]|[\\u0640\\u064b-\\u065f\\u0670]`, 'g')

/** Words that ask for what is newest, and say nothing about what it is on. */
export const newest = inAnyLanguage(
  `(?:the )?(?:latest|newest|(?:most )?recent(?:ly)?|lately)(?: news(?: about| on| of)?)?|neueste[nrs]?|jüngste[nrs]?|zuletzt|derni(?:er|ère)s?|plus récente?s?|últim[oa]s?|
  más recientes?|mais recentes?|ultim[aio]|nieuwste|seneste|senaste|nyeste|nyaste|uusin|последн\\p{L}+|новейш\\p{L}+`,
  'أحدث|آخر|最新|最近',
)

export const thisYear = inAnyLanguage(
  "this year|dieses jahr|cette année|este año|este ano|quest'anno|dit jaar|в этом году",
  'هذا العام|今年',
)

/** Whole words, and those of scripts in which none is told from its neighbours. */
function inAnyLanguage(words: string, others: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words.replace(/\n\s*/g, '')})(?!\\p{L})|${others}`, 'giu')
}
