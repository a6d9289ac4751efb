import type { SearchedPart } from '../base/unit-kinds.ts'
import type { UnitKind } from './format.ts'

/** How a kind of unit is quoted. */
interface KindFacts {
  readonly part: SearchedPart
  readonly factor: number
  /** Whether a sentence before or after it may be carried on to it. */
  readonly carriesOn: boolean
  /** Whether it is shown on a line of its own. */
  readonly isLine: boolean
}

const body = { part: 'body', carriesOn: true, isLine: false } as const
const beside = { factor: 1, carriesOn: false, isLine: false } as const

export const kinds: Readonly<Record<UnitKind, KindFacts>> = {
  prose: { ...body, factor: 1 },
  table: { ...body, factor: 0.9, isLine: true },
  heading: { ...body, factor: 0.7, carriesOn: false },
  code: { ...body, factor: 0.6, isLine: true },
  // It describes what the reader of a quotation does not see.
  figure: { ...body, factor: 0.5, carriesOn: false },
  anchor: { ...body, factor: 0, carriesOn: false },
  summary: { ...beside, part: 'summary' },
  title: { ...beside, part: 'title' },
  tags: { ...beside, part: 'tags' },
}
