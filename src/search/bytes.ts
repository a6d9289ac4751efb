import { BytesMissing } from '../base/bytes-missing.ts'
/** Bytes that grow. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 12)
  length = 0

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#grow(1)
    this.#bytes[this.length++] = value
  }

  /** A number of 16 bits. */
  pair(value: number): void {
    if (this.length + 2 > this.#bytes.length) this.#grow(2)
    this.#bytes[this.length++] = value & 0xff
    this.#bytes[this.length++] = value >>> 8
  }

  varint(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80)
      rest >>>= 7
    }
    this.byte(rest)
  }

  bytes(values: Uint8Array): void {
    if (this.length + values.length > this.#bytes.length) this.#grow(values.length)
    this.#bytes.set(values, this.length)
    this.length += values.length
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  #grow(least: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + least))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** Lists of numbers of 32 bits, then sections as they are, in one block. */
export function assemble(
  numbers: readonly (readonly number[])[],
  sections: readonly ByteWriter[],
): Uint8Array {
  const count = numbers.reduce((sum, { length }) => sum + length, 0)
  const bytes = new Uint8Array(sections.reduce((sum, { length }) => sum + length, count * 4))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const list of numbers) {
    for (const number of list) {
      view.setUint32(at, number, true)
      at += 4
    }
  }
  for (const section of sections) {
    bytes.set(section.written(), at)
    at += section.length
  }
  return bytes
}

/** Below zero when the first comes before the other, above when after. */
export function compareBytes(x: Uint8Array, y: Uint8Array): number {
  const shared = Math.min(x.length, y.length)
  for (let at = 0; at < shared; at++) {
    const difference = uint8At(x, at) - uint8At(y, at)
    if (difference !== 0) return difference
  }
  return x.length - y.length
}

/**
 * Elements of arrays that must be there. Outside its ends an array reads as undefined, and `?? 0` would make a result of it; these
 * throw. There is one for each type, because V8 makes a plain read of a function that sees one type of array alone.
 */
export function itemAt<Item extends object>(list: readonly Item[], index: number): Item {
  return list[index] ?? outside(index, list.length)
}

export function numberAt(list: readonly number[], index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function uint8At(list: Uint8Array, index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function uint16At(list: Uint16Array, index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function uint32At(list: Uint32Array, index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function int32At(list: Int32Array, index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function float64At(list: Float64Array, index: number): number {
  return list[index] ?? outside(index, list.length)
}

export function addTo(list: Float64Array, index: number, amount: number): void {
  list[index] = float64At(list, index) + amount
}

function outside(index: number, length: number): never {
  throw new RangeError(`element ${index} of ${length}`)
}

/** Bytes that are elsewhere in pages, each of which is fetched when it is first read, and kept. */
export class PagedBytes {
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #isHere: Uint8Array
  readonly #get: (page: number) => Promise<Uint8Array>

  constructor(length: number, get: (page: number) => Promise<Uint8Array>) {
    // As long as all of them: systems give memory to what is written of it.
    this.#bytes = new Uint8Array(length)
    this.#isHere = new Uint8Array(Math.ceil(length / pageLength))
    this.#get = get
  }

  view(start: number, length: number): DataView {
    return new PagedView(this.#bytes.buffer, start, length, this)
  }

  /** Throws all that is missing of a range at once. */
  need(start: number, end: number): void {
    const last = Math.floor((end - 1) / pageLength)
    const missing: number[] = []
    for (let page = Math.floor(start / pageLength); page <= last; page++)
      if (this.#isHere[page] === 0) missing.push(page)
    if (missing.length === 0) return
    throw new BytesMissing(missing.map((page) => ({ name: `page ${page}`, get: () => this.#load(page) })))
  }

  async #load(page: number): Promise<Uint8Array> {
    const bytes = await this.#get(page)
    this.#bytes.set(bytes, page * pageLength)
    this.#isHere[page] = 1
    return bytes
  }
}

/** In bytes: small enough to be loaded for one post of several in it, and large enough for a query to need few. */
export const pageLength = 8 * 1024

/** Reads as any other where its pages are here. */
class PagedView extends DataView<ArrayBuffer> {
  readonly #pages: PagedBytes

  constructor(bytes: ArrayBuffer, start: number, length: number, pages: PagedBytes) {
    super(bytes, start, length)
    this.#pages = pages
  }

  need(start: number, end: number): void {
    if (end > start) this.#pages.need(this.byteOffset + start, this.byteOffset + end)
  }

  override getUint8(at: number): number {
    this.need(at, at + 1)
    return super.getUint8(at)
  }

  override getUint16(at: number, isLittleEndian: boolean): number {
    this.need(at, at + 2)
    return super.getUint16(at, isLittleEndian)
  }

  override getUint32(at: number, isLittleEndian: boolean): number {
    this.need(at, at + 4)
    return super.getUint32(at, isLittleEndian)
  }

  override getInt32(at: number, isLittleEndian: boolean): number {
    this.need(at, at + 4)
    return super.getInt32(at, isLittleEndian)
  }
}

/** A part of a view, all of which is here or asked for at once. */
export function bytesIn(view: DataView, start: number, end: number): Uint8Array {
  if (view instanceof PagedView) view.need(start, end)
  return new Uint8Array(view.buffer, view.byteOffset + start, end - start)
}
