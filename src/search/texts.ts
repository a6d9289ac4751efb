import { concatBytes } from '../base/digest.ts'
import { type Aligned, Aligner, isLine } from './align.ts'
import type { ByteWriter } from './bytes.ts'
import { uint32At } from './checked.ts'
import type { UnitKind } from './format.ts'
import { decodeUtf8 } from '../base/utf8.ts'

const defaultReach = 16_384
/** Enough for table rows, which cost the most because their column names are elsewhere. */
const effortPerByte = 256
/** Between two texts are a space, or an empty line and a marker. */
const nextWithin = 64
/** Decodes each byte to one character. */
const bytewise = new TextDecoder('windows-1252')

/**
 * Returns a function that writes the texts of a document's units as references to its markdown twin. For each unit, in varints: the
 * distance from the end of the previous unit (sign in the lowest bit) and the number of edits; for each edit the lengths to copy, skip and
 * insert, and the inserted bytes; then the length to copy after them.
 */
export function textWriter(out: ByteWriter, source: Uint8Array) {
  /** The source with one character per byte, so that offsets match. */
  const characters = bytewise.decode(source)
  /** Effort for texts found ahead is refunded, because it adds up to no more than the source. */
  const aligner = new Aligner(source, 64 * defaultReach + 8 * source.length)
  /** End of the previous text. */
  let lastEnd = 0
  /** Where the next search starts; at first after the front matter, whose description often repeats the first sentence. */
  let at = characters.startsWith('---\n') ? characters.indexOf('\n---\n') + 1 : 0
  let reach = defaultReach

  /** Writes a text; the first `length` of `bytes` are its UTF-8. */
  return (kind: UnitKind, text: string, bytes: Uint8Array, length: number): void => {
    const found = text === '' || kind === 'anchor' ? undefined : find(kind, text, bytes, length)
    const inserted = { copy: 0, skip: 0, inserted: length }
    put(found ?? { start: at, edits: [inserted], tail: 0, end: at }, bytes)
  }

  function find(kind: UnitKind, text: string, bytes: Uint8Array, length: number): Aligned | undefined {
    const isAscii = length === text.length
    const next = isAscii && !isLine(kind) ? findNext(text) : undefined
    return next ?? align(kind, bytes.subarray(0, length))
  }

  /** Most texts come next and have no markup, and `indexOf` finds them fast. */
  function findNext(text: string): Aligned | undefined {
    const step = characters.slice(at, at + nextWithin + text.length).indexOf(text)
    if (step === -1) return undefined
    reach = defaultReach
    return { start: at + step, edits: [], tail: text.length, end: at + step + text.length }
  }

  function align(kind: UnitKind, text: Uint8Array): Aligned | undefined {
    const { effort } = aligner
    const found = isLine(kind) ? aligner.alignLine(text, kind, at, reach) : aligner.align(text, at, reach)
    const ahead = found ? found.end - at : 0
    aligner.effort = Math.min(effort, aligner.effort + Math.max(0, ahead) * effortPerByte)
    // After a missing text, the next may be further away.
    reach = found ? defaultReach : reach * 2
    return found
  }

  function put({ start, edits, tail, end }: Aligned, text: Uint8Array): void {
    const step = start - lastEnd
    out.varint(step < 0 ? -step * 2 - 1 : step * 2)
    out.varint(edits.length)
    let read = 0
    for (const { copy, skip, inserted } of edits) {
      out.varint(copy)
      out.varint(skip)
      out.varint(inserted)
      read += copy + inserted
      if (inserted > 0) out.bytes(text.subarray(read - inserted, read))
    }
    out.varint(tail)
    lastEnd = end
    at = end
  }
}

/** Reads the texts of a document. Unit numbers count over all documents. */
export class Texts {
  /** The first unit; `end` is exclusive. */
  readonly first: number
  readonly end: number
  readonly source: Uint8Array
  readonly #bytes: Uint8Array
  /** Four numbers per unit: offset of its edits, start and end in the source, and length. */
  readonly #places: Uint32Array
  /** The number of located units. Units are located in order and on demand. */
  #placed = 0
  /** Offset of the next unit's bytes. */
  #next = 0
  /** End of the last located unit in the source. */
  #end = 0
  #read = 0

  constructor(bytes: Uint8Array, source: Uint8Array, first: number, end: number) {
    this.#bytes = bytes
    this.source = source
    this.first = first
    this.end = end
    this.#places = new Uint32Array((end - first) * 4)
  }

  #place(unit: number, nth: 0 | 1 | 2 | 3): number {
    const own = unit - this.first
    if (own >= this.#placed) this.#placeUpTo(own)
    return uint32At(this.#places, own * 4 + nth)
  }

  #placeUpTo(last: number): void {
    const places = this.#places
    this.#read = this.#next
    let at = this.#end
    for (; this.#placed <= last; this.#placed++) {
      const step = this.#varint()
      at += step & 1 ? -(step + 1) / 2 : step / 2
      const place = this.#placed * 4
      places[place] = this.#read
      places[place + 1] = at
      let length = 0
      for (let edits = this.#varint(); edits > 0; edits--) {
        const copy = this.#varint()
        const skip = this.#varint()
        const insert = this.#varint()
        this.#read += insert
        at += copy + skip
        length += copy + insert
      }
      const tail = this.#varint()
      at += tail
      places[place + 2] = at
      places[place + 3] = length + tail
    }
    this.#next = this.#read
    this.#end = at
  }

  text(unit: number): string {
    let from = this.#place(unit, 1)
    this.#read = this.#place(unit, 0)
    const edits = this.#varint()
    if (edits === 0) return decodeUtf8(this.source.subarray(from, from + this.#varint()))
    const parts: Uint8Array[] = []
    for (let edit = 0; edit < edits; edit++) {
      const copy = this.#varint()
      const skip = this.#varint()
      const insert = this.#varint()
      parts.push(this.source.subarray(from, from + copy))
      parts.push(this.#bytes.subarray(this.#read, this.#read + insert))
      this.#read += insert
      from += copy + skip
    }
    parts.push(this.source.subarray(from, from + this.#varint()))
    return decodeUtf8(concatBytes(parts))
  }

  length(unit: number): number {
    return this.#place(unit, 3)
  }

  /** Returns its range in the source; empty if it is not there. */
  range(unit: number): readonly [start: number, end: number] {
    return [this.#place(unit, 1), this.#place(unit, 2)]
  }

  #varint(): number {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#bytes[this.#read++]
      if (byte === undefined) throw new RangeError('The texts are truncated.')
      value += (byte & 0x7f) * shift
      if (byte < 0x80) return value
    }
  }
}
