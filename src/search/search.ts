import { mapCollectingMissing } from '../base/bytes-missing.ts'
import { format, quoteTerms, type SearchWords } from '../words/format.ts'
import { normalise, termsOfText } from './analyse.ts'
import { IndexedDocument } from './document.ts'
import { firstDocument, textOfEntry } from './lexicon.ts'
import type { Language } from './language.ts'
import type { Index } from './load.ts'
import { choosePassages, type Passages } from './passages.ts'
import { Matches, Query } from './query.ts'
import { type Question, readQuestion } from './question.ts'
import { type Filter, rank } from './rank.ts'
import { longestQuery, usualRoom, workLimits } from './tuning.ts'

export interface SearchOptions {
  /** Default: 5 */
  readonly limit?: number
  readonly offset?: number
  readonly filter?: Filter | undefined
  /** `newest` returns only the posts that match well, in date order. */
  readonly sort?: 'newest' | undefined
  /** The day of a document, to read "this year": it is the year of the newest, because the library reads no clock. */
  readonly published?: ((document: number) => string | null | undefined) | undefined
  /** Approximate number of characters of all passages, or a function that computes it for the documents to quote. */
  readonly room?: number | ((documents: readonly number[]) => number)
  /** The work budget of the request. */
  readonly work?: Work
}

export interface SearchResult {
  readonly total: number
  /** False if a phrase of frequent words was checked only in the best documents, which `total` counts. */
  readonly complete: boolean
  readonly hits: readonly Hit[]
  readonly interpreted: Interpretation
  /** For highlighting. */
  readonly question: Question
}

/** How a query was read. */
interface Interpretation {
  readonly terms: readonly string[]
  /** Stop words, and words beyond the limit. */
  readonly dropped: readonly string[]
  /** Unknown words with their replacements. */
  readonly corrected: readonly { readonly term: string; readonly to: readonly string[] }[]
  /** Unknown words without a similar one. */
  readonly unknown: readonly string[]
  /** For a question for this year. */
  readonly year: string | undefined
}

export interface Hit extends Passages {
  /** Zero-based, newest first. */
  readonly document: number
  readonly score: number
  /** Words of the query. */
  readonly matchedTerms: readonly string[]
}

/** Searches the index. Returns undefined if the query has no words. */
export function search(index: Index, text: string, options: SearchOptions = {}): SearchResult | undefined {
  const { limit = 5, offset = 0, filter, room = usualRoom, work = new Work(), sort, published } = options
  const question = readQuestion(index, text)
  if (!question) return undefined
  const year = question.isForThisYear ? published?.(0)?.slice(0, 4) : undefined
  // Documents are sorted by date.
  let end = year === undefined ? index.documents : 0
  while (end < index.documents && (published?.(end) ?? '').startsWith(year ?? '')) end++
  const isWanted = (document: number) => document < end && (filter?.(document) ?? true)
  const query = new Query(index, { ...question, isForNewest: question.isForNewest || sort === 'newest' })
  const { total, complete, best } = rank(query, isWanted, offset + limit, sort)
  const ranking = query.steps
  work.add(question.terms.reduce((sum, { postings }) => sum + postings, ranking))
  const shown = best.slice(offset)
  // Always quote the best hit, whatever it costs.
  const costs = mapCollectingMissing(shown, ({ document }) => readingCost(index, document))
  const affordable = shown.filter((_, at) => work.take(costs[at] ?? 0) || at === 0)
  const left = typeof room === 'number' ? room : room(shown.map(({ document }) => document))
  const passages = choosePassages(query, affordable, left)
  const quoted = new Map(passages.map((quotes, at) => [affordable[at]?.document, quotes]))
  // The markdown may be read from disk.
  for (const { source } of passages) work.add((source?.source.length ?? 0) >> 3)
  work.add(query.steps - ranking)
  const hits = shown.map(({ document, score }): Hit => {
    const terms = query.scores.termsIn(document)
    const matchedTerms = question.terms.filter((_, term) => terms & (1 << term)).map(({ word }) => word)
    const quotes: Passages = quoted.get(document) ?? { matchedIn: 'body', passages: [] }
    return { document, score: Math.round(score * 1000) / 1000, matchedTerms, ...quotes }
  })
  return { total, complete, hits, interpreted: interpret(index, question, work, year), question }
}

/** Estimates the work of reading a document, including locating all its units. */
const readingCost = (index: Index, document: number): number =>
  index.tokensIn(document) + 12 * (index.firstUnit(document + 1) - index.firstUnit(document))

function interpret(
  index: Index,
  { terms, dropped }: Question,
  work: Work,
  year: string | undefined,
): Interpretation {
  const guessed = terms.filter(({ match }) => match === 'prefix' || match === 'spelling')
  return {
    terms: terms.map(({ word }) => word),
    dropped,
    corrected: guessed.map(({ word, entries }) => ({
      term: word,
      to: entries.slice(0, 3).map((entry) => readableWord(index, entry, work)),
    })),
    unknown: terms.filter(({ match }) => match === 'none').map(({ word }) => word),
    year,
  }
}

/** Returns a readable word for a stem: its first occurrence in the first document that has it. */
function readableWord(index: Index, entry: number, work: Work): string {
  const document = firstDocument(index, entry)
  if (!work.take(readingCost(index, document))) return textOfEntry(index, entry)
  const wanted = { entries: [entry], partial: [], match: 'exact' } as const
  const matches = new Matches(index, [wanted], { termsIn: () => 1 }, 1)
  const { from, to } = matches.in(document)
  if (from === to) return textOfEntry(index, entry)
  const { text } = normalise(new IndexedDocument(index, document).text(matches.unit(from)))
  const term = termsOfText(text, index.languages[0] as Language)[matches.position(from)]
  return term ? text.slice(term.start, term.end).toLowerCase() : textOfEntry(index, entry)
}

/** Returns notes on the results, such as replaced words. `escapeTerm` escapes a word of the query. */
export function searchNotes(
  { complete, interpreted: { corrected, unknown, year } }: SearchResult,
  isCut: boolean,
  words: SearchWords,
  escapeTerm = (term: string) => term,
): string[] {
  const { cut, thisYear, replaced, nowhere, frequent } = words.results
  const quoted = (terms: readonly string[]) => quoteTerms(terms.map(escapeTerm), words)
  return [
    ...(isCut ? [format(cut, { characters: longestQuery })] : []),
    ...(year === undefined ? [] : [format(thisYear, { year })]),
    ...corrected.map(({ term, to }) => format(replaced, { term: quoted([term]), by: quoted(to) })),
    ...(unknown.length > 0 ? [format(nowhere, { terms: quoted(unknown) })] : []),
    ...(complete ? [] : [frequent]),
  ]
}

/** The work budget of a call. */
export class Work {
  spent = 0

  get isOver(): boolean {
    return this.spent >= workLimits.steps
  }

  /** Adds work that is done in any case. */
  add(steps: number): void {
    this.spent += steps
  }

  /** Adds optional work; returns false if it exceeds the budget. */
  take(steps: number): boolean {
    if (this.spent + steps > workLimits.steps) return false
    this.spent += steps
    return true
  }
}
