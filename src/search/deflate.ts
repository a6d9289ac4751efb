import { concatBytes } from '../base/digest.ts'

/**
 * Compresses a part of the index, which is mostly zeros, into a zlib stream (RFC 1950 and 1951). Runs of zeros
 * are encoded by their length, and all symbols by their frequency. It looks for no other repetition, so zeros cost next to nothing; and
 * unlike zlib's, its output is the same on every machine.
 */
export function deflateZeroRuns(bytes: Uint8Array): Uint8Array {
  const { symbols, adler } = symbolsOf(bytes)
  const check = Uint8Array.of(adler >>> 24, adler >>> 16, adler >>> 8, adler)
  return concatBytes([encode(symbols), check])
}

const endOfBlock = 256
const [shortestRun, longestRun] = [3, 258]

/** Bytes as they are; 256 plus a count repeats the zero before it. With the checksum of RFC 1950 §9. */
function symbolsOf(input: Uint8Array): { readonly symbols: Uint16Array; readonly adler: number } {
  const bytes = input.byteOffset % 4 === 0 ? input : input.slice()
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  if (scratch.length < bytes.length) scratch = new Uint16Array(bytes.length)
  const symbols = scratch
  // Exact without a modulus for parts of this size: the sums stay below 2^53.
  let [a, b, count] = [1, 0, 0]
  const { length } = bytes
  for (let at = 0; at < length; ) {
    const byte = bytes[at] as number
    symbols[count++] = byte
    const start = at++
    if (byte !== 0) {
      a += byte
      b += a
      continue
    }
    while (at < length && (at & 3) !== 0 && bytes[at] === 0) at++
    if ((at & 3) === 0) {
      let word = at >> 2
      while (word < words.length && words[word] === 0) word++
      at = word << 2
      while (at < length && bytes[at] === 0) at++
    }
    b += (at - start) * a
    let left = at - start - 1
    for (; left >= shortestRun; left -= longestRun) symbols[count++] = 256 + Math.min(left, longestRun)
    for (; left > 0; left--) symbols[count++] = 0
  }
  return { symbols: symbols.subarray(0, count), adler: (b % 65_521) * 65_536 + (a % 65_521) }
}

/** Reused for all parts. */
let scratch = new Uint16Array(0)

function encode(symbols: Uint16Array): Uint8Array {
  const counts = new Uint32Array(286)
  for (let at = 0; at < symbols.length; at++) {
    const code = codeOf[symbols[at] as number] as number
    counts[code] = (counts[code] as number) + 1
  }
  counts[endOfBlock] = 1
  const lengths = codeLengths(counts, 15)
  const codes = canonicalCodes(lengths)
  const bits = new BitWriter(symbols.length * 4 + 400)
  bits.write(0x0178, 16) // Deflate with a window of 32 KB, no dictionary.
  bits.write(0b101, 3) // The last block, with its own codes.
  writeCodes(bits, [...lengths, 1])
  // Each symbol in one piece: its code, what that leaves of the length, and the only distance, one byte back.
  const values = new Uint32Array(codeOf.length)
  const widths = new Uint8Array(codeOf.length)
  for (let symbol = 0; symbol < codeOf.length; symbol++) {
    const code = codeOf[symbol] as number
    const width = lengths[code] as number
    values[symbol] = (codes[code] as number) | ((extraValues[symbol] as number) << width)
    widths[symbol] = width + (symbol < 256 ? 0 : (extraBits[symbol] as number) + 1)
  }
  bits.writeAll(symbols, values, widths)
  bits.write(codes[endOfBlock] as number, lengths[endOfBlock] as number)
  return bits.end()
}

/** For each symbol its code, and for a run the part of the length that takes further bits (RFC 1951 §3.2.5). */
const codeOf = Uint16Array.from({ length: 256 + longestRun + 1 }, (_, symbol) => Math.min(symbol, 255))
const extraBits = new Uint8Array(codeOf.length)
const extraValues = new Uint8Array(codeOf.length)
for (let length = shortestRun; length < longestRun; length++) {
  const beyond = length - shortestRun
  const extra = Math.max(0, 29 - Math.clz32(beyond))
  codeOf[256 + length] = 257 + 4 * extra + (beyond >> extra)
  extraBits[256 + length] = extra
  extraValues[256 + length] = beyond & ((1 << extra) - 1)
}
codeOf[256 + longestRun] = 285

/** Huffman code lengths of at most `longest` bits: counts that would need more are halved until they fit. */
function codeLengths(counts: Uint32Array, longest: number): Uint8Array {
  // By count, then by symbol: one number holds both, so that the sort needs no comparator.
  const used: number[] = []
  for (let symbol = 0; symbol < counts.length; symbol++)
    if ((counts[symbol] as number) > 0) used.push((counts[symbol] as number) * 512 + symbol)
  const leaves = Float64Array.from(used).sort()
  const lengths = new Uint8Array(counts.length)
  const size = leaves.length
  if (size < 2) {
    if (size === 1) lengths[(leaves[0] as number) % 512] = 1
    return lengths
  }
  // Leaves, then their parents: both in ascending weight, so that the lightest two are always at the front.
  const weights = new Float64Array(2 * size - 1)
  const parents = new Uint16Array(2 * size - 1)
  for (let at = 0; at < size; at++) weights[at] = Math.floor((leaves[at] as number) / 512)
  let [leaf, node] = [0, size]
  for (let parent = size; parent < weights.length; parent++) {
    for (let child = 0; child < 2; child++) {
      const isLeaf = leaf < size && (node >= parent || (weights[leaf] as number) <= (weights[node] as number))
      const lightest = isLeaf ? leaf++ : node++
      parents[lightest] = parent
      weights[parent] = (weights[parent] as number) + (weights[lightest] as number)
    }
  }
  const depths = new Uint8Array(weights.length)
  let deepest = 0
  for (let at = weights.length - 2; at >= 0; at--) {
    const depth = (depths[parents[at] as number] as number) + 1
    depths[at] = depth
    if (depth > deepest) deepest = depth
    if (at < size) lengths[(leaves[at] as number) % 512] = depth
  }
  return deepest <= longest
    ? lengths
    : codeLengths(
        counts.map((count) => (count + 1) >> 1),
        longest,
      )
}

/** Codes of one length are consecutive (RFC 1951 §3.2.2). The first bit written is the lowest. */
function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const counts = new Uint16Array(16)
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] as number
    if (length > 0) counts[length] = (counts[length] as number) + 1
  }
  const next = new Uint16Array(16)
  for (let length = 1, code = 0; length < 16; length++) {
    code = (code + (counts[length - 1] as number)) << 1
    next[length] = code
  }
  const codes = new Uint16Array(lengths.length)
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] as number
    if (length === 0) continue
    codes[symbol] = reversed(next[length] as number, length)
    next[length] = (next[length] as number) + 1
  }
  return codes
}

function reversed(code: number, length: number): number {
  let bits = 0
  for (let nth = 0; nth < length; nth++) bits |= ((code >> nth) & 1) << (length - 1 - nth)
  return bits
}

/** The order of the codes for lengths, rare ones last (RFC 1951 §3.2.7). */
const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const zeros = { code: 18, least: 11, most: 138, extra: 7 }

/** Writes the lengths of 286 codes for bytes and runs, and of one for distances. */
function writeCodes(bits: BitWriter, lengths: readonly number[]): void {
  const runs: (readonly [symbol: number, zeros: number])[] = []
  for (let at = 0; at < lengths.length; ) {
    let end = at
    while (lengths[end] === 0 && end - at < zeros.most) end++
    const isRun = end - at >= zeros.least
    runs.push(isRun ? [zeros.code, end - at - zeros.least] : [lengths[at] as number, 0])
    at = isRun ? end : at + 1
  }
  const counts = new Uint32Array(order.length)
  for (const [symbol] of runs) counts[symbol] = (counts[symbol] as number) + 1
  const own = codeLengths(counts, 7)
  const codes = canonicalCodes(own)
  bits.write(lengths.length - 1 - 257, 5)
  bits.write(0, 5)
  bits.write(order.length - 4, 4)
  for (const symbol of order) bits.write(own[symbol] as number, 3)
  for (const [symbol, count] of runs) {
    bits.write(codes[symbol] as number, own[symbol] as number)
    if (symbol === zeros.code) bits.write(count, zeros.extra)
  }
}

/** Writes the lowest bit first. */
class BitWriter {
  readonly #bytes: Uint8Array
  #length = 0
  #bits = 0
  #count = 0

  constructor(maxBytes: number) {
    this.#bytes = new Uint8Array(maxBytes)
  }

  /** At most 23 bits at once, so that with a rest of seven the number stays positive. */
  write(value: number, count: number): void {
    this.#bits |= value << this.#count
    this.#count += count
    while (this.#count >= 8) {
      this.#bytes[this.#length++] = this.#bits
      this.#bits >>= 8
      this.#count -= 8
    }
  }

  /** The value of each symbol, in that many bits. One loop over local variables, because most of the time is spent here. */
  writeAll(symbols: Uint16Array, values: Uint32Array, widths: Uint8Array): void {
    const bytes = this.#bytes
    let [length, bits, count] = [this.#length, this.#bits, this.#count]
    for (let at = 0; at < symbols.length; at++) {
      const symbol = symbols[at] as number
      bits |= (values[symbol] as number) << count
      count += widths[symbol] as number
      // All bytes that there may be, without a branch that the processor would often predict wrong.
      bytes[length] = bits
      bytes[length + 1] = bits >> 8
      bytes[length + 2] = bits >> 16
      const complete = count >> 3
      length += complete
      bits >>= complete * 8
      count &= 7
    }
    this.#length = length
    this.#bits = bits
    this.#count = count
  }

  /** Pads to a whole byte. */
  end(): Uint8Array {
    this.write(0, 7)
    return this.#bytes.subarray(0, this.#length)
  }
}
