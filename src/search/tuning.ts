import type { UnitKind } from './format.ts'

/** Everything about search that was tuned: `bench/search.mjs` and `bench/quotes.mjs` measure what a change does. */

/** BM25F. Weights apply before saturation: fields that are saturated apart and summed lose .02 to .07 of nDCG@10. */
export const bm25 = { k1: 1.2, b: 0.75 } as const

/** How a kind of unit counts: in which field of a document, with which weight, and what it is worth as a quotation. */
export const kindWeights: Readonly<
  Record<UnitKind, { readonly field: number; readonly weight: number; readonly passage: number }>
> = {
  prose: { field: 0, weight: 1, passage: 1 },
  table: { field: 0, weight: 1, passage: 0.9 },
  code: { field: 1, weight: 0.5, passage: 0.6 },
  heading: { field: 2, weight: 1.5, passage: 0.7 },
  // It describes what the reader of a quotation does not see.
  figure: { field: 0, weight: 1, passage: 0.5 },
  anchor: { field: 2, weight: 0, passage: 0 },
  summary: { field: 3, weight: 1.5, passage: 1 },
  title: { field: 4, weight: 3, passage: 1 },
  tags: { field: 5, weight: 2, passage: 1 },
}

/** Two words side by side as in the query count a fifth of what they count by themselves. */
export const pairBonus = 0.2

/** What a term of the heading counts in a unit under it that does not have it, and what a repeated term counts again. */
export const passageShares = { heading: 0.3, repeat: 0.1 } as const

/** How much of a hit is shown. */
export interface ExcerptBudget {
  readonly passages: number
  /** How many characters a sentence may be carried on to. */
  readonly characters: number
  /** Where sections are short, there are more passages, up to so many characters in all. */
  readonly inAll: number
}

/**
 * The better a hit, the more room it has: of 326 questions over five collections, 300, 200 and 150 characters for the first three
 * hits answered .73 in one call, and 600, 250 and 100 answered .75, in as many words. With these, and today's ranking, it is .77.
 * Room given by how far the scores are apart answered no more.
 */
export const excerptBudgets: readonly ExcerptBudget[] = [
  { passages: 3, characters: 600, inAll: 1400 },
  { passages: 2, characters: 300, inAll: 0 },
  { passages: 1, characters: 0, inAll: 0 },
]
/** However short they are. */
export const mostPassages = 8
/** In characters. */
export const longestSentence = 300

/** Words that occur nowhere are guessed at: by prefix, then by spelling. */
export const guessing = {
  /** What a guessed word counts of what it would count as written. */
  weight: 0.5,
  /** Three letters begin too many words: `per` is not meant for `performance`. */
  shortest: 4,
  /** Words of one query; by spelling, fewer in a large lexicon, of which so many entries are compared. */
  words: 4,
  entriesCompared: 150_000,
  /** Entries that one word may stand for. */
  bySpelling: 3,
  byPrefix: 32,
  prefixesCompared: 1024,
} as const

/** Of a query, in characters and terms; what follows is not read. */
export const longestQuery = 1024
export const mostTerms = 32

/**
 * What answering may cost. An answer is made in one go and nobody else's meanwhile, so every stage of a search has a bound that no
 * query and no post can pass. A step is a token of the index or a byte of a post that is looked at: some nanoseconds.
 */
export const workLimits = {
  /** Steps of a call that quotes posts. A batch of calls has no more in all. */
  steps: 4_000_000,
  /** Of the words that are not in quotes, so many are looked up, the rarest first; and until so many postings are read. */
  words: 16,
  postings: 160_000,
  /** Postings of a word that stands for several of the lexicon. */
  guessPostings: 20_000,
  /** Documents that are read again, best first, and the tokens in them. */
  again: { documents: 64, tokens: 100_000 },
  /** The same for phrases. */
  phrases: { documents: 2048, steps: 400_000 },
  /** Matches in one document: what it has after so many changes nothing about it. */
  matches: 10_000,
  /** Units of a document among which passages are chosen. */
  choices: 500,
  /** Lines of code before a line among which the first of its block is looked for. */
  codeLines: 500,
} as const
