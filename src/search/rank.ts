import { Best } from './best.ts'
import type { Index } from './load.ts'
import type { Matches, Span } from './matches.ts'
import type { Question } from './query.ts'
import { tokensIn } from './unit-reader.ts'

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
  /** A bit for each term it has. */
  readonly mask: number
}

export type Filter = (document: number) => boolean

/**
 * How many documents are read again, for words that stand side by side and for phrases: the best ones, until so many tokens
 * have been read. It bounds the cost of a query, whatever the archive.
 */
const rereading = { documents: 256, tokens: 24_000 }
const rereadingForPhrases = { documents: 2048, tokens: 400_000 }

/** Two words side by side as in the query count a fifth of what they count by themselves, saturated like every term. */
const pairBonus = 0.2
const k1 = 1.2

/** The best documents for a question. Any word is enough; but of those in quotes, if any are, a document must have one. */
export function rank(index: Index, question: Question, filter: Filter | undefined, wanted: number): Ranking {
  accumulate(index, question)
  const { phrases, pairs, quotedWords } = question
  const anything = phrases.length === 0 && quotedWords === 0
  const pairBits = pairs.map(bitsOf)
  const phraseBits = phrases.map(bitsOf)
  const limits = phrases.length > 0 ? rereadingForPhrases : rereading
  const best = new Best(wanted, index.scores)
  const again = new Best(limits.documents, index.scores)
  let total = 0
  let doubtful = 0
  const { masks, scores } = index
  for (let document = 0; document < masks.length; document++) {
    const mask = masks[document] ?? 0
    if (mask === 0 || (filter && !filter(document))) continue
    const score = scores[document] ?? 0
    if (anything || (mask & quotedWords) !== 0) {
      total++
      if (score > best.bar) best.offer(document)
      if (score > again.bar && hasOne(mask, pairBits)) again.offer(document)
    } else if (hasOne(mask, phraseBits)) {
      doubtful++
      if (score > again.bar) again.offer(document)
    }
  }
  // Only what is read again gains: outside both lists nothing can be among the wanted.
  const first = best.sorted()
  const least = first.length < wanted ? 0 : (scores[first.at(-1) ?? 0] ?? 0)
  const found = [...first]
  for (const { document, quoted } of readAgain(index, question, again.sorted(), limits.tokens, least)) {
    const certain = anything || ((masks[document] ?? 0) & quotedWords) !== 0
    if (!certain) doubtful--
    if (!certain && quoted) total++
    if ((certain || quoted) && !first.includes(document)) found.push(document)
  }
  found.sort((x, y) => (scores[y] ?? 0) - (scores[x] ?? 0) || x - y)
  const ranked = found
    .slice(0, wanted)
    .map((document) => ({ document, score: scores[document] ?? 0, mask: masks[document] ?? 0 }))
  return { total, complete: doubtful === 0, best: ranked }
}

/** For every document the sum of its impacts: one pass over the postings of each term. */
function accumulate({ postings, termStarts, scores, masks }: Index, { terms }: Question): void {
  scores.fill(0)
  masks.fill(0)
  for (const [term, { places, weight }] of terms.entries()) {
    const unit = weight / 255
    for (const place of places) {
      const end = Math.min(termStarts[place * 2 + 3] ?? 0, postings.length) | 0
      let at = Math.min(termStarts[place * 2 + 1] ?? 0, postings.length) | 0
      while ((postings[at++] ?? 0) > 0x7f); // how many there are
      let document = -1
      while (at < end) {
        let byte = postings[at++] ?? 0
        let step = byte & 0x7f
        for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
          byte = postings[at++] ?? 0
          step |= (byte & 0x7f) << shift
        }
        document += step
        scores[document] = (scores[document] ?? 0) + unit * (postings[at++] ?? 0)
        masks[document] = (masks[document] ?? 0) | (1 << term)
      }
    }
  }
}

/**
 * Adds to scores what is due to words side by side, and looks for phrases, until enough was read. What could not reach the
 * `least` score of those wanted is passed over, but counted, so that every page of results is cut from one list.
 */
function* readAgain(
  index: Index,
  { terms, pairs, phrases }: Question,
  documents: readonly number[],
  mostTokens: number,
  least: number,
): Generator<{ readonly document: number; readonly quoted: boolean }> {
  if (documents.length === 0) return
  const bonuses = pairs.map(
    (pair) => pairBonus * pair.reduce((sum, term) => sum + (terms[term]?.weight ?? 0), 0),
  )
  const bits = pairs.map(bitsOf)
  const counter = new PairCounter(pairs)
  let tokens = 0
  for (const document of documents) {
    if (tokens > mostTokens) return
    tokens += tokensIn(index, document)
    const mask = index.masks[document] ?? 0
    let score = index.scores[document] ?? 0
    let possible = score
    for (let at = 0; at < bits.length; at++) {
      if ((mask & (bits[at] ?? 0)) === bits[at]) possible += bonuses[at] ?? 0
    }
    if (phrases.length === 0 && possible < least) continue
    const span = index.matches.in(index, document, mask)
    counter.count(index.matches, span)
    for (let at = 0; at < bonuses.length; at++) {
      const times = counter.counts[at] ?? 0
      score += ((bonuses[at] ?? 0) * times) / (times + k1)
    }
    index.scores[document] = score
    yield { document, quoted: phrases.some((phrase) => hasPhrase(index.matches, span, phrase)) }
  }
}

/** How often each pair of terms stands side by side, in one pass however many pairs there are. */
class PairCounter {
  readonly counts: Uint32Array
  readonly #pairs: Question['pairs']
  /** For each two terms the number of their pair, from 1; made when the first two stand side by side. */
  #numbers: Uint8Array | undefined

  constructor(pairs: Question['pairs']) {
    this.counts = new Uint32Array(pairs.length)
    this.#pairs = pairs
  }

  count({ units, places, terms }: Matches, { from, to }: Span): void {
    this.counts.fill(0)
    for (let at = from + 1; at < to; at++) {
      if (units[at] !== units[at - 1] || places[at] !== (places[at - 1] ?? 0) + 1) continue
      this.#numbers ??= numbersOf(this.#pairs)
      const number = this.#numbers[(terms[at - 1] ?? 0) * 32 + (terms[at] ?? 0)] ?? 0
      if (number > 0) this.counts[number - 1] = (this.counts[number - 1] ?? 0) + 1
    }
  }
}

function numbersOf(pairs: Question['pairs']): Uint8Array {
  const numbers = new Uint8Array(32 * 32)
  for (const [number, [one, other]] of pairs.entries()) numbers[one * 32 + other] = number + 1
  return numbers
}

function hasPhrase(matches: Matches, span: Span, phrase: readonly number[]): boolean {
  for (let at = span.from; at < span.to; at++) if (matches.isPhrase(at, span.to, phrase)) return true
  return false
}

function bitsOf(terms: readonly number[]): number {
  return terms.reduce((bits, term) => bits | (1 << term), 0)
}

function hasOne(mask: number, sets: readonly number[]): boolean {
  for (let at = 0; at < sets.length; at++) {
    const bits = sets[at] ?? 0
    if ((mask & bits) === bits) return true
  }
  return false
}
