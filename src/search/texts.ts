import { concatBytes } from '../base/digest.ts'
import { type Aligned, Aligner, isLine } from './align.ts'
import { type ByteWriter, uint32At } from './bytes.ts'
import type { UnitKind } from './format.ts'

/**
 * Writes the texts of a document's units as references to its markdown twin. For each unit, in varints: the distance from the end of the
 * previous unit (sign in the lowest bit) and the number of edits; for each edit the lengths to copy, skip and insert, and the inserted
 * bytes; then the length to copy after them.
 */
export class TextWriter {
  readonly #out: ByteWriter
  /** The source with one character per byte, so that offsets match. */
  readonly #characters: string
  /** End of the previous text. */
  #end = 0
  /** Where the next search starts; at first after the front matter. */
  #at: number
  #reach = defaultReach
  /** Effort for texts found ahead is refunded, because it adds up to no more than the source. */
  readonly #aligner: Aligner

  constructor(out: ByteWriter, source: Uint8Array) {
    this.#out = out
    this.#characters = bytewise.decode(source)
    this.#aligner = new Aligner(source, 64 * defaultReach + 8 * source.length)
    this.#at = frontMatterEnd(this.#characters)
  }

  /** Writes a text; the first `length` of `bytes` are its UTF-8. */
  write(kind: UnitKind, text: string, bytes: Uint8Array, length: number): void {
    const found = text === '' || kind === 'anchor' ? undefined : this.#find(kind, text, bytes, length)
    this.#put(found ?? insertion(length, this.#at), bytes)
  }

  #find(kind: UnitKind, text: string, bytes: Uint8Array, length: number): Aligned | undefined {
    const isAscii = length === text.length
    const next = isAscii && !isLine(kind) ? this.#findNext(text) : undefined
    return next ?? this.#align(kind, bytes.subarray(0, length))
  }

  /** Most texts come next and have no markup, and `indexOf` finds them fast. */
  #findNext(text: string): Aligned | undefined {
    const step = this.#characters.slice(this.#at, this.#at + nextWithin + text.length).indexOf(text)
    if (step === -1) return undefined
    const start = this.#at + step
    this.#reach = defaultReach
    return { start, edits: [], tail: text.length, end: start + text.length }
  }

  #align(kind: UnitKind, text: Uint8Array): Aligned | undefined {
    const aligner = this.#aligner
    const { effort } = aligner
    const found = isLine(kind)
      ? aligner.alignLine(text, kind, this.#at, this.#reach)
      : aligner.align(text, this.#at, this.#reach)
    const ahead = found ? found.end - this.#at : 0
    aligner.effort = Math.min(effort, aligner.effort + Math.max(0, ahead) * effortPerByte)
    // After a missing text, the next may be further away.
    this.#reach = found ? defaultReach : this.#reach * 2
    return found
  }

  #put({ start, edits, tail, end }: Aligned, text: Uint8Array): void {
    const out = this.#out
    const step = start - this.#end
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
    this.#end = end
    this.#at = end
  }
}

const defaultReach = 16_384
/** Enough for table rows, which cost the most because their column names are elsewhere. */
const effortPerByte = 256
/** Between two texts are a space, or an empty line and a marker. */
const nextWithin = 64
/** Decodes each byte to one character. */
const bytewise = new TextDecoder('windows-1252')
const decoder = new TextDecoder()

/** Front matter is skipped, because its description often repeats the first sentence. */
function frontMatterEnd(characters: string): number {
  return characters.startsWith('---\n') ? characters.indexOf('\n---\n') + 1 : 0
}

/** A text that is not in the source. */
function insertion(length: number, at: number): Aligned {
  return { start: at, edits: [{ copy: 0, skip: 0, inserted: length }], tail: 0, end: at }
}

/** Reads the texts of a document. */
export class Texts {
  readonly #bytes: Uint8Array
  readonly #source: Uint8Array
  /** Four numbers per unit: offset of its edits, start and end in the source, and length. */
  readonly #places: Uint32Array
  /** The number of located units. Units are located in order and on demand. */
  #placed = 0
  /** Offset of the next unit's bytes. */
  #next = 0
  /** End of the last located unit in the source. */
  #end = 0
  #read = 0

  constructor(bytes: Uint8Array, source: Uint8Array, units: number) {
    this.#bytes = bytes
    this.#source = source
    this.#places = new Uint32Array(units * 4)
  }

  #place(unit: number, nth: 0 | 1 | 2 | 3): number {
    if (unit >= this.#placed) this.#placeUpTo(unit)
    return uint32At(this.#places, unit * 4 + nth)
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
    if (edits === 0) return decoder.decode(this.#source.subarray(from, from + this.#varint()))
    const parts: Uint8Array[] = []
    for (let edit = 0; edit < edits; edit++) {
      const copy = this.#varint()
      const skip = this.#varint()
      const insert = this.#varint()
      parts.push(this.#source.subarray(from, from + copy))
      parts.push(this.#bytes.subarray(this.#read, this.#read + insert))
      this.#read += insert
      from += copy + skip
    }
    parts.push(this.#source.subarray(from, from + this.#varint()))
    return decoder.decode(concatBytes(parts))
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
