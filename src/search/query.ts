import { float64At, itemAt, numberAt, uint32At, uint8At } from './checked.ts'
import { signatureOf, slotsOf } from './format.ts'
import type { Index } from './load.ts'
import { bitsOf, type Question, type QuestionTerm } from './question.ts'
import { partialWeight, workLimits } from './tuning.ts'

/** A running query. It owns all mutable state; the index is read-only. */
export class Query {
  readonly index: Index
  readonly question: Question
  readonly scores: Scores
  readonly matches: Matches
  readonly phrases: Phrases

  constructor(index: Index, question: Question) {
    this.index = index
    this.question = question
    this.scores = new Scores(index, question.terms)
    this.matches = new Matches(index, question.terms, this.scores)
    this.phrases = new Phrases(index, question)
  }

  /** The work so far, without postings. */
  get steps(): number {
    return this.matches.steps + this.phrases.steps
  }
}

/** The sum of impacts and the matching terms of each document, from the postings. */
export class Scores {
  /** Documents with any of the terms, unordered. */
  readonly matched: number[] = []
  readonly #sums: Float64Array
  readonly #terms: Uint32Array
  /** A bit for each term that was not guessed. */
  readonly #exact: number

  constructor(index: Index, terms: readonly QuestionTerm[]) {
    this.#exact = bitsOf([...terms.keys()].filter((term) => terms[term]?.match === 'exact'))
    this.#sums = new Float64Array(index.documents)
    this.#terms = new Uint32Array(index.documents)
    for (const [term, { entries, partial, weight }] of terms.entries()) {
      for (const entry of entries) this.#add(index, entry, weight / 255, 1 << term)
      for (const entry of partial) this.#add(index, entry, (partialWeight * weight) / 255, 1 << term)
    }
  }

  of(document: number): number {
    return this.standing(document) * float64At(this.#sums, document)
  }

  /** Nearly zero for a document that has only guesses, if others have exact words of the query. */
  standing(document: number): number {
    return this.#exact === 0 || (this.termsIn(document) & this.#exact) !== 0 ? 1 : 0.001
  }

  /** Returns a bit for each term in the document. */
  termsIn(document: number): number {
    return uint32At(this.#terms, document)
  }

  #add(index: Index, entry: number, unit: number, bit: number): void {
    const { postings } = index
    const sums = this.#sums
    const terms = this.#terms
    const end = index.postingsStart(entry + 1)
    let at = index.postingsStart(entry)
    while (postings.getUint8(at++) > 0x7f); // Skip the count.
    let document = -1
    while (at < end) {
      let byte = postings.getUint8(at++)
      let step = byte & 0x7f
      for (let shift = 7; byte > 0x7f && shift < 35; shift += 7) {
        byte = postings.getUint8(at++)
        step |= (byte & 0x7f) << shift
      }
      document += step
      sums[document] = float64At(sums, document) + unit * postings.getUint8(at++)
      const known = uint32At(terms, document)
      if (known === 0) this.matched.push(document)
      terms[document] = known | bit
    }
  }
}

/** A range of matches or units; `to` is exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

type MatchedTerm = Pick<QuestionTerm, 'entries' | 'partial' | 'match'>

/** The positions of a question's terms: unit, token position and term. Reads a document on first use. */
export class Matches {
  readonly #index: Index
  readonly #scores: Pick<Scores, 'termsIn'>
  /** An approximate limit of matches per document. */
  readonly #max: number
  /** Maps ids to terms, from 1. */
  readonly #termOfId: Uint8Array
  /** The signature bits of each term. */
  readonly #signatures: readonly number[]
  readonly #spans = new Map<number, Span>()
  /** For each match its unit; and its position, with the term in the lowest five bits. */
  #matches: Uint32Array = new Uint32Array(1 << 8)
  #count = 0
  /** The work so far: one step per unit and token, sixteen per match. */
  steps = 0

  constructor(
    index: Index,
    terms: readonly MatchedTerm[],
    scores: Pick<Scores, 'termsIn'>,
    max: number = workLimits.matches,
  ) {
    this.#index = index
    this.#max = max
    this.#scores = scores
    // Ids skip that of rare terms, so they go up to entries + 1.
    this.#termOfId = new Uint8Array(index.entries + 2)
    this.#signatures = terms.map((matched, term) => this.#mark(matched, term))
  }

  in(document: number): Span {
    const cached = this.#spans.get(document)
    if (cached) return cached
    const from = this.#count
    this.#read(document)
    const span = { from, to: this.#count }
    this.steps += 16 * (span.to - from)
    this.#spans.set(document, span)
    return span
  }

  unit(at: number): number {
    return uint32At(this.#matches, at * 2)
  }

  position(at: number): number {
    return uint32At(this.#matches, at * 2 + 1) >>> 5
  }

  term(at: number): number {
    return uint32At(this.#matches, at * 2 + 1) & 31
  }

  /** Whether a match directly follows the previous one. */
  follows(at: number): boolean {
    return this.position(at) === this.position(at - 1) + 1 && this.unit(at) === this.unit(at - 1)
  }

  /** An exact term takes precedence over another word's guess. */
  #mark({ entries, partial, match }: MatchedTerm, term: number): number {
    let signature = 0
    for (const entry of [...entries, ...partial]) {
      const id = this.#index.idOf(entry)
      if (match === 'exact' || uint8At(this.#termOfId, id) === 0) this.#termOfId[id] = term + 1
      signature |= signatureOf(id) || -1
    }
    return signature
  }

  #read(document: number): void {
    const index = this.#index
    index.requireDocument(document)
    const terms = this.#scores.termsIn(document)
    let signature = 0
    for (let term = 0; term < this.#signatures.length; term++)
      if (terms & (1 << term)) signature |= numberAt(this.#signatures, term)
    const first = index.firstUnit(document)
    const end = index.firstUnit(document + 1)
    const limit = this.#count + this.#max
    let unit = first
    for (; unit < end && this.#count < limit; unit++) {
      if ((index.signatureOf(unit) & signature) !== 0 || signature === -1) this.#readUnit(unit)
    }
    this.steps += unit - first
  }

  #readUnit(unit: number): void {
    const index = this.#index
    const termOfId = this.#termOfId
    const end = index.firstToken(unit + 1)
    let at = index.firstToken(unit)
    this.steps += end - at
    for (let position = 0; at < end; position++) {
      const id = index.idAt(at)
      at += slotsOf(id)
      const term = uint8At(termOfId, id)
      if (term === 0) continue
      if (this.#count * 2 === this.#matches.length) {
        const larger = new Uint32Array(this.#matches.length * 2)
        larger.set(this.#matches)
        this.#matches = larger
      }
      this.#matches[this.#count * 2] = unit
      this.#matches[this.#count++ * 2 + 1] = (position << 5) | (term - 1)
    }
  }
}

/** Finds the phrases of a question in units. */
class Phrases {
  readonly #index: Index
  readonly #phrases: readonly Phrase[]
  /** Maps the id of a first word to its group of phrases, from 1. */
  readonly #groupOfId: Uint8Array
  readonly #groups: Phrase[][] = []
  /** The work so far: one step per unit and token, eight per phrase tried at a token. */
  steps = 0

  constructor(index: Index, { phrases, terms }: Question) {
    this.#index = index
    // A phrase with an unknown word is impossible. The first entry of a term is in the archive's language.
    const known = phrases.map((phrase) => phrase.flatMap((term) => terms[term]?.entries.slice(0, 1) ?? []))
    const possible = known.filter(({ length }, number) => length === phrases[number]?.length)
    this.#phrases = possible.map((entries) => {
      const ids = entries.map((entry) => index.idOf(entry))
      return { ids, signature: ids.reduce((bits, id) => bits | signatureOf(id), 0) }
    })
    this.#groupOfId = new Uint8Array(this.#phrases.length > 0 ? index.entries + 2 : 0)
    for (const phrase of this.#phrases) {
      const [first = 0] = phrase.ids
      const group = this.#groups[uint8At(this.#groupOfId, first) - 1]
      if (group) group.push(phrase)
      else this.#groupOfId[first] = this.#groups.push([phrase])
    }
  }

  /** Returns undefined if the work limit is reached first. */
  isIn(document: number): boolean | undefined {
    this.#index.requireDocument(document)
    const end = this.#index.firstUnit(document + 1)
    for (let unit = this.#index.firstUnit(document); unit < end; unit++) {
      if (this.steps > workLimits.phrases.steps) return undefined
      this.steps++
      if (this.countIn(unit) > 0) return true
    }
    return false
  }

  /** Counts the occurrences of all phrases in a unit, which each must be within. */
  countIn(unit: number): number {
    const index = this.#index
    const bits = index.signatureOf(unit)
    if (!this.#phrases.some(({ signature }) => (bits & signature) === signature)) return 0
    const end = index.firstToken(unit + 1)
    let at = index.firstToken(unit)
    this.steps += end - at
    let count = 0
    while (at < end) {
      const id = index.idAt(at)
      at += slotsOf(id)
      const group = uint8At(this.#groupOfId, id)
      if (group === 0) continue
      const phrases = itemAt(this.#groups, group - 1)
      this.steps += 8 * phrases.length
      for (const { ids } of phrases) {
        let nth = 1
        for (let next = at; nth < ids.length && next < end && index.idAt(next) === ids[nth]; nth++)
          next += slotsOf(numberAt(ids, nth))
        if (nth === ids.length) count++
      }
    }
    return count
  }
}

interface Phrase {
  readonly ids: readonly number[]
  /** Signature bits that a unit with this phrase must have. */
  readonly signature: number
}
