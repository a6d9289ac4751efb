import { tokens } from './analyse.ts'
import { normalise, originalRange } from './normalise.ts'
import { longestSentence } from './tuning.ts'

/** The part of a long text with the most matches, cut between words. `positions` are those of the matches among its tokens. */
export function excerpt(text: string, positions: readonly number[]): string {
  const room = longestSentence - 2
  const ranges = rangesOf(text, positions)
  let from = 0
  let inside: readonly TextRange[] = []
  // Later beginnings are further on, and so are the first and the last match within reach of them.
  let [first, end] = [0, 0]
  for (const begin of [0, ...ranges.map(([start]) => start - 40)]) {
    const candidate = Math.max(0, Math.min(begin, text.length - room))
    while ((ranges[first]?.[0] ?? Infinity) < candidate) first++
    while ((ranges[end]?.[1] ?? Infinity) <= candidate + room) end++
    if (end - first <= inside.length) continue
    from = candidate
    inside = ranges.slice(first, end)
  }
  let to = Math.min(text.length, from + room)
  if (from > 0) from = wordStart(text, from, inside[0]?.[0] ?? to)
  if (to < text.length) to = wordEnd(text, to, inside.at(-1)?.[1] ?? from)
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}

/** A part of a text, in characters. */
export type TextRange = readonly [start: number, end: number]

/** Where the tokens at these positions stand in a text: its tokens come in the order in which the index was built. */
export function rangesOf(text: string, positions: readonly number[]): readonly TextRange[] {
  const normal = normalise(text)
  const ranges: TextRange[] = []
  let position = 0
  let next = 0
  tokens(normal.text, true, (_, start, end) => {
    if (position++ !== positions[next]) return false
    next++
    addRange(ranges, originalRange(normal, start, end))
    return next === positions.length
  })
  return ranges
}

/** Ranges that overlap, such as those of pairs of characters, are one. */
export function addRange(ranges: TextRange[], range: TextRange): void {
  const last = ranges.at(-1)
  if (last && range[0] < last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], range[1])]
  else ranges.push(range)
}

function wordStart(text: string, from: number, most: number): number {
  const space = text.indexOf(' ', from)
  if (space !== -1 && space < most) return space + 1
  return isLowSurrogate(text, from) ? from + 1 : from
}

function wordEnd(text: string, to: number, least: number): number {
  const space = text.lastIndexOf(' ', to)
  if (space > least) return space
  return isLowSurrogate(text, to) ? to - 1 : to
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit < 0xe000
}
