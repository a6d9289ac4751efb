import { type Weighted, weightedList } from './list.ts'

/**
 * The offer that an Accept header asks for, as an index, or -1 when it excludes them all (RFC 9110 §12.5.1).
 * The most specific range decides about an offer; the greatest weight wins; of equal weights a type that is named
 * beats one that a wildcard lets in, named types go by the client's order, the others by the server's.
 * A header without one well-formed range counts as absent.
 */
export function chooseType(header: string | undefined, offers: readonly string[]): number {
  const ranges = weightedList(header ?? '').filter(isMediaRange)
  if (ranges.length === 0) return 0
  let chosen = -1
  let best: Match = { weight: 0, order: Number.NEGATIVE_INFINITY }
  offers.forEach((offer, index) => {
    const match = matchOf(offer, ranges)
    if (match.weight > best.weight || (match.weight === best.weight && match.order < best.order)) {
      chosen = index
      best = match
    }
  })
  return chosen
}

interface Match {
  readonly weight: number
  /** Where the client named the type; without end when a wildcard let it in. */
  readonly order: number
}

function matchOf(offer: string, ranges: readonly Weighted[]): Match {
  for (const name of [offer, `${offer.slice(0, offer.indexOf('/'))}/*`, '*/*']) {
    let match: Match | undefined
    ranges.forEach((range, position) => {
      // A range given twice: RFC 9110 is silent, the kinder weight counts.
      if (range.name !== name || (match && match.weight >= range.weight)) return
      match = { weight: range.weight, order: name === offer ? position : Number.POSITIVE_INFINITY }
    })
    if (match) return match
  }
  return { weight: 0, order: Number.POSITIVE_INFINITY }
}

const mediaRange = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/

function isMediaRange({ name }: Weighted): boolean {
  return mediaRange.test(name) && (!name.startsWith('*/') || name === '*/*')
}
