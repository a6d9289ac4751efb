import { byteSet } from '../search/bytes.ts'
import type { Section } from '../search/document.ts'
import { toolNames } from './protocol.ts'

/**
 * The UTF-8 text of a post, addressed by UTF-16 offsets, which clients count in. Decodes only the requested range: decoding
 * megabytes would dominate the call.
 */
export class PostText {
  readonly bytes: Uint8Array
  /** In UTF-16 units. */
  readonly length: number
  /** The number of units before each block of bytes. */
  readonly #before: Uint32Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#before = new Uint32Array(Math.ceil(bytes.length / blockSize))
    let length = 0
    for (let block = 0; block < this.#before.length; block++) {
      this.#before[block] = length
      length += countUnits(bytes, block * blockSize, (block + 1) * blockSize)
    }
    this.length = length
  }

  /** Never splits a character: includes one that straddles `from`, excludes one that straddles `to`. */
  slice(from: number, to: number): string {
    return utf8.decode(this.bytes.subarray(this.byteAt(from), this.byteAt(to)))
  }

  /** Returns the byte offset of the character that contains a unit. */
  byteAt(unit: number): number {
    let block = Math.floor((unit / Math.max(1, this.length)) * this.#before.length)
    while (block > 0 && (this.#before[block] ?? Infinity) > unit) block--
    while (block + 1 < this.#before.length && (this.#before[block + 1] ?? 0) <= unit) block++
    let units = this.#before[block] ?? 0
    let at = characterStart(this.bytes, block * blockSize)
    for (; at < this.bytes.length; at = characterStart(this.bytes, at + 1)) {
      units += (this.bytes[at] ?? 0) < 0xf0 ? 1 : 2
      if (units > unit) return at
    }
    return at
  }

  /** Returns the unit offset of the character that starts at a byte. */
  unitAt(byte: number): number {
    const block = Math.floor(byte / blockSize)
    return (this.#before[block] ?? this.length) + countUnits(this.bytes, block * blockSize, byte)
  }
}

const blockSize = 4096
const utf8 = new TextDecoder()

/** Counts the UTF-16 units of the characters that start within a byte range. */
function countUnits(bytes: Uint8Array, from: number, to: number): number {
  const end = Math.min(to, bytes.length)
  let units = 0
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0
    if ((byte & 0xc0) !== 0x80) units += byte < 0xf0 ? 1 : 2
  }
  return units
}

/** Returns the first offset at or after `from` where a character starts. */
export function characterStart(bytes: Uint8Array, from: number): number {
  let at = Math.max(0, from)
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return at
}

/**
 * Returns part of a long text, with a note on how to get the next part: clients truncate long answers without telling the model.
 * Prefers to end at a line break. A section comes with the link definitions it uses.
 */
export function partOf(
  text: PostText,
  offset: number,
  maxChars: number,
  id: string,
  section?: Pick<TextSection, 'end' | 'next'>,
): string {
  // Round down to the start of a character.
  const from = text.unitAt(text.byteAt(offset))
  const to = Math.min(section?.end ?? text.length, endOf(text, from, maxChars))
  const range = `characters ${from} to ${to} of ${text.length}`
  const next = to === section?.end ? section.next : to
  const note =
    next < text.length
      ? `[This is part of the post, ${range}. For the next part, call ${toolNames.get} with {"id": "${id}", "offset": ${next}}.]`
      : `[This is the last part of the post, ${range}.]`
  const part = text.slice(from, to)
  const definitions = section ? definitionsFor(part, () => definitionsIn(text.bytes)) : ''
  return `${part}${part.endsWith('\n') ? '' : '\n'}\n${definitions}${definitions && '\n\n'}${note}\n`
}

/** Cuts at a line break if there is one in the second half. */
function endOf(text: PostText, from: number, maxChars: number): number {
  const end = from + maxChars
  if (end >= text.length) return text.length
  const to = text.byteAt(end)
  const half = text.byteAt(from + Math.ceil(maxChars / 2))
  const newline = text.bytes.subarray(half, to).lastIndexOf(0x0a)
  return text.unitAt(newline === -1 ? to : half + newline + 1)
}

/** A section, from its heading to the next of the same or a higher level, without trailing link definitions. Offsets are UTF-16. */
export interface TextSection {
  readonly anchor: string
  readonly heading: string
  readonly start: number
  readonly end: number
  /** Where the text continues after the definitions. */
  readonly next: number
}

/** Returns the sections in order. `found` has the byte offset of each heading's text; `length` is the twin's, in units. */
export function sectionsOf(source: Uint8Array, length: number, found: readonly Section[]): TextSection[] {
  let bytes = 0
  let units = 0
  const headings = found
    .toSorted((a, b) => a.start - b.start)
    .map(({ heading, anchor, start }) => {
      units += countUnits(source, bytes, start)
      bytes = start
      const line = lineStart(source, start)
      const at = units - countUnits(source, line, start)
      return { heading, anchor, level: levelAt(source, line), ...boundary(source, line, at) }
    })
  /** Going backwards: the next heading of each level or above. */
  const last = boundary(source, source.length, length)
  const nextAt = new Array<typeof last>(7).fill(last)
  const sections = headings.toReversed().map(({ heading, anchor, start, textEnd, level }) => {
    const { start: next, textEnd: end } = nextAt[level] ?? last
    nextAt.fill({ start, textEnd }, level)
    return { heading, anchor, start, end, next }
  })
  return sections.reverse()
}

/** Returns where a section starts and where the text before it ends, without a list of definitions, which may be long. */
function boundary(source: Uint8Array, line: number, start: number) {
  let end = line
  let first = line
  for (let at = line; at > 0; ) {
    const from = source.subarray(0, at - 1).lastIndexOf(newline) + 1
    const text = at - from > longestLine ? 'long' : utf8.decode(source.subarray(from, at)).trimEnd()
    // A definition cannot interrupt a paragraph (CommonMark §4.7).
    if (text === '' || text.startsWith('#')) end = first
    if (text !== '' && !definition.test(text)) break
    if (text !== '') first = from
    at = from
  }
  return { start, textEnd: start - countUnits(source, end, line) }
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

/** Returns the start of a heading's line, or `at` if there is none nearby. */
function lineStart(source: Uint8Array, at: number): number {
  const from = Math.max(0, at - longestStart)
  const line = source.subarray(from, at).lastIndexOf(newline)
  return line === -1 && from > 0 ? at : from + line + 1
}

/** Returns the level of an ATX or setext heading. */
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
/** Spaces and block quote markers. */
const beforeMarks = byteSet(' \t>')
/** In bytes: nested quote and list markers, and the heading's own. */
const longestStart = 400
const longestHeading = 4096

/** Link reference definitions, by label. */
export type Definitions = ReadonlyMap<string, string>

export function definitionsIn(source: Uint8Array): Definitions {
  const found = new Map<string, string>()
  for (const [line, name = ''] of utf8.decode(source).matchAll(allDefinitions)) {
    // The first definition of a label wins (CommonMark §4.7).
    if (!found.has(normal(name))) found.set(normal(name), line.trim())
    if (found.size === maxDefinitions) break
  }
  return found
}

/** Returns the definitions that an excerpt refers to but does not contain. */
export function definitionsFor(excerpt: string, definitions: () => Definitions): string {
  const wanted = new Set([...excerpt.matchAll(label)].map(([, name = '']) => normal(name)))
  if (wanted.size === 0) return ''
  const found = Array.from(definitions()).filter(
    ([name, line]) => wanted.has(name) && !excerpt.includes(line),
  )
  return found.map(([, line]) => line).join('\n')
}

/** In bytes. Longer lines are no definitions. */
const longestLine = 2048
const maxDefinitions = 5_000

/** Brackets without an inline URL; footnotes excluded. */
const label = /\[(?!\^)([^[\]]{1,999})\](?!\()/g
const definition = /^ {0,3}\[(?!\^)([^[\]\n]{1,999})\]:[ \t]*\S.{0,2000}$/
const allDefinitions = new RegExp(definition, 'gm')

/** Labels ignore case and the amount of whitespace (CommonMark §6.3). */
function normal(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}
