import { BytesMissing } from '../base/bytes-missing.ts'
import { encodeUtf8 } from '../base/utf8.ts'
import { uint8At } from './checked.ts'

export class ByteWriter {
  #bytes: Uint8Array
  length = 0

  /** Grows beyond its capacity. */
  constructor(capacity = 1 << 12) {
    this.#bytes = new Uint8Array(capacity)
  }

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#grow(1)
    this.#bytes[this.length++] = value
  }

  uint16(value: number): void {
    if (this.length + 2 > this.#bytes.length) this.#grow(2)
    this.#bytes[this.length++] = value & 0xff
    this.#bytes[this.length++] = value >>> 8
  }

  uint32(value: number): void {
    this.uint16(value & 0xffff)
    this.uint16(value >>> 16)
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

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + needed))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** The codes of some ASCII characters. */
export const byteSet = (characters: string): ReadonlySet<number> => new Set(encodeUtf8(characters))

export function compareBytes(x: Uint8Array, y: Uint8Array): number {
  const shared = Math.min(x.length, y.length)
  for (let at = 0; at < shared; at++) {
    const difference = uint8At(x, at) - uint8At(y, at)
    if (difference !== 0) return difference
  }
  return x.length - y.length
}

/** In bytes: small enough to load for a single post, large enough for few requests per query. */
export const pageLength = 16 * 1024

/** A remote byte array in pages, each fetched on first read and cached. */
export class PagedBytes {
  readonly #bytes: Uint8Array<ArrayBuffer>
  readonly #isLoaded: Uint8Array
  readonly #get: (page: number) => Promise<Uint8Array>

  constructor(length: number, get: (page: number) => Promise<Uint8Array>) {
    // Systems commit memory only for pages that are written.
    this.#bytes = new Uint8Array(length)
    this.#isLoaded = new Uint8Array(Math.ceil(length / pageLength))
    this.#get = get
  }

  view(start: number, length: number): DataView {
    return new PagedView(this.#bytes.buffer, start, length, this)
  }

  /** Throws one `BytesMissing` for all missing pages of a range. */
  ensureLoaded(start: number, end: number): void {
    const last = Math.floor((end - 1) / pageLength)
    const missing: number[] = []
    for (let page = Math.floor(start / pageLength); page <= last; page++)
      if (this.#isLoaded[page] === 0) missing.push(page)
    if (missing.length === 0) return
    throw new BytesMissing(missing.map((page) => ({ name: `page ${page}`, get: () => this.#load(page) })))
  }

  async #load(page: number): Promise<Uint8Array> {
    const bytes = await this.#get(page)
    this.#bytes.set(bytes, page * pageLength)
    this.#isLoaded[page] = 1
    return bytes
  }
}

/** A view that throws `BytesMissing` for pages that are not loaded. */
class PagedView extends DataView<ArrayBuffer> {
  readonly #pages: PagedBytes

  constructor(bytes: ArrayBuffer, start: number, length: number, pages: PagedBytes) {
    super(bytes, start, length)
    this.#pages = pages
  }

  ensureLoaded(start: number, end: number): void {
    if (end > start) this.#pages.ensureLoaded(this.byteOffset + start, this.byteOffset + end)
  }

  override getUint8(at: number): number {
    this.ensureLoaded(at, at + 1)
    return super.getUint8(at)
  }

  override getUint16(at: number, isLittleEndian: boolean): number {
    this.ensureLoaded(at, at + 2)
    return super.getUint16(at, isLittleEndian)
  }

  override getUint32(at: number, isLittleEndian: boolean): number {
    this.ensureLoaded(at, at + 4)
    return super.getUint32(at, isLittleEndian)
  }

  override getInt32(at: number, isLittleEndian: boolean): number {
    this.ensureLoaded(at, at + 4)
    return super.getInt32(at, isLittleEndian)
  }
}

/** Returns a range of a view. Requests all its missing pages at once. */
export function bytesIn(view: DataView, start: number, end: number): Uint8Array {
  if (view instanceof PagedView) view.ensureLoaded(start, end)
  return new Uint8Array(view.buffer, view.byteOffset + start, end - start)
}
