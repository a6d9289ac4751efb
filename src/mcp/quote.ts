import type { Passage } from '../search/passages.ts'

const utf8 = new TextDecoder()

/**
 * A passage as its post's markdown has it: with the marks that open before its first word and close after its last, a row of a table
 * with the table's head. What is not found in the markdown is given as text.
 */
export function asMarkdown({ text, kind, range: [from, to] }: Passage, source: Uint8Array): string {
  if (from === to) return text
  if (kind === 'table') return tableRows(source, from, to)
  let start = from
  while (start > 0 && openings.has(source[start - 1] ?? 0)) start--
  const after = utf8.decode(source.subarray(to, to + longestAddress))
  const closing = closings.exec(after)?.[0] ?? ''
  return utf8.decode(source.subarray(start, to)) + closing
}

const longestAddress = 600
/** `* _ ~ [ ! < and the backquote`. */
const openings: ReadonlySet<number> = new Set([...'*_~[!<`'].map((mark) => mark.charCodeAt(0)))
const closings = /^(?:[*_~`>]|\]\([^()\s]*\)|\]\[[^\]\n]*\]|\])*/

function tableRows(source: Uint8Array, from: number, to: number): string {
  const before = utf8.decode(source.subarray(0, from)).split('\n')
  const started = before.pop() ?? ''
  const rows =
    started + utf8.decode(source.subarray(from, to)) + (utf8.decode(source.subarray(to)).split('\n')[0] ?? '')
  let head = before.length
  while (head > 0 && before[head - 1]?.includes('|')) head--
  return [...before.slice(head, head + 2), rows].join('\n')
}
