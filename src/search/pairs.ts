import { itemAt, uint32At } from './checked.ts'
import type { Matches, Span } from './matches.ts'
import type { Query } from './query.ts'
import { bitsOf, type Question } from './question.ts'
import { bm25, pairBonus } from './tuning.ts'

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
