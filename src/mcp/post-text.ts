import type { IndexedSection } from '../search/document.ts'
import { toolNames } from './protocol.ts'
import { decodeLiteralUtf8 } from '../base/utf8.ts'

/**
 * Returns part of a long text, with a note on how to get the next part: clients truncate long answers without telling the model.
 * Prefers to end at a line break, and never splits a character. A section comes with the link definitions it uses. All that has at
 * most `maxChars` characters, if they are enough for the note.
 */
export function textPart(
  text: string,
  offset: number,
  maxChars: number,
  id: string,
  section?: Pick<TextSection, 'end' | 'next'>,
): string {
  const from = characterStart(text, offset)
  const noteOn = (to: number, next: number) => {
    const range = `characters ${from} to ${to} of ${text.length}`
    return next < text.length
      ? `[This is part of the post, ${range}. For the next part, call ${toolNames.get} with {"id": "${id}", "offset": ${next}}.]`
      : `[This is the last part of the post, ${range}.]`
  }
  // Line breaks around the note, whose numbers may have fewer digits than the length.
  const room = Math.max(1, maxChars - noteOn(text.length, text.length - 1).length - 5)
  const upTo = (size: number) => Math.min(section?.end ?? text.length, partEnd(text, from, size))
  const used = section ? definitionsFor(text.slice(from, upTo(room)), () => definitionsIn(text)) : ''
  // Whole lines, in no more than half of the room.
  const definitions =
    used.length <= room >> 1 ? used : used.slice(0, Math.max(0, used.lastIndexOf('\n', room >> 1)))
  const to = upTo(Math.max(1, room - definitions.length))
  const part = text.slice(from, to)
  const note = noteOn(to, to === section?.end ? section.next : to)
  return `${part}${part.endsWith('\n') ? '' : '\n'}\n${definitions}${definitions && '\n\n'}${note}\n`
}

/** Cuts at a line break if there is one in the second half. */
function partEnd(text: string, from: number, maxChars: number): number {
  const end = from + maxChars
  if (end >= text.length) return text.length
  const half = from + Math.ceil(maxChars / 2)
  const newline = text.slice(half, end).lastIndexOf('\n')
  return newline === -1 ? characterStart(text, end) : half + newline + 1
}

/** Rounds down to the start of a surrogate pair. */
const characterStart = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at

/** A section, from its heading to the next of the same or a higher level, without trailing link definitions. */
export interface TextSection {
  readonly anchor: string
  readonly heading: string
  readonly start: number
  readonly end: number
  /** Where the text continues after the definitions. */
  readonly next: number
}

/** In characters: nested quote and list markers, and the heading's own. */
const longestStart = 400

/** Returns the sections in order. `found` has the byte offset of each heading's text in the source of the text. */
export function textSections(
  text: string,
  source: Uint8Array,
  found: readonly IndexedSection[],
): TextSection[] {
  let bytes = 0
  let at = 0
  const headings = found
    .toSorted((a, b) => a.start - b.start)
    .map(({ heading, anchor, start }) => {
      at += decodeLiteralUtf8(source.subarray(bytes, start)).length
      bytes = start
      const line = lineStart(text, at, longestStart) ?? at
      return { heading, anchor, level: levelAt(text, line), ...boundary(text, line) }
    })
  /** Going backwards: the next heading of each level or above. */
  const last = boundary(text, text.length)
  const nextAt = new Array<typeof last>(7).fill(last)
  const sections = headings.toReversed().map(({ heading, anchor, start, textEnd, level }) => {
    const { start: next, textEnd: end } = nextAt[level] ?? last
    nextAt.fill({ start, textEnd }, level)
    return { heading, anchor, start, end, next }
  })
  return sections.reverse()
}

/** In characters. Longer lines are no definitions. */
const longestDefinition = 2048
const definition = /^ {0,3}\[(?!\^)([^[\]\n]{1,999})\]:[ \t]*\S.{0,2000}$/

/** Returns where a section starts and where the text before it ends, without a list of definitions, which may be long. */
function boundary(text: string, start: number) {
  let textEnd = start
  let first = start
  for (let at = start; at > 0; ) {
    const from = lineStart(text, at - 1, longestDefinition)
    const line = from === undefined ? 'long' : text.slice(from, at).trimEnd()
    // A definition cannot interrupt a paragraph (CommonMark §4.7).
    if (line === '' || line.startsWith('#')) textEnd = first
    if (from === undefined || (line !== '' && !definition.test(line))) break
    if (line !== '') first = from
    at = from
  }
  return { start, textEnd }
}

/** Finds a section by anchor or heading. */
export function sectionNamed(sections: readonly TextSection[], name: string): TextSection | undefined {
  const wanted = name.trim().replace(/^#+\s*/, '')
  const same = (one: string) => one.toLowerCase() === wanted.toLowerCase()
  return (
    sections.find(({ anchor }) => anchor === wanted) ??
    sections.find(({ anchor, heading }) => same(anchor) || same(heading))
  )
}

/** Returns the start of the line, or undefined if it is too far above, because a post may be one line. */
function lineStart(text: string, at: number, reach: number): number | undefined {
  const from = Math.max(0, at - reach)
  const newline = text.slice(from, at).lastIndexOf('\n')
  return newline === -1 && from > 0 ? undefined : from + newline + 1
}

const longestHeading = 4096

/** Returns the level of an ATX or setext heading, also within a quote. */
function levelAt(text: string, line: number): number {
  const [first = '', second = ''] = text.slice(line, line + longestHeading).split('\n', 2)
  const marks = /^[ \t>]*(#{1,6})(?=[ \t>])/.exec(first)?.[1]
  return marks?.length ?? (second.startsWith('=') ? 1 : 2)
}

const maxDefinitions = 5_000
const allDefinitions = new RegExp(definition, 'gm')

/** Returns the link reference definitions, by label. */
export function definitionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [line, name = ''] of text.matchAll(allDefinitions)) {
    // The first definition of a label wins (CommonMark §4.7).
    if (!found.has(normal(name))) found.set(normal(name), line.trim())
    if (found.size === maxDefinitions) break
  }
  return found
}

/** Brackets without an inline URL; footnotes excluded. */
const label = /\[(?!\^)([^[\]]{1,999})\](?!\()/g

/** Returns the definitions that an excerpt refers to but does not contain. */
export function definitionsFor(excerpt: string, definitions: () => ReadonlyMap<string, string>): string {
  const wanted = new Set([...excerpt.matchAll(label)].map(([, name = '']) => normal(name)))
  if (wanted.size === 0) return ''
  const used = Array.from(definitions()).filter(([name, line]) => wanted.has(name) && !excerpt.includes(line))
  return used.map(([, line]) => line).join('\n')
}

/** Labels ignore case and the amount of whitespace (CommonMark §6.3). */
const normal = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()
