import { itemAt, numberAt, uint32At } from './checked.ts'
import { Heap } from './heap.ts'
import type { Matches, Span } from './matches.ts'
import type { Query } from './query.ts'
import type { Question } from './question.ts'

export interface Ranking {
  /** How many documents match. */
  readonly total: number
  /** False when a phrase of frequent words was looked for in the best documents only, and `total` counts those. */
  readonly complete: boolean
  /** The best, best first; equals in the order of the documents. */
  readonly best: readonly Ranked[]
}

export interface Ranked {
  readonly document: number
  readonly score: number
}

export type Filter = (document: number) => boolean

/**
 * How many documents are read again: the best ones, until so many tokens have been read for words that stand side by side, or so
 * much work was done for phrases. It bounds the cost of a query, whatever the archive.
 */
const forPairs = { documents: 256, tokens: 24_000 }
const forPhrases = { documents: 2048, steps: 500_000 }

/** Two words side by side as in the query count a fifth of what they count by themselves, saturated like every term. */
const pairBonus = 0.2
const k1 = 1.2

/** The best documents for a question. Any word is enough; but of those in quotes, if any are, a document must have one. */
export function rank(query: Query, filter: Filter | undefined, wanted: number): Ranking {
  const { index, scores, matches, phrases } = query
  const { quotedWords, ...question } = query.question
  const hasPhrases = question.phrases.length > 0
  const anyWord = !hasPhrases && quotedWords === 0
  const pairBits = question.pairs.map(bitsOf)
  const phraseBits = question.phrases.map(bitsOf)
  const best = new Heap(scores, 'worst')
  const promising: number[] = []
  let total = 0
  let doubtful = 0
  for (const document of scores.matched) {
    if (filter && !filter(document)) continue
    const terms = scores.termsIn(document)
    if (anyWord || (terms & quotedWords) !== 0) {
      total++
      best.keep(document, wanted)
      if (hasOne(terms, pairBits)) promising.push(document)
    } else if (hasOne(terms, phraseBits)) {
      doubtful++
      promising.push(document)
    }
  }
  // Only what is read again gains: outside both lists nothing can be among the wanted.
  const least = best.size > 0 && best.size === wanted ? scores.of(best.top) : 0
  const found = new Map<number, number>()
  while (best.size > 0) {
    const document = best.takeTop()
    found.set(document, scores.of(document))
  }
  const again = new Heap(scores, 'best', promising)
  const bonus = new PairBonus(query)
  const { documents: mostDocuments } = hasPhrases ? forPhrases : forPairs
  let tokens = 0
  for (let read = 0; read < mostDocuments && again.size > 0; read++) {
    if (hasPhrases ? phrases.steps + matches.steps > forPhrases.steps : tokens > forPairs.tokens) break
    const document = again.takeTop()
    // What cannot reach the least score is passed over but counted, so that all pages are cut from one list.
    tokens += index.tokensIn(document)
    if (!hasPhrases && scores.of(document) + bonus.most(document) < least) continue
    if (!anyWord && (scores.termsIn(document) & quotedWords) === 0) {
      doubtful--
      if (!phrases.isIn(document)) continue
      total++
    }
    found.set(document, scores.of(document) + bonus.of(document))
  }
  const ranked = Array.from(found, ([document, score]) => ({ document, score }))
  ranked.sort((x, y) => y.score - x.score || x.document - y.document)
  return { total, complete: doubtful === 0, best: ranked.slice(0, wanted) }
}

/** What is due to documents for words that stand side by side in them. */
class PairBonus {
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

function bitsOf(terms: readonly number[]): number {
  return terms.reduce((bits, term) => bits | (1 << term), 0)
}

function hasOne(terms: number, sets: readonly number[]): boolean {
  for (let at = 0; at < sets.length; at++) {
    const bits = numberAt(sets, at)
    if ((terms & bits) === bits) return true
  }
  return false
}
