import { type Encoding, encodings, type Variant } from '../snapshot/resource.ts'
import { weightedList } from './list.ts'

/**
 * The encodings that an Accept-Encoding header accepts, best first (RFC 9110 §12.5.3). Equal weights go by the
 * server's order. Identity that is not named is acceptable and comes last, unless `*;q=0` excludes it; an absent
 * or empty header therefore leaves identity alone.
 */
export function acceptableEncodings(header: string | undefined): readonly Encoding[] {
  const weights = new Map<string, number>()
  for (const { name, weight } of weightedList(header ?? '')) {
    const encoding = name === 'x-gzip' ? 'gzip' : name // RFC 9110 §8.4.1.3
    weights.set(encoding, Math.max(weight, weights.get(encoding) ?? 0))
  }
  const others = weights.get('*') ?? 0
  const unnamedIdentity = weights.get('*') === 0 ? 0 : Number.MIN_VALUE
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? unnamedIdentity : others)
  return encodings.filter((encoding) => weightOf(encoding) > 0).sort((a, b) => weightOf(b) - weightOf(a))
}

/** The best of the encodings that a representation is kept in. */
export function pickVariant(
  variants: readonly Variant[],
  acceptable: readonly Encoding[],
): Variant | undefined {
  for (const encoding of acceptable) {
    for (const variant of variants) if (variant.encoding === encoding) return variant
  }
  return undefined
}
