/**
 * The text of a post, in UTF-8 as it is sent, by the offsets that clients count in: UTF-16 units. What is asked for is decoded and no
 * more, since decoding a post of megabytes takes longer than everything else.
 */
export class PostText {
  readonly bytes: Uint8Array
  /** In UTF-16 units. */
  readonly length: number
  /** How many units are before each block of bytes. */
  readonly #before: Uint32Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#before = new Uint32Array(Math.ceil(bytes.length / blockSize))
    let length = 0
    for (let block = 0; block < this.#before.length; block++) {
      this.#before[block] = length
      length += countUnits(bytes, block * blockSize, (block + 1) * blockSize)
    }
    this.length = length
  }

  /** Whole characters: one that begins before `from` is in it, and one that goes on after `to` is not. */
  slice(from: number, to: number): string {
    return utf8.decode(this.bytes.subarray(this.byteAt(from), this.byteAt(to)))
  }

  /** Where the character begins that a unit is of. */
  byteAt(unit: number): number {
    let block = Math.floor((unit / Math.max(1, this.length)) * this.#before.length)
    while (block > 0 && (this.#before[block] ?? Infinity) > unit) block--
    while (block + 1 < this.#before.length && (this.#before[block + 1] ?? 0) <= unit) block++
    let units = this.#before[block] ?? 0
    let at = characterStart(this.bytes, block * blockSize)
    for (; at < this.bytes.length; at = characterStart(this.bytes, at + 1)) {
      units += isPair(this.bytes[at]) ? 2 : 1
      if (units > unit) return at
    }
    return at
  }

  /** How many units are before the character that begins at a byte. */
  unitAt(byte: number): number {
    const block = Math.floor(byte / blockSize)
    return (this.#before[block] ?? this.length) + countUnits(this.bytes, block * blockSize, byte)
  }
}

const blockSize = 4096
const utf8 = new TextDecoder()

/** The UTF-16 units of the characters that begin between two bytes. */
export function countUnits(bytes: Uint8Array, from: number, to: number): number {
  const end = Math.min(to, bytes.length)
  let units = 0
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0
    if ((byte & 0xc0) !== 0x80) units += byte < 0xf0 ? 1 : 2
  }
  return units
}

/** The first byte from here on that a character begins with. */
export function characterStart(bytes: Uint8Array, from: number): number {
  let at = Math.max(0, from)
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return at
}

/** Whether a character that begins so is two units of UTF-16. */
function isPair(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0xf0
}
