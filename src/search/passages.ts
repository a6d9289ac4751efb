import { type BodyKind, bodyKinds, type SearchedPart, searchedParts } from '../base/unit-kinds.ts'
import { itemAt } from './bytes.ts'
import { IndexedDocument, kinds, type Place } from './document.ts'
import { excerpt, passageText } from './excerpt.ts'
import type { Index } from './load.ts'
import type { Query, Span } from './query.ts'
import {
  type ExcerptBudget,
  excerptBudgets,
  kindWeights,
  longestSentence,
  mostPassages,
  passageShares,
  workLimits,
} from './tuning.ts'

/** What a reader of a result sees of a document, and where it stands: a sentence with what is around it. */
export interface Passage extends Place {
  /** Plain text, as the page shows it. */
  readonly text: string
  /** Of the unit that matched. */
  readonly kind: BodyKind
  readonly units: UnitRange
}

export interface Passages {
  /** Where the terms were found. Unless it is the body, the passage is the summary's. */
  readonly matchedIn: SearchedPart
  /** The best first; none where choosing them would cost too much. */
  readonly passages: readonly Passage[]
  /** What they are quoted from. */
  readonly source?: IndexedDocument
}

/** Of the hit at a place. */
export function excerptBudgetAt(place: number): ExcerptBudget {
  return excerptBudgets[Math.min(place, excerptBudgets.length - 1)] as ExcerptBudget
}

/**
 * Chooses what a person would have quoted: units by the sum of √idf over the terms they have, a tenth more for each repeat of one,
 * without regard to their length; of equals the first. Each is carried on within its section as far as there is room, to the side
 * that is worth more. (The rule was chosen on 773 claims with marked evidence, where it hit at once in .57 of cases, BM25 over
 * sentences in .52, the first sentence with a term in .10. Worth for a neighbour's words changed nothing there. The heading's words, which
 * abstracts do not have, answered four more of 326 questions, and one more when they counted as much as a unit's own.)
 */
export function choosePassages(query: Query, number: number, room: ExcerptBudget): Passages {
  const document = new IndexedDocument(query.index, number)
  const choices = choicesIn(query, number)
  const matchedIn = searchedParts.find((part) => choices.some((choice) => choice.part === part)) ?? 'body'
  if (matchedIn !== 'body') {
    const summary = choices.find(({ part }) => part === 'summary')
    const unit = summary?.unit ?? standIn(query.index, document)
    const passage = passageOf(query, document, { from: unit, to: unit + 1 }, unit, summary)
    return { matchedIn, passages: [passage], source: document }
  }
  const body = choices.filter(({ part }) => part === 'body')
  const stretches = new UnitRanges(query.index, document, body)
  const passages: Passage[] = []
  let left = room.inAll
  for (const choice of body) {
    const isMore = passages.length >= room.passages
    if (isMore && (left <= 0 || passages.length === mostPassages)) break
    if (isMore && document.length(choice.unit) > left) continue
    const stretch = stretches.take(choice.unit, isMore ? Math.min(left, room.characters) : room.characters)
    if (!stretch) continue
    const passage = passageOf(query, document, stretch, choice.unit, choice)
    passages.push(passage)
    left -= passage.text.length
  }
  return { matchedIn, passages, source: document }
}

/** A unit, what it is worth, and the matches in it. */
interface Choice extends Span {
  readonly unit: number
  readonly part: SearchedPart
  readonly worth: number
}

/** The units that have any of the terms, the best first; of very many the best. */
function choicesIn(query: Query, document: number): Choice[] {
  const { index, matches, phrases } = query
  const most = workLimits.choices
  const choices: Choice[] = []
  let least = 0
  const span = matches.in(document)
  let heading = 0
  let headingTerms = 0
  for (let { from } = span, to = from; from < span.to; from = to) {
    const unit = matches.unit(from)
    while (to < span.to && matches.unit(to) === unit) to++
    const kind = index.kindOf(unit)
    const { part } = kinds[kind]
    const above = index.headingNumber(unit) === heading ? headingTerms : 0
    const { worth: own, terms } = worthOf(query, from, to, above)
    if (index.kindOf(unit) === 'heading') {
      heading = index.headingNumber(unit)
      headingTerms = terms
    }
    const worth = kindWeights[kind].passage * (own + phraseWorth * phrases.countIn(unit))
    // Of equals the first is better, so a unit that is worth no more than enough others comes too late.
    if (worth > least) choices.push({ unit, part, worth, from, to })
    if (choices.length < 2 * most) continue
    choices.sort(byWorth).length = most
    least = itemAt(choices, most - 1).worth
  }
  return choices.sort(byWorth)
}

function byWorth(a: Choice, b: Choice): number {
  return b.worth - a.worth || a.unit - b.unit
}

function passageOf(
  { index, matches }: Query,
  document: IndexedDocument,
  units: UnitRange,
  unit: number,
  span?: Span,
): Passage {
  const { from, to } = units
  const kind = index.kindOf(unit)
  const positions = () =>
    span ? Array.from({ length: span.to - span.from }, (_, at) => matches.position(span.from + at)) : []
  const isTooLong = to === from + 1 && from === unit && document.length(unit) > longestSentence
  const whole = isTooLong ? document.text(unit) : ''
  const text = passageText(
    document,
    units,
    whole.length > longestSentence ? excerpt(whole, positions()) : undefined,
  )
  return {
    text,
    kind: bodyKinds.find((one) => one === kind) ?? 'prose',
    ...document.placeOf(unit),
    units,
  }
}

/** More than any unit can be worth without the phrase. */
const phraseWorth = 1e6

/** What the matches of a unit make it worth under a heading that has the terms `above`, and which terms it has. */
function worthOf({ matches, question: { terms } }: Query, from: number, to: number, above: number) {
  let worth = 0
  let seen = 0
  for (let at = from; at < to; at++) {
    const term = matches.term(at)
    const once = itemAt(terms, term).root
    worth += seen & (1 << term) ? once * passageShares.repeat : once
    seen |= 1 << term
  }
  for (let term = 0, left = (above & ~seen) >>> 0; left !== 0; term++, left >>>= 1) {
    if (left & 1) worth += passageShares.heading * itemAt(terms, term).root
  }
  return { worth, terms: seen }
}

/** For a match in the title or the tags: the summary's first sentence, or what the document begins with. */
function standIn(index: Index, { first, end }: IndexedDocument): number {
  // It comes after the body, and only the title and the tags after it.
  let unit = end
  while (unit > first && kinds[index.kindOf(unit - 1)].part !== 'body') unit--
  return index.kindOf(unit) === 'summary' ? unit : first
}

/** Units from one up to another. */
export interface UnitRange {
  readonly from: number
  readonly to: number
}

/** Takes stretches out of a document, none of them twice. */
export class UnitRanges {
  readonly #index: Index
  readonly #document: IndexedDocument
  readonly #worth: ReadonlyMap<number, number>
  readonly #taken = new Set<number>()

  constructor(
    index: Index,
    document: IndexedDocument,
    choices: readonly { readonly unit: number; readonly worth: number }[],
  ) {
    this.#index = index
    this.#document = document
    this.#worth = new Map(choices.map(({ unit, worth }) => [unit, worth]))
  }

  /** The stretch around a unit, unless that is in another one already. */
  take(unit: number, room: number): UnitRange | undefined {
    if (this.#taken.has(unit)) return undefined
    const index = this.#index
    const document = this.#document
    const heading = index.headingNumber(unit)
    const isHeading = index.kindOf(unit) === 'heading'
    // A heading is quoted by what is under it, unless that is quoted already; its anchor stands between the two.
    if (isHeading && this.#taken.has(unit + 2)) return undefined
    const below = isHeading && this.#isFree(unit + 2, heading) ? unit + 2 : unit
    const kind = index.kindOf(below)
    const lengthOf = (unit: number) => (this.#isFree(unit, heading) ? document.length(unit) + 1 : Infinity)
    const ofKind = (unit: number) =>
      lengthOf(unit) < Infinity && index.kindOf(unit) === kind ? lengthOf(unit) : Infinity
    let from = below
    let to = below + 1
    let length = document.length(below)
    let hasAnnounced = false
    for (;;) {
      // What a colon announces belongs to it, however little room there is: once, and in prose. In code it announces nothing.
      const announces =
        !hasAnnounced && index.kindOf(to - 1) === 'prose' && document.text(to - 1).endsWith(':')
      const announced = announces ? lengthOf(to) : Infinity
      const next = ofKind(to)
      const before = isHeading ? Infinity : ofKind(from - 1)
      if (announced <= longestSentence) {
        hasAnnounced = true
        length += announced
      } else if (length + next <= room && (length + before > room || this.#isWorthMore(to, from - 1))) {
        length += next
      } else if (length + before <= room) {
        length += before
        from--
        continue
      } else break
      to++
    }
    for (let one = from; one < to; one++) this.#taken.add(one)
    if (isHeading) this.#taken.add(unit)
    return { from, to }
  }

  #isFree(unit: number, heading: number): boolean {
    const { first, end } = this.#document
    if (unit < first || unit >= end || this.#taken.has(unit)) return false
    const kind = this.#index.kindOf(unit)
    return kinds[kind].carriesOn && this.#index.headingNumber(unit) === heading
  }

  #isWorthMore(next: number, before: number): boolean {
    return (this.#worth.get(next) ?? 0) >= (this.#worth.get(before) ?? 0)
  }
}
