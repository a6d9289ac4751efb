import { itemAt, uint32At } from './bytes.ts'
import type { Matches, Query, Span } from './query.ts'
import { bitsOf, type Question } from './question.ts'
import { bm25, pairBonus } from './tuning.ts'

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

const { k1 } = bm25

/** What is due to documents for words that stand side by side in them, saturated like every term. */
export class PairBonus {
  readonly #query: Query
  readonly #pairs: readonly { readonly bits: number; readonly most: number }[]
  readonly #counter: PairCounter

  constructor(query: Query) {
    const { terms, pairs } = query.question
    this.#query = query
    this.#counter = new PairCounter(query.question)
    this.#pairs = pairs.map((pair) => ({
      bits: bitsOf(pair),
      most: pairBonus * pair.reduce((sum, term) => sum + itemAt(terms, term).weight, 0),
    }))
  }

  /** The most it can be, by the terms that the document has. */
  most(document: number): number {
    const terms = this.#query.scores.termsIn(document)
    let sum = 0
    for (const { bits, most } of this.#pairs) if ((terms & bits) === bits) sum += most
    return sum
  }

  of(document: number): number {
    const { matches } = this.#query
    if (this.most(document) === 0) return 0
    this.#counter.count(matches, matches.in(document))
    return this.#pairs.reduce((sum, { most }, pair) => {
      const times = this.#counter.times(pair)
      return sum + (most * times) / (times + k1)
    }, 0)
  }
}

/** How often each pair of terms stands side by side, in one pass however many pairs there are. */
class PairCounter {
  readonly #counts: Uint32Array
  readonly #terms: number
  /** For each two terms the number of their pair, from 1. */
  readonly #numbers: Uint32Array

  constructor({ terms, pairs }: Question) {
    this.#counts = new Uint32Array(pairs.length)
    this.#terms = terms.length
    this.#numbers = new Uint32Array(terms.length * terms.length)
    for (const [number, [one, other]] of pairs.entries())
      this.#numbers[one * terms.length + other] = number + 1
  }

  count(matches: Matches, { from, to }: Span): void {
    const counts = this.#counts.fill(0)
    for (let at = from + 1; at < to; at++) {
      if (!matches.follows(at)) continue
      const number = uint32At(this.#numbers, matches.term(at - 1) * this.#terms + matches.term(at))
      if (number > 0) counts[number - 1] = uint32At(counts, number - 1) + 1
    }
  }

  times(pair: number): number {
    return uint32At(this.#counts, pair)
  }
}
