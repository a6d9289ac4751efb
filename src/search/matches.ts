import { signatureOf, unitWidth } from './format.ts'
import type { QuestionTerm } from './query.ts'

/** The parts of an open index that are read for matches. */
export interface Readable {
  readonly ids: Uint32Array
  /** A document's first unit. */
  readonly documentStarts: Uint32Array
  /** Fours: where a unit's text starts, its kind with its heading, its first token, its signature. */
  readonly units: Uint32Array
  readonly tokens: Uint16Array
  /** For each id which term of the query it is, from 1. */
  readonly slots: Uint8Array
}

/** What the slots of the two ids that are no terms hold. */
export const unitEnd = 255
export const rareSlot = 254

type Wanted = Pick<QuestionTerm, 'places' | 'found'>
const nothing: Wanted = { places: [], found: 'nowhere' }

/** The matches of one document: from here to there among all that were read. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Where in documents terms of the query stand: the unit, counted over all documents; the place among its tokens; the term. A
 * document is read once, however often its matches are asked for, and the memory is used again for every query.
 */
export class Matches {
  units = new Uint32Array(1 << 12)
  places = new Uint16Array(1 << 12)
  terms = new Uint8Array(1 << 12)
  #count = 0
  readonly #spans = new Map<number, Span>()

  /** Which bits tell units that may have a term, for each term of the query. */
  readonly #signatures = new Int32Array(32)

  /** From here on the terms of one query are looked for. What was asked for outright is never taken for another word's guess. */
  begin({ ids, slots }: Readable, terms: readonly Wanted[]): void {
    for (let slot = 0; slot < terms.length; slot++) {
      const { places, found } = terms[slot] ?? nothing
      let signature = 0
      for (const place of places) {
        const id = ids[place] ?? 0
        if ((slots[id] ?? unitEnd) >= rareSlot) continue // damaged: no term has these
        if (found === 'as-is' || slots[id] === 0) slots[id] = slot + 1
        signature |= signatureOf(id) || -1
      }
      this.#signatures[slot] = signature
    }
  }

  /** What is asked for next has other terms. */
  end({ ids, slots }: Readable, terms: readonly Wanted[]): void {
    for (const { places } of terms) {
      for (const place of places) {
        const id = ids[place] ?? 0
        if ((slots[id] ?? unitEnd) < rareSlot) slots[id] = 0
      }
    }
    this.#count = 0
    this.#spans.clear()
  }

  /** The matches in a document that has the terms with these bits. */
  in(index: Readable, document: number, mask: number): Span {
    const known = this.#spans.get(document)
    if (known) return known
    let signature = 0
    for (let term = 0, left = mask; left !== 0; term++, left >>>= 1) {
      if (left & 1) signature |= this.#signatures[term] ?? 0
    }
    const from = this.#count
    this.#read(index, document, signature)
    const span = { from, to: this.#count }
    this.#spans.set(document, span)
    return span
  }

  /** Whether a phrase begins at a match, of those up to another. */
  isPhrase(at: number, to: number, phrase: readonly number[]): boolean {
    const { units, places, terms } = this
    if (at + phrase.length > to) return false
    for (let word = 0; word < phrase.length; word++) {
      const there = at + word
      if (
        terms[there] !== phrase[word] ||
        units[there] !== units[at] ||
        places[there] !== (places[at] ?? 0) + word
      )
        return false
    }
    return true
  }

  #read({ tokens, units, slots, documentStarts }: Readable, document: number, signature: number): void {
    // Integers of 32 bits, which the loops are fast with, and none of them outside its section.
    const behind = Math.min(documentStarts[document + 1] ?? 0, units.length / unitWidth - 1) | 0
    for (let unit = Math.min(documentStarts[document] ?? 0, behind) | 0; unit < behind; unit++) {
      if (((units[unit * unitWidth + 3] ?? 0) & signature) === 0 && signature !== -1) continue
      const start = Math.min(units[unit * unitWidth + 2] ?? 0, tokens.length) | 0
      const end = Math.min(units[(unit + 1) * unitWidth + 2] ?? 0, tokens.length) | 0
      this.#readUnit(tokens, slots, unit, start, end)
    }
  }

  #readUnit(tokens: Uint16Array, slots: Uint8Array, unit: number, first: number, end: number): void {
    let start = first
    for (let at = first; at < end; at++) {
      const slot = slots[tokens[at] ?? 0] ?? 0
      if (slot === 0) continue
      if (slot === rareSlot) {
        const rare = slots[((tokens[at + 1] ?? 0) | ((tokens[at + 2] ?? 0) << 16)) >>> 0] ?? 0
        if (rare > 0 && rare < rareSlot) this.#note(unit, at - start, rare - 1)
        at += 2
        start += 2
      } else if (slot !== unitEnd) this.#note(unit, at - start, slot - 1)
    }
  }

  #note(unit: number, place: number, term: number): void {
    const at = this.#count++
    if (at === this.units.length) this.#grow()
    this.units[at] = unit
    this.places[at] = place
    this.terms[at] = term
  }

  #grow(): void {
    const { units, places, terms } = this
    this.units = new Uint32Array(units.length * 2)
    this.places = new Uint16Array(units.length * 2)
    this.terms = new Uint8Array(units.length * 2)
    this.units.set(units)
    this.places.set(places)
    this.terms.set(terms)
  }
}
