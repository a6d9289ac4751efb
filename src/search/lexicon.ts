import { uint8At } from './bytes.ts'
import type { Index } from './load.ts'
import { guessing, workLimits } from './tuning.ts'

const utf8 = new TextEncoder()
const decoder = new TextDecoder()

/** The entry of a term in the lexicon, or undefined. */
export function findEntry(index: Index, term: string): number | undefined {
  const wanted = bytesOf(term)
  const entry = lowerBound(index, wanted)
  return startsWith(index, entry, wanted) && lengthOf(index, entry) === wanted.length ? entry : undefined
}

/**
 * The entries that begin so, and are no longer than so many bytes; those in the most documents first, as far as their postings are
 * not too many. Of very many entries, the first in the lexicon are looked at.
 */
export function entriesWithPrefix(index: Index, prefix: string, longest = Infinity): number[] {
  const wanted = bytesOf(prefix)
  const first = lowerBound(index, wanted)
  const found: number[] = []
  for (
    let entry = first;
    entry < first + guessing.prefixesCompared && startsWith(index, entry, wanted);
    entry++
  ) {
    if (lengthOf(index, entry) <= longest) found.push(entry)
  }
  const [best, ...others] = byFrequency(index, found).slice(0, guessing.byPrefix)
  if (best === undefined) return []
  let left = workLimits.guessPostings - documentsWith(index, best)
  const affordable = others.filter((entry) => {
    left -= documentsWith(index, entry)
    return left >= 0
  })
  return [best, ...affordable]
}

export function textOfEntry(index: Index, entry: number): string {
  const start = index.lexiconStart(entry)
  const { buffer, byteOffset } = index.lexicon
  return decoder.decode(new Uint8Array(buffer, byteOffset + start, lengthOf(index, entry)))
}

/** How many documents have the term. */
export function documentsWith(index: Index, entry: number): number {
  return readVarint(index.postings, index.postingsStart(entry)).value
}

export function firstDocument(index: Index, entry: number): number {
  const { next } = readVarint(index.postings, index.postingsStart(entry))
  return readVarint(index.postings, next).value - 1
}

export function byFrequency(index: Index, entries: readonly number[]): number[] {
  return entries.toSorted((x, y) => documentsWith(index, y) - documentsWith(index, x) || x - y)
}

/** Words are short and mostly ASCII: the encoder takes longer to be called than they to be copied. */
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

/** The first entry that is not before the wanted bytes. */
function lowerBound(index: Index, wanted: Uint8Array): number {
  let low = 0
  let high = index.entries
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(index, middle, wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Below zero when the entry comes before the wanted bytes, above when after. */
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
