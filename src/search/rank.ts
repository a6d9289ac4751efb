import { numberAt } from './bytes.ts'
import { PairBonus, proximity } from './proximity.ts'
import type { Query, Scores } from './query.ts'
import { bitsOf, type Question } from './question.ts'
import { workLimits } from './tuning.ts'

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

const mostTokens = workLimits.again.tokens

/** The best documents for a question. Any word is enough; but of those in quotes, if any are, a document must have one. */
export function rank(query: Query, filter: Filter | undefined, wanted: number): Ranking {
  const { scores } = query
  const { best, certain, doubtful } = select(query, filter, Math.max(wanted, workLimits.again.documents))
  const found = new Map(best.map((document) => [document, scores.of(document)]))
  const { gained, tested, quoted } = readAgain(query, [...best, ...doubtful], wanted)
  for (const [document, score] of gained) found.set(document, score)
  const ranked = Array.from(found, ([document, score]) => ({ document, score }))
  ranked.sort((x, y) => y.score - x.score || x.document - y.document)
  return { total: certain + quoted, complete: tested === doubtful.length, best: ranked.slice(0, wanted) }
}

interface Selection {
  /** So many of those that are certain to match: the best by their postings, in no order. */
  readonly best: readonly number[]
  /** How many are certain to match. */
  readonly certain: number
  /** Those that match if they have a phrase. */
  readonly doubtful: readonly number[]
}

function select({ scores, question }: Query, filter: Filter | undefined, most: number): Selection {
  const phrases = question.phrases.map(bitsOf)
  const best = new Heap(scores, 'worst')
  const doubtful: number[] = []
  let certain = 0
  for (const document of scores.matched) {
    if (filter && !filter(document)) continue
    const terms = scores.termsIn(document)
    if (isCertain(question, terms)) {
      certain++
      best.keep(document, most)
    } else if (hasOne(terms, phrases)) doubtful.push(document)
  }
  return { best: best.documents, certain, doubtful }
}

/** Whether a document with these terms matches, whatever phrases are in it. */
function isCertain({ phrases, quotedWords }: Question, terms: number): boolean {
  return (terms & quotedWords) !== 0 || (quotedWords === 0 && phrases.length === 0)
}

interface CandidateReading {
  /** The scores of those that match, with what they gained. */
  readonly gained: ReadonlyMap<number, number>
  /** How many were tested for phrases, and how many of them have one. */
  readonly tested: number
  readonly quoted: number
}

/**
 * Reads documents again, best first, until enough was read. Words side by side count more; and the closer together a document has what
 * it has of the question, the more all of that counts, up to twice as much. Those that cannot be among the wanted are passed over.
 */
function readAgain(query: Query, list: readonly number[], wanted: number): CandidateReading {
  const { index, scores, phrases, question } = query
  const hasPhrases = question.phrases.length > 0
  const { documents: most } = hasPhrases ? workLimits.phrases : workLimits.again
  const documents = new Heap(scores, 'best', list)
  const bonus = new PairBonus(query)
  const reached = new Reached(wanted)
  const gained = new Map<number, number>()
  let tested = 0
  let quoted = 0
  let tokens = 0
  for (let read = 0; read < most && documents.size > 0; read++) {
    if (hasPhrases ? query.steps > workLimits.phrases.steps : tokens > mostTokens) break
    const document = documents.takeTop()
    const own = index.tokensIn(document)
    // Of those that are longer than all of it may be, only the best is read.
    if (!hasPhrases && read > 0 && own > mostTokens) continue
    // What is passed over counts, too, so that all pages of results are cut from one list.
    tokens += own
    if (!hasPhrases && 2 * (scores.of(document) + bonus.most(document)) < reached.least) continue
    if (!isCertain(question, scores.termsIn(document))) {
      const isQuoted = phrases.isIn(document)
      if (isQuoted === undefined) break
      tested++
      if (!isQuoted) continue
      quoted++
    }
    const score = (scores.of(document) + bonus.of(document)) * (1 + proximity(query, document))
    gained.set(document, score)
    reached.add(score)
  }
  return { gained, tested, quoted }
}

/** The score that as many documents as are wanted have reached. */
class Reached {
  readonly #wanted: number
  /** The best so far, the worst of them first. */
  readonly #scores: number[] = []

  constructor(wanted: number) {
    this.#wanted = wanted
  }

  get least(): number {
    return this.#scores.length < this.#wanted ? 0 : (this.#scores[0] ?? 0)
  }

  add(score: number): void {
    const scores = this.#scores
    let at = scores.length
    while (at > 0 && numberAt(scores, at - 1) > score) at--
    scores.splice(at, 0, score)
    if (scores.length > this.#wanted) scores.shift()
  }
}

function hasOne(terms: number, sets: readonly number[]): boolean {
  for (let at = 0; at < sets.length; at++) {
    const bits = numberAt(sets, at)
    if ((terms & bits) === bits) return true
  }
  return false
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

  get top(): number {
    return numberAt(this.#list, 0)
  }

  /** Adds a document; of more than so many, the one on top goes, or this one if it would be there. */
  keep(document: number, most: number): void {
    if (this.#list.length < most) this.#add(document)
    else if (most > 0 && this.#isAbove(this.top, document)) this.#replaceTop(document)
  }

  takeTop(): number {
    const { top } = this
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
