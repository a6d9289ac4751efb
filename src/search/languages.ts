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
import { stopwords as arabicStopWords } from '@orama/stopwords/arabic'
import { stopwords as danishStopWords } from '@orama/stopwords/danish'
import { stopwords as dutchStopWords } from '@orama/stopwords/dutch'
import { stopwords as finnishStopWords } from '@orama/stopwords/finnish'
import { stopwords as frenchStopWords } from '@orama/stopwords/french'
import { stopwords as germanStopWords } from '@orama/stopwords/german'
import { stopwords as italianStopWords } from '@orama/stopwords/italian'
import { stopwords as norwegianStopWords } from '@orama/stopwords/norwegian'
import { stopwords as portugueseStopWords } from '@orama/stopwords/portuguese'
import { stopwords as russianStopWords } from '@orama/stopwords/russian'
import { stopwords as spanishStopWords } from '@orama/stopwords/spanish'
import { stopwords as swedishStopWords } from '@orama/stopwords/swedish'
import { english } from './english.ts'
import { fold } from '../base/letters.ts'
import { type Language, type LanguageData, makeLanguages } from './language.ts'
import englishStopWords from './languages/en-stop-words.json' with { type: 'json' }
import arFacts from './languages/ar.json' with { type: 'json' }
import daFacts from './languages/da.json' with { type: 'json' }
import deFacts from './languages/de.json' with { type: 'json' }
import enFacts from './languages/en.json' with { type: 'json' }
import esFacts from './languages/es.json' with { type: 'json' }
import fiFacts from './languages/fi.json' with { type: 'json' }
import frFacts from './languages/fr.json' with { type: 'json' }
import itFacts from './languages/it.json' with { type: 'json' }
import jaFacts from './languages/ja.json' with { type: 'json' }
import nlFacts from './languages/nl.json' with { type: 'json' }
import noFacts from './languages/no.json' with { type: 'json' }
import ptFacts from './languages/pt.json' with { type: 'json' }
import ruFacts from './languages/ru.json' with { type: 'json' }
import svFacts from './languages/sv.json' with { type: 'json' }
import zhFacts from './languages/zh.json' with { type: 'json' }

// A row is all that a language needs. Each is a script of its own on the search page of an export (`scripts/embed.mjs`).

/** With Snowball's stop words, plus `can`, `will`, `may`, `must` and `shall`. */
export const en: LanguageData = { stem: english, stopWords: englishStopWords, facts: enFacts }
export const de: LanguageData = { stem: german, stopWords: germanStopWords, facts: deFacts }
export const fr: LanguageData = {
  stem: french,
  stopWords: frenchStopWords,
  facts: frFacts,
  elision: /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'/,
}
export const es: LanguageData = { stem: spanish, stopWords: spanishStopWords, facts: esFacts }
export const pt: LanguageData = { stem: portuguese, stopWords: portugueseStopWords, facts: ptFacts }
export const it: LanguageData = {
  stem: italian,
  stopWords: italianStopWords,
  facts: itFacts,
  elision: /^(?:[cdlmnstv]|un|gl|(?:a|da|de|ne|su|que)ll|quest|sant)'/,
}
export const nl: LanguageData = { stem: dutch, stopWords: dutchStopWords, facts: nlFacts }
/** With question words, and pronouns in all cases, as stop words. */
export const ru: LanguageData = {
  // Unifies verbs, nouns and adjectives: удалить, удалять, удаление; диск, дисковый; проверить, проверка.
  stem: (word) => russian(word).replace(/(?<=.{4})(?:ова?н?|[ыи]ван?|л?ен|л?я|ан?|й?к)$/, ''),
  stopWords: russianStopWords,
  facts: ruFacts,
}
export const da: LanguageData = { stem: danish, stopWords: danishStopWords, facts: daFacts }
export const no: LanguageData = { stem: norwegian, stopWords: norwegianStopWords, facts: noFacts }
export const sv: LanguageData = { stem: swedish, stopWords: swedishStopWords, facts: svFacts }
export const fi: LanguageData = { stem: finnish, stopWords: finnishStopWords, facts: fiFacts }
export const ar: LanguageData = {
  // The article and prefixed particles go first.
  stem: (word) => arabic(word.replace(/^(?:[بفكو]?ال|لل)(?=..)|^و(?=...)/, '')),
  stopWords: arabicStopWords,
  facts: arFacts,
}
// Latin words within Japanese and Chinese are English. The patterns include the particles beside them, which would become words.
export const ja: LanguageData = { stem: english, stopWords: englishStopWords, facts: jaFacts }
export const zh: LanguageData = { stem: english, stopWords: englishStopWords, facts: zhFacts }

const rows: Readonly<Record<string, LanguageData>> = {
  ...{ en, de, fr, es, pt, it, nl, ru, da, no, sv, fi, ar, ja, zh },
}
const searchLanguages = /* @__PURE__ */ makeLanguages(
  /* @__PURE__ */ Object.keys(rows),
  (code) => rows[code] as LanguageData,
)

/** Returns a language by its tag; English for an unknown one. */
export const searchLanguage = (tag: string): Language => searchLanguages.named(tag)

/** Detects the language of a text by its stop words. Prefers the archive's language unless another is far more likely. */
export function languageOfText(text: string, archiveLanguage: string): string {
  const words = Array.from(text.slice(0, 2000).matchAll(/[\p{L}']+/gu), ([word]) => fold(word))
  const count = ({ stopWords }: Language) => words.filter((word) => stopWords().has(word)).length
  const archives = count(searchLanguage(archiveLanguage))
  if (archives * 5 > words.length) return archiveLanguage
  const counts = Array.from(searchLanguages.all, (language) => [language.code, count(language)] as const)
  const [best, highest] = counts.reduce((most, other) => (other[1] > most[1] ? other : most))
  return highest > 2 * archives + 5 ? best : archiveLanguage
}
