import { uint8At } from './checked.ts'

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
  readonly insert: Uint8Array
}

/**
 * Finds a text in its source again, within `reach` after `from`, else before it, else at the beginning. Markup between its words is passed over,
 * what the source does not have is inserted; undefined where that would be no gain. Any result gives back the text byte for byte: it
 * need not be the place that the text came from, and for a text that occurs once it is.
 */
export function align(
  text: Uint8Array,
  source: Uint8Array,
  from: number,
  reach: number,
): Aligned | undefined {
  return (
    alignWithin(text, source, from, from + reach) ??
    alignWithin(text, source, Math.max(0, from - reach), from) ??
    alignWithin(text, source, 0, Math.min(from - reach, reach))
  )
}

function alignWithin(text: Uint8Array, source: Uint8Array, from: number, to: number): Aligned | undefined {
  if (from >= to) return undefined
  const word = firstWord(text)
  const within = source.subarray(0, to)
  let at = find(within, word, from)
  for (let tries = 0; at !== -1 && tries < mostTries; tries++) {
    const found = walk(text, source, at, mostInserted)
    if (found) return found
    at = find(within, word, at + 1)
  }
  return undefined
}

/** The same for a row of a table, whose column heads stand elsewhere: it begins at once. */
export function alignRow(text: Uint8Array, source: Uint8Array, from: number): Aligned | undefined {
  const found = walk(text, source, from, longestHead)
  if (!found) return undefined
  const [first] = found.edits
  // What is passed over before the first cell is none of the row's.
  return first && first.copy === 0 && first.skip > 0
    ? { ...found, start: from + first.skip, edits: [{ ...first, skip: 0 }, ...found.edits.slice(1)] }
    : found
}

const mostTries = 16
const mostEdits = 40
/** How much markup is passed over at once: the address of a link, the end of one line and the marks of the next. */
const mostSkipped = 600
const mostInserted = 8
const longestHead = 60
/** So many bytes must agree before the text is taken to go on there. */
const agreement = 4

function walk(text: Uint8Array, source: Uint8Array, start: number, mostNew: number): Aligned | undefined {
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
    const edit = edits.length < mostEdits ? goOn(text, read, source, at, mostNew) : undefined
    if (!edit) return undefined
    edits.push({ copy, ...edit })
    copy = 0
    read += edit.insert.length
    at += edit.skip
  }
  return { start, edits, tail: copy, end: at }
}

/**
 * The least to insert and to pass over so that text and source agree again. A byte that is inserted counts as much as several that
 * are passed over: the space of a text is a line's end in the source, and the same word may come again soon.
 */
function goOn(text: Uint8Array, read: number, source: Uint8Array, at: number, mostNew: number) {
  const afterLink = linkEnd(source, at)
  if (afterLink > at && agrees(text, read, source, afterLink)) return { skip: afterLink - at, insert: none }
  let least = mostSkipped
  let best: { readonly skip: number; readonly inserted: number } | undefined
  for (let inserted = 0; inserted <= mostNew && inserted * weight < least; inserted++) {
    if (read + inserted === text.length) {
      best ??= { skip: 0, inserted }
      break
    }
    const next = uint8At(text, read + inserted)
    const near = source.subarray(at, at + least - inserted * weight)
    for (let skip = near.indexOf(next); skip !== -1; skip = near.indexOf(next, skip + 1)) {
      if (!agrees(text, read + inserted, source, at + skip)) continue
      best = { skip, inserted }
      least = skip + inserted * weight
      break
    }
  }
  return best && { skip: best.skip, insert: text.slice(read, read + best.inserted) }
}

/** The end of the address of a link whose label ends here; the rest of a sentence is after it, and not in it. */
function linkEnd(source: Uint8Array, at: number): number {
  if (source[at] !== 0x5d || source[at + 1] !== 0x28) return at
  return at + source.subarray(at, at + mostSkipped).indexOf(0x29) + 1
}

const none = new Uint8Array(0)

/** Of a byte that is inserted. */
const weight = 6

function agrees(text: Uint8Array, read: number, source: Uint8Array, at: number): boolean {
  const length = Math.min(agreement, text.length - read)
  for (let offset = 0; offset < length; offset++)
    if (text[read + offset] !== source[at + offset]) return false
  return true
}

/** The letters and digits that a text begins with, or its first byte. */
function firstWord(text: Uint8Array): Uint8Array {
  let length = 0
  while (length < text.length && length < 16 && isWordlike(uint8At(text, length))) length++
  return text.subarray(0, Math.max(1, length))
}

/** Where a word begins in a source, not within another word. */
function find(source: Uint8Array, word: Uint8Array, from: number): number {
  const first = uint8At(word, 0)
  for (let at = source.indexOf(first, from); at !== -1; at = source.indexOf(first, at + 1)) {
    if (at > 0 && isWordlike(first) && isWordlike(uint8At(source, at - 1))) continue
    let length = 1
    while (length < word.length && source[at + length] === word[length]) length++
    if (length === word.length) return at
  }
  return -1
}

function isWordlike(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) || byte >= 0x80
}
