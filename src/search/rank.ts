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

/** Two words side by side as in the query count a fifth of what they count by themselves, saturated like every term. */
const pairBonus = 0.2
const k1 = 1.2

/**
 * How many documents are read again: the best ones, until so many tokens have been read for words that stand side by side, or so
 * much work was done for phrases. It bounds what a query costs beyond its postings.
 */
const forPairs = { documents: 256, tokens: 24_000 }
const forPhrases = { documents: 2048, steps: 500_000 }

/** The best documents for a question. Any word is enough; but of those in quotes, if any are, a document must have one. */
export function rank(query: Query, filter: Filter | undefined, wanted: number): Ranking {
  const { scores } = query
  const { best, promising, certain, doubtful } = select(query, filter, wanted)
  const least = best.size > 0 && best.size === wanted ? scores.of(best.top) : 0
  const found = new Map<number, number>()
  while (best.size > 0) {
    const document = best.takeTop()
    found.set(document, scores.of(document))
  }
  // Only what is read again gains: outside both lists nothing can be among the wanted.
  const { gained, tested, quoted } = readAgain(query, new Heap(scores, 'best', promising), least)
  for (const [document, score] of gained) found.set(document, score)
  const ranked = Array.from(found, ([document, score]) => ({ document, score }))
  ranked.sort((x, y) => y.score - x.score || x.document - y.document)
  return { total: certain + quoted, complete: tested === doubtful, best: ranked.slice(0, wanted) }
}

interface Selection {
  /** The best of those that are certain to match, as many as are wanted. */
  readonly best: Heap
  /** Those that may gain, or match at all, when they are read again. */
  readonly promising: readonly number[]
  /** How many are certain to match, and how many do if they have a phrase. */
  readonly certain: number
  readonly doubtful: number
}

function select({ scores, question }: Query, filter: Filter | undefined, wanted: number): Selection {
  const pairs = question.pairs.map(bitsOf)
  const phrases = question.phrases.map(bitsOf)
  const best = new Heap(scores, 'worst')
  const promising: number[] = []
  let certain = 0
  let doubtful = 0
  for (const document of scores.matched) {
    if (filter && !filter(document)) continue
    const terms = scores.termsIn(document)
    if (isCertain(question, terms)) {
      certain++
      best.keep(document, wanted)
      if (hasOne(terms, pairs)) promising.push(document)
    } else if (hasOne(terms, phrases)) {
      doubtful++
      promising.push(document)
    }
  }
  return { best, promising, certain, doubtful }
}

/** Whether a document with these terms matches, whatever phrases are in it. */
function isCertain({ phrases, quotedWords }: Question, terms: number): boolean {
  return (terms & quotedWords) !== 0 || (quotedWords === 0 && phrases.length === 0)
}

interface Reading {
  /** The scores of those that match, with what they gained. */
  readonly gained: ReadonlyMap<number, number>
  /** How many were tested for phrases, and how many of them have one. */
  readonly tested: number
  readonly quoted: number
}

/** Reads documents again, best first, until enough was read. Those that cannot reach the `least` score are passed over. */
function readAgain(query: Query, documents: Heap, least: number): Reading {
  const { index, scores, matches, phrases, question } = query
  const hasPhrases = question.phrases.length > 0
  const { documents: most } = hasPhrases ? forPhrases : forPairs
  const bonus = new PairBonus(query)
  const gained = new Map<number, number>()
  let tested = 0
  let quoted = 0
  let tokens = 0
  for (let read = 0; read < most && documents.size > 0; read++) {
    if (hasPhrases ? phrases.steps + matches.steps > forPhrases.steps : tokens > forPairs.tokens) break
    const document = documents.takeTop()
    // What is passed over counts, too, so that all pages of results are cut from one list.
    tokens += index.tokensIn(document)
    if (!hasPhrases && scores.of(document) + bonus.most(document) < least) continue
    if (!isCertain(question, scores.termsIn(document))) {
      tested++
      if (!phrases.isIn(document)) continue
      quoted++
    }
    gained.set(document, scores.of(document) + bonus.of(document))
  }
  return { gained, tested, quoted }
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
