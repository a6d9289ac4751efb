import { once } from '../base/caches.ts'
import { type IndexedDocument, quotingOf } from '../search/document.ts'
import type { PassagePart } from '../search/excerpt.ts'
import type { Passage } from '../search/passages.ts'
import type { Work } from '../search/search.ts'
import { definitionsFor, definitionsIn } from './post-text.ts'
import { decodeUtf8 } from '../base/utf8.ts'

/** Work of finding the markup around a passage. */
const perPassage = 10_000

/**
 * Quotes passages from a post's markdown: sentences with emphasis and links, whole table rows with the table's head, fenced code,
 * and the link definitions they use. Falls back to plain text if the markdown is not found.
 */
export function quoter(document: IndexedDocument, work: Work): (passage: Passage) => string {
  const { source } = document
  const definitions = once(() =>
    work.take(source.length >> 2) ? definitionsIn(decodeUtf8(source)) : new Map(),
  )
  return ({ units, text }) => {
    const parts = quotedParts(units, document)
    if (!parts || !work.take(perPassage)) return text
    const quoted = parts.map((part) => quotedAs[part.form](part, document)).join('\n\n')
    const needed = definitionsFor(quoted, definitions)
    return needed === '' ? quoted : `${quoted}\n\n${needed}`
  }
}

/** Adjacent units in the same form. Offsets are in bytes. */
interface QuotedPart extends Pick<PassagePart, 'form'> {
  /** The first unit. */
  readonly unit: number
  last: number
  readonly from: number
  to: number
}

/** In bytes. Only long links make a passage this long. */
const longestPart = 16_384

/** Returns undefined unless all units are in the source, in order and close together. */
function quotedParts(units: Passage['units'], document: IndexedDocument): QuotedPart[] | undefined {
  const parts: QuotedPart[] = []
  for (let unit = units.from, last = 0; unit < units.to; unit++) {
    const [from, to] = document.range(unit)
    if (from === to || from < last) return undefined
    last = to
    const { form } = quotingOf[document.kindOf(unit)]
    const part = parts.at(-1)
    if (part?.form === form) {
      part.to = to
      part.last = unit
    } else parts.push({ form, unit, last: unit, from, to })
  }
  return parts.every(({ from, to }) => to - from < longestPart) ? parts : undefined
}

type Quote = (part: QuotedPart, document: IndexedDocument) => string

const quotedAs: Readonly<Record<QuotedPart['form'], Quote>> = {
  prose: ({ from, to }, { source }) => {
    const { text, start, end } = withSurroundings(source, from, to)
    return prose(text, ...withMarks(text, start, end))
  },
  table: ({ unit, from, to }, document) => {
    const { source } = document
    const columns = document.columnsAbove(unit)
    const [start, end] = columns === undefined ? [0, 0] : document.range(columns)
    // With the delimiter row below it.
    const head = start < end ? `${linesOf(source, start, endOfLine(source, end) + 1)}\n` : ''
    return head + linesOf(source, from, to)
  },
  code: ({ unit, last, from, to }, document) => {
    const { source } = document
    const first = document.firstOfCode(unit)
    const [start, end] = document.range(first)
    // The number of lines between the block's first and these.
    const distance = start < end ? unit - first : 0
    const fence = fenceAbove(source, start < end ? start : from)
    return [
      fence,
      ...(distance > 0 ? [linesOf(source, start, start)] : []),
      ...(distance > 1 ? ['…'] : []),
      linesOf(source, from, to),
      ...(document.isSameCode(last + 1) ? ['…'] : []),
      /^(?:`+|~+)/.exec(fence)?.[0],
    ].join('\n')
  },
}

/** In bytes; enough for a link's URL and the start of a line. */
const nearby = 2048

/** Decodes a range with its surroundings, and returns where the range is within the text. */
function withSurroundings(source: Uint8Array, from: number, to: number) {
  const before = decodeUtf8(source.subarray(nextCharacter(source, from - nearby), from))
  const range = decodeUtf8(source.subarray(from, to))
  const after = decodeUtf8(source.subarray(to, nextCharacter(source, to + nearby)))
  return { text: before + range + after, start: before.length, end: before.length + range.length }
}

/** Returns the first offset at or after `from` where a character starts. */
function nextCharacter(bytes: Uint8Array, from: number): number {
  let at = Math.max(0, from)
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return at
}

/** Includes the list or quote marker before text of several lines. */
function prose(source: string, from: number, to: number): string {
  const line = from === 0 ? 0 : source.lastIndexOf('\n', from - 1) + 1
  const marks = source.slice(line, from).trimStart()
  const text = source.slice(from, to)
  const isBlock = text.includes('\n') && /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(marks)
  return isBlock ? marks + text : text
}

/** Returns the opening fence, or a plain one for indented code. */
function fenceAbove(source: Uint8Array, first: number): string {
  const end = startOfLine(source, first)
  const line = decodeUtf8(source.subarray(startOfLine(source, end - 1), end))
  return /(?<![`~])(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?=\n$)/.exec(line)?.[0] ?? '```'
}

const newline = 0x0a

/** Returns the whole lines of a range. */
const linesOf = (source: Uint8Array, from: number, to: number): string =>
  decodeUtf8(source.subarray(startOfLine(source, from), endOfLine(source, to)))

/** Returns the end of the line; of a very long line, a nearby position. */
function endOfLine(source: Uint8Array, at: number): number {
  const end = Math.min(source.length, nextCharacter(source, at + nearby))
  const length = source.subarray(at, end).indexOf(newline)
  return length === -1 ? end : at + length
}

/** Returns the start of the line; of a very long line, a nearby position. */
function startOfLine(source: Uint8Array, at: number): number {
  if (at <= 0) return 0
  const from = nextCharacter(source, at - nearby)
  return from + source.subarray(from, at).lastIndexOf(newline) + 1
}

const maxOpening = 16
const longestClosing = 600
const marksBefore = /[*_~`<\\]*(?:!?\[)?[*_~`<\\]*$/

/**
 * Widens a range to include emphasis, code and link markup that opens just before it and closes just after it. Leaves out markers
 * without their counterpart.
 */
function withMarks(source: string, from: number, to: number): readonly [from: number, to: number] {
  const opening = marksBefore.exec(source.slice(Math.max(0, from - maxOpening), from))?.[0] ?? ''
  const closing = marksAfter.exec(source.slice(to, to + longestClosing))?.[0] ?? ''
  const start = from - opening.length
  const end = to + closing.length
  const choices = [
    [start, end],
    [from, end],
    [start, to],
    [from, to],
  ] as const
  return choices.find((choice) => isBalanced(source.slice(...choice))) ?? choices[0]
}

const linkAddress = String.raw`\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+"[^"\n]*")?\)`
const marksAfter = new RegExp(String.raw`^(?:[*_~${'`'}>]|\](?:${linkAddress}|\[[^\]\n]*\])?)*`)

/** Whether all markers are paired, as far as one can tell without parsing. */
function isBalanced(text: string): boolean {
  const prose = text.replace(/\\[^\w\s]/g, '').replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
  const marks = prose.replace(/(?<=\w)_+(?=\w)|(?<=\s|^)[*_~]+(?=\s|$)/g, '')
  const count = (mark: string) => marks.split(mark).length - 1
  return (
    !marks.includes('`') &&
    count('[') === count(']') &&
    ['*', '_', '~~'].every((mark) => count(mark) % 2 === 0)
  )
}
