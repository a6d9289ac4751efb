import type { Section } from '../search/document.ts'
import { countUnits } from './post-text.ts'

/** A section of a post's markdown: from its heading to the next one of its level or above. Offsets are in UTF-16 units. */
export interface TextSection {
  readonly anchor: string
  readonly heading: string
  readonly start: number
  readonly end: number
}

/** The sections of a twin that has so many units, in order. `found` says where the text of each heading begins, in bytes. */
export function sectionsOf(source: Uint8Array, length: number, found: readonly Section[]): TextSection[] {
  let bytes = 0
  let units = 0
  const headings = found
    .toSorted((a, b) => a.start - b.start)
    .map(({ heading, anchor, start }) => {
      units += countUnits(source, bytes, start)
      bytes = start
      const line = lineStart(source, start)
      return { heading, anchor, start: units - countUnits(source, line, start), level: levelAt(source, line) }
    })
  /** For each level where the next heading of it or above is, from the end backwards. */
  const nextAt = new Array<number>(7).fill(length)
  const sections = headings.toReversed().map(({ heading, anchor, start, level }) => {
    const section = { heading, anchor, start, end: nextAt[level] ?? length }
    nextAt.fill(start, level)
    return section
  })
  return sections.reverse()
}

/** By its anchor, or by what it says. */
export function sectionNamed(sections: readonly TextSection[], name: string): TextSection | undefined {
  const wanted = name.trim().replace(/^#+\s*/, '')
  const same = (one: string) => one.toLowerCase() === wanted.toLowerCase()
  return (
    sections.find(({ anchor }) => anchor === wanted) ??
    sections.find(({ anchor, heading }) => same(anchor) || same(heading))
  )
}

/** Of the line that a heading is on. A heading that is not in the source has none. */
function lineStart(source: Uint8Array, at: number): number {
  const from = Math.max(0, at - longestStart)
  const line = source.subarray(from, at).lastIndexOf(newline)
  return line === -1 && from > 0 ? at : from + line + 1
}

/** `## Two` is of level 2; a heading that is underlined, of 1 or 2. */
function levelAt(source: Uint8Array, line: number): number {
  let at = line
  while (at < line + longestStart && beforeMarks.has(source[at] ?? 0)) at++
  let level = 0
  while (source[at + level] === hash) level++
  if (level > 0 && level < 7 && beforeMarks.has(source[at + level] ?? 0)) return level
  const end = source.subarray(line, line + longestHeading).indexOf(newline)
  return end !== -1 && source[line + end + 1] === equals ? 1 : 2
}

const [newline, equals, hash] = [0x0a, 0x3d, 0x23] as const
/** Spaces and the marks of a quotation. */
const beforeMarks: ReadonlySet<number> = new Set([0x20, 0x09, 0x3e])
/** In bytes: quotes and lists in each other, and the marks of a heading. */
const longestStart = 400
const longestHeading = 4096
