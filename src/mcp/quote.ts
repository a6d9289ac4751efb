import type { IndexedDocument } from '../search/document.ts'
import type { Passage } from '../search/passages.ts'
import { withMarks } from './marks.ts'
import { definitionsFor } from './references.ts'

/**
 * A passage as its post's markdown has it: sentences with their marks and links, rows of a table whole and with the table's head, code
 * between fences, and what its links refer to. What is not found in the markdown is given as text.
 */
export function asMarkdown({ units, text }: Passage, document: IndexedDocument): string {
  const parts: Part[] = []
  for (let unit = units.from, last = 0; unit < units.to; unit++) {
    const [from, to] = document.range(unit)
    if (from === to || from < last) return text
    last = to
    const form = formOf(document.kindOf(unit))
    const part = parts.at(-1)
    if (part?.form === form) {
      part.to = to
      part.last = unit
    } else parts.push({ form, unit, last: unit, from, to })
  }
  const source = utf8.decode(document.source)
  const characters = (bytes: number) => utf8.decode(document.source.subarray(0, bytes)).length
  const quoted = parts
    .map(({ form, unit, last, from, to }) => {
      const [start, end] = [characters(from), characters(to)]
      if (form === 'prose') return prose(source, ...withMarks(source, start, end))
      if (form === 'table') return headAbove(source, start) + lines(source, start, end)
      const first = document.firstOfCode(unit)
      const [firstStart, firstEnd] = document.range(first)
      const isCut = document.isSameCode(last + 1)
      if (firstStart === firstEnd) return fenced(source, start, start, end, 0, isCut)
      return fenced(source, characters(firstStart), start, end, unit - first, isCut)
    })
    .join('\n\n')
  const definitions = definitionsFor(quoted, source)
  return definitions === '' ? quoted : `${quoted}\n\n${definitions}`
}

const utf8 = new TextDecoder()

/** Neighbours that are shown in one form. Offsets are in bytes. */
interface Part {
  readonly form: 'prose' | 'table' | 'code'
  /** The first and the last of them. */
  readonly unit: number
  last: number
  readonly from: number
  to: number
}

function formOf(kind: ReturnType<IndexedDocument['kindOf']>): Part['form'] {
  return kind === 'table' || kind === 'code' ? kind : 'prose'
}

/** Several lines begin with what makes a list or a quotation of them. */
function prose(source: string, from: number, to: number): string {
  const marks = source.slice(lineStart(source, from), from).trimStart()
  const text = source.slice(from, to)
  const isBlock = text.includes('\n') && /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(marks)
  return isBlock ? marks + text : text
}

/** Lines of code after the one that all of it begins with, `left` lines before them; `isCut`, where more follow. */
function fenced(
  source: string,
  first: number,
  from: number,
  to: number,
  left: number,
  isCut: boolean,
): string {
  const fence = fenceAbove(source, first)
  const beginning = left === 0 ? [] : [lines(source, first, first), ...(left === 1 ? [] : ['…'])]
  const end = [...(isCut ? ['…'] : []), /^(?:`+|~+)/.exec(fence)?.[0]]
  return [fence, ...beginning, lines(source, from, to), ...end].join('\n')
}

/** The fence that code begins with. Code that is indented has none. */
function fenceAbove(source: string, first: number): string {
  const end = lineStart(source, first)
  const line = source.slice(lineStart(source, end - 1), end)
  return /(?<![`~])(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?=\n$)/.exec(line)?.[0] ?? '```'
}

/** The head of the table that a row is of, with the line below it. */
function headAbove(source: string, row: number): string {
  for (let end = lineStart(source, row); end > 0; end = lineStart(source, end - 1)) {
    const line = source.slice(lineStart(source, end - 1), end)
    if (line.includes('-') && !/[^\s>|:-]/.test(line))
      return source.slice(lineStart(source, end - line.length - 1), end)
    if (!line.includes('|')) break
  }
  return ''
}

/** The whole lines that a stretch is on. */
function lines(source: string, from: number, to: number): string {
  const end = source.indexOf('\n', to)
  return source.slice(lineStart(source, from), end === -1 ? source.length : end)
}

function lineStart(source: string, at: number): number {
  return at <= 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1
}
