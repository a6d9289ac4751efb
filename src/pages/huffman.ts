/** A code for each symbol: those that occur often have short ones. A symbol that never occurs has none. */
export interface Code {
  /** In bits; 0 for none. */
  readonly lengths: Uint8Array
  /** From the highest bit on, as they are written. */
  readonly codes: Uint16Array
}

/** None is longer than `longest` bits. */
export function huffmanCode(counts: Uint32Array, longest: number): Code {
  const lengths = lengthsFor(counts, longest)
  return { lengths, codes: codesFor(lengths, longest) }
}

/** RFC 1951 §3.2.2: the lengths decide the codes; those of one length follow each other in the order of their symbols. */
function codesFor(lengths: Uint8Array, longest: number): Uint16Array {
  const next = new Uint16Array(longest + 1)
  for (const length of lengths)
    if (length < longest && length > 0) next[length + 1] = (next[length + 1] ?? 0) + 1
  for (let length = 1; length <= longest; length++)
    next[length] = 2 * ((next[length - 1] ?? 0) + (next[length] ?? 0))
  const codes = new Uint16Array(lengths.length)
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0
    if (length === 0) continue
    codes[symbol] = reversed(next[length] ?? 0, length)
    next[length] = (next[length] ?? 0) + 1
  }
  return codes
}

/** The two rarest are joined, again and again; how many joints a symbol is below is the length of its code. */
function lengthsFor(counts: Uint32Array, longest: number): Uint8Array {
  const leaves = Array.from(counts.keys()).filter((symbol) => counts[symbol])
  leaves.sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0) || a - b)
  // First the leaves, then the joints as they are made: both are in order, the rarest first.
  const weights = leaves.map((symbol) => counts[symbol] ?? 0)
  const above: number[] = []
  let [leaf, joint] = [0, leaves.length]
  const rarest = () => {
    const isLeaf =
      leaf < leaves.length && !((weights[joint] ?? Number.POSITIVE_INFINITY) < (weights[leaf] ?? 0))
    return isLeaf ? leaf++ : joint++
  }
  while (weights.length < 2 * leaves.length - 1) {
    const [one, other] = [rarest(), rarest()]
    above[one] = above[other] = weights.length
    weights.push((weights[one] ?? 0) + (weights[other] ?? 0))
  }
  const depths = new Uint8Array(weights.length)
  for (let at = weights.length - 2; at >= 0; at--) depths[at] = (depths[above[at] ?? 0] ?? 0) + 1
  if (depths.some((depth) => depth > longest)) {
    // Counts that are nearer to each other make a flatter tree.
    const nearer = counts.map((count) => Math.ceil(count / 2))
    return lengthsFor(nearer, longest)
  }
  const lengths = new Uint8Array(counts.length)
  // A code of one symbol has a bit, too.
  for (const [at, symbol] of leaves.entries()) lengths[symbol] = Math.max(1, depths[at] ?? 0)
  return lengths
}

function reversed(code: number, bits: number): number {
  let made = 0
  for (let bit = 0; bit < bits; bit++) made |= ((code >> bit) & 1) << (bits - 1 - bit)
  return made
}
