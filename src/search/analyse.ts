import { isHangul, isUnspaced } from '../base/unspaced-scripts.ts'
import { uint8At } from './bytes.ts'
import { fold, type Language } from './language.ts'

/** Longer words are cut, in the index as in a query, so that they still find each other. */
export const longestTerm = 64

/** ASCII that is part of no token and joins none, whatever is before and after it. */
export const separators = /[\t\n\r !"$%&()*/:;<=>?@[\\\]^`{|}~]+/

/** A token as it is written, and whether it is another form of the name before it. Returns true when it has seen enough. */
type Emit = (token: string, start: number, end: number, isForm: boolean) => boolean | undefined

/**
 * The tokens of a normal text, in order. Words keep what is part of a name (`c++`, `c#`, `.net`, `node.js`, `1.2.3`,
 * `don't`); an emoji is a token; scripts without spaces are cut into overlapping pairs of characters, so that no
 * dictionary of some ICU version decides what the index holds. The last character of a run of pairs is one, too, by which every
 * character begins some token; and after a name come the other forms of it.
 */
export function tokens(text: string, emit: Emit): void {
  let at = 0
  while (at < text.length) {
    const kind = kindAt(text, at)
    if (kind === word) at = readName(text, at, at, emit)
    else if (kind === unspaced) at = readPairs(text, at, emit)
    else if (kind === picture) at = readPicture(text, at, emit)
    else if (text.charCodeAt(at) === fullStop && startsDotted(text, at)) at = readName(text, at, at + 1, emit)
    else at += 1
  }
}

export interface Term {
  readonly term: string
  readonly start: number
  readonly end: number
}

/** The terms of a normal text as a unit of the index has them: its words, which stay side by side, and after them all other forms. */
export function termsIn(text: string, language: Language): Term[] {
  const words: Term[] = []
  const forms: Term[] = []
  tokens(text, (token, start, end, isForm) => {
    for (const [at, term] of termsOf(token, language).entries())
      (isForm || at > 0 ? forms : words).push({ term, start, end })
    return false
  })
  return [...words, ...forms]
}

/**
 * A word, or several with a hyphen or an underscore between them, which are one word in another form: `--no-verify` is found by
 * `noverify`, `read_file` by `readFile`, `1,000` by `1000`. With its underscores a name is a form of its own.
 */
function readName(text: string, start: number, from: number, emit: Emit): number {
  let at = readWord(text, start, from, emit)
  const words = [text.slice(start, at)]
  let isCode = false
  while (kindAt(text, at + 1) === word && joins(text, at) && at - start < longestTerm) {
    isCode ||= text[at] === '_'
    const begin = at + 1
    at = readWord(text, begin, begin, emit)
    words.push(text.slice(begin, at))
  }
  if (words.length === 1) return at
  const isEnough = emit(cut(words.join('')), start, at, true)
  return isEnough || (isCode && emit(cut(words.join('_')), start, at, true)) ? text.length : at
}

function joins(text: string, at: number): boolean {
  const sign = text[at]
  return sign === '-' || sign === '_' || (sign === ',' && /^\d,\d{3}(?!\d)/.test(text.slice(at - 1, at + 5)))
}

function readWord(text: string, start: number, from: number, emit: Emit): number {
  let at = from
  for (;;) {
    at = afterLetters(text, at)
    const joint = text.charCodeAt(at)
    if ((joint !== fullStop && joint !== apostrophe) || kindAt(text, at + 1) !== word) break
    at++
  }
  if (text.startsWith('++', at) && kindAt(text, at + 2) !== word) at += 2
  else if (text[at] === '#' && at - start < 3 && kindAt(text, at + 1) !== word) at += 1
  const token = cut(text.slice(start, at))
  let isEnough = emit(token, start, at, false)
  for (const form of formsOf(token)) isEnough ||= emit(form, start, at, true)
  return isEnough ? text.length : at
}

/** Names that are found by their parts, too: how each looks, and what the parts are. */
const nameShapes: readonly {
  readonly looks: RegExp
  readonly parts: (token: string) => readonly string[]
}[] = [
  // node.js, but neither u.s nor 1.2
  {
    looks: /^[^.]*(?:\.[^.]+)+$/,
    parts: (token) => {
      const parts = token.split('.').filter((part) => part !== '')
      return parts.every((part) => part.length > 1 && part > ':') ? parts : []
    },
  },
  // readFile and getElementById; GitHub and JavaScript are words
  { looks: /^[a-z]+[A-Z]|^(?:[A-Z][a-z0-9]+){3,}$/, parts: (token) => token.split(/(?<=[a-z0-9])(?=[A-Z])/) },
  // 10GB
  { looks: /^\d+[A-Za-z]{2,4}$/, parts: (token) => token.split(/(?<=\d)(?=[A-Za-z])/) },
  // 1.18.2 is a 1.18 and a 1, and 1.18.0 is what 1.18 is
  { looks: /^[vV]?\d+(?:\.\d+)+/, parts: (token) => versionForms(versionIn(token)) },
]

export function formsOf(token: string): readonly string[] {
  return nameShapes.flatMap(({ looks, parts }) => (looks.test(token) ? parts(token) : []))
}

/** `v8`, `8.x` and `8` are one version. */
export function versionIn(token: string): string {
  return /^[vV]?(\d+(?:\.\d+)*)(?:\.[xX])?$/.exec(token)?.[1] ?? token.toLowerCase()
}

function versionForms(version: string): string[] {
  const short = version.replace(/(?:\.0)+$/, '')
  return [...(short === version ? [] : [short]), ...prefixesOf(version).map(asPrefix)]
}

/** Of the numbers that a version begins with, the shortest first. */
export function prefixesOf(version: string): string[] {
  const numbers = /^\d+(?:\.\d+)*/.exec(version)?.[0] ?? ''
  const all = numbers.split('.').map((_, at, list) => list.slice(0, at + 1).join('.'))
  return all.filter((prefix) => prefix !== version)
}

/** The term of all versions that go on after these numbers. No token ends so. */
export function asPrefix(version: string): string {
  return `${version}.*`
}

/** The forms under which a token is kept in a language: one, or two if accents may have been left out. */
export function termsOf(token: string, language: Language): readonly string[] {
  if (/^[vV]?\d/.test(token)) return [versionIn(token)]
  const lower = token.toLowerCase()
  const bare = language.traits.elision ? lower.replace(language.traits.elision, '') : lower
  const plain = fold(bare)
  if (!/^[\p{L}']+$/u.test(plain)) return [plain]
  const own = language.ofWord(plain)
  const stems = own?.traits.hasTellingAccents && plain !== bare ? [bare, plain] : [plain]
  return own ? [...new Set(stems.map((word) => stemOf(word, own)))] : [plain]
}

/** German `Sicherheit` must not become `sich`, which says nothing. */
function stemOf(word: string, { stem, stopWords }: Language): string {
  const stemmed = fold(stem(word))
  const plain = fold(word)
  return (stemmed === '' || stopWords.has(stemmed)) && !stopWords.has(plain) ? plain : stemmed
}

/** Whether a token is one of a script without spaces: a pair, or a character alone. */
export function isOfPairs(token: string): boolean {
  return kindAt(token, 0) === unspaced
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

function readPairs(text: string, from: number, emit: Emit): number {
  let at = from
  for (let paired = true; paired; ) {
    const second = at + width(text, at)
    paired = kindAt(text, second) === unspaced
    const end = paired ? second + width(text, second) : second
    if (emit(text.slice(at, end), at, end, false)) return text.length
    at = second
  }
  return at
}

/** A flag is two characters, and one picture. */
function readPicture(text: string, at: number, emit: Emit): number {
  let end = at + width(text, at)
  if (isFlagLetter(text, at) && isFlagLetter(text, end)) end += 2
  return !isSkinTone(text, at) && emit(text.slice(at, end), at, end, false) ? text.length : end
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
  /^[0-9A-Za-z\u00c0-\u1fff\u2c00-\u2dff\ua000-\uabff\ufb00-\ufdff\ufe70-\ufefe\u{10000}-\u{10ffff}](?<![\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u1360-\u1368\u1680])/u
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
 * Text as it is cut into tokens: NFKC, without controls, marks of direction, variation selectors and lone surrogates; every quotation
 * mark straight. Unicode promises that the NFKC of an assigned character never changes, so machines of different ages agree.
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
  if (at === original.length) return { text: original, shifts: [] }
  const shifts: Shift[] = []
  let text = ''
  let done = 0
  while (at < original.length) {
    // A combining mark changes the letter before it.
    const from = at > done && isMark(original.charCodeAt(at)) ? at - 1 : at
    while (at < original.length && !isPlain(original.charCodeAt(at))) at++
    text += original.slice(done, from)
    const run = normaliseRun(original.slice(from, at))
    if (run.length !== at - from) {
      shifts.push({ start: text.length, end: text.length + run.length, from, to: at })
    }
    text += run
    done = at
    while (at < original.length && isPlain(original.charCodeAt(at))) at++
  }
  return { text: text + original.slice(done), shifts }
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
  return run
    .replaceAll(/[\u2122\u2120\u200b]/g, ' ') // ™ and ℠ would become letters of the word before them
    .normalize('NFKC')
    .replaceAll(odd, (one) => instead[one] ?? '')
}

const instead: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‛': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
}

/** What is replaced, and what is dropped: marks that made no letter with another, controls, and what nobody sees. */
const odd = new RegExp(
  `[${Object.keys(instead).join('')}]|[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u200c-\\u200f\\u202a-\\u202e\\u2060-\\u206f]|` +
    '[\\u0300-\\u036f\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb]|\\p{Surrogate}',
  'gu',
)
