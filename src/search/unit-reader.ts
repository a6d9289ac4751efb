import { type UnitKind, unitKinds, unitWidth } from './format.ts'
import type { Index } from './load.ts'

export function kindOf({ units }: Index, unit: number): UnitKind {
  return unitKinds[(units[unit * unitWidth + 1] ?? 0) & 15] ?? 'prose'
}

/** How many tokens a document has. */
export function tokensIn({ units, documentStarts }: Index, document: number): number {
  const first = documentStarts[document] ?? 0
  const behind = documentStarts[document + 1] ?? 0
  return (units[behind * unitWidth + 2] ?? 0) - (units[first * unitWidth + 2] ?? 0)
}

export function textOf({ units, text }: Index, unit: number): string {
  return decoder.decode(text.subarray(units[unit * unitWidth], units[(unit + 1) * unitWidth]))
}

/** The heading a unit stands under, and its anchor, which follows it. */
export function headingOf(index: Index, unit: number): { heading: string; anchor: string } {
  const number = (index.units[unit * unitWidth + 1] ?? 0) >>> 4
  if (number === 0) return { heading: '', anchor: '' }
  const start = index.units[(number - 1) * unitWidth] ?? 0
  const end = index.units[(number + 1) * unitWidth] ?? 0
  const both = decoder.decode(index.text.subarray(start, end))
  if (both.length !== end - start)
    return { heading: textOf(index, number - 1), anchor: textOf(index, number) }
  // A byte a character: they are cut apart, for a second call to decode takes as long as all the rest of this.
  const length = (index.units[number * unitWidth] ?? 0) - start
  return { heading: both.slice(0, length), anchor: both.slice(length) }
}

const decoder = new TextDecoder()
