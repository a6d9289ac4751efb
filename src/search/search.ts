import { BytesMissing, mapCollectingMissing } from '../base/bytes-missing.ts'
import { format, quoteTerms, type SearchWords } from '../words/format.ts'
import { normalise, termsIn } from './analyse.ts'
import { IndexedDocument } from './document.ts'
import { firstDocument, textOfEntry } from './lexicon.ts'
import type { Language } from './language.ts'
import type { Index } from './load.ts'
import { choosePassages, type Passages } from './passages.ts'
import { Matches, type Query, startQuery } from './query.ts'
import { type Question, readQuestion } from './question.ts'
import { type Filter, rank, type Ranked } from './rank.ts'
import { longestQuery, usualRoom, workLimits } from './tuning.ts'

export interface SearchOptions {
  /** Default: 5 */
  readonly limit?: number
  readonly offset?: number
  /** Filters documents by number. `key` identifies the filter. */
  readonly filter?: { readonly key: string; readonly has: Filter } | undefined
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
  /** How the query was interpreted. */
  readonly interpreted: ReturnType<typeof interpret> & { readonly year: string | undefined }
  /** For highlighting. */
  readonly question: Question
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
  const { limit = 5, offset = 0, filter, room = usualRoom, work = new Work(), sort } = options
  const key = JSON.stringify([text, offset + limit, filter?.key, sort])
  const ranking = unfinished.get(index)?.get(key) ?? rankingOf(index, text, offset + limit, options)
  if (!ranking) return undefined
  try {
    const result = quoteRanked(index, ranking, offset, room, work)
    unfinished.get(index)?.delete(key)
    return result
  } catch (error) {
    if (error instanceof BytesMissing) saveRanking(index, key, ranking)
    throw error
  }
}

type Ranking = NonNullable<ReturnType<typeof rankingOf>>

function rankingOf(index: Index, text: string, wanted: number, { filter, sort, published }: SearchOptions) {
  const question = readQuestion(index, text)
  if (!question) return undefined
  const year = question.isForThisYear ? published?.(0)?.slice(0, 4) : undefined
  // Documents are sorted by date.
  let end = year === undefined ? index.documents : 0
  while (end < index.documents && (published?.(end) ?? '').startsWith(year ?? '')) end++
  const has = (document: number) => document < end && (filter?.has(document) ?? true)
  const query = startQuery(index, { ...question, isForNewest: question.isForNewest || sort === 'newest' })
  const postings = question.terms.reduce((sum, one) => sum + one.postings, 0)
  return { ...rank(query, has, wanted, sort), query, year, steps: query.steps() + postings }
}

/** If texts must be loaded first, the search runs again afterwards, without ranking twice. */
const unfinished = new WeakMap<Index, Map<string, Ranking>>()
const maxUnfinished = 16

function saveRanking(index: Index, key: string, ranking: Ranking): void {
  const saved = unfinished.get(index) ?? new Map<string, Ranking>()
  unfinished.set(index, saved.set(key, ranking))
  const [oldest] = saved.keys()
  if (saved.size > maxUnfinished && oldest !== undefined) saved.delete(oldest)
}

function quoteRanked(
  index: Index,
  { query, steps, total, complete, best, year }: Ranking,
  offset: number,
  room: NonNullable<SearchOptions['room']>,
  work: Work,
): SearchResult {
  const { question } = query
  work.add(steps)
  const shown = best.slice(offset)
  // Always quote the best hit, whatever it costs.
  const costs = mapCollectingMissing(shown, ({ document }) => costOf(index, document))
  const affordable = shown.filter((_, at) => work.take(costs[at] ?? 0) || at === 0)
  const before = query.steps()
  const left = typeof room === 'number' ? room : room(shown.map(({ document }) => document))
  const passages = choosePassages(query, affordable, left)
  const quoted = new Map(passages.map((one, at) => [affordable[at]?.document, one]))
  // The markdown may be read from disk.
  for (const { source } of passages) work.add((source?.source.length ?? 0) >> 3)
  work.add(query.steps() - before)
  const hits = shown.map((ranked) => hitOf(query, ranked, quoted.get(ranked.document)))
  return { total, complete, hits, interpreted: { ...interpret(index, question, work), year }, question }
}

/** Estimates the work of reading a document, including locating all its units. */
function costOf(index: Index, document: number): number {
  return index.tokensIn(document) + 12 * (index.firstUnit(document + 1) - index.firstUnit(document))
}

function hitOf(query: Query, { document, score }: Ranked, quoted?: Passages): Hit {
  const terms = query.scores.termsIn(document)
  return {
    document,
    score: Math.round(score * 1000) / 1000,
    matchedTerms: query.question.terms.filter((_, term) => terms & (1 << term)).map(({ word }) => word),
    ...(quoted ?? { matchedIn: 'body', passages: [] }),
  }
}

function interpret(index: Index, { terms, dropped }: Question, work: Work) {
  const guessed = terms.filter(({ found }) => found === 'by-prefix' || found === 'by-spelling')
  return {
    terms: terms.map(({ word }) => word),
    /** Stop words, and words beyond the limit. */
    dropped,
    /** Unknown words with their replacements. */
    corrected: guessed.map(({ word, entries }) => ({
      term: word,
      to: entries.slice(0, 3).map((entry) => spelling(index, entry, work)),
    })),
    /** Unknown words without a similar one. */
    unknown: terms.filter(({ found }) => found === 'nowhere').map(({ word }) => word),
  }
}

/** Returns a readable word for a stem: its first occurrence in the first document that has it. */
function spelling(index: Index, entry: number, work: Work): string {
  const document = firstDocument(index, entry)
  if (!work.take(costOf(index, document))) return textOfEntry(index, entry)
  const wanted = { entries: [entry], partial: [], found: 'as-is' } as const
  const matches = new Matches(index, [wanted], { termsIn: () => 1 }, 1)
  const { from, to } = matches.in(document)
  if (from === to) return textOfEntry(index, entry)
  const { text } = normalise(new IndexedDocument(index, document).text(matches.unit(from)))
  const term = termsIn(text, index.languages[0] as Language)[matches.position(from)]
  return term ? text.slice(term.start, term.end).toLowerCase() : textOfEntry(index, entry)
}

/** Returns notes on the results, such as replaced words. `escapeTerm` escapes a word of the query. */
export function notesOn(
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
