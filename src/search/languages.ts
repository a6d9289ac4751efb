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
import { fold, type Language, type LanguageData, makeLanguages } from './language.ts'
import englishStopWords from './stop-words/en.json' with { type: 'json' }
import moreRussianStopWords from './stop-words/ru.json' with { type: 'json' }

// A row is all that a language needs. Each is a script of its own on the search page of an export (`scripts/embed.mjs`).

export const en: LanguageData = {
  stem: english,
  // Snowball's list, plus `can`, `will`, `may`, `must` and `shall`.
  stopWords: englishStopWords,
  newest: '(?:the )?(?:latest|newest|(?:most )?recent(?:ly)?|lately)(?: news(?: about| on| of)?)?',
  thisYear: 'this year',
  medium: 'announc(?:e[ds]?|ing|ements?)|blogs?|blog-?posts?|blogged|posts?|posted|articles?|published',
}

export const de: LanguageData = {
  stem: german,
  stopWords: germanStopWords,
  moreStopWords: ['müssen', 'gibt', 'warum', 'wieso', 'mal'],
  hasCompounds: true,
  newest: 'neueste[nrs]?|jüngste[nrs]?|aktuellste[nrs]?|zuletzt',
  thisYear: 'dieses jahr|in diesem jahr',
  medium:
    'blogs?|blog-?(?:beitrag|beiträge|posts?)|beitr(?:ag|äge)|artikel|posts?|(?:an)?gekündigt\\p{L}*|' +
    'ankündigung(?:en)?|veröffentlicht\\p{L}*',
}

export const fr: LanguageData = {
  stem: french,
  stopWords: frenchStopWords,
  moreStopWords: ['comment', 'pourquoi', 'faut', 'peut', 'peux', 'dois', 'puis', 'faire'],
  hasTellingAccents: true,
  elision: /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'/,
  newest: 'derni(?:er|ère)s?|(?:plus )?récent(?:e?s?)|récemment',
  thisYear: 'cette année',
  medium: 'blogs?|billets?|articles?|annonc\\p{L}+|publiée?s?',
}

export const es: LanguageData = {
  stem: spanish,
  stopWords: spanishStopWords,
  hasTellingAccents: true,
  newest: 'últim[oa]s?|(?:más )?recientes?|más nuev[oa]s?',
  thisYear: 'este año',
  medium: 'blogs?|entradas?|artículos?|anunci\\p{L}+|publicad[oa]s?',
}

export const pt: LanguageData = {
  stem: portuguese,
  stopWords: portugueseStopWords,
  hasTellingAccents: true,
  newest: 'últim[oa]s?|mais recentes?',
  thisYear: 'este ano',
  medium: 'blogs?|postage(?:m|ns)|artigos?|anunci\\p{L}+|publicad[oa]s?',
}

export const it: LanguageData = {
  stem: italian,
  stopWords: italianStopWords,
  elision: /^(?:[cdlmnstv]|un|gl|(?:a|da|de|ne|su|que)ll|quest|sant)'/,
  newest: 'ultim[aoie]|più recent[ei]|recent[ei]',
  thisYear: "quest'anno",
  medium: 'blog|articol[oi]|post|annunci\\p{L}*|pubblicat\\p{L}+',
}

export const nl: LanguageData = {
  stem: dutch,
  stopWords: dutchStopWords,
  hasCompounds: true,
  newest: 'nieuwste|laatste|recentste',
  thisYear: 'dit jaar',
  medium: 'blogs?|blogberichten|berichten?|artikel(?:en)?|aangekondigd\\p{L}*|gepubliceerd\\p{L}*',
}

export const ru: LanguageData = {
  // Unifies verbs, nouns and adjectives: удалить, удалять, удаление; диск, дисковый; проверить, проверка.
  stem: (word) => russian(word).replace(/(?<=.{4})(?:ова?н?|[ыи]ван?|л?ен|л?я|ан?|й?к)$/, ''),
  // Also question words, and pronouns in all cases.
  stopWords: russianStopWords,
  moreStopWords: moreRussianStopWords,
  newest: 'последн\\p{L}+|новейш\\p{L}+|недавн\\p{L}+',
  thisYear: 'в этом году',
  medium:
    'блог\\p{L}*|пост(?:ы|ов|а|е)?|стат(?:ья|ьи|ей|ье)|запис(?:ь|и|ей)|анонс\\p{L}*|объявлен\\p{L}*|' +
    'опубликован\\p{L}*',
}

export const da: LanguageData = {
  stem: danish,
  stopWords: danishStopWords,
  hasCompounds: true,
  newest: 'seneste|nyeste',
  thisYear: 'i år',
  medium: 'blog(?:gen)?|indlæg(?:get)?|artik(?:el|ler|len)|annoncer\\p{L}*',
}

export const no: LanguageData = {
  stem: norwegian,
  stopWords: norwegianStopWords,
  hasCompounds: true,
  newest: 'nyeste|seneste|siste',
  thisYear: 'i år',
  medium: 'blogg(?:en)?|innlegg(?:et)?|artik(?:kel|ler|kelen)|annonser\\p{L}*',
}

export const sv: LanguageData = {
  stem: swedish,
  stopWords: swedishStopWords,
  hasCompounds: true,
  newest: 'senaste|nyaste',
  thisYear: 'i år',
  medium: 'blogg(?:en)?|inlägg(?:et)?|artik(?:el|lar|eln)|tillkännag\\p{L}+',
}

export const fi: LanguageData = {
  stem: finnish,
  stopWords: finnishStopWords,
  newest: 'uusin|uusimmat|viimeisin',
  thisYear: 'tänä vuonna',
  medium: 'blogi\\p{L}*|kirjoitus|kirjoitukset|artikkeli\\p{L}*|julkaist\\p{L}+',
}

export const ar: LanguageData = {
  // The article and prefixed particles go first.
  stem: (word) => arabic(word.replace(/^(?:[بفكو]?ال|لل)(?=..)|^و(?=...)/, '')),
  stopWords: arabicStopWords,
  moreStopWords: ['لماذا', 'يجب'],
  newest: '(?:ال)?[أا]حدث|[آا]خر',
  thisYear: 'هذا العام|هذه السنة',
  medium: '(?:ال)?(?:مدونة|تدوينات?|تدوينة|مقالات|مقالة?|منشورات?|إعلان)',
}

// Latin words within Japanese and Chinese are English.

export const ja: LanguageData = {
  stem: english,
  stopWords: englishStopWords,
  isUnspaced: true,
  // With the particles beside them, which would become words.
  newest: '(?:最新|最近|新着|直近)の?|(?:一番|最も|もっとも)?新しい',
  thisYear: '今年の?',
  medium: 'の?(?:ブログ|記事|投稿|お知らせ|発表)[のをはで]?',
}

export const zh: LanguageData = {
  stem: english,
  stopWords: englishStopWords,
  isUnspaced: true,
  newest: '最新的?|最近的?',
  thisYear: '今年的?',
  medium: '的?(?:博客|文章|帖子|公告|發布|发布)',
}

const rows: Readonly<Record<string, LanguageData>> = {
  ...{ en, de, fr, es, pt, it, nl, ru, da, no, sv, fi, ar, ja, zh },
}
const searchLanguages = /* @__PURE__ */ makeLanguages(
  /* @__PURE__ */ Object.keys(rows),
  (code) => rows[code] as LanguageData,
)

/** Returns a language by its tag; English for an unknown one. */
export function searchLanguage(tag: string): Language {
  return searchLanguages.named(tag)
}

/** Detects the language of a text by its stop words. Prefers the archive's language unless another is far more likely. */
export function languageOfText(text: string, archiveLanguage: string): string {
  const words = Array.from(text.slice(0, 2000).matchAll(/[\p{L}']+/gu), ([word]) => fold(word))
  const count = ({ stopWords }: Language) => words.filter((word) => stopWords.has(word)).length
  const archives = count(searchLanguage(archiveLanguage))
  if (archives * 5 > words.length) return archiveLanguage
  const counts = Array.from(searchLanguages.all, (language) => [language.code, count(language)] as const)
  const [best, highest] = counts.reduce((most, other) => (other[1] > most[1] ? other : most))
  return highest > 2 * archives + 5 ? best : archiveLanguage
}
