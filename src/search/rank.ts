import { BytesMissing, type MissingPart } from '../base/bytes-missing.ts'
import { itemAt, uint32At } from './checked.ts'
import { quotingOf } from './document.ts'
import type { Query, Scores } from './query.ts'
import { bitsOf, type Question } from './question.ts'
import { asGood, bm25, longDocument, nearlyAsGood, pairBonus, workLimits } from './tuning.ts'

export interface Ranked {
  readonly document: number
  readonly score: number
}

export type Filter = (document: number) => boolean

/** Returns the best documents, best first. One matching word is enough, but if the query has quotes, a document must match one of them. */
export function rank(query: Query, filter: Filter, wanted: number, sort?: 'newest') {
  const { scores, index, question } = query
  if (question.terms.length === 0) {
    const all = Array.from({ length: index.documents }, (_, document) => document).filter(filter)
    const best = all.slice(0, wanted).map((document) => ({ document, score: 0 }))
    return { total: all.length, complete: true, best }
  }
  const { documents, newest } = workLimits.again
  const most = Math.max(wanted, question.isForNewest ? documents - newest : documents)
  const { likely, certain, doubtful, phrased } = select(query, filter, most)
  const { reranked, tested, quoted } = rerank(query, [...likely, ...phrased], wanted)
  const byPostings = likely.map((document) => [document, scores.of(document)] as const)
  const ranked = Array.from(new Map([...byPostings, ...reranked]), ([document, score]) => ({
    document,
    score,
  }))
  ranked.sort((x, y) => y.score - x.score || x.document - y.document)
  const [total, complete] = [certain + quoted, tested === doubtful]
  if (!question.isForNewest) return { total, complete, best: ranked.slice(0, wanted) }
  const good = goodByTime(query, ranked, reranked)
  if (sort === 'newest') return { total: good.length, complete, best: good.slice(0, wanted) }
  return { total, complete, best: [...new Set([...good, ...ranked])].slice(0, wanted) }
}

/**
 * Returns good documents by time, which is document order: those whose title matches, and those about as good as the best. If no title
 * matches, or all words are so frequent that scores say little, those nearly as good are enough.
 */
function goodByTime(query: Query, ranked: readonly Ranked[], wasRead: ReadonlyMap<number, number>): Ranked[] {
  const titled = new Set(
    ranked.filter(({ document }) => wasRead.has(document) && hasTitleMatch(query, document)),
  )
  // A word in a third of the documents has the weight 1.
  const isTelling = titled.size > 0 && query.question.terms.some(({ weight }) => weight > 1)
  const threshold = (isTelling ? asGood : nearlyAsGood) * (ranked[0]?.score ?? 0)
  const good = ranked.filter((post) => post.score >= threshold || titled.has(post))
  return good.sort((x, y) => x.document - y.document)
}

/** Whether the title has at least half of the question, by weight. */
export function hasTitleMatch(query: Query, document: number): boolean {
  const { matches, index, question } = query
  const { from, to } = matches.in(document)
  let terms = 0
  // The title is after the body.
  for (let at = to - 1; at >= from; at--) {
    const kind = index.kindOf(matches.unit(at))
    if (quotingOf[kind].part === 'body') break
    if (kind === 'title') terms |= 1 << matches.term(at)
  }
  return 2 * weightOfTerms(query, terms) >= weightOfTerms(query, 2 ** question.terms.length - 1)
}

/** Selects the best certain matches by postings, the newest with every term, and the best that match only if they have a phrase. */
function select({ scores, question }: Query, filter: Filter, most: number) {
  const phrases = question.phrases.map(bitsOf)
  const best = new Best(bestFirst(scores), most)
  const withAll: number[] = []
  const all = bitsOf(question.terms.flatMap(({ match }, term) => (match === 'none' ? [] : [term])))
  const phrased = new Best(bestFirst(scores), workLimits.phrases.documents)
  let [certain, doubtful] = [0, 0]
  for (const document of scores.matched) {
    if (!filter(document)) continue
    const terms = scores.termsIn(document)
    if (isCertain(question, terms)) {
      certain++
      best.add(document)
      if (question.isForNewest && terms === all) withAll.push(document)
    } else if (phrases.some((bits) => (terms & bits) === bits)) {
      doubtful++
      phrased.add(document)
    }
  }
  const newest = withAll.sort((x, y) => x - y).slice(0, workLimits.again.newest)
  const likely = [...new Set([...newest, ...best.items])]
  return { likely, certain, doubtful, phrased: phrased.items }
}

/** Whether a document with these terms matches regardless of phrases. */
const isCertain = ({ phrases, quotedWords }: Question, terms: number): boolean =>
  (terms & quotedWords) !== 0 || (quotedWords === 0 && phrases.length === 0)

/**
 * Reranks documents by the positions of their terms, best first, within a limit. Adjacent words add a bonus, and proximity up to doubles
 * the score. Skips documents that cannot reach the wanted ones.
 */
function rerank(query: Query, list: readonly number[], wanted: number) {
  const { index, scores, phrases, question } = query
  const hasPhrases = question.phrases.length > 0
  const { documents: most } = hasPhrases ? workLimits.phrases : workLimits.again
  const documents = list.toSorted(bestFirst(scores)).slice(0, most)
  const bonus = new PairBonus(query)
  /** The best scores so far, ascending; at most `wanted`. */
  const topScores: number[] = []
  /** The new score of each document that was read. */
  const reranked = new Map<number, number>()
  // Documents checked for phrases, and those with one.
  let tested = 0
  let quoted = 0
  let tokens = 0
  /** Collected over several documents, to load them at once. */
  const missing: MissingPart[] = []
  for (const [read, document] of documents.entries()) {
    if (hasPhrases ? query.steps > workLimits.phrases.steps : tokens > workLimits.again.tokens) break
    const length = index.tokensIn(document)
    // Read a document beyond the limit only if it is the best.
    if (!hasPhrases && read > 0 && length > workLimits.again.tokens) continue
    // Skipped documents count too, so that all pages come from the same list.
    tokens += length
    const minimum =
      topScores.length < wanted ? 0 : (topScores[0] ?? 0) * (question.isForNewest ? nearlyAsGood : 1)
    if (!hasPhrases && 2 * (scores.of(document) + bonus.max(document)) < minimum) continue
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
      reranked.set(document, score)
      topScores.splice(topScores.findLastIndex((other) => other <= score) + 1, 0, score)
      if (topScores.length > wanted) topScores.shift()
    } catch (error) {
      if (!(error instanceof BytesMissing)) throw error
      missing.push(...error.wanted)
      // As many as are loaded at once.
      if (missing.length > 100) break
    }
  }
  if (missing.length > 0) throw new BytesMissing(missing)
  return { reranked, tested, quoted }
}

/** Collects the best items. Sorts and drops only now and then, so that adding one is cheap. */
export class Best<Item> {
  readonly #compare: (x: Item, y: Item) => number
  readonly #most: number
  readonly #list: Item[] = []
  /** The last of the best so far, once something was dropped. */
  #last: Item | undefined

  constructor(compare: (x: Item, y: Item) => number, most: number) {
    this.#compare = compare
    this.#most = most
  }

  add(item: Item): void {
    if (this.#last !== undefined && this.#compare(item, this.#last) > 0) return
    if (this.#list.push(item) < 2 * this.#most) return
    this.#list.sort(this.#compare).length = this.#most
    this.#last = this.#list.at(-1)
  }

  get items(): readonly Item[] {
    return this.#list.sort(this.#compare).slice(0, this.#most)
  }
}

/** By score, then number. */
const bestFirst =
  (scores: Scores): ((x: number, y: number) => number) =>
  (x, y) =>
    scores.of(y) - scores.of(x) || x - y

/**
 * Returns the share of a document's terms, by weight, that occur within three units of each other: a sentence and the next two, or a
 * heading, its anchor and a sentence. The shorter the document, the closer the result is to 1.
 */
export function proximity(query: Query, document: number): number {
  const { matches, scores } = query
  const all = scores.termsIn(document)
  if ((all & (all - 1)) === 0) return 1
  const { from, to } = matches.in(document)
  let best = 0
  let bestTerms = 0
  // The terms of the two previous units.
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
    const weight = weightOfTerms(query, terms)
    if (weight <= best) continue
    best = weight
    bestTerms = terms
  }
  const apart = 1 - best / weightOfTerms(query, all)
  return 1 - apart * Math.min(1, query.index.tokensIn(document) / longDocument)
}

function weightOfTerms({ question: { terms } }: Query, bits: number): number {
  let weight = 0
  for (let term = 0, left = bits >>> 0; left !== 0; term++, left >>>= 1) {
    if (left & 1) weight += itemAt(terms, term).weight
  }
  return weight
}

const { k1 } = bm25

/** The bonus for adjacent words, saturated like terms. */
class PairBonus {
  readonly #query: Query
  readonly #pairs: readonly { readonly bits: number; readonly max: number }[]
  /** Maps two terms to the number of their pair, from 1. */
  readonly #numbers: Uint32Array

  constructor(query: Query) {
    const { terms, pairs } = query.question
    this.#query = query
    this.#numbers = new Uint32Array(terms.length * terms.length)
    for (const [number, [one, other]] of pairs.entries())
      this.#numbers[one * terms.length + other] = number + 1
    this.#pairs = pairs.map((pair) => ({
      bits: bitsOf(pair),
      max: pairBonus * pair.reduce((sum, term) => sum + itemAt(terms, term).weight, 0),
    }))
  }

  /** Returns an upper bound, by the document's terms. */
  max(document: number): number {
    const terms = this.#query.scores.termsIn(document)
    let sum = 0
    for (const { bits, max } of this.#pairs) if ((terms & bits) === bits) sum += max
    return sum
  }

  of(document: number): number {
    const { matches, question } = this.#query
    if (this.max(document) === 0) return 0
    const { from, to } = matches.in(document)
    const counts = new Uint32Array(this.#pairs.length)
    // One pass for all pairs.
    for (let at = from + 1; at < to; at++) {
      if (!matches.follows(at)) continue
      const number = uint32At(this.#numbers, matches.term(at - 1) * question.terms.length + matches.term(at))
      if (number > 0) counts[number - 1] = uint32At(counts, number - 1) + 1
    }
    return this.#pairs.reduce((sum, { max }, pair) => {
      const times = uint32At(counts, pair)
      return sum + (max * times) / (times + k1)
    }, 0)
  }
}
