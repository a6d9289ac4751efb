import { fold, isHangul, isUnspaced } from '../base/letters.ts'
import { uint8At } from './checked.ts'
import type { Language } from './language.ts'

/** Longer words are truncated in both index and query, so that they still match. */
export const longestTerm = 64

/** ASCII characters that always separate tokens. */
export const tokenSeparators = /[\t\n\r !"$%&()*/:;<=>?@[\\\]^`{|}~]+/

/** Receives a token; `isForm` marks another form of the token before it. */
type Emit = (token: string, start: number, end: number, isForm: boolean) => void

const [between, word, unspaced, emoji] = [0, 1, 2, 3] as const

/**
 * Tokenizes normalized text. Words keep the punctuation of names (`c++`, `c#`, `.net`, `node.js`, `1.2.3`, `don't`), and are followed
 * by their other forms. An emoji is a token. Unspaced scripts become overlapping character pairs, independent of ICU dictionaries;
 * the last character of a run is also a token, so that every character starts one.
 */
export function tokens(text: string, emit: Emit): void {
  let at = 0
  while (at < text.length) {
    const kind = kindAt(text, at)
    if (kind === word) at = readName(text, at, at, emit)
    else if (kind === unspaced) at = readPairs(text, at, emit)
    else if (kind === emoji) at = readEmoji(text, at, emit)
    // `.net`, but not `wait...what` or a sentence without a space after its period.
    else if (
      text[at] === '.' &&
      text[at - 1] !== '.' &&
      kindAt(text, at + 1) === word &&
      !/\d/.test(text[at + 1] ?? '')
    )
      at = readName(text, at, at + 1, emit)
    else at += 1
  }
}

export interface Term {
  readonly term: string
  readonly start: number
  readonly end: number
}

/** Returns the terms of normalized text as in the index: words first, so that they stay adjacent, then all other forms. */
export function termsOfText(text: string, language: Language): Term[] {
  const words: Term[] = []
  const forms: Term[] = []
  tokens(text, (token, start, end, isForm) => {
    for (const [at, term] of termsOf(token, language).entries())
      (isForm || at > 0 ? forms : words).push({ term, start, end })
  })
  return [...words, ...forms]
}

/**
 * Reads a word, or several joined by hyphens or underscores, which also emit a joined form: `--no-verify` matches `noverify`,
 * `read_file` matches `readFile`, `1,000` matches `1000`. A name with underscores is also a form.
 */
function readName(text: string, start: number, from: number, emit: Emit): number {
  let at = readWord(text, start, from, emit)
  const words = [text.slice(start, at)]
  let isCode = false
  for (let next = at + 1; kindAt(text, next) === word && at - start < longestTerm; next = at + 1) {
    // Also the comma of 1,000.
    const isJoint = text[at] === '-' || text[at] === '_' || /^\d,\d{3}(?!\d)/.test(text.slice(at - 1, at + 5))
    if (!isJoint) break
    isCode ||= text[at] === '_'
    at = readWord(text, next, next, emit)
    words.push(text.slice(next, at))
  }
  if (words.length > 1) emit(truncated(words.join('')), start, at, true)
  if (isCode) emit(truncated(words.join('_')), start, at, true)
  return at
}

function readWord(text: string, start: number, from: number, emit: Emit): number {
  let at = from
  for (;;) {
    while (kindAt(text, at) === word) at += width(text, at)
    if ((text[at] !== '.' && text[at] !== "'") || kindAt(text, at + 1) !== word) break
    at++
  }
  if (text.startsWith('++', at) && kindAt(text, at + 2) !== word) at += 2
  else if (text[at] === '#' && at - start < 3 && kindAt(text, at + 1) !== word) at += 1
  const token = truncated(text.slice(start, at))
  emit(token, start, at, false)
  for (const form of formsOf(token)) emit(form, start, at, true)
  return at
}

/** Names that also match by their parts. */
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
  // 1.18.2 is also 1.18 and 1, and 1.18.0 equals 1.18
  {
    looks: /^[vV]?\d+(?:\.\d+)+/,
    parts: (token) => {
      const version = versionIn(token)
      const short = version.replace(/(?:\.0)+$/, '')
      return [...(short === version ? [] : [short]), ...prefixesOf(version).map(asPrefix)]
    },
  },
]

export const formsOf = (token: string): readonly string[] =>
  nameShapes.flatMap(({ looks, parts }) => (looks.test(token) ? parts(token) : []))

/** Normalizes versions: `v8`, `8.x` and `8` are the same. */
export const versionIn = (token: string): string =>
  /^[vV]?(\d+(?:\.\d+)*)(?:\.[xX])?$/.exec(token)?.[1] ?? token.toLowerCase()

/** Returns the proper prefixes of a version, shortest first. */
export function prefixesOf(version: string): string[] {
  const numbers = /^\d+(?:\.\d+)*/.exec(version)?.[0] ?? ''
  const all = numbers.split('.').map((_, at, list) => list.slice(0, at + 1).join('.'))
  return all.filter((prefix) => prefix !== version)
}

/** The term for all versions with this prefix. No token ends in `.*`. */
export const asPrefix = (version: string): string => `${version}.*`

/** Returns the index terms of a token: one, or two if writers may omit its accents. */
export function termsOf(token: string, language: Language): readonly string[] {
  if (/^[vV]?\d/.test(token)) return [versionIn(token)]
  const lower = token.toLowerCase()
  const { elision } = language.data()
  const bare = elision ? lower.replace(elision, '') : lower
  const plain = fold(bare)
  if (!/^[\p{L}']+$/u.test(plain)) return [plain]
  const wordLanguage = language.ofWord(plain)
  if (!wordLanguage) return [plain]
  const { stem: stemOf, facts } = wordLanguage.data()
  const stopWords = wordLanguage.stopWords()
  const words = facts.hasTellingAccents && plain !== bare ? [bare, plain] : [plain]
  const stems = words.map((word) => {
    const stem = fold(stemOf(word))
    // Not to a stop word, as German `Sicherheit` to `sich`.
    return (stem === '' || stopWords.has(stem)) && !stopWords.has(plain) ? plain : stem
  })
  return [...new Set(stems)]
}

/** Whether a token is of an unspaced script: a pair or a single character. */
export const isOfPairs = (token: string): boolean => kindAt(token, 0) === unspaced

function readPairs(text: string, from: number, emit: Emit): number {
  let at = from
  for (let paired = true; paired; ) {
    const second = at + width(text, at)
    paired = kindAt(text, second) === unspaced
    const end = paired ? second + width(text, second) : second
    emit(text.slice(at, end), at, end, false)
    at = second
  }
  return at
}

const skinTone = /[\u{1f3fb}-\u{1f3ff}]/u

/** A flag consists of two characters. */
function readEmoji(text: string, at: number, emit: Emit): number {
  const isFlag = /^[\u{1f1e6}-\u{1f1ff}]{2}/u.test(text.slice(at, at + 4))
  const end = isFlag ? at + 4 : at + width(text, at)
  const shown = text.slice(at, end)
  if (!skinTone.test(shown)) emit(shown, at, end, false)
  return end
}

function truncated(token: string): string {
  return token.length <= longestTerm ? token : token.slice(0, longestTerm).replace(/[\ud800-\udbff]$/, '')
}

/** Fixed ranges, because `\p{…}` changes with the runtime's Unicode version. */
const letters = [
  String.raw`0-9A-Za-z\u00c0-\u1fff\u2c00-\u2dff\ua000-\uabff\ufb00-\ufdff\ufe70-\ufefe`,
  String.raw`\u{10000}-\u{10ffff}`,
].join('')
/** Symbols and punctuation between them. */
const signs = [
  String.raw`\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u0600-\u060f`,
  String.raw`\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u1360-\u1368\u1680`,
].join('')
const wordPattern = new RegExp(`^(?![${signs}])[${letters}]`, 'u')
const emojis = /^[\u231a-\u23ff\u2600-\u27bf\u2b05-\u2b55\u{1f000}-\u{1faff}]/u

function characterKind(point: number): number {
  const character = String.fromCodePoint(point)
  if (isUnspaced(point) || isHangul(point)) return unspaced
  return emojis.test(character) ? emoji : wordPattern.test(character) ? word : between
}

/** The kinds of all characters before the first unspaced script, for speed. */
const common = Uint8Array.from({ length: 0xe00 }, (_, point) => characterKind(point))

function kindAt(text: string, at: number): number {
  if (at >= text.length) return between
  const unit = text.charCodeAt(at)
  return unit < common.length ? uint8At(common, unit) : characterKind(text.codePointAt(at) ?? unit)
}

const width = (text: string, at: number): 1 | 2 => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

interface Normal {
  readonly text: string
  /** Runs with another length than in the original; empty for most texts. */
  readonly shifts: readonly Shift[]
}

/** A run in the normalized text (`start`, `end`), and in the original (`from`, `to`). */
type Shift = Readonly<Record<'start' | 'end' | 'from' | 'to', number>>

/** Controls, invisible characters, uncombined marks and lone surrogates. */
const dropped = new RegExp(
  [
    String.raw`[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u200c-\u200f\u202a-\u202e\u2060-\u206f]`,
    String.raw`[\u0300-\u036f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]|\p{Surrogate}`,
  ].join('|'),
  'gu',
)

/**
 * Prepares a text for tokenizing: NFKC with straight quotes, without controls, bidi marks, variation selectors and lone surrogates.
 * Unicode guarantees stable NFKC for assigned characters, so all runtimes agree.
 */
export function normalise(original: string): Normal {
  const shifts: Shift[] = []
  let moved = 0
  const text = original.replaceAll(specialRuns, (run, from: number) => {
    const normal = run
      .replaceAll(/[\u2122\u2120\u200b]/g, ' ') // ™ and ℠ would become letters of the word before them
      .normalize('NFKC')
      .replaceAll(/[‘’‛ʼ]/g, "'")
      .replaceAll(/[“”„‟«»]/g, '"')
      .replaceAll(dropped, '')
    const start = from - moved
    moved += run.length - normal.length
    if (normal.length !== run.length)
      shifts.push({ start, end: start + normal.length, from, to: from + run.length })
    return normal
  })
  return { text, shifts }
}

/** Printable ASCII and whitespace. */
const plainCharacters = String.raw`\t\n\r\x20-\x7e`
/** All else, with the letter that a combining mark changes. */
const specialRuns = new RegExp(`(?:[${plainCharacters}](?=[\\u0300-\\u036f]))?[^${plainCharacters}]+`, 'g')

/** Maps a range of the normalized text to the original. Within a run that changed its length, every offset maps to the whole run. */
export function originalRange({ shifts }: Normal, start: number, end: number): [start: number, end: number] {
  let [from, to] = [start, end]
  for (const shift of shifts) {
    if (start >= shift.start) from = start < shift.end ? shift.from : start + shift.to - shift.end
    if (end > shift.start) to = end <= shift.end ? shift.to : end + shift.to - shift.end
  }
  return [from, to]
}
