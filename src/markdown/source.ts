import type { RuleName } from '../base/diagnostics.ts'
import { countUpTo } from '../base/nearest.ts'

export type Range = readonly [start: number, end: number]

/** A replacement of a range. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A problem at an offset. */
export interface Note {
  readonly offset: number
  readonly message: string
  readonly rule: RuleName
  readonly hint: string
  /** It may be literal text. */
  readonly isText?: true
}

/** A link, an image, or the definition that a `[label]` refers to. */
export interface Reference {
  readonly kind: 'link' | 'image' | 'definition'
  readonly href: string
  readonly offset: number
  /** Range of the destination; undefined for a reference link. */
  readonly destination: Range | undefined
  /** In an HTML attribute. */
  readonly isHtml?: true
  /** Alt text; undefined where none is needed. */
  readonly alt: string | undefined
}

/** Returns a test for offsets in ranges, which must be sorted and must not overlap. */
export function within(ranges: readonly Range[]): (offset: number) => boolean {
  const starts = ranges.map(([start]) => start)
  return (offset) => offset < (ranges[countUpTo(offset, starts) - 1]?.[1] ?? 0)
}

const fenceLine = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`\n]*$)|~{3,})([^\n]*)$/gm

/** Finds fenced code (by line, as in CommonMark) and code spans, which end before a blank line. */
export function codeRanges(source: string): readonly Range[] {
  const ranges: Range[] = []
  let fence: { readonly mark: string; readonly start: number } | undefined
  let prose = 0
  for (const { 0: line, 1: mark = '', 2: rest = '', index } of source.matchAll(fenceLine)) {
    if (fence === undefined) {
      for (const span of codeSpans(source, prose, index)) ranges.push(span)
      fence = { mark, start: index }
    } else if (mark.startsWith(fence.mark) && rest.trim() === '') {
      prose = index + line.length
      ranges.push([fence.start, prose])
      fence = undefined
    }
  }
  if (fence) ranges.push([fence.start, source.length])
  else for (const span of codeSpans(source, prose, source.length)) ranges.push(span)
  return ranges
}

/** Finds code spans in prose. Remembers unclosed runs by length, to stay linear. */
export function codeSpans(source: string, from: number, to: number): Range[] {
  const found: Range[] = []
  let start = from
  for (const paragraph of source.slice(from, to).split(/(\n[ \t]*\n)/)) {
    const first = start
    start += paragraph.length
    const runs = Array.from(paragraph.matchAll(/`+/g), ({ 0: { length }, index }) => ({
      start: first + index,
      length,
    }))
    const last = new Map<number, number>()
    for (const { start, length } of runs) last.set(length, start)
    for (let at = 0; at < runs.length; at++) {
      const opening = runs[at]
      if (!opening || (last.get(opening.length) ?? -1) <= opening.start) continue
      let end = at + 1
      while (runs[end]?.length !== opening.length) end++
      found.push([opening.start, (runs[end]?.start ?? to) + opening.length])
      at = end
    }
  }
  return found
}

/** Shortens source for a message. */
export function abbreviated(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}
