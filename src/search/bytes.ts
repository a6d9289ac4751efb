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
