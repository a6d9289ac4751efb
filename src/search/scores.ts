import { float64At, uint32At } from './checked.ts'
import type { Index } from './load.ts'
import type { QuestionTerm } from './question.ts'

/** What the postings say about every document for one question: the sum of its impacts, and which of the terms it has. */
export class Scores {
  readonly #matched: number[] = []
  readonly #sums: Float64Array
  readonly #terms: Uint32Array

  constructor(index: Index, terms: readonly QuestionTerm[]) {
    this.#sums = new Float64Array(index.documents)
    this.#terms = new Uint32Array(index.documents)
    for (const [term, { entries, weight }] of terms.entries()) {
      for (const entry of entries) this.#add(index, entry, weight / 255, 1 << term)
    }
  }

  /** The documents that have any of the terms, in no order. */
  get matched(): readonly number[] {
    return this.#matched
  }

  of(document: number): number {
    return float64At(this.#sums, document)
  }

  /** A bit for each term that the document has. */
  termsIn(document: number): number {
    return uint32At(this.#terms, document)
  }

  #add(index: Index, entry: number, unit: number, bit: number): void {
    const { postings } = index
    const sums = this.#sums
    const terms = this.#terms
    const end = index.postingsStart(entry + 1)
    let at = index.postingsStart(entry)
    while (postings.getUint8(at++) > 0x7f); // how many there are
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
      if (known === 0) this.#matched.push(document)
      terms[document] = known | bit
    }
  }
}
