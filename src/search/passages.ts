import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { type BodyKind, bodyKinds, type SearchedPart, searchedParts } from './format.ts'
import { addTo, float64At, itemAt } from './bytes.ts'
import { IndexedDocument, kinds, type Place } from './document.ts'
import { excerpt, highlighter, type PassagePart, partsOfPassage } from './excerpt.ts'
import type { Index } from './load.ts'
import type { Query, Span } from './query.ts'
import { isTitled, type Ranked } from './rank.ts'
import { bm25, kindWeights, longestSentence, passageShape, passageShares, workLimits } from './tuning.ts'

/** What a reader of a result sees of a document, and where it stands: a sentence with what is around it. */
export interface Passage extends Place {
  /** Plain text, as the page shows it. */
  readonly text: string
  /** The same, with code apart. */
  readonly parts: readonly PassagePart[]
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

/**
 * Chooses what a person would have quoted, across all documents that were found: stretches of a few sentences by the terms they and
 * their heading have, and by how well their document did, until `room` characters are used. Every document is quoted once at least.
 */
export function choosePassages(query: Query, ranked: readonly Ranked[], room: number): Passages[] {
  const best = ranked[0]?.score ?? 1
  const quoted = mapCollectingMissing(
    ranked,
    ({ document, score }) => new QuotedDocument(query, document, Math.sqrt(score / best)),
  )
  let left = room
  for (const one of quoted) left -= one.quoteBeside()
  // Who asks for the latest of something wants to know what that is: what it begins with says so.
  if (query.question.isForNewest)
    for (const [at, one] of quoted.entries())
      if (isTitled(query, ranked[at]?.document ?? 0)) left -= one.quoteOpening(passageShape.length / 2)
  const choices = quoted.flatMap((document, rank) => document.stretches(rank, room / passageShape.shortest))
  choices.sort((a, b) => b.worth - a.worth || a.rank - b.rank || a.unit - b.unit)
  let unquoted = quoted.filter(({ passages }) => passages.length === 0).length
  for (const { document, unit } of choices) {
    const isFirst = document.passages.length === 0
    if (isFirst) unquoted--
    const spare = left - unquoted * passageShape.least
    if (isFirst || (spare >= passageShape.least && document.passages.length < passageShape.most))
      left -= document.quote(unit, Math.min(passageShape.length, spare))
  }
  return quoted.map(({ matchedIn, passages, document }) => ({ matchedIn, passages, source: document }))
}

/** A unit, what it is worth, which terms its heading has, and the matches in it. */
interface Choice extends Span {
  readonly unit: number
  readonly part: SearchedPart
  readonly worth: number
  readonly above: number
}

/** What could be quoted of a document: what is around a unit. */
interface Stretch {
  readonly document: QuotedDocument
  /** Its document's among those that were found. */
  readonly rank: number
  readonly unit: number
  readonly worth: number
}

/** A document that is quoted from, no unit of it twice. */
class QuotedDocument {
  readonly passages: Passage[] = []
  readonly document: IndexedDocument
  /** Where the terms were found. */
  readonly matchedIn: SearchedPart
  readonly #query: Query
  readonly #factor: number
  readonly #choices: readonly Choice[]
  readonly #byUnit: ReadonlyMap<number, Choice>
  readonly #taken = new Set<number>()

  constructor(query: Query, number: number, factor: number) {
    this.#query = query
    this.#factor = factor
    this.document = new IndexedDocument(query.index, number)
    this.#choices = choicesIn(query, number)
    this.#byUnit = new Map(this.#choices.map((choice) => [choice.unit, choice]))
    this.matchedIn =
      searchedParts.find((part) => this.#choices.some((choice) => choice.part === part)) ?? 'body'
  }

  /** By its summary, if no term is in the body. Returns how many characters that takes. */
  quoteBeside(): number {
    if (this.matchedIn === 'body') return 0
    const summary = this.#choices.find(({ part }) => part === 'summary')
    const unit = summary?.unit ?? standIn(this.#query.index, this.document)
    return this.#add({ from: unit, to: unit + 1 }, unit)
  }

  /** Returns how many characters that takes. */
  quoteOpening(room: number): number {
    return this.matchedIn === 'body' ? this.quote(this.document.first, room) : 0
  }

  /** What could be quoted of the body, each around a unit with a term; so many of those that have the most. */
  stretches(rank: number, most: number): Stretch[] {
    const list: Stretch[] = []
    if (this.matchedIn !== 'body') return list
    for (const choice of this.#choices) {
      if (choice.part !== 'body') continue
      if (list.length >= most) break
      list.push({ document: this, rank, unit: choice.unit, worth: this.#factor * this.#worthAround(choice) })
    }
    return list
  }

  /** Quotes what is around a unit, unless that was quoted already. Returns how many characters it takes. */
  quote(unit: number, room: number): number {
    if (this.#taken.has(unit)) return 0
    // A heading is quoted by what is under it, which may have been quoted already.
    const isHeading = this.document.kindOf(unit) === 'heading'
    if (isHeading && this.#taken.has(unit + 2)) return 0
    const range = this.#completed(this.#around(unit, room))
    for (let one = range.from; one < range.to; one++) this.#taken.add(one)
    this.#taken.add(unit)
    return this.#add(range, unit)
  }

  #add(range: UnitRange, unit: number): number {
    const passage = passageOf(this.#query, this.document, range, unit)
    this.passages.push(passage)
    return passage.text.length
  }

  /** BM25 of a stretch, with the terms of its heading in part. */
  #worthAround({ unit, above, worth: own }: Choice): number {
    const { index, matches, question } = this.#query
    const { from, to } = this.#around(unit, passageShape.length)
    const counts = new Float64Array(question.terms.length)
    let length = 0
    for (let one = from; one < to; one++) {
      length += this.document.length(one) + 1
      const choice = this.#byUnit.get(one)
      const weight = kindWeights[index.kindOf(one)].passage
      for (let at = choice?.from ?? 0; at < (choice?.to ?? 0); at++) addTo(counts, matches.term(at), weight)
    }
    const norm = 1 - passageShape.b + (passageShape.b * length) / passageShape.length
    let worth = passageShares.sentence * own
    for (const [term, { root }] of question.terms.entries()) {
      const count = float64At(counts, term)
      if (count > 0) worth += (root * count * (1 + bm25.k1)) / (count + bm25.k1 * norm)
      else if (above & (1 << term)) worth += passageShares.heading * root
    }
    return worth
  }

  /** A unit carried on within its section as far as there is room, to the side that is worth more. */
  #around(unit: number, room: number): UnitRange {
    const { document } = this
    const heading = this.#query.index.headingNumber(unit)
    const isHeading = document.kindOf(unit) === 'heading'
    const isFree = (one: number) => this.#isFree(one, heading)
    // A heading is quoted by what is under it; its anchor stands between the two.
    const start = isHeading && isFree(unit + 2) ? unit + 2 : unit
    let [from, to] = [start, start + 1]
    let left = room - document.length(start)
    for (;;) {
      const next = isFree(to) ? document.length(to) + 1 : Infinity
      const isBefore = !isHeading && isFree(from - 1) && document.kindOf(from - 1) === document.kindOf(start)
      const before = isBefore ? document.length(from - 1) + 1 : Infinity
      if (next > left && before > left) return { from, to }
      const isForward = next <= left && (before > left || this.#worth(to) >= this.#worth(from - 1))
      left -= isForward ? next : before
      if (isForward) to++
      else from--
    }
  }

  /** With what a colon at its end announces, with the sentence that announces it, and with the next one if that goes on with a pronoun or a figure. */
  #completed({ from, to }: UnitRange): UnitRange {
    const { document } = this
    const heading = this.#query.index.headingNumber(from)
    let end = to
    let left: number = passageShape.announced
    const isNext = () => this.#isFree(end, heading) && document.length(end) <= left
    const take = () => {
      left -= document.length(end++) + 1
    }
    if (this.#announces(end - 1) && isNext()) {
      take()
      while (isNext() && document.isSameBlock(end)) take()
    } else if (isNext() && document.isSameParagraph(end) && goesOn.test(document.text(end))) take()
    const isAnnounced = this.#isFree(from - 1, heading) && this.#announces(from - 1)
    return { from: isAnnounced ? from - 1 : from, to: end }
  }

  #announces(unit: number): boolean {
    const { document } = this
    return document.kindOf(unit) === 'prose' && /[:\uff1a]$/.test(document.text(unit))
  }

  #isFree(unit: number, heading: number): boolean {
    const { first, end } = this.document
    if (unit < first || unit >= end || this.#taken.has(unit)) return false
    const { index } = this.#query
    return kinds[index.kindOf(unit)].carriesOn && index.headingNumber(unit) === heading
  }

  #worth(unit: number): number {
    return this.#byUnit.get(unit)?.worth ?? 0
  }
}

/** A sentence that says little without the one before it. */
const goesOn = /^(?:\d|(?:it|this|that|they|these|those|he|she|such|however|but|otherwise)\b)/i

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
    if (worth > least) choices.push({ unit, part, worth, from, to, above })
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
  { index, question }: Query,
  document: IndexedDocument,
  units: UnitRange,
  unit: number,
): Passage {
  const { from, to } = units
  const kind = index.kindOf(unit)
  const isTooLong = to === from + 1 && from === unit && document.length(unit) > longestSentence
  const whole = isTooLong ? document.text(unit) : ''
  const parts = partsOfPassage(
    document,
    units,
    whole.length > longestSentence ? excerpt(whole, highlighter(index, question)(whole)) : undefined,
  )
  return {
    text: parts.map(({ text }) => text).join('\n'),
    parts,
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
