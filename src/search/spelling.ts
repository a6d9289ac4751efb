import { uint8At } from './bytes.ts'
import { byFrequency, bytesOf, lengthOf } from './lexicon.ts'
import type { Index } from './load.ts'
import { guessing } from './tuning.ts'

/**
 * The entries spelt most nearly like a term: a letter more, less, different or swapped, or two in a long word. Sorted terms share
 * beginnings, so the matrix of distances is kept row by row as along a trie, and all that begin with what is already too far off
 * are jumped over. Counted in bytes. The first is taken as right, as it nearly always is, and in a word of four none is taken for
 * another: those are other words, as rest and must are of rust.
 */
export function entriesNear(index: Index, term: string): number[] {
  const wanted = bytesOf(term)
  const reach = wanted.length < 4 ? 0 : wanted.length < 8 ? 1 : 2
  if (reach === 0) return []
  const distances = new Distances(wanted, reach)
  let nearest = reach
  let found: number[] = []
  let entry = 0
  while (entry < index.entries) {
    const start = index.lexiconStart(entry)
    const length = lengthOf(index, entry)
    if (index.lexicon.getUint8(start) !== wanted[0]) {
      entry = afterPrefix(index, entry, 1)
      continue
    }
    let depth = distances.sharedDepth(index.lexicon, start, length)
    let least = 0
    while (depth < length && least <= nearest)
      least = distances.add(index.lexicon.getUint8(start + depth), ++depth)
    if (least > nearest) {
      entry = afterPrefix(index, entry, depth)
      continue
    }
    const distance = distances.at(depth)
    const isOther = wanted.length === 4 && length === 4 && !hasSameBytes(index.lexicon, start, wanted)
    if (distance <= nearest && !isOther) {
      if (distance < nearest) found = []
      nearest = distance
      found.push(entry)
    }
    entry++
  }
  return byFrequency(index, found).slice(0, guessing.bySpelling)
}

/** In whatever order. */
function hasSameBytes(lexicon: DataView, start: number, wanted: Uint8Array): boolean {
  const there = wanted.map((_, at) => lexicon.getUint8(start + at))
  return there.sort().join() === wanted.toSorted().join()
}

/** The first entry after this one that does not share so many bytes with it; looked for in steps that double. */
function afterPrefix(index: Index, entry: number, depth: number): number {
  const start = index.lexiconStart(entry)
  const shares = (other: number) => {
    if (lengthOf(index, other) < depth) return false
    const there = index.lexiconStart(other)
    // From the end, where neighbours differ.
    for (let at = depth - 1; at >= 0; at--) {
      if (index.lexicon.getUint8(there + at) !== index.lexicon.getUint8(start + at)) return false
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

/**
 * Levenshtein's matrix with adjacent transpositions: a column for each byte of the wanted term, a row for each of another. Only
 * the cells so near the diagonal that they can be within reach are filled; all others count as beyond it.
 */
class Distances {
  readonly #wanted: Uint8Array
  readonly #reach: number
  readonly #width: number
  readonly #rows: Uint8Array
  /** The bytes that the rows so far are of. */
  readonly #path: Uint8Array
  #depth = 0

  constructor(wanted: Uint8Array, reach: number) {
    this.#wanted = wanted
    this.#reach = reach
    this.#width = wanted.length + 1
    // One row more than can be within reach.
    const rows = this.#width + reach + 1
    this.#rows = new Uint8Array(this.#width * rows).fill(reach + 1)
    for (let at = 0; at <= Math.min(reach, wanted.length); at++) this.#rows[at] = at
    this.#path = new Uint8Array(rows)
  }

  /** How many of the bytes from there on in the lexicon have their rows already. */
  sharedDepth(lexicon: DataView, start: number, length: number): number {
    const most = Math.min(length, this.#depth)
    let depth = 0
    while (depth < most && lexicon.getUint8(start + depth) === uint8At(this.#path, depth)) depth++
    this.#depth = depth
    return depth
  }

  /** Fills the row of a byte; its smallest number is returned, for no row below has a smaller. */
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

  /** The distance of the whole wanted term from so many bytes of the path. */
  at(depth: number): number {
    return uint8At(this.#rows, depth * this.#width + this.#width - 1)
  }
}
