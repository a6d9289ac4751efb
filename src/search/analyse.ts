import { isHangul, isUnspaced } from '../base/unspaced-scripts.ts'
import { uint8At } from './bytes.ts'
import { stem } from './stem.ts'

/** Longer words are cut, in the index as in a query, so that they still find each other. */
export const longestTerm = 64

/** ASCII that is part of no token, whatever is before and after it. */
export const separators = '\t\n\r !"$%&()*,-/:;<=>?@[\\]^_`{|}~'

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

const between = 0
const word = 1
const unspaced = 2
const picture = 3

type CodePoints = readonly [first: number, last: number]

/** By ranges and not by \p{…}, whose tables change with the Unicode version of the machine. */
const words: readonly CodePoints[] = [
  [0x30, 0x39],
  [0x61, 0x7a],
  [0xc0, 0x1fff],
  [0x2c00, 0x2dff],
  [0xa000, 0xabff],
  [0xfb00, 0xfdff],
  [0xfe70, 0xfefe],
  [0x10000, 0x10ffff],
]
/** Signs and punctuation among the letters. */
const signs: readonly CodePoints[] = [
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x37e, 0x37e],
  [0x387, 0x387],
  [0x55a, 0x55f],
  [0x589, 0x58a],
  [0x5be, 0x5be],
  [0x5c0, 0x5c0],
  [0x5c3, 0x5c3],
  [0x5f3, 0x5f4],
  [0x600, 0x60f],
  [0x61b, 0x61f],
  [0x66a, 0x66d],
  [0x6d4, 0x6d4],
  [0x964, 0x965],
  [0x970, 0x970],
  [0x1360, 0x1368],
  [0x1680, 0x1680],
]
const pictures: readonly CodePoints[] = [
  [0x231a, 0x23ff],
  [0x2600, 0x27bf],
  [0x2b05, 0x2b55],
  [0x1f000, 0x1faff],
]

function kindOf(point: number): number {
  const isIn = (ranges: readonly CodePoints[]) =>
    ranges.some(([first, last]) => point >= first && point <= last)
  if (isUnspaced(point) || isHangul(point)) return unspaced
  if (isIn(pictures)) return picture
  return isIn(words) && !isIn(signs) ? word : between
}

/** The kinds of the characters before the first script without spaces, which most texts have alone. */
const common = new Uint8Array(0xe00)
for (const [first, last] of words) common.fill(word, first, last + 1)
for (const [first, last] of signs) common.fill(between, first, last + 1)

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
