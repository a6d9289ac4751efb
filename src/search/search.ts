import { tokens } from './analyse.ts'
import { firstDocument, termAt } from './lexicon.ts'
import { type Index, rareSlot, unitEnd } from './load.ts'
import { normalise } from './normalise.ts'
import { type Question, type QuestionTerm, readQuery } from './query.ts'
import { type Filter, type Ranked, rank } from './rank.ts'
import { chooseSentence, type Sentence } from './sentence.ts'
import { matchesIn, textOf } from './unit-reader.ts'

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
  markTerms(index, question.terms, true)
  try {
    const { total, complete, best } = rank(index, question, filter, offset + limit)
    const hits = best.slice(offset).map((ranked) => hitOf(index, question, ranked))
    return { total, complete, hits, interpreted }
  } finally {
    markTerms(index, question.terms, false)
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

/** Tells the readers of units which ids are whose. What was asked for outright is never taken for another word's guess. */
function markTerms(
  index: Index,
  terms: readonly Pick<QuestionTerm, 'places' | 'found'>[],
  wanted: boolean,
): void {
  for (const [slot, { places, found }] of terms.entries()) {
    for (const place of places) {
      const id = index.ids[place] ?? 0
      if ((index.slots[id] ?? unitEnd) >= rareSlot) continue // damaged: no term has these
      if (!wanted) index.slots[id] = 0
      else if (found === 'as-is' || index.slots[id] === 0) index.slots[id] = slot + 1
    }
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
  markTerms(index, itself, true)
  const matches = matchesIn(index, firstDocument(index, place))
  markTerms(index, itself, false)
  let word: string | undefined
  let at = 0
  tokens(normalise(textOf(index, matches.units[0] ?? 0)).text, true, (token) => {
    if (at++ === matches.places[0]) word = token
  })
  return word ?? termAt(index, place)
}
