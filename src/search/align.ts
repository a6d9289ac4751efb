import { uint8At } from './bytes.ts'
import type { UnitKind } from './format.ts'

/**
 * A text written as what is taken of a source and what is not: from `start`, each edit copies, passes over some, and inserts some;
 * then the rest is copied. Most sentences of a post stand in its markdown as they are read.
 */
export interface Aligned {
  readonly start: number
  readonly edits: readonly AlignedEdit[]
  /** How much is copied after the last edit. */
  readonly tail: number
  readonly end: number
}

export interface AlignedEdit {
  readonly copy: number
  readonly skip: number
  /** How many bytes of the text are not from the source. */
  readonly inserted: number
}

/** How many more bytes may be looked at: what is nowhere in a source must not cost all of it each time. */
export interface Effort {
  left: number
}

/**
 * Finds a text in its source again, within `reach` after `from`, else before it, else at the beginning. Markup between its words is
 * passed over, and never words: what is found is where the text stands, and not a place where its letters happen to be. Marks that
 * the source does not have are inserted.
 */
export function align(
  text: Uint8Array,
  source: Uint8Array,
  from: number,
  reach: number,
  effort: Effort,
): Aligned | undefined {
  const word = firstWord(text)
  return (
    alignWithin(text, word, source, from, from + reach, effort) ??
    alignWithin(text, word, source, Math.max(0, from - reach), from, effort) ??
    alignWithin(text, word, source, 0, Math.min(from - reach, reach), effort)
  )
}

function alignWithin(
  text: Uint8Array,
  word: Uint8Array,
  source: Uint8Array,
  from: number,
  to: number,
  effort: Effort,
): Aligned | undefined {
  let at = from
  for (let tries = 0; tries < mostTries && effort.left > 0; tries++) {
    const next = find(source, word, at, to)
    effort.left -= (next === -1 ? Math.max(at, Math.min(to, source.length)) : next) - at
    if (next === -1) return undefined
    const found = walk(text, source, next, 'marks', effort)
    if (found) return found
    at = next + 1
  }
  return undefined
}

const mostTries = 64
/** What may be inserted, and how many bytes of it at once. */
const mostInserted = { marks: 8, words: 200 } as const
type Insertable = keyof typeof mostInserted
const mostEdits = 100
/** In bytes: a long address, and marks before and after it. */
const mostSkipped = 1000
/** So many bytes of a word must agree before the text is taken to go on there. */
const agreement = 4

export function walk(
  text: Uint8Array,
  source: Uint8Array,
  start: number,
  insertable: Insertable,
  effort: Effort,
): Aligned | undefined {
  const edits: AlignedEdit[] = []
  let at = start
  let copy = 0
  let read = 0
  while (read < text.length) {
    if (at < source.length && text[read] === source[at]) {
      read++
      at++
      copy++
      continue
    }
    const isOver = edits.length === mostEdits || effort.left <= 0
    const edit = isOver ? undefined : goOn(text, read, source, at, insertable, effort)
    if (!edit) {
      effort.left -= read
      return undefined
    }
    const { skip, inserted } = edit
    edits.push({ copy, skip, inserted })
    copy = 0
    read += inserted
    at += skip
  }
  return { start, edits, tail: copy, end: at }
}

/**
 * The least to insert and to pass over so that text and source agree again. A byte that is inserted counts as much as several
 * pieces of markup: the space of a text is a line's end in the source, and the same word may come again soon.
 */
function goOn(
  text: Uint8Array,
  read: number,
  source: Uint8Array,
  at: number,
  insertable: Insertable,
  effort: Effort,
) {
  // In the middle of a character, text and source have different ones.
  if ((uint8At(text, read) & 0xc0) === 0x80) return undefined
  const most = Math.min(mostInserted[insertable], text.length - read)
  let least = Number.POSITIVE_INFINITY
  let best: { readonly skip: number; readonly inserted: number } | undefined
  let to = at
  for (let pieces = 0; to - at < mostSkipped && pieces < least; pieces++) {
    for (let inserted = 0; inserted <= most; inserted++) {
      effort.left--
      const cost = pieces + inserted * weight
      const isWord = inserted > 0 && isLetter(uint8At(text, read + inserted - 1))
      if (cost >= least || (isWord && insertable === 'marks')) break
      if (!agrees(text, read + inserted, source, to)) continue
      best = { skip: to - at, inserted }
      least = cost
    }
    const next = markupEnd(source, to)
    if (next === to) break
    to = next
  }
  return best
}

/** Of a byte that is inserted. */
const weight = 6

/** The rest of a word in the source, if it is short. */
function agrees(text: Uint8Array, read: number, source: Uint8Array, at: number): boolean {
  for (let offset = 0; offset < agreement && read + offset < text.length; offset++) {
    const byte = source[at + offset]
    if (offset > 0 && (byte === undefined || !isWordlike(byte))) return true
    if (text[read + offset] !== byte) return false
  }
  return true
}

/** The first letters of the word that a text begins with, or its first byte: a mark may be within the word. */
function firstWord(text: Uint8Array): Uint8Array {
  let length = 0
  while (length < text.length && length < agreement && isWordlike(uint8At(text, length))) length++
  return text.subarray(0, Math.max(1, length))
}

/** Where a word begins in a source, not within another word, and ends before `to`. */
function find(source: Uint8Array, word: Uint8Array, from: number, to: number): number {
  const first = uint8At(word, 0)
  const last = Math.min(to, source.length) - word.length
  for (let at = from; at <= last; at++) {
    if (source[at] !== first) continue
    if (at > 0 && isWordlike(first) && isLetter(uint8At(source, at - 1))) continue
    let length = 1
    while (length < word.length && source[at + length] === word[length]) length++
    if (length === word.length) return at
  }
  return -1
}

/** What stands on a line of its own. */
export type LineKind = 'heading' | 'table' | 'code'

export function isLine(kind: UnitKind): kind is LineKind {
  return kind === 'heading' || kind === 'table' || kind === 'code'
}

/**
 * Finds the line of a heading, a row of a table or a piece of code, within `reach` after `from`: the first one of which the text has
 * every word. A row has the names of its columns besides, which stand elsewhere.
 */
export function alignLine(
  text: Uint8Array,
  kind: LineKind,
  source: Uint8Array,
  from: number,
  reach: number,
  effort: Effort,
): Aligned | undefined {
  const last = Math.min(source.length, from + reach)
  for (let line = firstLine(source, from, last), end = 0; line < last && effort.left > 0; line = end + 1) {
    end = lineEnd(source, line, last + longestLine)
    effort.left -= end - line
    if (!isOfKind[kind](source, line, end)) continue
    const found = walk(text, source.subarray(0, end), line, kind === 'table' ? 'words' : 'marks', effort)
    if (found && hasAll(found, text, source, end, kind)) return withoutMarks(found)
  }
  return undefined
}

const isOfKind: Readonly<Record<LineKind, (source: Uint8Array, line: number, end: number) => boolean>> = {
  heading: (source, line, end) => isMarked(source, line, end) || isRule(source, end + 1),
  table: (source, line, end) =>
    source.subarray(line, end).includes(bar) && !isRule(source, line) && !isRule(source, end + 1),
  code: () => true,
}

/** Whether no word of the line is left over, and enough of the text is from it. */
function hasAll(
  { edits, end }: Aligned,
  text: Uint8Array,
  source: Uint8Array,
  line: number,
  kind: LineKind,
): boolean {
  const all = edits.reduce((sum, { inserted }) => sum + inserted, 0)
  const copied = text.length - all
  if (copied === 0 || (kind !== 'table' && all > copied)) return false
  let at = end
  for (let next = markupEnd(source, at); at < line && next > at; next = markupEnd(source, at)) at = next
  return at >= line
}

/** What is passed over before the first word is none of it. */
function withoutMarks(found: Aligned): Aligned {
  const [first, ...rest] = found.edits
  if (!first || first.copy > 0) return found
  const edits = first.inserted > 0 ? [{ ...first, skip: 0 }, ...rest] : rest
  return { ...found, start: found.start + first.skip, edits }
}

/** `## Two`, in a quotation or a list or not. */
function isMarked(source: Uint8Array, line: number, end: number): boolean {
  let at = line
  while (at < end && beforeHash.has(source[at] ?? 0)) at++
  return source[at] === hash
}

/** The line below a heading, or between a table's head and its rows. */
function isRule(source: Uint8Array, line: number): boolean {
  let hasDash = false
  for (let at = line; at < line + longestLine && at < source.length && source[at] !== newline; at++) {
    const byte = source[at] ?? 0
    if (byte === dash || byte === equals) hasDash = true
    else if (!besideDashes.has(byte)) return false
  }
  return hasDash
}

const bytesOf = (characters: string) => new Set([...characters].map((one) => one.charCodeAt(0)))
const beforeHash: ReadonlySet<number> = bytesOf('> \t-*+.)0123456789')
const besideDashes: ReadonlySet<number> = bytesOf('|:> \t\r')

/** The line that begins at a place or after it, and before another. */
function firstLine(source: Uint8Array, from: number, before: number): number {
  return from === 0 || source[from - 1] === newline ? from : lineEnd(source, from, before) + 1
}

/** No further than `most`: a post may be one line. */
function lineEnd(source: Uint8Array, from: number, most: number): number {
  const length = source.subarray(from, most).indexOf(newline)
  return length === -1 ? Math.min(source.length, most) : from + length
}

/** In bytes: of a longer one, no word is left over only if most of it is addresses. */
const longestLine = 16_384

const [newline, hash, dash, equals, bar] = [0x0a, 0x23, 0x2d, 0x3d, 0x7c] as const

/**
 * Where the piece of markup ends that begins here: a mark, all of a space, the address of a link whose label ends here, the mark of a
 * footnote, the id of a heading, a tag, a character reference. The same place where a word begins: words are never markup.
 */
export function markupEnd(source: Uint8Array, at: number): number {
  const byte = source[at]
  if (byte === undefined) return at
  const afterSpace = spaceEnd(source, at)
  if (afterSpace > at) return afterSpace
  const next = source[at + 1] ?? 0
  if (byte === closeSquare && next === openRound) return closed(source, at, openRound, closeRound)
  if (byte === closeSquare && next === openSquare) return closed(source, at + 1, openSquare, closeSquare)
  if (byte === openSquare && next === caret) return closed(source, at, openSquare, closeSquare)
  if (byte === openCurly && (next === numberSign || next === colon))
    return closed(source, at, openCurly, closeCurly)
  if (byte === less && isTag(source, at + 1)) return closed(source, at, less, greater)
  if (byte === ampersand) return referenceEnd(source, at + 1) || at + 1
  if (source[at - 1] === ampersand) return referenceEnd(source, at) || (isWordlike(byte) ? at : at + 1)
  return isWordlike(byte) ? at : at + 1
}

/** Letters, digits, and all that is not ASCII. */
export function isWordlike(byte: number): boolean {
  return byte >= 0x80 || isLetter(byte)
}

export function isLetter(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)
}

/** Spaces and the ends of lines; those that are not ASCII are of two or three bytes. */
function spaceEnd(source: Uint8Array, from: number): number {
  let at = from
  while (at < from + longest) {
    const byte = source[at] ?? 0
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) at++
    else if (byte === 0xc2 && source[at + 1] === 0xa0) at += 2
    else if (byte === 0xe2 && source[at + 1] === 0x80 && isSpace(source[at + 2] ?? 0)) at += 3
    else break
  }
  return at
}

/** The last byte of U+2000 to U+200A, and of U+202F. */
function isSpace(byte: number): boolean {
  return (byte >= 0x80 && byte <= 0x8a) || byte === 0xaf
}

/** After the bracket that closes the first one from here on, if it is near; else one step on. */
function closed(source: Uint8Array, at: number, open: number, close: number): number {
  const end = Math.min(source.length, at + longest)
  let depth = 0
  for (let to = at; to < end; to++) {
    if (source[to] === open) depth++
    else if (source[to] === close && to > at && --depth === 0) return to + 1
  }
  return at + 1
}

/** `b>`, `/b>`, `a href=…` or `!--`; not `https:` or a mail address. */
function isTag(source: Uint8Array, from: number): boolean {
  const first = source[from] ?? 0
  if (first === slash || first === exclamation) return true
  let at = from
  while (at < from + longest && (isLetter(source[at] ?? 0) || source[at] === hyphen)) at++
  const after = source[at]
  return at > from && (after === greater || after === slash || spaceEnd(source, at) > at)
}

/** The end of `amp;` and its like, or 0. */
function referenceEnd(source: Uint8Array, at: number): number {
  let to = source[at] === numberSign ? at + 1 : at
  while (to < at + 32 && isWordlike(source[to] ?? 0)) to++
  return to > at && source[to] === semicolon ? to + 1 : 0
}

/** The longest address of a link, tag and space. */
const longest = 600

const [openSquare, closeSquare, openRound, closeRound, less, greater] = [
  0x5b, 0x5d, 0x28, 0x29, 0x3c, 0x3e,
] as const
const [openCurly, closeCurly, colon] = [0x7b, 0x7d, 0x3a] as const
const [ampersand, numberSign, semicolon, caret, slash, exclamation, hyphen] = [
  0x26, 0x23, 0x3b, 0x5e, 0x2f, 0x21, 0x2d,
] as const
