import { tokens } from './analyse.ts'
import { type UnitKind, unitWidth } from './format.ts'
import type { Index } from './load.ts'
import { normalise, originalRange } from './normalise.ts'
import type { Question } from './query.ts'
import type { Matches, Span } from './matches.ts'
import { headingOf, kindOf, textOf } from './unit-reader.ts'

/** What a reader of a result sees of a document, and where it stands. */
export interface Sentence {
  /** Plain, and at most 300 characters. */
  readonly text: string
  /** Where in the text the matches are. */
  readonly highlights: readonly Range[]
  readonly kind: 'prose' | 'table' | 'code' | 'heading' | 'figure'
  readonly heading: string
  readonly anchor: string
  /** Where the terms were found. Unless it is the body, the sentence is the summary's. */
  readonly matchedIn: 'body' | 'summary' | 'title' | 'tags'
}

export type Range = readonly [start: number, end: number]

const longestSentence = 300

/**
 * Chooses the unit of a document that a person would have quoted: the sum of √idf over the terms it has, a tenth more for each
 * repeat of one, without regard to its length; of equals the first. The rule was chosen on 773 claims with marked evidence,
 * where its prototype hit at once in .57 of cases, BM25 over sentences in .52, the first sentence with a term in .10.
 */
export function chooseSentence(index: Index, question: Question, document: number): Sentence {
  const best: Partial<Record<Sentence['matchedIn'], Choice>> = {}
  const { matches } = index
  const span = matches.in(index, document, index.masks[document] ?? 0)
  for (let { from } = span, to = from; from < span.to; from = to) {
    const unit = matches.units[from] ?? 0
    while (to < span.to && matches.units[to] === unit) to++
    const { place, factor } = kinds[kindOf(index, unit)]
    const worth = factor * worthOf(matches, from, to, question)
    if (worth > (best[place]?.worth ?? 0)) best[place] = { unit, worth, from, to }
  }
  const matchedIn = (['body', 'summary', 'title', 'tags'] as const).find((place) => best[place]) ?? 'body'
  const { unit, from, to } = best[matchedIn === 'body' ? 'body' : 'summary'] ?? standIn(index, document)
  const whole = textOf(index, unit)
  const kind = kindOf(index, unit)
  const { heading, anchor } = headingOf(index, unit)
  const { text, highlights } = excerpt(whole, rangesOf(whole, matches.places, from, to))
  return {
    text,
    highlights,
    kind: kind === 'anchor' || kind === 'summary' || kind === 'title' || kind === 'tags' ? 'prose' : kind,
    heading,
    anchor,
    matchedIn,
  }
}

/** A unit, and the matches in it. */
interface Choice extends Span {
  readonly unit: number
  readonly worth: number
}

const kinds: Readonly<Record<UnitKind, { readonly place: Sentence['matchedIn']; readonly factor: number }>> =
  {
    prose: { place: 'body', factor: 1 },
    table: { place: 'body', factor: 0.9 },
    heading: { place: 'body', factor: 0.7 },
    code: { place: 'body', factor: 0.6 },
    // It describes what the reader of a quotation does not see.
    figure: { place: 'body', factor: 0.5 },
    anchor: { place: 'body', factor: 0 },
    summary: { place: 'summary', factor: 1 },
    title: { place: 'title', factor: 1 },
    tags: { place: 'tags', factor: 1 },
  }

/** More than any unit can be worth without the phrase. */
const behindAll = 1e6

function worthOf(matches: Matches, from: number, to: number, { terms, phrases }: Question): number {
  let worth = 0
  let seen = 0
  for (let at = from; at < to; at++) {
    const term = matches.terms[at] ?? 0
    const once = terms[term]?.root ?? 0
    worth += seen & (1 << term) ? once / 10 : once
    seen |= 1 << term
    for (let number = 0; number < phrases.length; number++) {
      if (matches.isPhrase(at, to, phrases[number] ?? [])) worth += behindAll
    }
  }
  return worth
}

/** For a match in the title or the tags: the summary's first sentence, or what the document begins with. */
function standIn(index: Index, document: number): Choice {
  const first = index.documentStarts[document] ?? 0
  const behind = Math.min(index.documentStarts[document + 1] ?? 0, index.units.length / unitWidth)
  let unit = first
  while (unit < behind && kindOf(index, unit) !== 'summary') unit++
  return { unit: unit < behind ? unit : first, worth: 0, from: 0, to: 0 }
}

/** The unit's tokens were read in this order when the index was built, so their places tell which of them match. */
function rangesOf(text: string, places: Uint16Array, from: number, to: number): Range[] {
  if (from === to) return []
  const normal = normalise(text)
  const ranges: [number, number][] = []
  let place = 0
  let next = from
  tokens(normal.text, true, (_, start, end) => {
    if (place++ !== places[next]) return false
    next++
    const range = originalRange(normal, start, end)
    const last = ranges.at(-1)
    if (last && range[0] < last[1]) last[1] = Math.max(last[1], range[1])
    else ranges.push(range)
    return next === to
  })
  return ranges
}

/** A long text is cut to the part with the most matches, between words. */
export function excerpt(text: string, ranges: readonly Range[]): Pick<Sentence, 'text' | 'highlights'> {
  if (text.length <= longestSentence) return { text, highlights: ranges }
  const room = longestSentence - 2
  const within = (from: number) => ranges.filter(([start, end]) => start >= from && end <= from + room)
  let from = 0
  for (const [start] of ranges) {
    const candidate = Math.max(0, Math.min(start - 40, text.length - room))
    if (within(candidate).length > within(from).length) from = candidate
  }
  const inside = within(from)
  let to = Math.min(text.length, from + room)
  if (from > 0) from = wordStart(text, from, inside[0]?.[0] ?? to)
  if (to < text.length) to = wordEnd(text, to, inside.at(-1)?.[1] ?? from)
  const before = from > 0 ? '…' : ''
  const shift = before.length - from
  return {
    text: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    highlights: inside.map(([start, end]) => [start + shift, end + shift]),
  }
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
