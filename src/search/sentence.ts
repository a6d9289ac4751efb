import { type BodyKind, bodyKinds, type SearchedPart, searchedParts } from '../unit-kinds.ts'
import { itemAt } from './checked.ts'
import { excerpt, longestSentence } from './excerpt.ts'
import type { UnitKind } from './format.ts'
import type { Index } from './load.ts'
import type { Query } from './query.ts'
import type { Span } from './matches.ts'

/** What a reader of a result sees of a document, and where it stands. */
export interface Sentence {
  /** Plain, and at most 300 characters. */
  readonly text: string
  readonly kind: BodyKind
  readonly heading: string
  readonly anchor: string
  /** Where the terms were found. Unless it is the body, the sentence is the summary's. */
  readonly matchedIn: SearchedPart
}

/**
 * Chooses the unit of a document that a person would have quoted: the sum of √idf over the terms it has, a tenth more for each
 * repeat of one, without regard to its length; of equals the first. The rule was chosen on 773 claims with marked evidence,
 * where its prototype hit at once in .57 of cases, BM25 over sentences in .52, the first sentence with a term in .10.
 */
export function chooseSentence(query: Query, document: number): Sentence {
  const { index, matches, phrases } = query
  const best: Partial<Record<SearchedPart, Choice>> = {}
  const span = matches.in(document)
  for (let { from } = span, to = from; from < span.to; from = to) {
    const unit = matches.unit(from)
    while (to < span.to && matches.unit(to) === unit) to++
    const { part, factor } = kinds[index.kindOf(unit)]
    const worth = factor * (worthOf(query, from, to) + phraseWorth * phrases.countIn(unit))
    if (worth > (best[part]?.worth ?? 0)) best[part] = { unit, worth, from, to }
  }
  const matchedIn = searchedParts.find((part) => best[part]) ?? 'body'
  const { unit, from, to } = best[matchedIn === 'body' ? 'body' : 'summary'] ?? standIn(index, document)
  const whole = index.textOf(unit)
  const positions = () => Array.from({ length: to - from }, (_, at) => matches.position(from + at))
  const kind = index.kindOf(unit)
  return {
    text: whole.length <= longestSentence ? whole : excerpt(whole, positions()),
    kind: bodyKinds.find((one) => one === kind) ?? 'prose',
    ...index.headingOf(unit),
    matchedIn,
  }
}

/** A unit, and the matches in it. */
interface Choice extends Span {
  readonly unit: number
  readonly worth: number
}

const kinds: Readonly<Record<UnitKind, { readonly part: SearchedPart; readonly factor: number }>> = {
  prose: { part: 'body', factor: 1 },
  table: { part: 'body', factor: 0.9 },
  heading: { part: 'body', factor: 0.7 },
  code: { part: 'body', factor: 0.6 },
  // It describes what the reader of a quotation does not see.
  figure: { part: 'body', factor: 0.5 },
  anchor: { part: 'body', factor: 0 },
  summary: { part: 'summary', factor: 1 },
  title: { part: 'title', factor: 1 },
  tags: { part: 'tags', factor: 1 },
}

/** More than any unit can be worth without the phrase. */
const phraseWorth = 1e6

function worthOf({ matches, question: { terms } }: Query, from: number, to: number): number {
  let worth = 0
  let seen = 0
  for (let at = from; at < to; at++) {
    const term = matches.term(at)
    const once = itemAt(terms, term).root
    worth += seen & (1 << term) ? once / 10 : once
    seen |= 1 << term
  }
  return worth
}

/** For a match in the title or the tags: the summary's first sentence, or what the document begins with. */
function standIn(index: Index, document: number): Choice {
  const first = index.firstUnit(document)
  const end = index.firstUnit(document + 1)
  let unit = first
  while (unit < end && index.kindOf(unit) !== 'summary') unit++
  return { unit: unit < end ? unit : first, worth: 0, from: 0, to: 0 }
}
