import type { Index } from './load.ts'

const utf8 = new TextEncoder()
const decoder = new TextDecoder()

/** The place of a term in the lexicon, or undefined. */
export function findTerm(index: Index, term: string): number | undefined {
  const wanted = bytesOf(term)
  const place = lowerBound(index, wanted)
  return startsWith(index, place, wanted) && lengthAt(index, place) === wanted.length ? place : undefined
}

/** The terms that begin so and are in the most documents; of very many, the first in the lexicon are looked at. */
export function termsWithPrefix(index: Index, prefix: string): number[] {
  const wanted = bytesOf(prefix)
  const found: number[] = []
  for (
    let place = lowerBound(index, wanted);
    startsWith(index, place, wanted) && found.length < 1024;
    place++
  )
    found.push(place)
  return found.sort((x, y) => documentsWith(index, y) - documentsWith(index, x) || x - y).slice(0, 32)
}

/**
 * The terms spelt most nearly like one: a letter more, less, different or swapped, or two in a long word. Sorted terms share
 * beginnings, so the matrix of distances is kept row by row as along a trie, and a beginning that is already too far off is
 * skipped with everything that has it. Counted in bytes.
 */
export function termsNear(index: Index, term: string): number[] {
  const wanted = bytesOf(term)
  const reach = wanted.length < 4 ? 0 : wanted.length < 8 ? 1 : 2
  if (reach === 0) return []
  const width = wanted.length + 1
  const rows = Uint8Array.from({ length: width * (width + reach) }, (_, at) => at)
  const path = new Uint8Array(width + reach)
  let known = 0
  let deadEnd = Infinity
  let best = reach
  let found: number[] = []
  for (let place = 0; place < index.terms; place++) {
    const start = index.termStarts[place * 2] ?? 0
    const length = lengthAt(index, place)
    let depth = 0
    while (depth < known && depth < length && index.lexicon[start + depth] === path[depth]) depth++
    if (depth >= deadEnd || Math.abs(length - wanted.length) > reach) continue
    deadEnd = Infinity
    while (depth < length && deadEnd === Infinity) {
      path[depth] = index.lexicon[start + depth] ?? 0
      depth++
      if (fillRow(rows, width, wanted, path, depth) > reach) deadEnd = depth
    }
    known = depth
    const distance = rows[depth * width + wanted.length] ?? 0
    if (deadEnd !== Infinity || distance > best) continue
    if (distance < best) found = []
    best = distance
    found.push(place)
  }
  return found.sort((x, y) => documentsWith(index, y) - documentsWith(index, x) || x - y).slice(0, 3)
}

/** Words are short and mostly ASCII: the encoder takes longer to be called than they to be copied. */
function bytesOf(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length)
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at)
    if (unit > 0x7f) return utf8.encode(term)
    bytes[at] = unit
  }
  return bytes
}

export function termAt(index: Index, place: number): string {
  const start = index.termStarts[place * 2] ?? 0
  return decoder.decode(index.lexicon.subarray(start, start + lengthAt(index, place)))
}

/** How many documents have the term. */
export function documentsWith(index: Index, place: number): number {
  return Math.min(varints(index, place)[0], index.documents)
}

export function firstDocument(index: Index, place: number): number {
  return varints(index, place)[1] - 1
}

/** The first two of a term's postings: how many there are, and the step to the first. */
function varints({ postings, termStarts }: Index, place: number): [number, number] {
  const found: [number, number] = [0, 0]
  let at = termStarts[place * 2 + 1] ?? 0
  for (const side of [0, 1] as const) {
    for (let shift = 0, more = true; more && shift < 35; shift += 7) {
      const byte = postings[at++] ?? 0
      found[side] |= (byte & 0x7f) << shift
      more = byte > 0x7f
    }
  }
  return found
}

/** The first term that is not before the wanted bytes. */
function lowerBound(index: Index, wanted: Uint8Array): number {
  let low = 0
  let high = index.terms
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(index, middle, wanted)) low = middle + 1
    else high = middle
  }
  return low
}

function isBefore(index: Index, place: number, wanted: Uint8Array): boolean {
  const start = index.termStarts[place * 2] ?? 0
  const length = lengthAt(index, place)
  for (let at = 0; at < length && at < wanted.length; at++) {
    const difference = (index.lexicon[start + at] ?? 0) - (wanted[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return length < wanted.length
}

function startsWith(index: Index, place: number, wanted: Uint8Array): boolean {
  if (place >= index.terms || lengthAt(index, place) < wanted.length) return false
  const start = index.termStarts[place * 2] ?? 0
  for (let at = 0; at < wanted.length; at++) if (index.lexicon[start + at] !== wanted[at]) return false
  return true
}

function lengthAt(index: Index, place: number): number {
  return (index.termStarts[place * 2 + 2] ?? 0) - (index.termStarts[place * 2] ?? 0)
}

/** One row of Levenshtein's matrix with adjacent transpositions; its smallest number is returned. */
function fillRow(
  rows: Uint8Array,
  width: number,
  wanted: Uint8Array,
  path: Uint8Array,
  depth: number,
): number {
  const row = depth * width
  const above = row - width
  rows[row] = depth
  let smallest = depth
  for (let at = 1; at < width; at++) {
    const same = wanted[at - 1] === path[depth - 1]
    let cost = Math.min(
      (rows[above + at] ?? 0) + 1,
      (rows[row + at - 1] ?? 0) + 1,
      (rows[above + at - 1] ?? 0) + (same ? 0 : 1),
    )
    const swapped =
      at > 1 && depth > 1 && wanted[at - 1] === path[depth - 2] && wanted[at - 2] === path[depth - 1]
    if (swapped) cost = Math.min(cost, (rows[above - width + at - 2] ?? 0) + 1)
    rows[row + at] = cost
    if (cost < smallest) smallest = cost
  }
  return smallest
}
