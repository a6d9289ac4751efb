import type { IndexedDocument } from './document.ts'
import { kinds } from './kinds.ts'
import type { UnitRange } from './unit-ranges.ts'

/**
 * Units as the page shows them. What is between two of them is told by the source: a new line where a paragraph or an item of a list
 * begins, nothing between sentences of scripts without spaces. `opening` stands for the first unit if that is not shown whole.
 */
export function passageText(document: IndexedDocument, { from, to }: UnitRange, opening?: string): string {
  let text = ''
  for (let unit = from, end = from; unit < to; unit = end) {
    end = unit + 1
    const isCode = document.kindOf(unit) === 'code'
    while (isCode && end < to && document.isSameCode(end)) end++
    const first = unit === from ? opening : undefined
    text +=
      (unit > from ? between(document, unit) : '') +
      (isCode ? code(document, unit, end, first) : (first ?? document.text(unit)))
  }
  return text
}

/** What separates a unit from the one before it. */
function between(document: IndexedDocument, unit: number): '\n\n' | '\n' | ' ' | '' {
  // Only pieces of code that are not the same are told apart here.
  if (document.kindOf(unit) === 'code' && document.kindOf(unit - 1) === 'code') return '\n\n'
  if (kinds[document.kindOf(unit)].isLine || kinds[document.kindOf(unit - 1)].isLine) return '\n'
  const gap = document.gapBefore(unit)
  if (gap === undefined) return ' '
  if (blockStart.test(gap)) return '\n'
  return /[\s&]/.test(gap) ? ' ' : ''
}

/** An empty line, the mark of an item, or an element that is shown on lines of its own. */
const blockStart = /\n[ \t>]*(?:\n|(?:[-*+]|\d{1,9}[.)])[ \t])|<\/?(?:p|br|li|dt|dd|div|blockquote)\b/i

/** Lines of one piece of code, after the one that all of it begins with. What is left out is marked. */
function code(document: IndexedDocument, from: number, to: number, opening?: string): string {
  const first = document.firstOfCode(from)
  const shown = [
    ...(first < from ? [first] : []),
    ...(first < from - 1 ? [undefined] : []),
    ...Array.from({ length: to - from }, (_, at) => from + at),
    ...(document.isSameCode(to) ? [undefined] : []),
  ]
  const lines = shown.map((unit) => {
    if (unit === undefined) return undefined
    return unit === from && opening !== undefined ? opening : document.line(unit)
  })
  const margin = commonMargin(lines.filter((line) => line !== undefined))
  return lines.map((line) => line?.slice(margin) ?? '…').join('\n')
}

/** How many characters all lines have before their text: of the list or the quotation that the code is in. */
function commonMargin(lines: readonly string[]): number {
  const margins = lines.map((line) => /^[ \t>]*/.exec(line)?.[0] ?? '')
  const [shortest = ''] = margins.toSorted((a, b) => a.length - b.length)
  let length = shortest.length
  while (margins.some((margin) => !margin.startsWith(shortest.slice(0, length)))) length--
  return length
}
