import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { editDistance } from '../base/nearest.ts'
import { compareBytes, uint8At, bytesIn } from './bytes.ts'
import type { Index } from './load.ts'
import { guessing, workLimits } from './tuning.ts'

const utf8 = new TextEncoder()
const decoder = new TextDecoder()

export function findEntry(index: Index, term: string): number | undefined {
  const wanted = bytesOf(term)
  const entry = lowerBound(index, wanted)
  return startsWith(index, entry, wanted) && lengthOf(index, entry) === wanted.length ? entry : undefined
}

/** Returns entries with a prefix and at most `maxBytes`, the most frequent first, within the limits on entries and postings. */
export function entriesWithPrefix(index: Index, prefix: string, maxBytes = Infinity): number[] {
  const wanted = bytesOf(prefix)
  const first = lowerBound(index, wanted)
  const found: number[] = []
  for (
    let entry = first;
    entry < first + guessing.prefixesCompared && startsWith(index, entry, wanted);
    entry++
  ) {
    if (lengthOf(index, entry) <= maxBytes) found.push(entry)
  }
  const [best, ...others] = byFrequency(index, found).slice(0, guessing.byPrefix)
  if (best === undefined) return []
  let budget = workLimits.guessPostings - documentsWith(index, best)
  const affordable = others.filter((entry) => {
    budget -= documentsWith(index, entry)
    return budget >= 0
  })
  return [best, ...affordable]
}

/** Returns longer entries with an ending, or none if the lexicon is too large to scan. */
export function entriesEndingWith(index: Index, ending: string): number[] {
  const wanted = bytesOf(ending)
  const found: number[] = []
  if (index.entries > guessing.entriesCompared) return found
  index.requireEntries(0, index.entries)
  for (let entry = 0; entry < index.entries; entry++) {
    const length = lengthOf(index, entry)
    const from = index.lexiconStart(entry) + length - wanted.length
    if (length <= wanted.length) continue
    let at = wanted.length - 1
    while (at >= 0 && index.lexicon.getUint8(from + at) === uint8At(wanted, at)) at--
    if (at < 0) found.push(entry)
  }
  return byFrequency(index, found)
}

export function textOfEntry(index: Index, entry: number): string {
  return decoder.decode(bytesIn(index.lexicon, index.lexiconStart(entry), index.lexiconStart(entry + 1)))
}

export function documentsWith(index: Index, entry: number): number {
  return readVarint(index.postings, index.postingsStart(entry)).value
}

export function firstDocument(index: Index, entry: number): number {
  const { next } = readVarint(index.postings, index.postingsStart(entry))
  return readVarint(index.postings, next).value - 1
}

function byFrequency(index: Index, entries: readonly number[]): number[] {
  const counted = mapCollectingMissing(entries, (entry) => ({ entry, count: documentsWith(index, entry) }))
  return counted.sort((x, y) => y.count - x.count || x.entry - y.entry).map(({ entry }) => entry)
}

/** Words are short and mostly ASCII: copying them is faster than a call to the encoder. */
export function bytesOf(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length)
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at)
    if (unit > 0x7f) return utf8.encode(term)
    bytes[at] = unit
  }
  return bytes
}

export function lengthOf(index: Index, entry: number): number {
  return index.lexiconStart(entry + 1) - index.lexiconStart(entry)
}

function readVarint(bytes: DataView, start: number): { value: number; next: number } {
  let value = 0
  let next = start
  for (let shift = 0, byte = 0x80; byte > 0x7f && shift < 35; shift += 7) {
    byte = bytes.getUint8(next++)
    value |= (byte & 0x7f) << shift
  }
  return { value, next }
}

/** Returns the first entry that does not sort before `wanted`. */
function lowerBound(index: Index, wanted: Uint8Array): number {
  const { fences, entries } = index
  const block = fences.findLastIndex((fence) => compareBytes(fence, wanted) <= 0)
  let low = Math.max(0, block) * fenceStep
  let high = fences.length === 0 ? entries : Math.min(entries, (block + 1) * fenceStep)
  index.requireEntries(low, Math.min(entries, high + 1))
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(index, middle, wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

const fenceStep = 256

/** Returns every 256th term, so that a lookup in a remote lexicon loads only one block. */
export function fencesOf(index: Index): string[] {
  const count = Math.ceil(index.entries / fenceStep)
  return Array.from({ length: count }, (_, fence) => textOfEntry(index, fence * fenceStep))
}

function compare(index: Index, entry: number, wanted: Uint8Array): number {
  const start = index.lexiconStart(entry)
  const length = lengthOf(index, entry)
  for (let at = 0; at < length && at < wanted.length; at++) {
    const difference = index.lexicon.getUint8(start + at) - uint8At(wanted, at)
    if (difference !== 0) return difference
  }
  return length - wanted.length
}

function startsWith(index: Index, entry: number, wanted: Uint8Array): boolean {
  if (entry >= index.entries || lengthOf(index, entry) < wanted.length) return false
  const start = index.lexiconStart(entry)
  for (let at = 0; at < wanted.length; at++) {
    if (index.lexicon.getUint8(start + at) !== uint8At(wanted, at)) return false
  }
  return true
}

/**
 * Returns the entries nearest to a term: one edit away, or two in a long word. Sorted terms share prefixes, so the rows of the edit
 * matrix are reused as in a trie, and prefixes beyond reach are skipped. Distances count bytes; other scripts are compared by letters
 * too. The first letter must match. Words of four letters may only swap letters, since rest and must are no typos of rust.
 */
export function entriesNear(index: Index, term: string): number[] {
  const wanted = bytesOf(term)
  const isAscii = wanted.length === term.length
  const letters = term.length < 4 ? 0 : term.length < 8 ? 1 : 2
  const reach = letters * Math.ceil(wanted.length / term.length)
  if (reach === 0) return []
  const distances = new Distances(wanted, reach)
  let nearest = reach
  let found: number[] = []
  const first = uint8At(wanted, 0)
  let entry = lowerBound(index, Uint8Array.of(first))
  const end = lowerBound(index, Uint8Array.of(first + 1))
  index.requireEntries(entry, end)
  while (entry < end) {
    const start = index.lexiconStart(entry)
    const length = lengthOf(index, entry)
    let depth = distances.sharedDepth(index.lexicon, start, length)
    let lowerLimit = 0
    while (depth < length && lowerLimit <= nearest)
      lowerLimit = distances.add(index.lexicon.getUint8(start + depth), ++depth)
    if (lowerLimit > nearest) {
      entry = afterPrefix(index, entry, depth)
      continue
    }
    const distance = distances.at(depth)
    if (distance <= nearest && isSpelledLike(index, entry, term, isAscii ? Infinity : letters)) {
      if (distance < nearest) found = []
      nearest = distance
      found.push(entry)
    }
    entry++
  }
  return byFrequency(index, found).slice(0, guessing.bySpelling)
}

/** Checks the distance in letters. A word of four must have the same letters. */
function isSpelledLike(index: Index, entry: number, term: string, letters: number): boolean {
  if (term.length > 4 && letters === Infinity) return true
  const text = textOfEntry(index, entry)
  if (letters < Infinity && editDistance(term, text, letters) > letters) return false
  return term.length > 4 || text.length !== 4 || [...text].sort().join() === [...term].sort().join()
}

/** Returns the next entry with a different prefix of `depth` bytes, by galloping search. */
function afterPrefix(index: Index, entry: number, depth: number): number {
  const start = index.lexiconStart(entry)
  const shares = (other: number) => {
    if (lengthOf(index, other) < depth) return false
    const otherStart = index.lexiconStart(other)
    // From the end, where neighbors differ.
    for (let at = depth - 1; at >= 0; at--) {
      if (index.lexicon.getUint8(otherStart + at) !== index.lexicon.getUint8(start + at)) return false
    }
    return true
  }
  let step = 1
  while (entry + step < index.entries && shares(entry + step)) step *= 2
  let low = entry + (step >> 1)
  let high = Math.min(entry + step, index.entries)
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (shares(middle)) low = middle
    else high = middle
  }
  return high
}

/** A Damerau-Levenshtein matrix with a column per byte of `wanted` and a row per byte of an entry. Only the band within reach is filled. */
class Distances {
  readonly #wanted: Uint8Array
  readonly #reach: number
  readonly #width: number
  readonly #rows: Uint8Array
  /** The bytes of the current rows. */
  readonly #path: Uint8Array
  #depth = 0

  constructor(wanted: Uint8Array, reach: number) {
    this.#wanted = wanted
    this.#reach = reach
    this.#width = wanted.length + 1
    // One more row than can be within reach.
    const rows = this.#width + reach + 1
    this.#rows = new Uint8Array(this.#width * rows).fill(reach + 1)
    for (let at = 0; at <= Math.min(reach, wanted.length); at++) this.#rows[at] = at
    this.#path = new Uint8Array(rows)
  }

  /** Returns the number of rows to reuse for the entry at `start`. */
  sharedDepth(lexicon: DataView, start: number, length: number): number {
    const most = Math.min(length, this.#depth)
    let depth = 0
    while (depth < most && lexicon.getUint8(start + depth) === uint8At(this.#path, depth)) depth++
    this.#depth = depth
    return depth
  }

  /** Fills the row of a byte and returns its minimum, a lower bound for all later rows. */
  add(byte: number, depth: number): number {
    const rows = this.#rows
    const row = depth * this.#width
    const above = row - this.#width
    this.#path[depth - 1] = byte
    this.#depth = depth
    let smallest = this.#reach + 1
    if (depth <= this.#reach) {
      rows[row] = depth
      smallest = depth
    }
    const last = Math.min(this.#width - 1, depth + this.#reach)
    for (let at = Math.max(1, depth - this.#reach); at <= last; at++) {
      const other = uint8At(this.#wanted, at - 1)
      let cost = uint8At(rows, above + at - 1) + (other === byte ? 0 : 1)
      cost = Math.min(cost, uint8At(rows, above + at) + 1, uint8At(rows, row + at - 1) + 1)
      const swapped =
        at > 1 &&
        depth > 1 &&
        other === uint8At(this.#path, depth - 2) &&
        uint8At(this.#wanted, at - 2) === byte
      if (swapped) cost = Math.min(cost, uint8At(rows, above - this.#width + at - 2) + 1)
      rows[row + at] = cost
      if (cost < smallest) smallest = cost
    }
    return smallest
  }

  /** Returns the distance of `wanted` from the first `depth` bytes of the path. */
  at(depth: number): number {
    return uint8At(this.#rows, depth * this.#width + this.#width - 1)
  }
}
