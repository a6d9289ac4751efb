import { BytesMissing } from '../base/bytes-missing.ts'

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
