import { uint8At } from './bytes.ts'
import { isLetter, isWordlike, markupEnd } from './markup.ts'

/**
 * A text written as what is taken of a source and what is not: from `start`, each edit copies, passes over some, and inserts some;
 * then the rest is copied. Most sentences of a post stand in its markdown as they are read.
 */
export interface Aligned {
  readonly start: number
  readonly edits: readonly AlignedEdit[]
  /** How much is copied after the last edit. */
  readonly tail: number
  /** Where in the source it ends. */
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

/** Follows a text through its source from `start` on. */
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
