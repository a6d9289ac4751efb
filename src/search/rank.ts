import { BytesMissing, type MissingPart } from '../base/bytes-missing.ts'
import { itemAt, numberAt, uint32At } from './bytes.ts'
import { kinds } from './document.ts'
import type { Query, Scores } from './query.ts'
import { bitsOf, type Question } from './question.ts'
import { bm25, longDocument, nearlyAsGood, pairBonus, workLimits } from './tuning.ts'

export interface Ranked {
  readonly document: number
  readonly score: number
}

export type Filter = (document: number) => boolean

const mostTokens = workLimits.again.tokens
/** Parts that are asked for at once. */
const mostMissing = 100

/**
 * The best documents for a question, best first, equals in their order, and how many match in all. Any word is enough; but of those in
 * quotes, if any are, a document must have one. It is not `complete` when a phrase of frequent words was looked for in the best documents
 * only; `total` then counts those.
 */
export function rank(query: Query, filter: Filter | undefined, wanted: number) {
  const { scores } = query
  const { documents, newest } = workLimits.again
  const most = Math.max(wanted, query.question.isForNewest ? documents - newest : documents)
  const { best: likely, certain, doubtful } = select(query, filter, most)
  const found = new Map(likely.map((document) => [document, scores.of(document)]))
  const { gained, tested, quoted } = readAgain(query, [...likely, ...doubtful], wanted)
  for (const [document, score] of gained) found.set(document, score)
  const ranked = Array.from(found, ([document, score]) => ({ document, score }))
  ranked.sort((x, y) => y.score - x.score || x.document - y.document)
  const best = query.question.isForNewest ? newestFirst(query, ranked, gained) : ranked
  return { total: certain + quoted, complete: tested === doubtful.length, best: best.slice(0, wanted) }
}

/** In the order of time, which is that of their numbers: those with a title that says so, then what is nearly as good as the best. */
function newestFirst(
  query: Query,
  ranked: readonly Ranked[],
  wasRead: ReadonlyMap<number, number>,
): Ranked[] {
  const enough = nearlyAsGood * (ranked[0]?.score ?? 0)
  const byTime = ranked.toSorted((x, y) => x.document - y.document)
  const titled = byTime.filter(({ document }) => wasRead.has(document) && isTitled(query, document))
  const good = byTime.filter(({ score }) => score >= enough)
  return [...new Set([...titled, ...good, ...ranked])]
}

/** Whether half of the question is in the title of a document, by the weight of the terms. */
export function isTitled(query: Query, document: number): boolean {
  const { matches, index, question } = query
  const { from, to } = matches.in(document)
  let terms = 0
  // After the body, which is not looked through again.
  for (let at = to - 1; at >= from; at--) {
    const kind = index.kindOf(matches.unit(at))
    if (kinds[kind].part === 'body') break
    if (kind === 'title') terms |= 1 << matches.term(at)
  }
  return 2 * weightOf(query, terms) >= weightOf(query, 2 ** question.terms.length - 1)
}

/** The best by their postings of those that are certain to match, and the newest that have every term, in no order; how many these are; and those that match if they have a phrase. */
function select({ scores, question }: Query, filter: Filter | undefined, most: number) {
  const phrases = question.phrases.map(bitsOf)
  const best = new Heap(scores, 'worst')
  const withAll: number[] = []
  const all = bitsOf(question.terms.flatMap(({ found }, term) => (found === 'nowhere' ? [] : [term])))
  const doubtful: number[] = []
  let certain = 0
  for (const document of scores.matched) {
    if (filter && !filter(document)) continue
    const terms = scores.termsIn(document)
    if (isCertain(question, terms)) {
      certain++
      best.keep(document, most)
      if (question.isForNewest && terms === all) withAll.push(document)
    } else if (phrases.some((bits) => (terms & bits) === bits)) doubtful.push(document)
  }
  const newest = withAll.sort((x, y) => x - y).slice(0, workLimits.again.newest)
  return { best: [...new Set([...newest, ...best.documents])], certain, doubtful }
}

/** Whether a document with these terms matches, whatever phrases are in it. */
function isCertain({ phrases, quotedWords }: Question, terms: number): boolean {
  return (terms & quotedWords) !== 0 || (quotedWords === 0 && phrases.length === 0)
}

/**
 * Reads documents again, best first, until enough was read. Words side by side count more; and the closer together a document has what
 * it has of the question, the more all of that counts, up to twice as much. Those that cannot be among the wanted are passed over.
 */
function readAgain(query: Query, list: readonly number[], wanted: number) {
  const { index, scores, phrases, question } = query
  const hasPhrases = question.phrases.length > 0
  const { documents: most } = hasPhrases ? workLimits.phrases : workLimits.again
  const documents = new Heap(scores, 'best', list)
  const bonus = new PairBonus(query)
  /** The best scores so far, the worst of them first; as many as are wanted. */
  const reached: number[] = []
  const gained = new Map<number, number>()
  // How many were tested for phrases, and how many of them have one.
  let tested = 0
  let quoted = 0
  let tokens = 0
  /** What has yet to be loaded of several documents is asked for at once. */
  const missing: MissingPart[] = []
  for (let read = 0; read < most && documents.size > 0; read++) {
    if (hasPhrases ? query.steps > workLimits.phrases.steps : tokens > mostTokens) break
    const document = documents.takeTop()
    const own = index.tokensIn(document)
    // Of those that are longer than all of it may be, only the best is read.
    if (!hasPhrases && read > 0 && own > mostTokens) continue
    // What is passed over counts, too, so that all pages of results are cut from one list.
    tokens += own
    const least = reached.length < wanted ? 0 : (reached[0] ?? 0) * (question.isForNewest ? nearlyAsGood : 1)
    if (!hasPhrases && 2 * (scores.of(document) + bonus.most(document)) < least) continue
    try {
      if (!isCertain(question, scores.termsIn(document))) {
        const isQuoted = phrases.isIn(document)
        if (isQuoted === undefined) break
        tested++
        if (!isQuoted) continue
        quoted++
      }
      const gain = scores.standing(document) * bonus.of(document)
      const score = (scores.of(document) + gain) * (1 + proximity(query, document))
      gained.set(document, score)
      reached.splice(reached.findLastIndex((one) => one <= score) + 1, 0, score)
      if (reached.length > wanted) reached.shift()
    } catch (error) {
      if (!(error instanceof BytesMissing)) throw error
      missing.push(...error.wanted)
      if (missing.length > mostMissing) break
    }
  }
  if (missing.length > 0) throw new BytesMissing(missing)
  return { gained, tested, quoted }
}

/** Documents by score, and equals by number, with the best of them on top, or the worst. */
export class Heap {
  readonly #scores: Scores
  readonly #sign: 1 | -1
  readonly #list: number[]

  constructor(scores: Scores, top: 'best' | 'worst', documents: readonly number[] = []) {
    this.#scores = scores
    this.#sign = top === 'best' ? 1 : -1
    this.#list = [...documents]
    for (let at = (documents.length >> 1) - 1; at >= 0; at--) this.#sink(at)
  }

  get size(): number {
    return this.#list.length
  }

  /** In no order. */
  get documents(): readonly number[] {
    return this.#list
  }

  /** Adds a document; of more than so many, the one on top goes, or this one if it would be there. */
  keep(document: number, most: number): void {
    if (this.#list.length < most) this.#add(document)
    else if (most > 0 && this.#isAbove(numberAt(this.#list, 0), document)) this.#replaceTop(document)
  }

  takeTop(): number {
    const top = numberAt(this.#list, 0)
    const last = this.#list.pop() ?? top
    if (this.#list.length > 0) this.#replaceTop(last)
    return top
  }

  #add(document: number): void {
    this.#list.push(document)
    let at = this.#list.length - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isAbove(document, numberAt(this.#list, parent))) break
      this.#list[at] = numberAt(this.#list, parent)
      at = parent
    }
    this.#list[at] = document
  }

  #replaceTop(document: number): void {
    this.#list[0] = document
    this.#sink(0)
  }

  #sink(from: number): void {
    const list = this.#list
    const document = numberAt(list, from)
    let at = from
    for (;;) {
      let child = at * 2 + 1
      if (child >= list.length) break
      if (child + 1 < list.length && this.#isAbove(numberAt(list, child + 1), numberAt(list, child))) child++
      if (!this.#isAbove(numberAt(list, child), document)) break
      list[at] = numberAt(list, child)
      at = child
    }
    list[at] = document
  }

  #isAbove(one: number, other: number): boolean {
    const difference = this.#scores.of(one) - this.#scores.of(other)
    return (difference === 0 ? other - one : difference) * this.#sign > 0
  }
}

/**
 * How much of what a document has of a question stands together, of 1: a long document has many words somewhere, and what is asked
 * about stands where they meet. Terms count by their weight, each once, and units are looked at in threes: what a sentence says is
 * carried on by the next two, and between a heading and the first sentence under it is its anchor. In a short document all stands together.
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
  const apart = 1 - best / weightOf(query, all)
  return 1 - apart * Math.min(1, query.index.tokensIn(document) / longDocument)
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
  /** For each two terms the number of their pair, from 1. */
  readonly #numbers: Uint32Array

  constructor(query: Query) {
    const { terms, pairs } = query.question
    this.#query = query
    this.#numbers = new Uint32Array(terms.length * terms.length)
    for (const [number, [one, other]] of pairs.entries())
      this.#numbers[one * terms.length + other] = number + 1
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
    const { matches, question } = this.#query
    if (this.most(document) === 0) return 0
    const { from, to } = matches.in(document)
    const counts = new Uint32Array(this.#pairs.length)
    // One pass, however many pairs there are.
    for (let at = from + 1; at < to; at++) {
      if (!matches.follows(at)) continue
      const number = uint32At(this.#numbers, matches.term(at - 1) * question.terms.length + matches.term(at))
      if (number > 0) counts[number - 1] = uint32At(counts, number - 1) + 1
    }
    return this.#pairs.reduce((sum, { most }, pair) => {
      const times = uint32At(counts, pair)
      return sum + (most * times) / (times + k1)
    }, 0)
  }
}
