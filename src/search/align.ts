import { byteSet } from './bytes.ts'
import { uint8At } from './checked.ts'
import type { UnitKind } from './format.ts'

/**
 * A text as edits to its source: from `start`, each edit copies, skips and inserts some bytes; then `tail` bytes are copied. Most
 * sentences of a post appear unchanged in its markdown.
 */
export interface Aligned {
  readonly start: number
  /** `inserted` bytes of the text are not in the source. */
  readonly edits: readonly { readonly copy: number; readonly skip: number; readonly inserted: number }[]
  readonly tail: number
  readonly end: number
}

const maxTries = 64
/** Bytes that may be inserted at once. */
const maxInserted = 8
const maxEdits = 100
/** In bytes; enough for a long URL and the markup around it. */
const maxSkipped = 1000
/** Cost of an inserted byte. */
const weight = 6
/** In bytes. */
const longestSourceLine = 16_384
const [newline, exclamation, hash, ampersand, hyphen, slash] = [0x0a, 0x21, 0x23, 0x26, 0x2d, 0x2f] as const

/** Finds texts in a source. */
export class Aligner {
  readonly #source: Uint8Array
  /** The remaining budget in bytes, so that texts missing from the source do not scan all of it each time. */
  effort: number

  constructor(source: Uint8Array, effort: number) {
    this.#source = source
    this.effort = effort
  }

  /**
   * Finds a text within `reach` after `from`, else before it, else at the start. Skips markup but never words, so that letters
   * never match by chance. Inserts punctuation that the source lacks.
   */
  align(text: Uint8Array, from: number, reach: number): Aligned | undefined {
    return (
      this.#alignWithin(text, from, from + reach) ??
      this.#alignWithin(text, Math.max(0, from - reach), from) ??
      this.#alignWithin(text, 0, Math.min(from - reach, reach))
    )
  }

  /**
   * Finds the line of a heading, table row or code, within `reach` after `from`: the first line with no other words than the text.
   */
  alignLine(text: Uint8Array, kind: LineKind, from: number, reach: number): Aligned | undefined {
    const source = this.#source
    const last = Math.min(source.length, from + reach)
    const isStart = from === 0 || source[from - 1] === newline
    let line = isStart ? from : lineEnd(source, from, last) + 1
    for (let end = 0; line < last && this.effort > 0; line = end + 1) {
      end = lineEnd(source, line, last + longestSourceLine)
      this.effort -= end - line
      if (!isOfKind[kind](source, line, end)) continue
      const found = this.#walk(text, source.subarray(0, end), line)
      if (found && coversLine(found, text, source, end)) return withoutMarks(found)
    }
    return undefined
  }

  #alignWithin(text: Uint8Array, from: number, to: number): Aligned | undefined {
    const source = this.#source
    const word = firstWord(text)
    let at = from
    for (let tries = 0; tries < maxTries && this.effort > 0; tries++) {
      const next = find(source, word, at, to)
      this.effort -= (next === -1 ? Math.max(at, Math.min(to, source.length)) : next) - at
      if (next === -1) return undefined
      const found = this.#walk(text, source, next)
      if (found) return found
      at = next + 1
    }
    return undefined
  }

  #walk(text: Uint8Array, source: Uint8Array, start: number): Aligned | undefined {
    const edits: Aligned['edits'][number][] = []
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
      const isOver = edits.length === maxEdits || this.effort <= 0
      const edit = isOver ? undefined : this.#resync(text, read, source, at)
      if (!edit) {
        this.effort -= read
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
   * Finds the cheapest insertion and skip after which text and source match again. An inserted byte costs as much as several pieces
   * of markup, because the same word may soon occur again.
   */
  #resync(text: Uint8Array, read: number, source: Uint8Array, at: number) {
    // Within a character, text and source differ.
    if ((uint8At(text, read) & 0xc0) === 0x80) return undefined
    const max = Math.min(maxInserted, text.length - read)
    let lowest = Number.POSITIVE_INFINITY
    let best: { readonly skip: number; readonly inserted: number } | undefined
    let to = at
    for (let pieces = 0; to - at < maxSkipped && pieces < lowest; pieces++) {
      for (let inserted = 0; inserted <= max; inserted++) {
        this.effort--
        const cost = pieces + inserted * weight
        const isWord = inserted > 0 && isLetter(uint8At(text, read + inserted - 1))
        if (cost >= lowest || isWord) break
        if (!agrees(text, read + inserted, source, to)) continue
        best = { skip: to - at, inserted }
        lowest = cost
      }
      const next = markupEnd(source, to)
      if (next === to) break
      to = next
    }
    return best
  }
}

/** Bytes of a word that must match. */
const agreement = 4

/** Whether the next bytes of a word match. */
function agrees(text: Uint8Array, read: number, source: Uint8Array, at: number): boolean {
  for (let offset = 0; offset < agreement && read + offset < text.length; offset++) {
    const byte = source[at + offset]
    if (offset > 0 && (byte === undefined || !isWordByte(byte))) return true
    if (text[read + offset] !== byte) return false
  }
  return true
}

/** Returns the first letters of a text, or its first byte. Not the whole word, which may contain markup. */
function firstWord(text: Uint8Array): Uint8Array {
  let length = 0
  while (length < text.length && length < agreement && isWordByte(uint8At(text, length))) length++
  return text.subarray(0, Math.max(1, length))
}

/** Finds the start of a word in the source, before `to`. */
function find(source: Uint8Array, word: Uint8Array, from: number, to: number): number {
  const first = uint8At(word, 0)
  const last = Math.min(to, source.length) - word.length
  for (let at = from; at <= last; at++) {
    if (source[at] !== first) continue
    if (at > 0 && isWordByte(first) && isLetter(uint8At(source, at - 1))) continue
    let length = 1
    while (length < word.length && source[at + length] === word[length]) length++
    if (length === word.length) return at
  }
  return -1
}

/** Units that are whole lines. */
type LineKind = 'heading' | 'columns' | 'table' | 'code'

export const isLine = (kind: UnitKind): kind is LineKind => kind in isOfKind

const [openCurly, bar, closeCurly] = [0x7b, 0x7c, 0x7d] as const

const isOfKind: Readonly<Record<LineKind, (source: Uint8Array, line: number, end: number) => boolean>> = {
  heading: (source, line, end) => isMarked(source, line, end) || isRule(source, end + 1),
  columns: (source, line, end) => source.subarray(line, end).includes(bar) && isRule(source, end + 1),
  table: (source, line, end) =>
    source.subarray(line, end).includes(bar) && !isRule(source, line) && !isRule(source, end + 1),
  code: () => true,
}

/** Whether the text has every word of the line, and enough of the text comes from it. */
function coversLine({ edits, end }: Aligned, text: Uint8Array, source: Uint8Array, line: number): boolean {
  const allInserted = edits.reduce((sum, { inserted }) => sum + inserted, 0)
  const copied = text.length - allInserted
  if (copied === 0 || allInserted > copied) return false
  let at = end
  for (let next = markupEnd(source, at); at < line && next > at; next = markupEnd(source, at)) at = next
  return at >= line
}

/** Removes a skip before the first word. */
function withoutMarks(found: Aligned): Aligned {
  const [first, ...rest] = found.edits
  if (!first || first.copy > 0) return found
  const edits = first.inserted > 0 ? [{ ...first, skip: 0 }, ...rest] : rest
  return { ...found, start: found.start + first.skip, edits }
}

const beforeHash = byteSet('> \t-*+.)0123456789')

/** Whether the line is an ATX heading, also within a quote or list. */
function isMarked(source: Uint8Array, line: number, end: number): boolean {
  let at = line
  while (at < end && beforeHash.has(source[at] ?? 0)) at++
  return source[at] === hash
}

const besideDashes = byteSet('|:> \t\r')
const [openRound, closeRound, colon, semicolon, less, equals] = [0x28, 0x29, 0x3a, 0x3b, 0x3c, 0x3d] as const

/** Whether the line underlines a heading or a table header. */
function isRule(source: Uint8Array, line: number): boolean {
  let hasDash = false
  for (let at = line; at < line + longestSourceLine && at < source.length && source[at] !== newline; at++) {
    const byte = source[at] ?? 0
    if (byte === hyphen || byte === equals) hasDash = true
    else if (!besideDashes.has(byte)) return false
  }
  return hasDash
}

/** Looks no further than `limit`, because a post may be one line. */
function lineEnd(source: Uint8Array, from: number, limit: number): number {
  const length = source.subarray(from, limit).indexOf(newline)
  return length === -1 ? Math.min(source.length, limit) : from + length
}

const [greater, openSquare, closeSquare, caret] = [0x3e, 0x5b, 0x5d, 0x5e] as const

/**
 * Returns the end of the markup that starts here: punctuation, whitespace, an image, a link's URL, a footnote reference, a heading id,
 * a tag or a character reference. Returns the same offset for a word.
 */
function markupEnd(source: Uint8Array, at: number): number {
  const byte = source[at]
  if (byte === undefined) return at
  const afterSpace = spaceEnd(source, at)
  if (afterSpace > at) return afterSpace
  const next = source[at + 1] ?? 0
  if (byte === exclamation && next === openSquare) {
    const end = closed(source, at + 1, openSquare, closeSquare)
    return source[end] === openRound ? closed(source, end, openRound, closeRound) : end
  }
  if (byte === closeSquare && next === openRound) return closed(source, at, openRound, closeRound)
  if (byte === closeSquare && next === openSquare) return closed(source, at + 1, openSquare, closeSquare)
  if (byte === openSquare && next === caret) return closed(source, at, openSquare, closeSquare)
  if (byte === openCurly && (next === hash || next === colon))
    return closed(source, at, openCurly, closeCurly)
  if (byte === less && isTag(source, at + 1)) return closed(source, at, less, greater)
  if (byte === ampersand) return referenceEnd(source, at + 1) || at + 1
  if (source[at - 1] === ampersand) return referenceEnd(source, at) || (isWordByte(byte) ? at : at + 1)
  return isWordByte(byte) ? at : at + 1
}

/** Letters, digits and all non-ASCII bytes. */
export const isWordByte = (byte: number): boolean => byte >= 0x80 || isLetter(byte)

export const isLetter = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)

/** The last byte of U+2000 to U+200A and U+202F. */
const wideSpaces = new Set([0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0xaf])
/** The longest URL, tag or whitespace, in bytes. */
const longestMarkup = 600

/** Skips whitespace, including non-ASCII spaces of two or three bytes. */
function spaceEnd(source: Uint8Array, from: number): number {
  let at = from
  while (at < from + longestMarkup) {
    const byte = source[at] ?? 0
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) at++
    else if (byte === 0xc2 && source[at + 1] === 0xa0) at += 2
    else if (byte === 0xe2 && source[at + 1] === 0x80 && wideSpaces.has(source[at + 2] ?? 0)) at += 3
    else break
  }
  return at
}

/** Returns the end after the matching bracket if it is near; otherwise the next offset. */
function closed(source: Uint8Array, at: number, open: number, close: number): number {
  const end = Math.min(source.length, at + longestMarkup)
  let depth = 0
  for (let to = at; to < end; to++) {
    if (source[to] === open) depth++
    else if (source[to] === close && to > at && --depth === 0) return to + 1
  }
  return at + 1
}

/** Accepts `b>`, `/b>`, `a href=…` and `!--`, but not `https:` or an email address. */
function isTag(source: Uint8Array, from: number): boolean {
  const first = source[from] ?? 0
  if (first === slash || first === exclamation) return true
  let at = from
  while (at < from + longestMarkup && (isLetter(source[at] ?? 0) || source[at] === hyphen)) at++
  const after = source[at]
  return at > from && (after === greater || after === slash || spaceEnd(source, at) > at)
}

/** Returns the end of `amp;` and similar, or 0. */
function referenceEnd(source: Uint8Array, at: number): number {
  let to = source[at] === hash ? at + 1 : at
  while (to < at + 32 && isWordByte(source[to] ?? 0)) to++
  return to > at && source[to] === semicolon ? to + 1 : 0
}
