import type { UnitKind } from './format.ts'
import type { Index } from './load.ts'
import { Texts } from './texts.ts'

export interface Place {
  readonly heading: string
  /** The fragment that addresses the heading. */
  readonly anchor: string
}

/** A section of a document, and where its heading's text is in the source. */
export interface Section extends Place {
  readonly start: number
}

/** A document of an index with its texts. Units are counted over all documents, as everywhere. */
export class IndexedDocument {
  /** Its first unit, and where its units end. */
  readonly first: number
  readonly end: number
  readonly source: Uint8Array
  readonly #index: Index
  readonly #texts: Texts
  #headings: number[] | undefined

  constructor(index: Index, document: number) {
    this.#index = index
    this.first = index.firstUnit(document)
    this.end = index.firstUnit(document + 1)
    this.source = index.sourceOf(document)
    this.#texts = new Texts(index.textsOf(document), this.source, this.end - this.first)
  }

  kindOf(unit: number): UnitKind {
    return this.#index.kindOf(unit)
  }

  text(unit: number): string {
    return this.#texts.text(unit - this.first)
  }

  /** In bytes: hardly more than in characters. */
  length(unit: number): number {
    return this.#texts.length(unit - this.first)
  }

  /** Where it is in the source; from one offset to the same, if it is not there. */
  range(unit: number): readonly [start: number, end: number] {
    return this.#texts.range(unit - this.first)
  }

  /** The line with which the code begins that a line is of: code says little without it. */
  firstOfCode(unit: number): number {
    const index = this.#index
    const isOfIt = (one: number) =>
      one >= this.first &&
      index.kindOf(one) === 'code' &&
      index.headingNumber(one) === index.headingNumber(unit)
    let first = unit
    while (isOfIt(first - 1)) first--
    return first
  }

  /** The heading a unit stands under, and its anchor, which follows it. */
  placeOf(unit: number): Place {
    const heading = this.#headingUnits()[this.#index.headingNumber(unit) - 1]
    return heading === undefined
      ? { heading: '', anchor: '' }
      : { heading: this.text(heading), anchor: this.text(heading + 1) }
  }

  sections(): Section[] {
    return this.#headingUnits().map((unit) => ({ ...this.placeOf(unit), start: this.range(unit)[0] }))
  }

  #headingUnits(): readonly number[] {
    if (this.#headings) return this.#headings
    const found: number[] = []
    for (let unit = this.first; unit < this.end; unit++) {
      if (this.#index.kindOf(unit) === 'anchor') found.push(unit - 1)
    }
    this.#headings = found
    return found
  }
}
