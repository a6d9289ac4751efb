import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { type BodyKind, bodyKinds, type SearchedPart, searchedParts } from './format.ts'
import { addTo, float64At, itemAt } from './checked.ts'
import { IndexedDocument, quotingOf, type Place } from './document.ts'
import { excerpt, highlighter, type PassagePart, partsOfPassage } from './excerpt.ts'
import type { Query, Span } from './query.ts'
import { Best, hasTitleMatch, type Ranked } from './rank.ts'
import { bm25, kindWeights, longestSentence, passageShape, passageShares, workLimits } from './tuning.ts'

/** A quote: a sentence with its surroundings. */
export interface Passage extends Place {
  /** Plain text, as the page shows it. */
  readonly text: string
  /** The same, split by form. */
  readonly parts: readonly PassagePart[]
  /** Kind of the unit that matched. */
  readonly kind: BodyKind
  readonly units: Span
}

export interface Passages {
  /** Where the terms were found. If not in the body, the summary is quoted. */
  readonly matchedIn: SearchedPart
  /** Best first; none if choosing them would cost too much. */
  readonly passages: readonly Passage[]
  /** The document that they quote. */
  readonly source?: IndexedDocument
}

/**
 * Chooses passages of a few sentences across all found documents, by their terms, those of their heading and the score of their
 * document, up to `room` characters. Quotes every document at least once.
 */
export function choosePassages(query: Query, ranked: readonly Ranked[], room: number): Passages[] {
  const best = Math.max(0, ...ranked.map(({ score }) => score)) || 1
  const posts = mapCollectingMissing(ranked, ({ document, score }) => {
    return quotedDocument(query, document, score / best)
  })
  let left = room
  for (const post of posts) left -= post.quoteSummary()
  // For "the latest", quote how the post opens.
  if (query.question.isForNewest)
    for (const [at, post] of posts.entries())
      if (hasTitleMatch(query, ranked[at]?.document ?? 0)) left -= post.quoteOpening(passageShape.length / 2)
  const candidates = posts.flatMap((post, rank) =>
    post.candidates(room / passageShape.shortest).map((candidate) => ({ ...candidate, post, rank })),
  )
  candidates.sort((a, b) => b.score - a.score || a.rank - b.rank || a.unit - b.unit)
  let unquoted = posts.filter(({ passages }) => passages.length === 0).length
  for (const { post, unit } of candidates) {
    const isFirst = post.passages.length === 0
    if (isFirst) unquoted--
    const spare = left - unquoted * passageShape.reserved
    const length = Math.min(post.document.length(unit), longestSentence)
    const fits = spare >= Math.max(passageShape.least, length)
    if (isFirst || (fits && post.passages.length < passageShape.most)) left -= post.quote(unit, spare)
  }
  return posts.map(({ matchedIn, passages, document }) => ({ matchedIn, passages, source: document }))
}

/** The length of a text as a list shows it, with its anchor and indentation. */
const listedLength = ({ anchor }: Place, text = ''): number =>
  text.length + (anchor === '' ? 0 : anchor.length + 3) + 2 * text.split('\n').length + 1

/** A unit with matches. */
interface MatchingUnit extends Span {
  readonly unit: number
  readonly part: SearchedPart
  readonly score: number
  /** A bit for each term in its heading, or the header of its table. */
  readonly headingTerms: number
}

/** The start of a sentence that depends on the previous one. */
const continuation = /^(?:\d|(?:it|this|that|they|these|those|he|she|such|however|but|otherwise)\b)/i

/** A document to quote from. Never quotes a unit twice. `factor` is its share of the best score. */
function quotedDocument(query: Query, number: number, factor: number) {
  const { index, matches, question } = query
  const document = new IndexedDocument(index, number)
  /** Best first. */
  const matching = matchingUnits(query, number)
  const byUnit = new Map(matching.map((match) => [match.unit, match]))
  const quotable = searchedParts.find((part) => matching.some((match) => match.part === part))
  const matchedIn = quotable ?? (question.terms.length > 0 ? 'summary' : 'body')
  const taken = new Set<number>()
  const passages: Passage[] = []
  return { document, matchedIn, passages, quoteSummary, quoteOpening, candidates, quote }

  /** Quotes the summary if no term is in the body. Returns the number of characters. */
  function quoteSummary(): number {
    if (matchedIn === 'body') return 0
    const summary = matching.find(({ part }) => part === 'summary')
    const unit = summary?.unit ?? summaryUnit(document)
    return add({ from: unit, to: unit + 1 }, unit)
  }

  /** Returns the number of characters. */
  function quoteOpening(room: number): number {
    return matchedIn === 'body' ? quote(firstText(document), Infinity, room) : 0
  }

  /** Returns possible passages of the body, around the best matching units. */
  function candidates(max: number) {
    if (matchedIn !== 'body') return []
    const best = matching.filter(({ part }) => part === 'body').slice(0, Math.ceil(max))
    return best.map((match) => ({ unit: match.unit, score: factor * passageScore(match) }))
  }

  /** Quotes the passage around a unit, unless it is already quoted. Returns the number of characters. */
  function quote(unit: number, spare: number, length: number = passageShape.length): number {
    if (taken.has(unit)) return 0
    // For a heading, the text below it is quoted.
    const isHeading = document.kindOf(unit) === 'heading'
    if (isHeading && taken.has(unit + 2)) return 0
    const columns = document.columnsAbove(unit)
    const head = columns === undefined ? 0 : document.length(columns) + 2
    const room = Math.max(passageShape.least, spare - head - listedLength(document.placeOf(unit)))
    const range = complete(around(unit, Math.min(length, room)), room)
    for (let other = range.from; other < range.to; other++) taken.add(other)
    taken.add(unit)
    return add(range, unit, Math.min(longestSentence, room))
  }

  function add(units: Span, unit: number, longest: number = longestSentence): number {
    const kind = document.kindOf(unit)
    const isAlone = units.to === units.from + 1 && units.from === unit
    const whole = isAlone && document.length(unit) > longest ? document.text(unit) : ''
    // The length above is in bytes.
    const isCut = whole.length > longest
    const opening = isCut ? excerpt(whole, highlighter(index, question)(whole), longest) : undefined
    const parts = partsOfPassage(document, units, opening)
    const passage = {
      text: parts.map(({ text }) => text).join('\n'),
      parts,
      kind: bodyKinds.find((bodyKind) => bodyKind === kind) ?? 'prose',
      ...document.placeOf(unit),
      units,
    }
    passages.push(passage)
    return listedLength(passage, passage.text)
  }

  /** BM25 of the passage around a unit, with a share for the terms of its heading. */
  function passageScore({ unit, headingTerms, score: own }: MatchingUnit): number {
    const { from, to } = around(unit, passageShape.length)
    const counts = new Float64Array(question.terms.length)
    let length = 0
    for (let other = from; other < to; other++) {
      length += document.length(other) + 1
      const span = byUnit.get(other)
      const weight = kindWeights[document.kindOf(other)].passage
      for (let at = span?.from ?? 0; at < (span?.to ?? 0); at++) addTo(counts, matches.term(at), weight)
    }
    const norm = 1 - passageShape.b + (passageShape.b * length) / passageShape.length
    let score = passageShares.sentence * own
    for (const [term, { root }] of question.terms.entries()) {
      const count = float64At(counts, term)
      if (count > 0) score += (root * count * (1 + bm25.k1)) / (count + bm25.k1 * norm)
      else if (headingTerms & (1 << term)) score += passageShares.heading * root
    }
    return score
  }

  /** Extends a unit within its section while there is room, to the side with the higher score. */
  function around(unit: number, room: number): Span {
    const heading = index.headingNumber(unit)
    const isHeading = document.kindOf(unit) === 'heading'
    const scoreOf = (other: number) => byUnit.get(other)?.score ?? 0
    // For a heading, start with the text below it; the anchor is between them.
    const start = isHeading && isFree(unit + 2, heading) ? unit + 2 : unit
    let [from, to] = [start, start + 1]
    let left = room - document.length(start)
    for (;;) {
      const next = isFree(to, heading) ? document.length(to) + 1 : Infinity
      const isBefore =
        !isHeading && isFree(from - 1, heading) && document.kindOf(from - 1) === document.kindOf(start)
      const before = isBefore ? document.length(from - 1) + 1 : Infinity
      if (next > left && before > left) return { from, to }
      const isForward = next <= left && (before > left || scoreOf(to) >= scoreOf(from - 1))
      left -= isForward ? next : before
      if (isForward) to++
      else from--
    }
  }

  /** Adds what a final colon introduces, a preceding sentence that ends in a colon, or a following one that starts with a pronoun or digit. */
  function complete({ from, to }: Span, most: number): Span {
    const heading = index.headingNumber(from)
    let end = to
    let used = 0
    for (let unit = from; unit < to; unit++) used += document.length(unit) + 1
    let left = Math.min(passageShape.announced, most - used)
    const fits = (unit: number) => isFree(unit, heading) && document.length(unit) <= left
    const take = () => {
      left -= document.length(end++) + 1
    }
    if (announces(end - 1) && fits(end)) {
      take()
      while (fits(end) && document.isSameBlock(end)) take()
    } else if (fits(end) && document.isSameParagraph(end) && continuation.test(document.text(end))) take()
    return { from: fits(from - 1) && announces(from - 1) ? from - 1 : from, to: end }
  }

  function announces(unit: number): boolean {
    return document.kindOf(unit) === 'prose' && /[:\uff1a]$/.test(document.text(unit))
  }

  function isFree(unit: number, heading: number): boolean {
    if (unit < document.first || unit >= document.end || taken.has(unit)) return false
    return quotingOf[index.kindOf(unit)].extends && index.headingNumber(unit) === heading
  }
}

/** Higher than any score without the phrase. */
const phraseScore = 1e6

/** Returns the best units with any of the terms, best first. */
function matchingUnits(query: Query, document: number): readonly MatchingUnit[] {
  const { index, matches, phrases } = query
  const best = new Best<MatchingUnit>((a, b) => b.score - a.score || a.unit - b.unit, workLimits.choices)
  const span = matches.in(document)
  let heading = 0
  let termsOfHeading = 0
  /** Rows below a header with terms. */
  let rows = { end: Infinity, terms: 0 }
  for (let { from } = span, to = from; from < span.to; from = to) {
    const unit = matches.unit(from)
    while (to < span.to && matches.unit(to) === unit) to++
    const kind = index.kindOf(unit)
    const inSection = index.headingNumber(unit) === heading ? termsOfHeading : 0
    while (rows.end < unit && index.kindOf(rows.end) === 'table') rows.end++
    const headingTerms = inSection | (rows.end === unit && kind === 'table' ? rows.terms : 0)
    const { score: own, terms } = unitScore(query, from, to, headingTerms)
    if (kind === 'columns') rows = { end: unit + 1, terms }
    if (kind === 'heading') {
      heading = index.headingNumber(unit)
      termsOfHeading = terms
    }
    const score = kindWeights[kind].passage * (own + phraseScore * phrases.countIn(unit))
    if (score > 0) best.add({ unit, part: quotingOf[kind].part, score, from, to, headingTerms })
  }
  return best.items
}

/** Scores the matches of a unit, with a share for terms that only its heading has. Returns its terms as bits. */
function unitScore({ matches, question: { terms } }: Query, from: number, to: number, headingTerms: number) {
  let score = 0
  let seen = 0
  for (let at = from; at < to; at++) {
    const term = matches.term(at)
    const once = itemAt(terms, term).root
    score += seen & (1 << term) ? once * passageShares.repeat : once
    seen |= 1 << term
  }
  for (let term = 0, left = (headingTerms & ~seen) >>> 0; left !== 0; term++, left >>>= 1) {
    if (left & 1) score += passageShares.heading * itemAt(terms, term).root
  }
  return { score, terms: seen }
}

/** Returns the first sentence of the summary, or of the document. */
function summaryUnit(document: IndexedDocument): number {
  // The summary follows the body.
  let unit = document.end
  while (unit > document.first && quotingOf[document.kindOf(unit - 1)].part !== 'body') unit--
  return document.kindOf(unit) === 'summary' ? unit : firstText(document)
}

/** The title follows the body, so there is one. */
function firstText(document: IndexedDocument): number {
  let unit = document.first
  while (document.kindOf(unit) === 'figure') unit++
  return unit
}
