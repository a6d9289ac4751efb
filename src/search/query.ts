import { float64At, itemAt, numberAt, uint32At, uint8At } from './checked.ts'
import { signatureOf, slotsOf } from './format.ts'
import type { Index } from './load.ts'
import { bitsOf, type Question, type QuestionTerm } from './question.ts'
import { partialWeight, workLimits } from './tuning.ts'

/** A running query. It owns all mutable state; the index is read-only. */
export type Query = ReturnType<typeof startQuery>

export function startQuery(index: Index, question: Question) {
  const scores = sumImpacts(index, question.terms)
  const matches = matchFinder(index, question.terms, scores.termsIn)
  const phrases = phraseFinder(index, question)
  /** The work so far, without postings. */
  const steps = () => matches.steps() + phrases.steps()
  return { index, question, scores, matches, phrases, steps }
}

export type Scores = ReturnType<typeof sumImpacts>

/** Sums the impacts of each document and collects its terms, from the postings. */
function sumImpacts(index: Index, terms: readonly QuestionTerm[]) {
  const { postings } = index
  const sums = new Float64Array(index.documents)
  /** A bit for each term in the document. */
  const termBits = new Uint32Array(index.documents)
  /** Documents with any of the terms, unordered. */
  const matched: number[] = []
  for (const [term, { entries, partial, weight }] of terms.entries()) {
    for (const entry of entries) add(entry, weight / 255, 1 << term)
    for (const entry of partial) add(entry, (partialWeight * weight) / 255, 1 << term)
  }
  /** A bit for each term that was not guessed. */
  const exact = bitsOf([...terms.keys()].filter((term) => terms[term]?.match === 'exact'))
  const termsIn = (document: number) => uint32At(termBits, document)
  /** Nearly zero for a document that has only guesses, if others have exact words of the query. */
  const standing = (document: number) => (exact === 0 || (termsIn(document) & exact) !== 0 ? 1 : 0.001)
  const of = (document: number) => standing(document) * float64At(sums, document)
  return { matched, of, standing, termsIn }

  function add(entry: number, unit: number, bit: number): void {
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
      const known = uint32At(termBits, document)
      if (known === 0) matched.push(document)
      termBits[document] = known | bit
    }
  }
}

/** A range of matches or units; `to` is exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

type MatchedTerm = Pick<QuestionTerm, 'entries' | 'partial' | 'match'>

/**
 * Finds the positions of terms: unit, token position and term. Reads a document on first use, and stops after about `max` matches in it.
 */
export function matchFinder(
  index: Index,
  terms: readonly MatchedTerm[],
  termsIn: Scores['termsIn'],
  max: number = workLimits.matches,
) {
  /** Maps ids to terms, from 1. Ids skip that of rare terms, so they go up to entries + 1. */
  const termOfId = new Uint8Array(index.entries + 2)
  /** The signature bits of each term. */
  const signatures = terms.map(mark)
  const spans = new Map<number, Span>()
  /** For each match its unit; and its position, with the term in the lowest five bits. */
  let matches = new Uint32Array(1 << 8)
  let count = 0
  /** The work so far: one step per unit and token, sixteen per match. */
  let steps = 0

  const unit = (at: number) => uint32At(matches, at * 2)
  const position = (at: number) => uint32At(matches, at * 2 + 1) >>> 5
  const term = (at: number) => uint32At(matches, at * 2 + 1) & 31
  /** Whether a match directly follows the previous one. */
  const follows = (at: number) => position(at) === position(at - 1) + 1 && unit(at) === unit(at - 1)
  return { in: matchesIn, unit, position, term, follows, steps: () => steps }

  function matchesIn(document: number): Span {
    const cached = spans.get(document)
    if (cached) return cached
    const from = count
    read(document)
    const span = { from, to: count }
    steps += 16 * (span.to - from)
    spans.set(document, span)
    return span
  }

  /** An exact term takes precedence over another word's guess. */
  function mark({ entries, partial, match }: MatchedTerm, term: number): number {
    let signature = 0
    for (const entry of [...entries, ...partial]) {
      const id = index.idOf(entry)
      if (match === 'exact' || uint8At(termOfId, id) === 0) termOfId[id] = term + 1
      signature |= signatureOf(id) || -1
    }
    return signature
  }

  function read(document: number): void {
    index.requireDocument(document)
    const bits = termsIn(document)
    let signature = 0
    for (let term = 0; term < signatures.length; term++)
      if (bits & (1 << term)) signature |= numberAt(signatures, term)
    const first = index.firstUnit(document)
    const end = index.firstUnit(document + 1)
    const limit = count + max
    let unit = first
    for (; unit < end && count < limit; unit++) {
      if ((index.signatureOf(unit) & signature) !== 0 || signature === -1) readUnit(unit)
    }
    steps += unit - first
  }

  function readUnit(unit: number): void {
    const end = index.firstToken(unit + 1)
    let at = index.firstToken(unit)
    steps += end - at
    for (let position = 0; at < end; position++) {
      const id = index.idAt(at)
      at += slotsOf(id)
      const term = uint8At(termOfId, id)
      if (term === 0) continue
      if (count * 2 === matches.length) {
        const larger = new Uint32Array(matches.length * 2)
        larger.set(matches)
        matches = larger
      }
      matches[count * 2] = unit
      matches[count++ * 2 + 1] = (position << 5) | (term - 1)
    }
  }
}

/** Finds the phrases of a question in units. */
function phraseFinder(index: Index, { phrases, terms }: Question) {
  // A phrase with an unknown word is impossible. The first entry of a term is in the archive's language.
  const known = phrases.map((phrase) => phrase.flatMap((term) => terms[term]?.entries.slice(0, 1) ?? []))
  const possible = known
    .filter(({ length }, number) => length === phrases[number]?.length)
    .map((entries): Phrase => {
      const ids = entries.map((entry) => index.idOf(entry))
      return { ids, signature: ids.reduce((bits, id) => bits | signatureOf(id), 0) }
    })
  /** Maps the id of a first word to its group of phrases, from 1. */
  const groupOfId = new Uint8Array(possible.length > 0 ? index.entries + 2 : 0)
  const groups: Phrase[][] = []
  for (const phrase of possible) {
    const [first = 0] = phrase.ids
    const group = groups[uint8At(groupOfId, first) - 1]
    if (group) group.push(phrase)
    else groupOfId[first] = groups.push([phrase])
  }
  /** The work so far: one step per unit and token, eight per phrase tried at a token. */
  let steps = 0
  return { isIn, countIn, steps: () => steps }

  /** Returns undefined if the work limit is reached first. */
  function isIn(document: number): boolean | undefined {
    index.requireDocument(document)
    const end = index.firstUnit(document + 1)
    for (let unit = index.firstUnit(document); unit < end; unit++) {
      if (steps > workLimits.phrases.steps) return undefined
      steps++
      if (countIn(unit) > 0) return true
    }
    return false
  }

  /** Counts the occurrences of all phrases in a unit, which each must be within. */
  function countIn(unit: number): number {
    const bits = index.signatureOf(unit)
    if (!possible.some(({ signature }) => (bits & signature) === signature)) return 0
    const end = index.firstToken(unit + 1)
    let at = index.firstToken(unit)
    steps += end - at
    let count = 0
    while (at < end) {
      const id = index.idAt(at)
      at += slotsOf(id)
      const group = uint8At(groupOfId, id)
      if (group === 0) continue
      const phrases = itemAt(groups, group - 1)
      steps += 8 * phrases.length
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
