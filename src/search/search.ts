import { tokens } from './analyse.ts'
import { firstDocument, termAt } from './lexicon.ts'
import type { Index } from './load.ts'
import { normalise } from './normalise.ts'
import { type Question, readQuery } from './query.ts'
import { type Filter, type Ranked, rank } from './rank.ts'
import { chooseSentence, type Sentence } from './sentence.ts'
import { textOf } from './unit-reader.ts'

export interface SearchOptions {
  /** How many hits; ten by default. */
  readonly limit?: number
  /** How many better ones to pass over. */
  readonly offset?: number
  /** Which documents may be found, by their place in the list. */
  readonly filter?: Filter | undefined
}

export interface Found {
  /** How many documents match. */
  readonly total: number
  /** False when a phrase of frequent words was looked for in the best documents only, and `total` counts those. */
  readonly complete: boolean
  readonly hits: readonly Hit[]
  readonly interpreted: Interpreted
}

export interface Hit {
  /** Its place in the list of documents. */
  readonly document: number
  readonly score: number
  /** The words of the query that it has. */
  readonly matchedTerms: readonly string[]
  readonly sentence: Sentence
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
export function search(index: Index, query: string, options: SearchOptions = {}): Found | undefined {
  const question = readQuery(index, query)
  if (!question) return undefined
  const { limit = 10, offset = 0, filter } = options
  const interpreted = interpret(index, question)
  index.matches.begin(index, question.terms)
  try {
    const { total, complete, best } = rank(index, question, filter, offset + limit)
    const hits = best.slice(offset).map((ranked) => hitOf(index, question, ranked))
    return { total, complete, hits, interpreted }
  } finally {
    index.matches.end(index, question.terms)
  }
}

function hitOf(index: Index, question: Question, { document, score, mask }: Ranked): Hit {
  return {
    document,
    score: Math.round(score * 1000) / 1000,
    matchedTerms: question.terms.filter((_, place) => mask & (1 << place)).map(({ word }) => word),
    sentence: chooseSentence(index, question, document),
  }
}

function interpret(index: Index, { terms, dropped }: Question): Interpreted {
  const guessed = terms.filter(({ found }) => found === 'by-prefix' || found === 'by-spelling')
  return {
    terms: terms.map(({ word }) => word),
    dropped,
    corrected: guessed.map(({ word, places }) => ({
      term: word,
      to: places.slice(0, 3).map((place) => spelling(index, place)),
    })),
    unknown: terms.filter(({ found }) => found === 'nowhere').map(({ word }) => word),
  }
}

/** The lexicon holds stems; a reader wants a word: the one that stands for it first in the first document that has it. */
function spelling(index: Index, place: number): string {
  const itself = [{ places: [place], found: 'as-is' as const }]
  const { matches } = index
  matches.begin(index, itself)
  const { from } = matches.in(index, firstDocument(index, place), 1)
  matches.end(index, itself)
  let word: string | undefined
  let at = 0
  tokens(normalise(textOf(index, matches.units[from] ?? 0)).text, true, (token) => {
    if (at++ === matches.places[from]) word = token
    return word !== undefined
  })
  return word ?? termAt(index, place)
}
