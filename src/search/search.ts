import { mapAll } from '../not-here.ts'
import { tokens } from './analyse.ts'
import { IndexedDocument } from './document.ts'
import { firstDocument, textOfEntry } from './lexicon.ts'
import type { Index } from './load.ts'
import { Matches } from './matches.ts'
import { normalise } from './normalise.ts'
import { Query } from './query.ts'
import { type Question, readQuestion } from './question.ts'
import { type Filter, type Ranked, rank } from './rank.ts'
import { choosePassages, type Passages, roomAt } from './passages.ts'

export interface SearchOptions {
  /** How many hits; five by default. */
  readonly limit?: number
  /** How many better ones to pass over. */
  readonly offset?: number
  /** Which documents may be found, by their number. */
  readonly filter?: Filter | undefined
}

export interface Found {
  /** How many documents match. */
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
export function search(index: Index, text: string, options: SearchOptions = {}): Found | undefined {
  const question = readQuestion(index, text)
  if (!question) return undefined
  const { limit = 5, offset = 0, filter } = options
  const query = new Query(index, question)
  const { total, complete, best } = rank(query, filter, offset + limit)
  const hits = mapAll(best.slice(offset), (ranked, at) => hitOf(query, ranked, offset + at))
  return { total, complete, hits, interpreted: interpret(index, question), question }
}

function hitOf(query: Query, { document, score }: Ranked, place: number): Hit {
  const terms = query.scores.termsIn(document)
  return {
    document,
    score: Math.round(score * 1000) / 1000,
    matchedTerms: query.question.terms.filter((_, term) => terms & (1 << term)).map(({ word }) => word),
    ...choosePassages(query, document, roomAt(place)),
  }
}

function interpret(index: Index, { terms, dropped }: Question): Interpreted {
  const guessed = terms.filter(({ found }) => found === 'by-prefix' || found === 'by-spelling')
  return {
    terms: terms.map(({ word }) => word),
    dropped,
    corrected: guessed.map(({ word, entries }) => ({
      term: word,
      to: entries.slice(0, 3).map((entry) => spelling(index, entry)),
    })),
    unknown: terms.filter(({ found }) => found === 'nowhere').map(({ word }) => word),
  }
}

/** The lexicon holds stems; a reader wants a word: the one that stands for it first in the first document that has it. */
function spelling(index: Index, entry: number): string {
  const matches = new Matches(index, [{ entries: [entry], found: 'as-is' }], { termsIn: () => 1 })
  const document = firstDocument(index, entry)
  const { from, to } = matches.in(document)
  if (from === to) return textOfEntry(index, entry)
  let word = ''
  let left = matches.position(from)
  const text = new IndexedDocument(index, document).text(matches.unit(from))
  tokens(normalise(text).text, true, (token) => {
    word = token
    return left-- === 0
  })
  return word
}
