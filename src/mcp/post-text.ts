import type { Section } from '../search/document.ts'
import { toolNames } from './protocol.ts'

/**
 * The text of a post, in UTF-8 as it is sent, by the offsets that clients count in: UTF-16 units. What is asked for is decoded and no
 * more, since decoding a post of megabytes takes longer than everything else.
 */
export class PostText {
  readonly bytes: Uint8Array
  /** In UTF-16 units. */
  readonly length: number
  /** How many units are before each block of bytes. */
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

  /** Whole characters: one that begins before `from` is in it, and one that goes on after `to` is not. */
  slice(from: number, to: number): string {
    return utf8.decode(this.bytes.subarray(this.byteAt(from), this.byteAt(to)))
  }

  /** Where the character begins that a unit is of. */
  byteAt(unit: number): number {
    let block = Math.floor((unit / Math.max(1, this.length)) * this.#before.length)
    while (block > 0 && (this.#before[block] ?? Infinity) > unit) block--
    while (block + 1 < this.#before.length && (this.#before[block + 1] ?? 0) <= unit) block++
    let units = this.#before[block] ?? 0
    let at = characterStart(this.bytes, block * blockSize)
    for (; at < this.bytes.length; at = characterStart(this.bytes, at + 1)) {
      units += isPair(this.bytes[at]) ? 2 : 1
      if (units > unit) return at
    }
    return at
  }

  /** How many units are before the character that begins at a byte. */
  unitAt(byte: number): number {
    const block = Math.floor(byte / blockSize)
    return (this.#before[block] ?? this.length) + countUnits(this.bytes, block * blockSize, byte)
  }
}

const blockSize = 4096
const utf8 = new TextDecoder()

/** The UTF-16 units of the characters that begin between two bytes. */
export function countUnits(bytes: Uint8Array, from: number, to: number): number {
  const end = Math.min(to, bytes.length)
  let units = 0
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0
    if ((byte & 0xc0) !== 0x80) units += byte < 0xf0 ? 1 : 2
  }
  return units
}

/** The first byte from here on that a character begins with. */
export function characterStart(bytes: Uint8Array, from: number): number {
  let at = Math.max(0, from)
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return at
}

/** Whether a character that begins so is two units of UTF-16. */
function isPair(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0xf0
}

/**
 * A part of a long text, cut at a line's end where one is near, with a line that says how to get the next: clients cut answers that
 * are too long for a model, and do not tell it. A section is read alone, so it has with it what its links refer to.
 */
export function partOf(
  text: PostText,
  offset: number,
  most: number,
  id: string,
  section?: Pick<TextSection, 'end' | 'next'>,
): string {
  // An offset may be in the middle of a character.
  const from = text.unitAt(text.byteAt(offset))
  const to = Math.min(section?.end ?? text.length, endOf(text, from, most))
  const stretch = `characters ${from} to ${to} of ${text.length}`
  const next = to === section?.end ? section.next : to
  const note =
    next < text.length
      ? `[This is a part of the post, ${stretch}. For the next part call ${toolNames.get} with {"id": "${id}", "offset": ${next}}.]`
      : `[This is the last part of the post, ${stretch}.]`
  const part = text.slice(from, to)
  const definitions = section ? definitionsFor(part, () => definitionsIn(text.bytes)) : ''
  return `${part}${part.endsWith('\n') ? '' : '\n'}\n${definitions}${definitions && '\n\n'}${note}\n`
}

/** At the end of a line, if one is in the second half. */
function endOf(text: PostText, from: number, most: number): number {
  const end = from + most
  if (end >= text.length) return text.length
  const to = text.byteAt(end)
  const half = text.byteAt(from + Math.ceil(most / 2))
  const newline = text.bytes.subarray(half, to).lastIndexOf(0x0a)
  return text.unitAt(newline === -1 ? to : half + newline + 1)
}

/**
 * A section of a post's markdown: from its heading to the next one of its level or above, without the link definitions that it ends
 * with. Offsets are in UTF-16 units.
 */
export interface TextSection {
  readonly anchor: string
  readonly heading: string
  readonly start: number
  readonly end: number
  /** Where the text goes on after it and its definitions. */
  readonly next: number
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
      const at = units - countUnits(source, line, start)
      return { heading, anchor, level: levelAt(source, line), ...boundary(source, line, at) }
    })
  /** For each level where the next heading of it or above is, from the end backwards. */
  const last = boundary(source, source.length, length)
  const nextAt = new Array<typeof last>(7).fill(last)
  const sections = headings.toReversed().map(({ heading, anchor, start, textEnd, level }) => {
    const { start: next, textEnd: end } = nextAt[level] ?? last
    nextAt.fill({ start, textEnd }, level)
    return { heading, anchor, start, end, next }
  })
  return sections.reverse()
}

/** Where a section begins, and where the text before it ends: a list of definitions may be longer than all that refers to it. */
function boundary(source: Uint8Array, line: number, start: number) {
  let end = line
  let first = line
  for (let at = line; at > 0; ) {
    const from = source.subarray(0, at - 1).lastIndexOf(newline) + 1
    const text = at - from > longestLine ? 'long' : utf8.decode(source.subarray(from, at)).trimEnd()
    // Definitions do not interrupt a paragraph (CommonMark §4.7).
    if (text === '' || text.startsWith('#')) end = first
    if (text !== '' && !definition.test(text)) break
    if (text !== '') first = from
    at = from
  }
  return { start, textEnd: start - countUnits(source, end, line) }
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

/** The definitions of links that refer to them by a name, as `[the rule][rule]` or `[rule]`: each is a line of its own. */
export type Definitions = ReadonlyMap<string, string>

/** Those of a post, found once for all that is quoted from it. */
export function definitionsIn(source: Uint8Array): Definitions {
  const found = new Map<string, string>()
  let start = 0
  let lines = 0
  for (let at = 0; at < source.length && lines < mostDefinitions; at++) {
    const byte = source[at]
    if (byte === newline) start = at + 1
    else if (byte === bracket && start >= 0 && isNamed(source, at)) {
      const line = lineFrom(source, start)
      const name = definition.exec(line)?.[1]
      // Of several definitions of a name the first counts (CommonMark §4.7).
      if (name !== undefined && !found.has(normal(name))) found.set(normal(name), line.trim())
      lines++
    }
    if (byte !== newline && byte !== space) start = -1
  }
  return found
}

/** What a stretch of markdown needs to be read alone: the definitions that it refers to, and does not have. They add no words. */
export function definitionsFor(stretch: string, definitions: () => Definitions): string {
  const wanted = new Set([...stretch.matchAll(label)].map(([, name = '']) => normal(name)))
  if (wanted.size === 0) return ''
  const found = Array.from(definitions()).filter(
    ([name, line]) => wanted.has(name) && !stretch.includes(line),
  )
  return found.map(([, line]) => line).join('\n')
}

/** Whether brackets that open here close on the same line, before a colon. */
function isNamed(source: Uint8Array, open: number): boolean {
  let at = open + 1
  while (at < source.length && source[at] !== newline && source[at] !== bracket && source[at] !== closing)
    at++
  return source[at] === closing && source[at + 1] === colon
}

function lineFrom(source: Uint8Array, start: number): string {
  const line = source.subarray(start, start + longestLine)
  const end = line.indexOf(newline)
  return utf8.decode(end === -1 ? line : line.subarray(0, end))
}

const [bracket, closing, colon, space] = [0x5b, 0x5d, 0x3a, 0x20] as const
/** In bytes. Of a longer one, what is here is as good as none. */
const longestLine = 2048
const mostDefinitions = 5_000

/** Brackets with no address after them; a footnote is no link. */
const label = /\[(?!\^)([^[\]]{1,999})\](?!\()/g
const definition = /^ {0,3}\[(?!\^)([^[\]\n]{1,999})\]:[ \t]*\S.*$/

/** Names are the same in any letter case, and with any space in them (CommonMark §6.3). */
function normal(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}
