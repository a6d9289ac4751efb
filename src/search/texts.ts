import { align, type Aligned, alignLine, type Effort, isLine } from './align.ts'
import { type ByteWriter, uint32At } from './bytes.ts'
import type { UnitKind } from './format.ts'

/**
 * The texts of a document's units, written by reference to its source, the markdown twin that is published anyway. For each unit, in
 * varints: how far after the end of the unit before it begins (with the sign in the lowest bit), how many edits there are; for each of
 * them how much is copied, passed over and inserted, and what; then how much is copied after them.
 */
export class TextWriter {
  readonly #out: ByteWriter
  readonly #source: Uint8Array
  /** The source with a character for each byte, so that ASCII is found at its place. */
  readonly #characters: string
  /** Where the last text ends, and where the next is looked for: at first after the front matter. */
  #end = 0
  #at: number
  #reach = usualReach
  /** What is spent on texts that are found ahead is given back: it adds up to the length of the source. */
  readonly #effort: Effort

  constructor(out: ByteWriter, source: Uint8Array) {
    this.#out = out
    this.#source = source
    this.#characters = bytewise.decode(source)
    this.#effort = { left: 64 * usualReach + 8 * source.length }
    this.#at = frontMatterEnd(this.#characters)
  }

  /** Writes a text, whose bytes are the first of `bytes`. */
  write(kind: UnitKind, text: string, bytes: Uint8Array, length: number): void {
    const found = text === '' || kind === 'anchor' ? undefined : this.#find(kind, text, bytes, length)
    this.#put(found ?? insertion(length, this.#at), bytes)
  }

  #find(kind: UnitKind, text: string, bytes: Uint8Array, length: number): Aligned | undefined {
    const isAscii = length === text.length
    const next = isAscii && !isLine(kind) ? this.#findNext(text) : undefined
    return next ?? this.#look(kind, bytes.subarray(0, length))
  }

  /** Most texts have no markup in them, and are next. The engine's own search finds those, where a walk over bytes would start slowly. */
  #findNext(text: string): Aligned | undefined {
    const step = this.#characters.slice(this.#at, this.#at + nextWithin + text.length).indexOf(text)
    if (step === -1) return undefined
    const start = this.#at + step
    this.#reach = usualReach
    return { start, edits: [], tail: text.length, end: start + text.length }
  }

  #look(kind: UnitKind, text: Uint8Array): Aligned | undefined {
    const effort = this.#effort
    const { left } = effort
    const found = isLine(kind)
      ? alignLine(text, kind, this.#source, this.#at, this.#reach, effort)
      : align(text, this.#source, this.#at, this.#reach, effort)
    const ahead = found ? found.end - this.#at : 0
    effort.left = Math.min(left, effort.left + Math.max(0, ahead) * effortPerByte)
    // After one that is not found, the next may be further away.
    this.#reach = found ? usualReach : this.#reach * 2
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

const usualReach = 16_384
/** Rows of a table take the most: the names of the columns are not in them. */
const effortPerByte = 256
/** Between two texts there is a space, or an empty line and a mark. */
const nextWithin = 64
/** Every byte is one character in it. */
const bytewise = new TextDecoder('windows-1252')
const decoder = new TextDecoder()

/** What a twin says of itself before its body: there is a body's first sentence often, too, as its description. */
function frontMatterEnd(characters: string): number {
  return characters.startsWith('---\n') ? characters.indexOf('\n---\n') + 1 : 0
}

/** A text that is not in the source. */
function insertion(length: number, at: number): Aligned {
  return { start: at, edits: [{ copy: 0, skip: 0, inserted: length }], tail: 0, end: at }
}

/** The texts of one document, read by unit. */
export class Texts {
  readonly #bytes: Uint8Array
  readonly #source: Uint8Array
  /** For each unit: where in the bytes its edits are, where in the source it begins and ends, and how long it is. */
  readonly #places: Uint32Array
  /** How many units have their places: each is known from the one before it, and most of a long document is never asked for. */
  #placed = 0
  /** After the last of them: where in the bytes the next begins, and where in the source the last ends. */
  #next = 0
  #end = 0
  #read = 0

  /** `bytes` begins with what was written for the document's first unit. */
  constructor(bytes: Uint8Array, source: Uint8Array, units: number) {
    this.#bytes = bytes
    this.#source = source
    this.#places = new Uint32Array(units * 4)
  }

  /** One of the four numbers of a unit's place. */
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
    const whole = new Uint8Array(this.length(unit))
    let length = 0
    const put = (part: Uint8Array) => {
      whole.set(part, length)
      length += part.length
    }
    for (let edit = 0; edit < edits; edit++) {
      const copy = this.#varint()
      const skip = this.#varint()
      const insert = this.#varint()
      put(this.#source.subarray(from, from + copy))
      put(this.#bytes.subarray(this.#read, this.#read + insert))
      this.#read += insert
      from += copy + skip
    }
    put(this.#source.subarray(from, from + this.#varint()))
    return decoder.decode(whole)
  }

  length(unit: number): number {
    return this.#place(unit, 3)
  }

  /** Where it is in the source; nowhere, that is from one place to the same, if it is not there. */
  range(unit: number): readonly [start: number, end: number] {
    return [this.#place(unit, 1), this.#place(unit, 2)]
  }

  #varint(): number {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#bytes[this.#read++]
      if (byte === undefined) throw new RangeError('the texts end too early')
      value += (byte & 0x7f) * shift
      if (byte < 0x80) return value
    }
  }
}
