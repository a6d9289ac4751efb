import { joined } from '../base/digest.ts'

/**
 * A zlib stream (RFC 1950 and 1951) of bytes most of which are zero, as those of a picture whose rows hardly change: runs of zeros are told
 * by their length, and everything is coded by how often it occurs. No other repetition is looked for, so that zeros cost next to
 * nothing; and unlike zlib's, its bytes are the same on every machine.
 */
export class ZeroRunDeflater {
  /** Bytes as they are, and 256 and more for how often the last of them is repeated. */
  readonly #symbols: Uint16Array
  #count = 0
  /** The sums of RFC 1950 §9, which are exact for more bytes than any picture has. */
  #a = 1
  #b = 0

  /** For at most so many bytes. */
  constructor(most: number) {
    this.#symbols = new Uint16Array(most)
  }

  byte(byte: number): void {
    this.#a += byte
    this.#b += this.#a
    this.#symbols[this.#count++] = byte
  }

  zeros(count: number): void {
    this.#b += count * this.#a
    if (count > 0) this.#symbols[this.#count++] = 0
    let left = count - 1
    for (; left >= shortestRun; left -= longestRun)
      this.#symbols[this.#count++] = 256 + Math.min(left, longestRun)
    for (; left > 0; left--) this.#symbols[this.#count++] = 0
  }

  end(): Uint8Array {
    const sum = (this.#b % 65_521) * 65_536 + (this.#a % 65_521)
    const check = Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum)
    return joined([coded(this.#symbols.subarray(0, this.#count)), check])
  }
}

const endOfBlock = 256
const [shortestRun, longestRun] = [3, 258]

function coded(symbols: Uint16Array): Uint8Array {
  const counts = new Uint32Array(286)
  for (let nth = 0; nth < symbols.length; nth++) {
    const symbol = symbols[nth] as number
    const code = symbol < 256 ? symbol : (runCodes[symbol - 256] as number)
    counts[code] = (counts[code] as number) + 1
  }
  counts[endOfBlock] = 1
  const lengths = codeLengths(counts, 15)
  const codes = canonicalCodes(lengths)
  const bits = new BitWriter(symbols.length * 4 + 400)
  bits.write(0x0178, 16) // Deflate with a window of 32 KB, no dictionary.
  bits.write(0b101, 3) // The last block, with codes of its own.
  writeCodes(bits, [...lengths, 1])
  for (let nth = 0; nth < symbols.length; nth++) {
    const symbol = symbols[nth] as number
    const run = symbol - 256
    const code = run < 0 ? symbol : (runCodes[run] as number)
    bits.write(codes[code] as number, lengths[code] as number)
    // What the code leaves of the length, and the only distance, a zero: one byte back.
    if (run >= 0) bits.write(extraValues[run] as number, (extraBits[run] as number) + 1)
  }
  bits.write(codes[endOfBlock] as number, lengths[endOfBlock] as number)
  return bits.end()
}

/** By the length of a run: its code, and what of the length that leaves to how many further bits (RFC 1951 §3.2.5). */
const runCodes = new Uint16Array(longestRun + 1)
const extraBits = new Uint8Array(longestRun + 1)
const extraValues = new Uint8Array(longestRun + 1)
for (let length = shortestRun; length < longestRun; length++) {
  const beyond = length - shortestRun
  const extra = Math.max(0, 29 - Math.clz32(beyond))
  runCodes[length] = 257 + 4 * extra + (beyond >> extra)
  extraBits[length] = extra
  extraValues[length] = beyond & ((1 << extra) - 1)
}
runCodes[longestRun] = 285

/** Huffman's, of at most `longest` bits: counts that would need more are made more equal until they do not. */
function codeLengths(counts: Uint32Array, longest: number): Uint8Array {
  const used = Array.from(counts.keys()).filter((symbol) => (counts[symbol] as number) > 0)
  used.sort((a, b) => (counts[a] as number) - (counts[b] as number) || a - b)
  const lengths = new Uint8Array(counts.length)
  if (used.length < 2) return lengths.fill(1, used[0] ?? 0, (used[0] ?? 0) + 1)
  // Leaves, then the nodes above them: both in the order of their weights, so that the lightest two are always at the front.
  const weights = used.map((symbol) => counts[symbol] as number)
  const parents: number[] = []
  let [leaf, node] = [0, used.length]
  const lightest = () =>
    leaf < used.length && (node >= weights.length || (weights[leaf] as number) <= (weights[node] as number))
      ? leaf++
      : node++
  while (weights.length < 2 * used.length - 1) {
    const one = lightest()
    const other = lightest()
    parents[one] = parents[other] = weights.length
    weights.push((weights[one] as number) + (weights[other] as number))
  }
  const depths = new Uint8Array(weights.length)
  for (let node = weights.length - 2; node >= 0; node--)
    depths[node] = (depths[parents[node] as number] as number) + 1
  for (const [leaf, symbol] of used.entries()) lengths[symbol] = depths[leaf] as number
  return Math.max(...lengths) <= longest
    ? lengths
    : codeLengths(
        counts.map((count) => (count + 1) >> 1),
        longest,
      )
}

/** Codes of one length are consecutive (RFC 1951 §3.2.2); here with the bit that is written first as the lowest. */
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

/** The order in which the codes for lengths are told, those that are rare last (RFC 1951 §3.2.7). */
const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const zeros = { code: 18, least: 11, most: 138, extra: 7 }

/** The lengths of 286 codes for bytes and runs, and of one for distances. */
function writeCodes(bits: BitWriter, lengths: readonly number[]): void {
  const told: (readonly [symbol: number, zeros: number])[] = []
  for (let at = 0; at < lengths.length; ) {
    let end = at
    while (lengths[end] === 0 && end - at < zeros.most) end++
    const isRun = end - at >= zeros.least
    told.push(isRun ? [zeros.code, end - at - zeros.least] : [lengths[at] as number, 0])
    at = isRun ? end : at + 1
  }
  const counts = new Uint32Array(order.length)
  for (const [symbol] of told) counts[symbol] = (counts[symbol] as number) + 1
  const own = codeLengths(counts, 7)
  const codes = canonicalCodes(own)
  bits.write(lengths.length - 1 - 257, 5)
  bits.write(0, 5)
  bits.write(order.length - 4, 4)
  for (const symbol of order) bits.write(own[symbol] as number, 3)
  for (const [symbol, count] of told) {
    bits.write(codes[symbol] as number, own[symbol] as number)
    if (symbol === zeros.code) bits.write(count, zeros.extra)
  }
}

/** The lowest bit first. */
class BitWriter {
  readonly #bytes: Uint8Array
  #length = 0
  #bits = 0
  #count = 0

  constructor(most: number) {
    this.#bytes = new Uint8Array(most)
  }

  /** At most sixteen at once. */
  write(value: number, count: number): void {
    this.#bits |= value << this.#count
    this.#count += count
    while (this.#count >= 8) {
      this.#bytes[this.#length++] = this.#bits
      this.#bits >>>= 8
      this.#count -= 8
    }
  }

  /** Filled up to a whole byte. */
  end(): Uint8Array {
    this.write(0, 7)
    return this.#bytes.subarray(0, this.#length)
  }
}
