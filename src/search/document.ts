import { mapCollectingMissing } from '../base/bytes-missing.ts'
import type { SearchedPart, UnitKind } from './format.ts'
import type { Index } from './load.ts'
import { Texts } from './texts.ts'
import { workLimits } from './tuning.ts'

export interface Place {
  readonly heading: string
  /** The fragment that addresses the heading. */
  readonly anchor: string
}

/** A section of a document, and where its heading's text is in the source. */
export interface Section extends Place {
  readonly start: number
}

const emptyBytes = new Uint8Array(0)
const utf8 = new TextDecoder()
const newLine = 10
const blanks: ReadonlySet<number> = new Set([...' \t\r\n>'].map((blank) => blank.charCodeAt(0)))

/** What an item of a list begins with. */
const itemStart = /\n[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/

/** A document of an index with its texts. Units are counted over all documents, as everywhere. */
export class IndexedDocument {
  /** Its first unit, and where its units end. */
  readonly first: number
  readonly end: number
  readonly source: Uint8Array
  readonly #index: Index
  readonly #texts: Texts
  readonly #headings: number[] = []
  /** Up to where its headings have been looked for. */
  #looked: number

  constructor(index: Index, document: number) {
    this.#index = index
    this.first = index.firstUnit(document)
    this.end = index.firstUnit(document + 1)
    this.#looked = this.first
    const parts = [() => index.sourceOf(document), () => index.textsOf(document)]
    const [source = emptyBytes, texts = emptyBytes] = mapCollectingMissing(parts, (read) => read())
    this.source = source
    this.#texts = new Texts(texts, source, this.end - this.first)
  }

  kindOf(unit: number): UnitKind {
    return this.#index.kindOf(unit)
  }

  text(unit: number): string {
    return this.#texts.text(unit - this.first)
  }

  length(unit: number): number {
    return this.#texts.length(unit - this.first)
  }

  /** Where it is in the source; from one offset to the same, if it is not there. */
  range(unit: number): readonly [start: number, end: number] {
    return this.#texts.range(unit - this.first)
  }

  /** The source between a unit and the one before it; undefined, if one of them is not there or they are in another order. */
  gapBefore(unit: number): string | undefined {
    const [before, end] = this.range(unit - 1)
    const [start, after] = this.range(unit)
    return before === end || start === after || start < end
      ? undefined
      : utf8.decode(this.source.subarray(end, start))
  }

  /** Whether a unit is a line of the same piece of code as the unit before it. Between two pieces are fences. */
  isSameCode(unit: number): boolean {
    const index = this.#index
    return (
      unit > this.first &&
      unit < this.end &&
      index.kindOf(unit) === 'code' &&
      index.kindOf(unit - 1) === 'code' &&
      index.headingNumber(unit) === index.headingNumber(unit - 1) &&
      this.#isBlankBetween(this.range(unit - 1)[1], this.range(unit)[0])
    )
  }

  /** Whether there is nothing but spaces, line ends and the marks of a quotation. Bytes are quicker to look at than a text of them. */
  #isBlankBetween(from: number, to: number): boolean {
    let at = from
    while (at < to && blanks.has(this.source[at] ?? 0)) at++
    return at >= to
  }

  /** Whether a unit goes on with the code, the table or the list that the unit before it is of. */
  isSameBlock(unit: number): boolean {
    const kind = this.kindOf(unit)
    if (kind === 'code') return this.isSameCode(unit)
    return this.kindOf(unit - 1) === kind && (kind === 'table' || itemStart.test(this.gapBefore(unit) ?? ''))
  }

  isSameParagraph(unit: number): boolean {
    const isProse = this.kindOf(unit) === 'prose' && this.kindOf(unit - 1) === 'prose'
    return isProse && /^[^\n]*\n?[^\n]*$/.test(this.gapBefore(unit) ?? '\n\n')
  }

  /** The line with which the code begins that a line is of, unless it is far above: code says little without it. */
  firstOfCode(unit: number): number {
    const least = unit - workLimits.codeLines
    let first = unit
    while (first > least && this.isSameCode(first)) first--
    return first > least ? first : unit
  }

  /** A line of code as it is written, with all that is before it on its line; its text, if it is not in the source. */
  line(unit: number): string {
    const text = this.text(unit)
    const [start, end] = this.range(unit)
    const written = utf8.decode(this.source.subarray(start, end))
    if (written.replace(/\s+/g, ' ') !== text) return text
    const lineStart = start === 0 ? 0 : this.source.lastIndexOf(newLine, start - 1) + 1
    const margin = utf8.decode(this.source.subarray(lineStart, start))
    return /^[ \t>]*$/.test(margin) ? margin + written : written
  }

  /** The heading a unit stands under, and its anchor, which follows it. */
  placeOf(unit: number): Place {
    const number = this.#index.headingNumber(unit)
    const heading = this.#headingUnits(number)[number - 1]
    return heading === undefined
      ? { heading: '', anchor: '' }
      : { heading: this.text(heading), anchor: this.text(heading + 1) }
  }

  /** The first so many of them. */
  sections(most: number): Section[] {
    return this.#headingUnits(most)
      .slice(0, most)
      .map((unit) => ({ heading: this.text(unit), anchor: this.text(unit + 1), start: this.range(unit)[0] }))
  }

  /** At least so many, if there are as many. */
  #headingUnits(count: number): readonly number[] {
    for (; this.#headings.length < count && this.#looked < this.end; this.#looked++) {
      if (this.#index.kindOf(this.#looked) === 'anchor') this.#headings.push(this.#looked - 1)
    }
    return this.#headings
  }
}

const body = { part: 'body', carriesOn: true, isLine: false } as const
const beside = { carriesOn: false, isLine: false } as const

/** How a kind is quoted: whether a sentence beside it may be carried on to it, and whether it is shown on a line of its own. */
export const kinds: Readonly<
  Record<UnitKind, { readonly part: SearchedPart; readonly carriesOn: boolean; readonly isLine: boolean }>
> = {
  prose: body,
  table: { ...body, isLine: true },
  heading: { ...body, carriesOn: false },
  code: { ...body, isLine: true },
  figure: { ...body, carriesOn: false },
  anchor: { ...body, carriesOn: false },
  summary: { ...beside, part: 'summary' },
  title: { ...beside, part: 'title' },
  tags: { ...beside, part: 'tags' },
  date: { ...beside, part: 'date' },
}
