import { isHangul, isUnspaced } from '../base/unspaced-scripts.ts'
import { uint8At } from './bytes.ts'
import { stem } from './stem.ts'

/** Longer words are cut, in the index as in a query, so that they still find each other. */
export const longestTerm = 64

/** ASCII that is part of no token, whatever is before and after it. */
export const separators = /[\t\n\r !"$%&()*,\-/:;<=>?@[\\\]^_`{|}~]+/

/** Returns true when it has seen enough. */
type Emit = (token: string, start: number, end: number) => boolean | undefined

/**
 * The tokens of a normal text, in order. Words keep what is part of a name (`c++`, `c#`, `.net`, `node.js`, `1.2.3`,
 * `don't`); an emoji is a token; scripts without spaces are cut into overlapping pairs of characters, so that no
 * dictionary of some ICU version decides what the index holds. `everything` adds what is indexed but not asked for: the
 * parts of a dotted name, and the last character of a run of pairs, by which every character begins some token.
 */
export function tokens(text: string, everything: boolean, emit: Emit): void {
  let at = 0
  while (at < text.length) {
    const kind = kindAt(text, at)
    if (kind === word) at = readWord(text, at, at, everything, emit)
    else if (kind === unspaced) at = readPairs(text, at, everything, emit)
    else if (kind === picture) at = readPicture(text, at, emit)
    else if (text.charCodeAt(at) === fullStop && startsDotted(text, at))
      at = readWord(text, at, at + 1, everything, emit)
    else at += 1
  }
}

/** The form under which a token is kept. */
export function termOf(token: string): string {
  return /^[a-z']+$/.test(token) ? stem(token) : token
}

/** `node.js` is looked for as `node` and `js`, too; `1.2.3`, `u.s` and `v1.2` are nothing in parts. */
export function partsOf(token: string): readonly string[] {
  if (!token.includes('.')) return []
  const parts = token.split('.').filter((part) => part !== '')
  return parts.every((part) => part.length > 1 && part >= 'a') ? parts : []
}

/** Whether a token is one of a script without spaces: a pair, or a character alone. */
export function isOfPairs(token: string): boolean {
  return kindAt(token, 0) === unspaced
}

function readWord(text: string, start: number, from: number, everything: boolean, emit: Emit): number {
  let at = from
  let dotted = from > start
  for (;;) {
    at = afterLetters(text, at)
    const joint = text.charCodeAt(at)
    if ((joint !== fullStop && joint !== apostrophe) || kindAt(text, at + 1) !== word) break
    dotted ||= joint === fullStop
    at++
  }
  if (text.startsWith('++', at) && kindAt(text, at + 2) !== word) at += 2
  else if (text[at] === '#' && at - start < 3 && kindAt(text, at + 1) !== word) at += 1
  const token = cut(text.slice(start, at))
  let enough = emit(token, start, at)
  if (everything && dotted) for (const part of partsOf(token)) enough ||= emit(part, start, at)
  return enough ? text.length : at
}

const fullStop = 0x2e
const apostrophe = 0x27

function afterLetters(text: string, from: number): number {
  let at = from
  for (;;) {
    if (kindAt(text, at) !== word) return at
    at += width(text, at)
  }
}

function readPairs(text: string, from: number, everything: boolean, emit: Emit): number {
  let at = from
  for (let paired = true; paired; ) {
    const second = at + width(text, at)
    paired = kindAt(text, second) === unspaced
    const end = paired ? second + width(text, second) : second
    const wanted = paired || everything || at === from
    if (wanted && emit(text.slice(at, end), at, end)) return text.length
    at = second
  }
  return at
}

/** A flag is two characters, and one picture. */
function readPicture(text: string, at: number, emit: Emit): number {
  let end = at + width(text, at)
  if (isFlagLetter(text, at) && isFlagLetter(text, end)) end += 2
  return !isSkinTone(text, at) && emit(text.slice(at, end), at, end) ? text.length : end
}

/** `.net`, but neither the end of `wait...what` nor that of a sentence without a space. */
function startsDotted(text: string, at: number): boolean {
  const before = at > 0 ? text.charCodeAt(at - 1) : 0x20
  return before !== 0x2e && kindAt(text, at + 1) === word && text.charCodeAt(at + 1) > 0x39
}

function cut(token: string): string {
  if (token.length <= longestTerm) return token
  const end = token.charCodeAt(longestTerm - 1)
  return token.slice(0, end >= 0xd800 && end < 0xdc00 ? longestTerm - 1 : longestTerm)
}

const [between, word, unspaced, picture] = [0, 1, 2, 3] as const

/** By ranges and not by \p{…}, whose tables change with the Unicode version of the machine; without signs and punctuation among the letters. */
const words =
  /^[0-9a-z\u00c0-\u1fff\u2c00-\u2dff\ua000-\uabff\ufb00-\ufdff\ufe70-\ufefe\u{10000}-\u{10ffff}](?<![\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u1360-\u1368\u1680])/u
const pictures = /^[\u231a-\u23ff\u2600-\u27bf\u2b05-\u2b55\u{1f000}-\u{1faff}]/u

function kindOf(point: number): number {
  const character = String.fromCodePoint(point)
  if (isUnspaced(point) || isHangul(point)) return unspaced
  return pictures.test(character) ? picture : words.test(character) ? word : between
}

/** The kinds of the characters before the first script without spaces, which most texts have alone. */
const common = Uint8Array.from({ length: 0xe00 }, (_, point) => kindOf(point))

function kindAt(text: string, at: number): number {
  if (at >= text.length) return between
  const unit = text.charCodeAt(at)
  return unit < common.length ? uint8At(common, unit) : kindOf(text.codePointAt(at) ?? unit)
}

function width(text: string, at: number): number {
  return text.charCodeAt(at) < 0xd800 || (text.codePointAt(at) ?? 0) < 0x10000 ? 1 : 2
}

function isFlagLetter(text: string, at: number): boolean {
  const point = text.codePointAt(at) ?? 0
  return point >= 0x1f1e6 && point <= 0x1f1ff
}

function isSkinTone(text: string, at: number): boolean {
  const point = text.codePointAt(at) ?? 0
  return point >= 0x1f3fb && point <= 0x1f3ff
}

/**
 * Text as it is compared: NFKC, lower case, without the diacritics of Latin letters, without controls, marks of direction,
 * variation selectors and lone surrogates; every quotation mark straight. Unicode promises that the NFKC of an assigned
 * character never changes, so machines of different ages agree.
 */
export interface Normal {
  readonly text: string
  /** From here on a run of the original is longer or shorter in `text`; empty for most texts. */
  readonly shifts: readonly Shift[]
}

/** A run of characters in the normal text, and the run of the original it came from. */
interface Shift {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

export function normalise(original: string): Normal {
  let at = 0
  while (at < original.length && isPlain(original.charCodeAt(at))) at++
  if (at === original.length) return { text: original.toLowerCase(), shifts: [] }
  const shifts: Shift[] = []
  let text = ''
  let done = 0
  while (at < original.length) {
    // A combining mark changes the letter before it.
    const from = at > done && isMark(original.charCodeAt(at)) ? at - 1 : at
    while (at < original.length && !isPlain(original.charCodeAt(at))) at++
    text += original.slice(done, from).toLowerCase()
    const run = normaliseRun(original.slice(from, at))
    if (run.length !== at - from) {
      shifts.push({ start: text.length, end: text.length + run.length, from, to: at })
    }
    text += run
    done = at
    while (at < original.length && isPlain(original.charCodeAt(at))) at++
  }
  return { text: text + original.slice(done).toLowerCase(), shifts }
}

/** The part of the original that a part of the normal text came from. */
export function originalRange({ shifts }: Normal, start: number, end: number): [start: number, end: number] {
  return [originalOffset(shifts, start, false), originalOffset(shifts, end, true)]
}

/** Inside a run that changed its length no character can be told from another: the whole run stands for each. */
function originalOffset(shifts: readonly Shift[], offset: number, isEnd: boolean): number {
  let moved = 0
  for (const { start, end, from, to } of shifts) {
    if (isEnd ? offset <= start : offset < start) break
    if (isEnd ? offset <= end : offset < end) return isEnd ? to : from
    moved = to - end
  }
  return offset + moved
}

/** ASCII without controls, and the white space among them. */
function isPlain(unit: number): boolean {
  return unit < 0x7f && (unit >= 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d)
}

function isMark(unit: number): boolean {
  return unit >= 0x300 && unit < 0x370
}

function normaliseRun(run: string): string {
  const folded = run
    .replaceAll(/[\u2122\u2120\u200b]/g, ' ') // ™ and ℠ would become letters of the word before them
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?<=[a-z\u00df-\u024f])[\u0300-\u036f]+/g, '')
    .normalize('NFC')
  return folded.replaceAll(odd, (one) => instead[one] ?? '')
}

const instead: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ŧ: 't', þ: 'th', ς: 'σ' },
  ...{ '‘': "'", '’': "'", '‛': "'", ʼ: "'", '“': '"', '”': '"', '„': '"', '‟': '"', '«': '"', '»': '"' },
}

/** What is replaced, and what is dropped: marks that made no letter with another, controls, and what nobody sees. */
const odd = new RegExp(
  `[${Object.keys(instead).join('')}]|[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u200c-\\u200f\\u202a-\\u202e\\u2060-\\u206f]|` +
    '[\\u0300-\\u036f\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb]|\\p{Surrogate}',
  'gu',
)
