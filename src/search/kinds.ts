import type { SearchedPart } from '../base/unit-kinds.ts'
import type { UnitKind } from './format.ts'

/** How a kind of unit is quoted. */
interface KindFacts {
  readonly part: SearchedPart
  /** Whether a sentence before or after it may be carried on to it. */
  readonly carriesOn: boolean
  /** Whether it is shown on a line of its own. */
  readonly isLine: boolean
}

const body = { part: 'body', carriesOn: true, isLine: false } as const
const beside = { carriesOn: false, isLine: false } as const

export const kinds: Readonly<Record<UnitKind, KindFacts>> = {
  prose: body,
  table: { ...body, isLine: true },
  heading: { ...body, carriesOn: false },
  code: { ...body, isLine: true },
  figure: { ...body, carriesOn: false },
  anchor: { ...body, carriesOn: false },
  summary: { ...beside, part: 'summary' },
  title: { ...beside, part: 'title' },
  tags: { ...beside, part: 'tags' },
}
