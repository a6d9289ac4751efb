import { normalise, originalRange, termsOf, tokens } from './analyse.ts'
import { type IndexedDocument, quotingOf, type Quoting } from './document.ts'
import { textOfEntry } from './lexicon.ts'
import type { Index } from './load.ts'
import type { Span } from './query.ts'
import type { Question } from './question.ts'
import { longestSentence } from './tuning.ts'

/** Returns the part of a long text with the most matches, cut between words. */
export function excerpt(
  text: string,
  ranges: readonly TextRange[],
  longest: number = longestSentence,
): string {
  const room = longest - 2
  let from = 0
  let inside: readonly TextRange[] = []
  // Candidates ascend, so the window of matches only moves forward.
  let [first, end] = [0, 0]
  for (const start of [0, ...ranges.map(([start]) => start - 40)]) {
    const candidate = Math.max(0, Math.min(start, text.length - room))
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

export type TextRange = readonly [start: number, end: number]

function wordStart(text: string, from: number, max: number): number {
  const space = text.indexOf(' ', from)
  if (space !== -1 && space < max) return space + 1
  return isLowSurrogate(text, from) ? from + 1 : from
}

function wordEnd(text: string, to: number, min: number): number {
  const space = text.lastIndexOf(' ', to)
  if (space > min) return space
  return isLowSurrogate(text, to) ? to - 1 : to
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit < 0xe000
}

/**
 * Formats units as on the page. The source decides what separates them: a line break before a paragraph or list item, nothing between
 * sentences of unspaced scripts. `opening` replaces the first unit if it is shortened.
 */
export function partsOfPassage(
  document: IndexedDocument,
  { from, to }: Span,
  opening?: string,
): PassagePart[] {
  const parts: (Omit<PassagePart, 'text'> & { text: string })[] = []
  for (let unit = from, end = from; unit < to; unit = end) {
    end = unit + 1
    const { form } = quotingOf[document.kindOf(unit)]
    while (end < to && document.isSameCode(end)) end++
    const first = unit === from ? opening : undefined
    const last = parts.at(-1)
    const above = last?.form === 'table' ? undefined : document.columnsAbove(unit)
    const head = above === undefined ? '' : `${document.text(above)}\n${above < unit - 1 ? '…\n' : ''}`
    const text =
      form === 'code' ? codeText(document, unit, end, first) : head + (first ?? document.text(unit))
    const columns = document.kindOf(unit) === 'columns' ? unit : above
    if (columns !== undefined) parts.push({ form, text, columns: document.text(columns) })
    else if (last?.form === form) last.text += between(document, unit) + text
    else parts.push({ form, text })
  }
  return parts
}

/** Adjacent units in the same form, of one table. */
export interface PassagePart {
  readonly form: Quoting['form']
  readonly text: string
  /** The header of a table, which is the first line of the text. */
  readonly columns?: string
}

/** An empty line, a list marker or a block element. */
const newBlock =
  /\n[ \t>]*(?:\n|(?:[-*+]|\d{1,9}[.)])[ \t])|<\/?(?:p|br|li|d[dlt]|div|blockquote|h[1-6]|[ou]l|section|article|fig\w+|details|summary)\b/i

function between(document: IndexedDocument, unit: number): '\n\n' | '\n' | ' ' | '' {
  // Lines of the same code block are already joined.
  if (document.kindOf(unit) === 'code' && document.kindOf(unit - 1) === 'code') return '\n\n'
  if ([unit, unit - 1].some((one) => quotingOf[document.kindOf(one)].form !== 'prose')) return '\n'
  const gap = document.gapBefore(unit)
  if (gap === undefined) return ' '
  if (newBlock.test(gap)) return '\n'
  return /[\s&]/.test(gap) ? ' ' : ''
}

/** Returns lines of a code block after its first line, with ellipses for omissions. */
function codeText(document: IndexedDocument, from: number, to: number, opening?: string): string {
  const first = document.firstOfCode(from)
  const head = first < from ? [document.line(first)] : []
  const lines = Array.from({ length: to - from }, (_, at) =>
    at === 0 && opening !== undefined ? opening : document.line(from + at),
  )
  const margin = commonMargin([...head, ...lines])
  const cut = (line: string) => line.slice(margin)
  const omitted = (isOmitted: boolean) => (isOmitted ? ['…'] : [])
  const isCut = document.isSameCode(to)
  return [...head.map(cut), ...omitted(first < from - 1), ...lines.map(cut), ...omitted(isCut)].join('\n')
}

/** Returns the length of the common indentation, including quote markers. */
function commonMargin(lines: readonly string[]): number {
  const margins = lines.map((line) => /^[ \t>]*/.exec(line)?.[0] ?? '')
  const [shortest = ''] = margins.toSorted((a, b) => a.length - b.length)
  let length = shortest.length
  while (margins.some((margin) => !margin.startsWith(shortest.slice(0, length)))) length--
  return length
}

/** Returns a function that finds the question's words in a text, in any form and including guesses. */
export function highlighter(index: Index, { terms }: Question): (text: string) => readonly TextRange[] {
  const wanted = new Set(terms.flatMap(({ entries }) => entries.map((entry) => textOfEntry(index, entry))))
  return (text) => {
    const normal = normalise(text)
    const found: TextRange[] = []
    tokens(normal.text, (token, start, end) => {
      const isWanted = index.languages.some((language) =>
        termsOf(token, language).some((term) => wanted.has(term)),
      )
      if (isWanted) found.push(originalRange(normal, start, end))
    })
    // Merge overlapping ranges, such as those of character pairs.
    const ranges: [start: number, end: number][] = []
    for (const [start, end] of found.sort(([a], [b]) => a - b)) {
      const last = ranges.at(-1)
      if (last && start < last[1]) last[1] = Math.max(last[1], end)
      else ranges.push([start, end])
    }
    return ranges
  }
}
