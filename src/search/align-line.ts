import { type Aligned, type Effort, walk } from './align.ts'
import type { UnitKind } from './format.ts'
import { markupEnd } from './markup.ts'

/** What stands on a line of its own. */
export type LineKind = 'heading' | 'table' | 'code'

export function isLine(kind: UnitKind): kind is LineKind {
  return kind === 'heading' || kind === 'table' || kind === 'code'
}

/**
 * Finds the line of a heading, a row of a table or a piece of code, within `reach` after `from`: the first one of which the text has
 * every word. A row has the names of its columns besides, which stand elsewhere.
 */
export function alignLine(
  text: Uint8Array,
  kind: LineKind,
  source: Uint8Array,
  from: number,
  reach: number,
  effort: Effort,
): Aligned | undefined {
  const last = Math.min(source.length, from + reach)
  for (let line = firstLine(source, from, last), end = 0; line < last && effort.left > 0; line = end + 1) {
    end = lineEnd(source, line, last + longestLine)
    effort.left -= end - line
    if (!isOfKind[kind](source, line, end)) continue
    const found = walk(text, source.subarray(0, end), line, kind === 'table' ? 'words' : 'marks', effort)
    if (found && hasAll(found, text, source, end, kind)) return withoutMarks(found)
  }
  return undefined
}

const isOfKind: Readonly<Record<LineKind, (source: Uint8Array, line: number, end: number) => boolean>> = {
  heading: (source, line, end) => isMarked(source, line, end) || isRule(source, end + 1),
  table: (source, line, end) =>
    source.subarray(line, end).includes(bar) && !isRule(source, line) && !isRule(source, end + 1),
  code: () => true,
}

/** Whether no word of the line is left over, and enough of the text is from it. */
function hasAll(
  { edits, end }: Aligned,
  text: Uint8Array,
  source: Uint8Array,
  line: number,
  kind: LineKind,
): boolean {
  const all = edits.reduce((sum, { inserted }) => sum + inserted, 0)
  const copied = text.length - all
  if (copied === 0 || (kind !== 'table' && all > copied)) return false
  let at = end
  for (let next = markupEnd(source, at); at < line && next > at; next = markupEnd(source, at)) at = next
  return at >= line
}

/** What is passed over before the first word is none of it. */
function withoutMarks(found: Aligned): Aligned {
  const [first, ...rest] = found.edits
  if (!first || first.copy > 0) return found
  const edits = first.inserted > 0 ? [{ ...first, skip: 0 }, ...rest] : rest
  return { ...found, start: found.start + first.skip, edits }
}

/** `## Two`, in a quotation or a list or not. */
function isMarked(source: Uint8Array, line: number, end: number): boolean {
  let at = line
  while (at < end && beforeHash.has(source[at] ?? 0)) at++
  return source[at] === hash
}

/** The line below a heading, or between a table's head and its rows. */
function isRule(source: Uint8Array, line: number): boolean {
  let hasDash = false
  for (let at = line; at < line + longestLine && at < source.length && source[at] !== newline; at++) {
    const byte = source[at] ?? 0
    if (byte === dash || byte === equals) hasDash = true
    else if (!besideDashes.has(byte)) return false
  }
  return hasDash
}

const bytesOf = (characters: string) => new Set([...characters].map((one) => one.charCodeAt(0)))
const beforeHash: ReadonlySet<number> = bytesOf('> \t-*+.)0123456789')
const besideDashes: ReadonlySet<number> = bytesOf('|:> \t\r')

/** The line that begins at a place or after it, and before another. */
function firstLine(source: Uint8Array, from: number, before: number): number {
  return from === 0 || source[from - 1] === newline ? from : lineEnd(source, from, before) + 1
}

/** No further than `most`: a post may be one line. */
function lineEnd(source: Uint8Array, from: number, most: number): number {
  const length = source.subarray(from, most).indexOf(newline)
  return length === -1 ? Math.min(source.length, most) : from + length
}

/** In bytes: of a longer one, no word is left over only if most of it is addresses. */
const longestLine = 16_384

const [newline, hash, dash, equals, bar] = [0x0a, 0x23, 0x2d, 0x3d, 0x7c] as const
