import { isUnspaced } from '../base/letters.ts'
import { wordSet } from '../base/wording.ts'
import words from './sentences.json' with { type: 'json' }

/**
 * Splits text into sentences, in one pass; when in doubt it does not split. Not with `Intl.Segmenter`, which differs
 * between ICU versions: the same content must give the same bytes.
 */
export function sentences(text: string): string[] {
  const found: string[] = []
  let start = 0
  stop.lastIndex = 0
  while (stop.test(text)) {
    const at = stop.lastIndex - 1
    const end = endOf(stopsAndClosings, text, at + 1)
    if (endsSentence(text, start, at, end)) {
      found.push(text.slice(start, end))
      start = end
    }
    stop.lastIndex = end
  }
  found.push(text.slice(start))
  return found.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
}

/** Full stops without a space after them (Chinese, Japanese), or before letters without case (Hindi, Urdu, Arabic). */
const unspacedStops = '。！？｡।؟۔'
const stop = new RegExp(`[.!?…${unspacedStops}]`, 'g')
const stopsAndClosings = new RegExp(`[.!?…${unspacedStops}"'”’)\\]}»›」』）】》〉〕］｝]*`, 'y')
const spaceAndOpenings = /[ \u00a0\t\n"'“‘([{«¿¡「『]*/y
const space = /[ \u00a0\t\n]/

/** Returns where the match at `from` ends. */
function endOf(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from
  expression.test(text)
  return expression.lastIndex
}

/** Whether the stops and closing marks from `at` to `end` end the sentence that starts at `start`. */
function endsSentence(text: string, start: number, at: number, end: number): boolean {
  // A closing title mark does not end the sentence.
  if (/[》〉]/.test(text.charAt(end - 1))) return false
  if (unspacedStops.includes(text.charAt(at))) return true
  if (end < text.length && !space.test(text.charAt(end))) return false
  const next = endOf(spaceAndOpenings, text, end)
  // Abbreviations end with a single full stop.
  const bare = text.charAt(at) === '.' && end === at + 1
  if (isLower(text.charAt(next))) return bare && isLongWord(wordBefore(text, start, at))
  return !bare || !isAbbreviated(text, start, at, next)
}

/** Never at the end of a sentence. */
const always = wordSet(words.always)
/** Abbreviations only before a number: `no` and `mar` are also words. */
const beforeNumbers = wordSet(words.beforeNumbers)
/** May end a sentence, depending on the next word. */
const often = wordSet(words.often)

/** A sentence may start with a lower-case name, such as npm, after a word that is no abbreviation. */
const isLongWord = (word: string) =>
  /^[a-z]{5,}$/.test(word) && !always.has(word) && !beforeNumbers.has(word) && !often.has(word)

/** `U.S`, `a.m`. */
const initials = /^[^.](?:\.[^.])+$/
const sentenceStarters = wordSet(words.starters)

/** Whether the full stop at `at` belongs to an abbreviation. The next word starts at `next`. */
function isAbbreviated(text: string, start: number, at: number, next: number): boolean {
  const word = wordBefore(text, start, at)
  const name = word.toLowerCase()
  if (always.has(name)) return true
  if (beforeNumbers.has(name)) return /^(?:[0-9]|[IVXLC]{1,6}$)/.test(wordAt(text, next))
  if (/^[0-9]{1,3}$/.test(word)) return text.slice(start, at - word.length).trim() === '' // "1. First"
  const initial = word.length === 1 && !isLower(word) && word !== 'I'
  return (
    (initial || initials.test(word) || often.has(name)) &&
    !sentenceStarters.has(wordAt(text, next).toLowerCase())
  )
}

const longestWord = 12

/** The word that ends at `at`, or its last characters: abbreviations are short. */
function wordBefore(text: string, start: number, at: number): string {
  const first = Math.max(start, at - longestWord)
  let from = at
  while (from > first && isWordlike(text.charCodeAt(from - 1))) from--
  return text.slice(from, at)
}

/** The word at `at`, without a final full stop. */
function wordAt(text: string, at: number): string {
  let end = at
  while (end < at + longestWord && isWordlike(text.charCodeAt(end))) end++
  return text.slice(at, text[end - 1] === '.' ? end - 1 : end)
}

/** Letters of any script, digits and full stops. Uses ranges, see `countWords`. */
function isWordlike(unit: number): boolean {
  const isLetter = (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a
  if (unit < 0x80) return isLetter || (unit >= 0x30 && unit <= 0x39) || unit === 0x2e
  return (unit >= 0xc0 && unit <= 0x1fff) || (unit >= 0x2c00 && unit <= 0xd7ff)
}

const isLower = (character: string) =>
  character !== character.toUpperCase() && character === character.toLowerCase()

/**
 * Counts runs between spaces that contain a letter or digit. Scripts without spaces count by character. Uses ranges
 * of code units: Intl and \p{…} change with Unicode, and the count is published.
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

/** Silent reading of English prose (Brysbaert 2019). */
const wordsPerMinute = 238

export const minutesToRead = (words: number) => Math.max(1, Math.round(words / wordsPerMinute))

const isSpace = (unit: number) =>
  unit <= 0x20 || unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x3000

/** ASCII letters and digits, and everything beyond Latin-1 signs that is not punctuation or a symbol. */
function isCounted(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a)
  return (
    unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7 && !(unit >= 0x2000 && unit <= 0x2bff) && unit < 0xd800
  )
}
