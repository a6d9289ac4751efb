import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { editDistance, makeRows } from '../base/nearest.ts'
import { bytesIn, compareBytes } from './bytes.ts'
import { uint8At } from './checked.ts'
import type { Index } from './load.ts'
import { guessing, workLimits } from './tuning.ts'
import { decodeUtf8, encodeUtf8 } from '../base/utf8.ts'

export function findEntry(index: Index, term: string): number | undefined {
  const wanted = termBytes(term)
  const entry = lowerBound(index, wanted)
  return entry < index.entries && compareBytes(bytesOf(index, entry), wanted) === 0 ? entry : undefined
}

/** Returns entries with a prefix and at most so many times its bytes, the most frequent first, within the limits on entries and postings. */
export function entriesWithPrefix(index: Index, prefix: string, most = Infinity): number[] {
  const wanted = termBytes(prefix)
  const maxBytes = most * wanted.length
  const first = lowerBound(index, wanted)
  const end = first + guessing.prefixesCompared
  const found: number[] = []
  for (let entry = first; entry < end && startsWith(index, entry, wanted); entry++)
    if (entryLength(index, entry) <= maxBytes) found.push(entry)
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
  const wanted = termBytes(ending)
  const found: number[] = []
  if (index.entries > guessing.entriesCompared) return found
  index.requireEntries(0, index.entries)
  for (let entry = 0; entry < index.entries; entry++) {
    const length = entryLength(index, entry)
    const from = index.lexiconStart(entry) + length - wanted.length
    if (length <= wanted.length) continue
    let at = wanted.length - 1
    while (at >= 0 && index.lexicon.getUint8(from + at) === uint8At(wanted, at)) at--
    if (at < 0) found.push(entry)
  }
  return byFrequency(index, found)
}

export const textOfEntry = (index: Index, entry: number): string => decodeUtf8(bytesOf(index, entry))

const bytesOf = (index: Index, entry: number): Uint8Array =>
  bytesIn(index.lexicon, index.lexiconStart(entry), index.lexiconStart(entry + 1))

export const documentsWith = (index: Index, entry: number): number =>
  readVarint(index.postings, index.postingsStart(entry)).value

export function firstDocument(index: Index, entry: number): number {
  const { next } = readVarint(index.postings, index.postingsStart(entry))
  return readVarint(index.postings, next).value - 1
}

function byFrequency(index: Index, entries: readonly number[]): number[] {
  const counted = mapCollectingMissing(entries, (entry) => ({ entry, count: documentsWith(index, entry) }))
  return counted.sort((x, y) => y.count - x.count || x.entry - y.entry).map(({ entry }) => entry)
}

/** Words are short and mostly ASCII: copying them is faster than a call to the encoder. */
function termBytes(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length)
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at)
    if (unit > 0x7f) return encodeUtf8(term)
    bytes[at] = unit
  }
  return bytes
}

const entryLength = (index: Index, entry: number): number =>
  index.lexiconStart(entry + 1) - index.lexiconStart(entry)

function readVarint(bytes: DataView, start: number): { value: number; next: number } {
  let value = 0
  let next = start
  for (let shift = 0, byte = 0x80; byte > 0x7f && shift < 35; shift += 7) {
    byte = bytes.getUint8(next++)
    value |= (byte & 0x7f) << shift
  }
  return { value, next }
}

const fenceStep = 256

/** Returns the first entry that does not sort before `wanted`. */
function lowerBound(index: Index, wanted: Uint8Array): number {
  const { fences, entries } = index
  const block = fences.findLastIndex((fence) => compareBytes(fence, wanted) <= 0)
  let low = Math.max(0, block) * fenceStep
  let high = fences.length === 0 ? entries : Math.min(entries, (block + 1) * fenceStep)
  index.requireEntries(low, Math.min(entries, high + 1))
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareBytes(bytesOf(index, middle), wanted) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns every 256th term, so that a lookup in a remote lexicon loads only one block. */
export function fencesOf(index: Index): string[] {
  const count = Math.ceil(index.entries / fenceStep)
  return Array.from({ length: count }, (_, fence) => textOfEntry(index, fence * fenceStep))
}

function startsWith(index: Index, entry: number, wanted: Uint8Array): boolean {
  if (entry >= index.entries) return false
  return compareBytes(bytesOf(index, entry).subarray(0, wanted.length), wanted) === 0
}

/**
 * Returns the entries nearest to a term: one edit away, or two in a long word. The first letter must match. Words of four letters may
 * only swap letters, since rest and must are no typos of rust.
 */
export function entriesNear(index: Index, term: string): number[] {
  if (term.length < 4) return []
  const reach = term.length < 8 ? 1 : 2
  const length = termBytes(term).length
  // In bytes: a letter has up to as many as the longest of the term's script.
  const maxDifference = reach * Math.ceil(length / term.length)
  const first = termBytes(String.fromCodePoint(term.codePointAt(0) ?? 0))
  const rows = makeRows(term.length + maxDifference)
  let nearest = reach
  let found: number[] = []
  const sorted = (word: string) => [...word].sort().join()
  const start = lowerBound(index, first)
  const end = lowerBound(index, first.with(-1, uint8At(first, first.length - 1) + 1))
  index.requireEntries(start, end)
  for (let entry = start; entry < end; entry++) {
    if (Math.abs(entryLength(index, entry) - length) > maxDifference) continue
    const text = textOfEntry(index, entry)
    const distance = editDistance(term, text, nearest, rows)
    const isShort = term.length === 4 && text.length === 4
    if (distance > nearest || (isShort && sorted(text) !== sorted(term))) continue
    if (distance < nearest) found = []
    nearest = distance
    found.push(entry)
  }
  return byFrequency(index, found).slice(0, guessing.bySpelling)
}
