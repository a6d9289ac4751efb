import { emptyBytes } from '../base/digest.ts'
import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { byteSet } from './bytes.ts'
import type { SearchedPart, UnitKind } from './format.ts'
import type { Index } from './load.ts'
import { Texts } from './texts.ts'
import { workLimits } from './tuning.ts'
import { decodeUtf8 } from '../base/utf8.ts'

export interface Place {
  readonly heading: string
  /** The fragment that addresses the heading. */
  readonly anchor: string
}

export interface IndexedSection extends Place {
  /** Byte offset of the heading's text in the source. */
  readonly start: number
}

const newLine = 10
const blanks = byteSet(' \t\r\n>')

const itemStart = /\n[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/

/** A document of an index, with its texts. */
export class IndexedDocument extends Texts {
  readonly #index: Index
  readonly #headings: number[] = []
  /** Headings before this unit are known. */
  #scanned: number

  constructor(index: Index, document: number) {
    const parts = [() => index.sourceOf(document), () => index.textsOf(document)]
    const [source = emptyBytes, texts = emptyBytes] = mapCollectingMissing(parts, (read) => read())
    super(texts, source, index.firstUnit(document), index.firstUnit(document + 1))
    this.#index = index
    this.#scanned = this.first
  }

  kindOf(unit: number): UnitKind {
    return this.#index.kindOf(unit)
  }

  /** Returns the source between a unit and the previous one; undefined if one is missing or they are out of order. */
  gapBefore(unit: number): string | undefined {
    const [before, end] = this.range(unit - 1)
    const [start, after] = this.range(unit)
    return before === end || start === after || start < end
      ? undefined
      : decodeUtf8(this.source.subarray(end, start))
  }

  /** Whether a unit is in the same code block as the previous one: between two blocks are fences. */
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

  /** Whether there are only whitespace and quote markers. Reads bytes, which is faster than decoding. */
  #isBlankBetween(from: number, to: number): boolean {
    let at = from
    while (at < to && blanks.has(this.source[at] ?? 0)) at++
    return at >= to
  }

  /** Whether a unit continues the code, table or list of the previous one. */
  isSameBlock(unit: number): boolean {
    const kind = this.kindOf(unit)
    if (kind === 'code') return this.isSameCode(unit)
    const before = this.kindOf(unit - 1)
    if (kind === 'table') return before === 'table' || before === 'columns'
    return before === kind && itemStart.test(this.gapBefore(unit) ?? '')
  }

  /** Returns the header above a row, unless it is too far above. */
  columnsAbove(unit: number): number | undefined {
    const limit = Math.max(this.first, unit - workLimits.codeLines)
    let at = unit
    while (at > limit && this.kindOf(at) === 'table') at--
    return at < unit && this.kindOf(at) === 'columns' ? at : undefined
  }

  isSameParagraph(unit: number): boolean {
    const isProse = this.kindOf(unit) === 'prose' && this.kindOf(unit - 1) === 'prose'
    return isProse && /^[^\n]*\n?[^\n]*$/.test(this.gapBefore(unit) ?? '\n\n')
  }

  /** Returns the first line of the code block, unless it is too far above. */
  firstOfCode(unit: number): number {
    const limit = unit - workLimits.codeLines
    let first = unit
    while (first > limit && this.isSameCode(first)) first--
    return first > limit ? first : unit
  }

  /** Returns a line of code with its indentation; only its text if it is not in the source. */
  line(unit: number): string {
    const text = this.text(unit)
    const [start, end] = this.range(unit)
    const written = decodeUtf8(this.source.subarray(start, end))
    if (written.replace(/\s+/g, ' ') !== text) return text
    const lineStart = start === 0 ? 0 : this.source.lastIndexOf(newLine, start - 1) + 1
    const margin = decodeUtf8(this.source.subarray(lineStart, start))
    return /^[ \t>]*$/.test(margin) ? margin + written : written
  }

  /** Returns the heading above a unit. The anchor unit follows the heading unit. */
  placeOf(unit: number): Place {
    const number = this.#index.headingNumber(unit)
    const heading = this.#headingUnits(number)[number - 1]
    return heading === undefined
      ? { heading: '', anchor: '' }
      : { heading: this.text(heading), anchor: this.text(heading + 1) }
  }

  sections(max: number): IndexedSection[] {
    return this.#headingUnits(max)
      .slice(0, max)
      .map((unit) => ({ heading: this.text(unit), anchor: this.text(unit + 1), start: this.range(unit)[0] }))
  }

  /** Returns at least `count` headings, if there are that many. */
  #headingUnits(count: number): readonly number[] {
    for (; this.#headings.length < count && this.#scanned < this.end; this.#scanned++) {
      if (this.#index.kindOf(this.#scanned) === 'anchor') this.#headings.push(this.#scanned - 1)
    }
    return this.#headings
  }
}

const body = { part: 'body', extends: true, form: 'prose' } as const
const metadata = { extends: false, form: 'prose' } as const

export interface Quoting {
  readonly part: SearchedPart
  /** Whether a passage may extend to it. */
  readonly extends: boolean
  /** Table rows and code are lines of their own. */
  readonly form: 'prose' | 'table' | 'code'
}

/** How each kind is quoted. */
export const quotingOf: Readonly<Record<UnitKind, Quoting>> = {
  prose: body,
  columns: { ...body, form: 'table' },
  table: { ...body, form: 'table' },
  code: { ...body, form: 'code' },
  heading: { ...body, extends: false },
  figure: { ...body, extends: false },
  anchor: { ...body, extends: false },
  summary: { ...metadata, part: 'summary' },
  title: { ...metadata, part: 'title' },
  tags: { ...metadata, part: 'tags' },
  date: { ...metadata, part: 'date' },
}
