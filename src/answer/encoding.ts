import { type Coding, codings, type Variant } from '../snapshot/resource.ts'
import { weightedList } from './list.ts'

/**
 * The codings that an Accept-Encoding header accepts, best first (RFC 9110 §12.5.3). Equal weights go by the
 * server's order. Identity that is not named is acceptable and comes last, unless `*;q=0` excludes it; an absent
 * or empty header therefore leaves identity alone.
 */
export function acceptableCodings(header: string | undefined): readonly Coding[] {
  const weights = new Map<string, number>()
  for (const { name, weight } of weightedList(header ?? '')) {
    const coding = name === 'x-gzip' ? 'gzip' : name // RFC 9110 §8.4.1.3
    weights.set(coding, Math.max(weight, weights.get(coding) ?? 0))
  }
  const others = weights.get('*') ?? 0
  const unnamedIdentity = weights.get('*') === 0 ? 0 : Number.MIN_VALUE
  const weightOf = (coding: Coding) =>
    weights.get(coding) ?? (coding === 'identity' ? unnamedIdentity : others)
  return codings.filter((coding) => weightOf(coding) > 0).sort((a, b) => weightOf(b) - weightOf(a))
}

/** The best of the codings that a representation is kept in. */
export function pickVariant(
  variants: readonly Variant[],
  acceptable: readonly Coding[],
): Variant | undefined {
  for (const coding of acceptable) {
    for (const variant of variants) if (variant.coding === coding) return variant
  }
  return undefined
}
