import { itemAt } from './checked.ts'
import type { Query } from './query.ts'

/**
 * How much of what a document has of a question stands together, of 1: a long document has many words somewhere, and what is asked
 * about stands where they meet. Terms count by their weight, each once, and units are looked at in threes: what a sentence says is
 * carried on by the next two, and between a heading and the first sentence under it is its anchor.
 */
export function proximity(query: Query, document: number): number {
  const { matches, scores } = query
  const all = scores.termsIn(document)
  if ((all & (all - 1)) === 0) return 1
  const { from, to } = matches.in(document)
  let best = 0
  let bestTerms = 0
  // The terms of the two units before.
  let [second, third] = [0, 0]
  for (let at = from, before = -1; at < to; ) {
    const unit = matches.unit(at)
    let first = 0
    while (at < to && matches.unit(at) === unit) first |= 1 << matches.term(at++)
    if (unit > before + 1) [second, third] = [0, unit === before + 2 ? second : 0]
    const terms = first | second | third
    ;[second, third] = [first, second]
    before = unit
    if ((terms & ~bestTerms) === 0) continue
    const weight = weightOf(query, terms)
    if (weight <= best) continue
    best = weight
    bestTerms = terms
  }
  return best / weightOf(query, all)
}

function weightOf({ question: { terms } }: Query, bits: number): number {
  let weight = 0
  for (let term = 0, left = bits >>> 0; left !== 0; term++, left >>>= 1) {
    if (left & 1) weight += itemAt(terms, term).weight
  }
  return weight
}
