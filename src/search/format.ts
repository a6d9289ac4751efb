/**
 * The index as one block of bytes, which is opened by looking at it and not by decoding it. Numbers are little-endian and
 * stand at multiples of their size; a varint has seven bits a byte, low bits first.
 *
 *     head       magic, version, how many documents, terms and units; how many tokens; the bytes of the last three sections
 *     terms      for each term and one more: where it starts in the lexicon, where its postings start
 *     ids        for each term: its id among the tokens, the most frequent term first, from 1
 *     documents  for each document and one more: its first unit, its first token
 *     units      for each unit and one more: where its text starts; its kind, and 8 times its heading's number (from 1, 0 for none)
 *     tokens     for each unit: the ids of its terms in order, stop words too; then 0
 *     lexicon    the terms in UTF-8, sorted by byte, without anything between them
 *     postings   for each term: a varint of how many documents have it, then for each a varint step from the last and the impact
 *     text       the texts of the units in UTF-8, without anything between them
 *
 * All up to the units are of 32 bits, the tokens of 16.
 */
export const magic = 0x58444943 // "CIDX"
export const version = 1
export const headLength = 9

/** A heading is followed by its anchor, which has no tokens. The last three are not of the body, and stand behind it. */
export const unitKinds = ['prose', 'table', 'code', 'heading', 'anchor', 'summary', 'title', 'tags'] as const
export type UnitKind = (typeof unitKinds)[number]

/** Among the tokens: the id follows in two numbers, the lower half first. No term has this id; frequent ones have smaller. */
export const rareTerm = 0xffff

/** No unit is longer, in characters, so that no line of minified code makes a query slow. */
export const longestUnit = 1000

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
