import type { Section } from '../search/document.ts'

/** A section of a post's markdown: from its heading to the next one of its level or above. Offsets are in characters. */
export interface TextSection {
  readonly anchor: string
  readonly heading: string
  readonly start: number
  readonly end: number
}

/** The sections of a twin, in order. `found` says where the text of each heading begins, in bytes. */
export function sectionsOf(source: Uint8Array, found: readonly Section[]): TextSection[] {
  const text = utf8.decode(source)
  let bytes = 0
  let characters = 0
  const headings = found
    .toSorted((a, b) => a.start - b.start)
    .map(({ heading, anchor, start }) => {
      characters += utf8.decode(source.subarray(bytes, start)).length
      bytes = start
      const line = text.lastIndexOf('\n', Math.max(0, characters - 1)) + 1
      return { heading, anchor, start: line, level: levelAt(text, line) }
    })
  /** For each level where the next heading of it or above is, from the end backwards. */
  const nextAt = new Array<number>(7).fill(text.length)
  const sections = headings.toReversed().map(({ heading, anchor, start, level }) => {
    const section = { heading, anchor, start, end: nextAt[level] ?? text.length }
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

/** `## Two` is of level 2; a heading that is underlined, of 1 or 2. */
function levelAt(text: string, line: number): number {
  const marks = /^[ \t>]*(#{1,6})[ \t]/.exec(text.slice(line, line + 100))?.[1]
  if (marks) return marks.length
  const end = text.indexOf('\n', line)
  return text[end + 1] === '=' ? 1 : 2
}

const utf8 = new TextDecoder()
