import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stopwords as arabicStops } from '@orama/stopwords/arabic'
import { stopwords as danishStops } from '@orama/stopwords/danish'
import { stopwords as dutchStops } from '@orama/stopwords/dutch'
import { stopwords as finnishStops } from '@orama/stopwords/finnish'
import { stopwords as frenchStops } from '@orama/stopwords/french'
import { stopwords as germanStops } from '@orama/stopwords/german'
import { stopwords as italianStops } from '@orama/stopwords/italian'
import { stopwords as norwegianStops } from '@orama/stopwords/norwegian'
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese'
import { stopwords as russianStops } from '@orama/stopwords/russian'
import { stopwords as spanishStops } from '@orama/stopwords/spanish'
import { stopwords as swedishStops } from '@orama/stopwords/swedish'
import { stem as english } from './stem.ts'

/** What the engine knows of a language. A word is lower case, of letters and apostrophes. */
export interface Language {
  readonly stem: (word: string) => string
  /** Words that say nothing about what a text is on, folded. They are indexed, for phrases, and left out of a query. */
  readonly stopWords: ReadonlySet<string>
  /** Whether accents decide what is an ending. Many write without them, so a word with one is found by both its stems. */
  readonly hasTellingAccents?: true
  /** What a word begins with that is a word of its own. */
  readonly elision?: RegExp
  /** The letters it is written in, if they are not Latin. */
  readonly letters?: RegExp
  /** Whether words are joined to new ones, which are found by their parts. */
  readonly hasCompounds?: true
}

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

/** Snowball's English list, with `can`, `will`, `may`, `must` and `shall` besides. */
const englishStops = (
  'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its ' +
  'itself they them their theirs themselves what which who whom this that these those am is are was were be been being ' +
  'have has had having do does did doing would should could ought ' +
  "i'm you're he's she's it's we're they're i've you've we've they've i'd you'd he'd she'd we'd they'd i'll you'll he'll " +
  "she'll we'll they'll isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't " +
  "shouldn't can't cannot couldn't mustn't let's that's who's what's here's there's when's where's why's how's " +
  'a an the and but if or because as until while of at by for with about against between into through during before after ' +
  'above below to from up down in out on off over under again further then once here there when where why how all any both ' +
  'each few more most other some such no nor not only own same so than too very can will may must shall'
).split(' ')

/** Of the questions that people ask, which the lists of texts do not have. */
const germanQuestions =
  'kann können soll sollte muss müssen wird wurde gibt warum wieso welche welcher welches mal'
const frenchQuestions = 'comment pourquoi quel quelle quels quelles est-ce faut peut peux dois puis faire'
const russianQuestions =
  'как что какой какая какие какую каким почему зачем ли где куда откуда когда сколько можно нельзя нужно нужен нужна надо просто делать хочу'
const arabicQuestions = 'كيف ماذا لماذا هل اين متى ما من كم اي يمكن يجب'

export const languages: Readonly<Record<string, Language>> = {
  en: language(english, englishStops),
  de: { ...language(german, germanStops, germanQuestions), hasCompounds: true },
  fr: {
    ...language(french, frenchStops, frenchQuestions),
    hasTellingAccents: true,
    elision: /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'/,
  },
  es: { ...language(spanish, spanishStops), hasTellingAccents: true },
  pt: { ...language(portuguese, portugueseStops), hasTellingAccents: true },
  it: {
    ...language(italian, italianStops),
    elision: /^(?:[cdlmnstv]|un|gl|(?:a|da|de|ne|su|que)ll|quest|sant)'/,
  },
  nl: { ...language(dutch, dutchStops), hasCompounds: true },
  ru: { ...language(russian, russianStops, russianQuestions), letters: /^[\u0400-\u04ff]+$/ },
  da: { ...language(danish, danishStops), hasCompounds: true },
  no: { ...language(norwegian, norwegianStops), hasCompounds: true },
  sv: { ...language(swedish, swedishStops), hasCompounds: true },
  fi: language(finnish, finnishStops),
  ar: {
    ...language(arabicStem, arabicStops, arabicQuestions),
    letters: /^[\u0600-\u06ff]+$/,
  },
}

/** Without the article, and what is written together with it. */
function arabicStem(word: string): string {
  return arabic(word.replace(/^(?:[بفكو]?ال|لل)(?=..)|^و(?=...)/, ''))
}

function language(stem: Language['stem'], stopWords: readonly string[], more = ''): Language {
  return { stem, stopWords: new Set([...stopWords, ...more.split(' ')].map(fold)) }
}

/** By its code; the two written forms of Norwegian are one. Where there is none, words of ASCII are taken for English. */
export function languageNamed(code: string): Language {
  return languages[code === 'nb' || code === 'nn' ? 'no' : code] ?? (languages['en'] as Language)
}

/** The language that a word in some language is of: letters tell more than what is around it. A Latin word among others is English. */
export function languageOfScript(word: string, language: Language): Language | undefined {
  const isLatin = /^[a-z']+$/.test(word)
  if (isLatin) return language.letters ? languages['en'] : language
  return withLetters.find(({ letters }) => letters?.test(word))
}

const withLetters = Object.values(languages).filter(({ letters }) => letters)

/** The language that a text is in, by its stop words: that of the archive, unless few of them are in it and far more of another. */
export function languageOfText(text: string, usual: string): string {
  const words =
    text
      .slice(0, mostRead)
      .match(/[\p{L}']+/gu)
      ?.map(fold) ?? []
  const count = ({ stopWords }: Language) =>
    words.reduce((sum, word) => sum + (stopWords.has(word) ? 1 : 0), 0)
  const own = count(languageNamed(usual))
  if (own * 5 > words.length) return usual
  const counts = Object.entries(languages).map(([code, language]) => [code, count(language)] as const)
  const [best, most] = counts.reduce((one, other) => (other[1] > one[1] ? other : one))
  return most > 2 * own + 5 ? best : usual
}

/** In characters. */
const mostRead = 2000

/** Words that ask for what is newest, and say nothing about what it is on. */
export const newest = inAnyLanguage(
  `(?:the )?(?:latest|newest|most recent(?:ly)?)|neueste[nrs]?|jüngste[nrs]?|zuletzt|derni(?:er|ère)s?|plus récente?s?|últim[oa]s?|
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
