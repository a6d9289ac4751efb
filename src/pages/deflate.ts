import { BitWriter } from './bits.ts'
import { huffmanCode } from './huffman.ts'

/**
 * Bytes as a zlib stream (RFC 1950, 1951) that is the same wherever it is made: libraries compress alike, not the same. Only repeated bytes are
 * found, which is nearly all there is to find in rows that say how they differ from the row above.
 */
export class Deflater {
  /** A literal byte, or `copyOf` and how often the last byte is repeated. */
  #tokens = new Uint16Array(1 << 14)
  #count = 0
  #last = -1
  #run = 0
  /** Adler-32. */
  #low = 1
  #high = 0

  add(byte: number): void {
    if (byte === this.#last) this.#run++
    else {
      this.#endRun()
      this.#last = byte
      this.#put(byte)
    }
    this.#low = reduced(this.#low + byte)
    this.#high = reduced(this.#high + this.#low)
  }

  /** Zeros, in one step. */
  addZeros(count: number): void {
    if (count === 0) return
    this.add(0)
    this.#run += count - 1
    this.#high = (this.#high + (count - 1) * this.#low) % modulus
  }

  end(): Uint8Array {
    this.#endRun()
    const tokens = this.#tokens.subarray(0, this.#count)
    const out = new BitWriter(mostBytes(tokens.length))
    // The method, and how hard it was tried; both say little.
    out.write(0x0178, 16)
    writeBlock(out, tokens)
    out.fillByte()
    for (const half of [this.#high, this.#low]) {
      out.write(half >> 8, 8)
      out.write(half & 255, 8)
    }
    return out.bytes()
  }

  #endRun(): void {
    while (this.#run >= copies.shortest) {
      const length = Math.min(copies.longest, this.#run)
      this.#put(copyOf + length)
      this.#run -= length
    }
    for (; this.#run > 0; this.#run--) this.#put(this.#last)
  }

  #put(token: number): void {
    if (this.#count === this.#tokens.length) {
      const longer = new Uint16Array(2 * this.#count)
      longer.set(this.#tokens)
      this.#tokens = longer
    }
    this.#tokens[this.#count++] = token
  }
}

const modulus = 65_521
/** Of a sum of two that are less: a division takes longer than all else that is done for a byte. */
const reduced = (sum: number) => (sum < modulus ? sum : sum - modulus)

const copies = { shortest: 3, longest: 258 } as const
const copyOf = 256
const endOfBlock = 256
const symbolCount = 286
/** A token has at most 21 bits; what is around all of them is shorter than this. */
const mostBytes = (tokens: number) => 3 * tokens + 400

/** RFC 1951 §3.2.5: the symbol of each token, and the bits that follow it to say which length it is. */
const symbolOf = Uint16Array.from({ length: copyOf + copies.longest + 1 }, (_, token) => token)
const extraOf = new Uint8Array(symbolOf.length)
const extraBits = new Uint8Array(symbolCount)
for (let symbol = 257, token = copyOf + copies.shortest; symbol < 285; symbol++) {
  extraBits[symbol] = symbol < 265 ? 0 : (symbol - 261) >> 2
  for (let extra = 0; extra < 1 << (extraBits[symbol] ?? 0); extra++, token++) {
    symbolOf[token] = symbol
    extraOf[token] = extra
  }
}
symbolOf[copyOf + copies.longest] = 285
extraOf[copyOf + copies.longest] = 0

/** One block, the last, with codes of its own. */
function writeBlock(out: BitWriter, tokens: Uint16Array): void {
  const counts = new Uint32Array(symbolCount)
  for (let at = 0; at < tokens.length; at++) {
    const symbol = symbolOf[tokens[at] ?? 0] ?? 0
    counts[symbol] = (counts[symbol] ?? 0) + 1
  }
  counts[endOfBlock] = 1
  const { codes, lengths } = huffmanCode(counts, 15)
  out.write(0b101, 3)
  writeCodeLengths(out, lengths)
  const [values, bits] = [new Uint32Array(symbolOf.length), new Uint8Array(symbolOf.length)]
  for (let token = 0; token < symbolOf.length; token++) {
    const symbol = symbolOf[token] ?? 0
    const length = lengths[symbol] ?? 0
    // After a length there is a distance, of one bit: there is only one, to the byte before.
    bits[token] = token < copyOf ? length : length + (extraBits[symbol] ?? 0) + 1
    values[token] = (codes[symbol] ?? 0) | ((extraOf[token] ?? 0) << length)
  }
  out.writeAll(tokens, values, bits)
  out.write(codes[endOfBlock] ?? 0, lengths[endOfBlock] ?? 0)
}

/** RFC 1951 §3.2.7: the lengths, of the one distance too, are themselves symbols with codes. */
function writeCodeLengths(out: BitWriter, ofSymbols: Uint8Array): void {
  const lengths = [...ofSymbols, 1]
  const steps: { readonly symbol: number; readonly extra?: number }[] = []
  for (let at = 0; at < lengths.length; ) {
    let zeros = 0
    while (zeros < 138 && lengths[at + zeros] === 0) zeros++
    if (zeros < 11) steps.push({ symbol: lengths[at] ?? 0 })
    else steps.push({ symbol: 18, extra: zeros - 11 })
    at += zeros < 11 ? 1 : zeros
  }
  const counts = new Uint32Array(19)
  for (const { symbol } of steps) counts[symbol] = (counts[symbol] ?? 0) + 1
  const code = huffmanCode(counts, 7)
  out.write(symbolCount - 257, 5)
  out.write(0, 5)
  out.write(codeLengthOrder.length - 4, 4)
  for (const symbol of codeLengthOrder) out.write(code.lengths[symbol] ?? 0, 3)
  for (const { symbol, extra } of steps) {
    out.write(code.codes[symbol] ?? 0, code.lengths[symbol] ?? 0)
    if (extra !== undefined) out.write(extra, 7)
  }
}

const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
