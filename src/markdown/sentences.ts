import { isUnspaced } from '../base/unspaced-scripts.ts'

/**
 * Plain text by sentence, in one pass; when in doubt it does not cut. Not by `Intl.Segmenter`, which differs between versions of ICU: the
 * same content gives the same bytes. Regular expressions search, because loops over characters are slow until they are compiled.
 */
export function sentences(text: string): string[] {
  const found: string[] = []
  let start = 0
  stop.lastIndex = 0
  while (stop.test(text)) {
    const at = stop.lastIndex - 1
    const end = endOf(stopsAndClosings, text, at + 1)
    if (endsSentence(text, start, at, end)) {
      add(found, text.slice(start, end))
      start = end
    }
    stop.lastIndex = end
  }
  add(found, text.slice(start))
  return found
}

function add(found: string[], sentence: string): void {
  const trimmed = sentence.trim()
  if (trimmed !== '') found.push(trimmed)
}

/** Chinese and Japanese have no space after them; Hindi, Urdu and Arabic do, but their letters have no case. */
const unspacedStops = '。！？｡।؟۔'
const stop = new RegExp(`[.!?…${unspacedStops}]`, 'g')
/** What belongs to a stop before it. */
const stopsAndClosings = new RegExp(`[.!?…${unspacedStops}"'”’)\\]}»›」』）】》〉〕］｝]*`, 'y')
const spaceAndOpenings = /[ \u00a0\t\n"'“‘([{«¿¡「『]*/y
const space = /[ \u00a0\t\n]/

/** Where the characters end that are as an expression says, from `from` on. */
function endOf(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from
  expression.test(text)
  return expression.lastIndex
}

/** Whether the stops and closing marks from `at` to `end` end the sentence that began at `start`. */
function endsSentence(text: string, start: number, at: number, end: number): boolean {
  // The title of a work ends, and the sentence that names it goes on.
  if (/[》〉]/.test(text.charAt(end - 1))) return false
  if (unspacedStops.includes(text.charAt(at))) return true
  if (end < text.length && !space.test(text.charAt(end))) return false
  const next = endOf(spaceAndOpenings, text, end)
  // "...", "?!" and a closing mark are no part of an abbreviation.
  const bare = text.charAt(at) === '.' && end === at + 1
  if (isLower(text.charAt(next))) return bare && isLongWord(wordBefore(text, start, at))
  return !bare || !isAbbreviated(text, start, at, next)
}

/** Names such as npm or nginx are lower case even at the beginning of a sentence: after a word that is no abbreviation, it is one. */
function isLongWord(word: string): boolean {
  return /^[a-z]{5,}$/.test(word) && !always.has(word) && !beforeNumbers.has(word) && !often.has(word)
}

/** Whether the full stop at `at` only shortens the word before it. `next` is where the next word starts. */
function isAbbreviated(text: string, start: number, at: number, next: number): boolean {
  const word = wordBefore(text, start, at)
  const name = word.toLowerCase()
  if (always.has(name)) return true
  if (beforeNumbers.has(name)) return /^(?:[0-9]|[IVXLC]{1,6}$)/.test(wordAt(text, next))
  if (/^[0-9]{1,3}$/.test(word)) return text.slice(start, at - word.length).trim() === '' // "1. First"
  const initial = word.length === 1 && !isLower(word) && word !== 'I'
  return (initial || initials.test(word) || often.has(name)) && !openers.has(wordAt(text, next).toLowerCase())
}

/** The word that ends at `at`, in the sentence that began at `start`; of a long one its end, for no abbreviation is long. */
function wordBefore(text: string, start: number, at: number): string {
  const first = Math.max(start, at - longestWord)
  let from = at
  while (from > first && isWordlike(text.charCodeAt(from - 1))) from--
  return text.slice(from, at)
}

/** The word that begins at `at`, without the full stop after it. */
function wordAt(text: string, at: number): string {
  let end = at
  while (end < at + longestWord && isWordlike(text.charCodeAt(end))) end++
  return text.slice(at, text[end - 1] === '.' ? end - 1 : end)
}

const longestWord = 12

/** Letters of any script, digits and full stops; by ranges, as below. */
function isWordlike(unit: number): boolean {
  const isLetter = (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a
  if (unit < 0x80) return isLetter || (unit >= 0x30 && unit <= 0x39) || unit === 0x2e
  return (unit >= 0xc0 && unit <= 0x1fff) || (unit >= 0x2c00 && unit <= 0xd7ff)
}

/** `U.S`, `a.m`. */
const initials = /^[^.](?:\.[^.])+$/

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Never at the end of a sentence. */
const always = words(
  'dr mr mrs ms prof st mt rev hon gen col sgt capt lt gov sen rep pres vs v cf viz e.g i.e eg ie approx ca ed eds esp incl resp',
)
/** Shortened before a number; `no` and `mar` are words, too. */
const beforeNumbers = words(
  'no nos nr p pp fig figs tab eq eqs sec secs ch vol vols art arts ver jan feb mar apr jun jul aug sep sept oct nov dec',
)
/** At the end or not, as the next word shows. */
const often = words('al inc ltd co corp jr sr bros dept univ assn est ph.d')
const openers = words(
  'the a an this that these those it its he she they we i you my our his her their in on at by for from to with but and or so as ' +
    'if when while after before since there here what why how not no however most many some all one two each then',
)

function isLower(character: string): boolean {
  return character !== character.toUpperCase() && character === character.toLowerCase()
}

/**
 * Words as a reader counts them: runs with a letter or digit between white space; scripts without spaces count by character. By ranges of
 * code units, since tables of Intl and \p{…} change with Unicode: the count is published.
 */
export function countWords(text: string): number {
  let words = 0
  let counted = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (isSpace(unit)) counted = false
    else if (
      (!counted && isCounted(unit)) ||
      isUnspaced(unit < 0xd800 ? unit : (text.codePointAt(at) ?? 0))
    ) {
      words++
      counted = true
    }
  }
  return words
}

export function minutesToRead(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}

/** Silent reading of English prose: 238 words a minute in Brysbaert's meta-analysis of 2019. */
const wordsPerMinute = 238

function isSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x3000
}

/** ASCII letters and digits, and everything beyond Latin-1 signs that is not punctuation or a symbol. */
function isCounted(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a)
  return (
    unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7 && !(unit >= 0x2000 && unit <= 0x2bff) && unit < 0xd800
  )
}
