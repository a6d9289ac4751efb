import { BytesMissing, mapCollectingMissing } from '../base/bytes-missing.ts'
import type { Words } from '../words/words.ts'
import { normalise, termsIn } from './analyse.ts'
import { IndexedDocument } from './document.ts'
import { firstDocument, textOfEntry } from './lexicon.ts'
import type { Language } from './language.ts'
import type { Index } from './load.ts'
import { choosePassages, type Passages } from './passages.ts'
import { Matches, Query } from './query.ts'
import { type Question, readQuestion } from './question.ts'
import { type Filter, rank, type Ranked } from './rank.ts'
import { longestQuery, usualRoom, workLimits } from './tuning.ts'

export interface SearchOptions {
  /** How many hits; five by default. */
  readonly limit?: number
  /** How many better ones to pass over. */
  readonly offset?: number
  /** Which documents may be found, by their number; the key says the same in words. */
  readonly filter?: { readonly key: string; readonly has: Filter } | undefined
  /** How many characters all passages may have together, or a few more. */
  readonly room?: number
  /** What it may cost together with what is done for the same request. */
  readonly work?: Work
}

export interface SearchResult {
  readonly total: number
  /** False when a phrase of frequent words was looked for in the best documents only, and `total` counts those. */
  readonly complete: boolean
  readonly hits: readonly Hit[]
  readonly interpreted: Interpreted
  /** For who shows where it matches. */
  readonly question: Question
}

export interface Hit extends Passages {
  /** Its number: documents are counted from 0, newest first. */
  readonly document: number
  readonly score: number
  /** The words of the query that it has. */
  readonly matchedTerms: readonly string[]
}

/** What was looked for in the end. */
export interface Interpreted {
  readonly terms: readonly string[]
  /** Words that were left out, because they are everywhere or too many. */
  readonly dropped: readonly string[]
  /** Words that occur nowhere, with the words taken instead. */
  readonly corrected: readonly { readonly term: string; readonly to: readonly string[] }[]
  /** Words that occur nowhere, and nothing like them. */
  readonly unknown: readonly string[]
}

/** Undefined when the query holds nothing that can be looked for. No match is an answer. */
export function search(index: Index, text: string, options: SearchOptions = {}): SearchResult | undefined {
  const { limit = 5, offset = 0, filter, room = usualRoom, work = new Work() } = options
  const key = JSON.stringify([text, offset + limit, filter?.key])
  const ranking = unfinished.get(index)?.get(key) ?? rankingOf(index, text, filter, offset + limit)
  if (!ranking) return undefined
  try {
    const result = quoteRanked(index, ranking, offset, room, work)
    unfinished.get(index)?.delete(key)
    return result
  } catch (error) {
    if (error instanceof BytesMissing) keepRanking(index, key, ranking)
    throw error
  }
}

/** Which documents match, and how well. */
interface Ranking extends ReturnType<typeof rank> {
  readonly query: Query
  readonly steps: number
}

function rankingOf(
  index: Index,
  text: string,
  filter: SearchOptions['filter'],
  wanted: number,
): Ranking | undefined {
  const question = readQuestion(index, text)
  if (!question) return undefined
  const query = new Query(index, question)
  const postings = question.terms.reduce((sum, one) => sum + one.postings, 0)
  return { ...rank(query, filter?.has, wanted), query, steps: query.steps + postings }
}

/** Where the texts of documents have to be fetched, the same is asked again once they are here: they are not ranked twice for that. */
const unfinished = new WeakMap<Index, Map<string, Ranking>>()
const mostUnfinished = 16

function keepRanking(index: Index, key: string, ranking: Ranking): void {
  const kept = unfinished.get(index) ?? new Map<string, Ranking>()
  unfinished.set(index, kept.set(key, ranking))
  const [oldest] = kept.keys()
  if (kept.size > mostUnfinished && oldest !== undefined) kept.delete(oldest)
}

function quoteRanked(
  index: Index,
  { query, steps, total, complete, best }: Ranking,
  offset: number,
  room: number,
  work: Work,
): SearchResult {
  const { question } = query
  work.add(steps)
  const shown = best.slice(offset)
  // The best is quoted whatever that costs: a page of hits says more than its titles.
  const costs = mapCollectingMissing(shown, ({ document }) => costOf(index, document))
  const affordable = shown.filter((_, at) => work.take(costs[at] ?? 0) || at === 0)
  const before = query.steps
  const passages = choosePassages(query, affordable, room)
  const quoted = new Map(passages.map((one, at) => [affordable[at]?.document, one]))
  // Their markdown may be read from a file.
  for (const { source } of passages) work.add((source?.source.length ?? 0) >> 3)
  work.add(query.steps - before)
  const hits = shown.map((ranked) => hitOf(query, ranked, quoted.get(ranked.document)))
  return { total, complete, hits, interpreted: interpret(index, question, work), question }
}

/** What is known before a document is read: where its units are may have to be found for all of them. */
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

function interpret(index: Index, { terms, dropped }: Question, work: Work): Interpreted {
  const guessed = terms.filter(({ found }) => found === 'by-prefix' || found === 'by-spelling')
  return {
    terms: terms.map(({ word }) => word),
    dropped,
    corrected: guessed.map(({ word, entries }) => ({
      term: word,
      to: entries.slice(0, 3).map((entry) => spelling(index, entry, work)),
    })),
    unknown: terms.filter(({ found }) => found === 'nowhere').map(({ word }) => word),
  }
}

/** The lexicon holds stems; a reader wants a word: the one that stands for it first in the first document that has it. */
function spelling(index: Index, entry: number, work: Work): string {
  const document = firstDocument(index, entry)
  if (!work.take(costOf(index, document))) return textOfEntry(index, entry)
  const matches = new Matches(
    index,
    [{ entries: [entry], partial: [], found: 'as-is' }],
    { termsIn: () => 1 },
    1,
  )
  const { from, to } = matches.in(document)
  if (from === to) return textOfEntry(index, entry)
  const { text } = normalise(new IndexedDocument(index, document).text(matches.unit(from)))
  const term = termsIn(text, index.languages[0] as Language)[matches.position(from)]
  return term ? text.slice(term.start, term.end).toLowerCase() : textOfEntry(index, entry)
}

/** What a reader should know before relying on the hits, in sentences; `shown` is how a word of the query is put into one. */
export function notesOn(
  { complete, interpreted: { corrected, unknown } }: SearchResult,
  isCut: boolean,
  words: Words['results'],
  shown = (word: string) => word,
): string[] {
  return [
    ...(isCut ? [words.cut(longestQuery)] : []),
    ...corrected.map(({ term, to }) => words.replaced(shown(term), to.map(shown))),
    ...(unknown.length > 0 ? [words.nowhere(unknown.map(shown))] : []),
    ...(complete ? [] : [words.frequent]),
  ]
}

/** The steps of one call. */
export class Work {
  spent = 0

  get isOver(): boolean {
    return this.spent >= workLimits.steps
  }

  /** For what is done in any case. */
  add(steps: number): void {
    this.spent += steps
  }

  /** For what can be left out: false when the steps that are left do not suffice. */
  take(steps: number): boolean {
    if (this.spent + steps > workLimits.steps) return false
    this.spent += steps
    return true
  }
}
