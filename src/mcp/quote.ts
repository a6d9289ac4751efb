import type { IndexedDocument } from '../search/document.ts'
import { formOf, type PassagePart } from '../search/excerpt.ts'
import type { Passage } from '../search/passages.ts'
import type { Work } from '../search/search.ts'
import { characterStart, type Definitions, definitionsFor, definitionsIn } from './post-text.ts'

/**
 * Gives passages of a post as its markdown has them: sentences with their marks and links, rows of a table whole and with the table's
 * head, code between fences, and what its links refer to. What is not found in the markdown is given as text.
 */
export function quoter(document: IndexedDocument, work: Work): (passage: Passage) => string {
  const { source } = document
  let known: Definitions | undefined
  const definitions = () => {
    known ??= work.take(source.length >> 2) ? definitionsIn(source) : new Map()
    return known
  }
  return ({ units, text }) => {
    const parts = partsOf(units, document)
    if (!parts || !work.take(perPassage)) return text
    const quoted = parts.map((part) => quotedAs[part.form](part, document, work)).join('\n\n')
    const needed = definitionsFor(quoted, definitions)
    return needed === '' ? quoted : `${quoted}\n\n${needed}`
  }
}

/** Steps for the marks around a passage. */
const perPassage = 10_000

/** Neighbours that are shown in one form. Offsets are in bytes. */
interface Part extends Pick<PassagePart, 'form'> {
  /** The first and the last of them. */
  readonly unit: number
  last: number
  readonly from: number
  to: number
}

/** Undefined when the units are not all in the source, in their order and near each other. */
function partsOf(units: Passage['units'], document: IndexedDocument): Part[] | undefined {
  const parts: Part[] = []
  for (let unit = units.from, last = 0; unit < units.to; unit++) {
    const [from, to] = document.range(unit)
    if (from === to || from < last) return undefined
    last = to
    const form = formOf(document.kindOf(unit))
    const part = parts.at(-1)
    if (part?.form === form) {
      part.to = to
      part.last = unit
    } else parts.push({ form, unit, last: unit, from, to })
  }
  return parts.every(({ from, to }) => to - from < longestPart) ? parts : undefined
}

/** In bytes. Text of a few hundred characters is longer only if its links are. */
const longestPart = 16_384

type Quote = (part: Part, document: IndexedDocument, work: Work) => string

const quotedAs: Readonly<Record<Part['form'], Quote>> = {
  prose: ({ from, to }, { source }) => {
    const { text, start, end } = around(source, from, to)
    return prose(text, ...withMarks(text, start, end))
  },
  table: ({ from, to }, { source }, work) => headAbove(source, from, work) + linesOf(source, from, to),
  code: ({ unit, last, from, to }, document) => {
    const first = document.firstOfCode(unit)
    const [firstStart, firstEnd] = document.range(first)
    const isCut = document.isSameCode(last + 1)
    const isKnown = firstStart < firstEnd
    return fenced(document.source, isKnown ? firstStart : from, from, to, isKnown ? unit - first : 0, isCut)
  },
}

/** A stretch of the source with what is around it, and where the stretch is in that. */
function around(source: Uint8Array, from: number, to: number) {
  const before = utf8.decode(source.subarray(characterStart(source, from - nearby), from))
  const stretch = utf8.decode(source.subarray(from, to))
  const after = utf8.decode(source.subarray(to, characterStart(source, to + nearby)))
  return { text: before + stretch + after, start: before.length, end: before.length + stretch.length }
}

const utf8 = new TextDecoder()
/** In bytes: the address of a link, and what begins the line. */
const nearby = 2048

/** Several lines begin with what makes a list or a quotation of them. */
function prose(source: string, from: number, to: number): string {
  const line = from === 0 ? 0 : source.lastIndexOf('\n', from - 1) + 1
  const marks = source.slice(line, from).trimStart()
  const text = source.slice(from, to)
  const isBlock = text.includes('\n') && /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(marks)
  return isBlock ? marks + text : text
}

/** Lines of code after the one that all of it begins with, `left` lines before them; `isCut`, where more follow. */
function fenced(
  source: Uint8Array,
  first: number,
  from: number,
  to: number,
  left: number,
  isCut: boolean,
): string {
  const fence = fenceAbove(source, first)
  const beginning = left === 0 ? [] : [linesOf(source, first, first), ...(left === 1 ? [] : ['…'])]
  const end = [...(isCut ? ['…'] : []), /^(?:`+|~+)/.exec(fence)?.[0]]
  return [fence, ...beginning, linesOf(source, from, to), ...end].join('\n')
}

/** The fence that code begins with. Code that is indented has none. */
function fenceAbove(source: Uint8Array, first: number): string {
  const end = lineStart(source, first)
  const line = utf8.decode(source.subarray(lineStart(source, end - 1), end))
  return /(?<![`~])(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?=\n$)/.exec(line)?.[0] ?? '```'
}

/** The head of the table that a row is of, with the line below it, unless it is far above. */
function headAbove(source: Uint8Array, row: number, work: Work): string {
  const first = lineStart(source, row)
  let found = ''
  let end = first
  while (end > 0 && first - end < farthestHead && !work.isOver) {
    const start = lineStart(source, end - 1)
    const line = source.subarray(start, end)
    if (isRule(line)) found = utf8.decode(source.subarray(lineStart(source, start - 1), end))
    if (found !== '' || !line.includes(bar)) break
    end = start
  }
  work.add(first - end)
  return found
}

/** In bytes. */
const farthestHead = 65_536

/** The line between a table's head and its rows. */
function isRule(line: Uint8Array): boolean {
  return line.includes(dash) && line.every((byte) => ofRules.has(byte))
}

const [newline, bar, dash] = [0x0a, 0x7c, 0x2d] as const
const ofRules: ReadonlySet<number> = new Set([...' \t\r\n>|:-'].map((one) => one.charCodeAt(0)))

/** The whole lines that a stretch is on. */
function linesOf(source: Uint8Array, from: number, to: number): string {
  const rest = source.subarray(to, characterStart(source, to + nearby))
  const length = rest.indexOf(newline)
  return utf8.decode(source.subarray(lineStart(source, from), to + (length === -1 ? rest.length : length)))
}

/** Of a line that began long before, where what is near begins. */
function lineStart(source: Uint8Array, at: number): number {
  if (at <= 0) return 0
  const from = characterStart(source, at - nearby)
  return from + source.subarray(from, at).lastIndexOf(newline) + 1
}

/**
 * Widens a stretch of markdown to the marks that open just before it and close just after it: of emphasis, of code, and the brackets of a
 * link with its address. Marks at an end whose other half is not in the stretch are left out.
 */
export function withMarks(source: string, from: number, to: number): readonly [from: number, to: number] {
  const opening = openings.exec(source.slice(Math.max(0, from - mostMarks), from))?.[0] ?? ''
  const closing = closings.exec(source.slice(to, to + longestAddress))?.[0] ?? ''
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

const mostMarks = 16
const longestAddress = 600
const openings = /[*_~`<\\]*(?:!?\[)?[*_~`<\\]*$/
const address = String.raw`\((?:<[^<>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+"[^"\n]*")?\)`
const closings = new RegExp(String.raw`^(?:[*_~${'`'}>]|\](?:${address}|\[[^\]\n]*\])?)*`)

/** Whether every mark in a text has its other half in it, as far as can be told without parsing. */
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
