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
  date: { field: 6, weight: 1, passage: 1 },
}

/** Where the newest is asked for: what a post must reach of the best one's score to be shown before it because it is newer. */
export const nearlyAsGood = 0.6

/** In tokens: in shorter ones it matters less, by their length, whether words stand close together. */
export const longDocument = 600

/** Two words side by side as in the query count a fifth of what they count by themselves. */
export const pairBonus = 0.2

/**
 * What a term of the heading counts in a unit under it that does not have it, what a repeated term counts again, and what the sentence
 * around which a passage is made counts beside it.
 */
export const passageShares = { heading: 0.3, repeat: 0.1, sentence: 0.5 } as const

/**
 * Passages, in characters. They compete across all hits by their own score, weighted by the square root of their document's: a good
 * passage of the third hit beats a poor one of the first.
 */
export const passageShape = {
  /** What a sentence is carried on to, and how much less a shorter stretch needs to have. */
  length: 700,
  b: 0.3,
  /** What is kept for each post that has none yet, and the shortest room for another. */
  least: 120,
  /** What a colon announces may take in addition. */
  announced: 400,
  /** Of one post as many are compared as there would be room for if they had so many characters, and so many are quoted. */
  shortest: 64,
  most: 8,
} as const
/** Of all passages of an answer: where the curve of answered questions bends, see bench/RESULTS.md. */
export const usualRoom = 3400
/** In characters. */
export const longestSentence = 300

/** What a longer version, or a word that a word is joined with, counts of what the word itself counts. */
export const partialWeight = 0.25

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
  /** Documents that are read again, best first, and the tokens in them; so many are the newest where those are asked for. */
  again: { documents: 64, newest: 24, tokens: 100_000 },
  /** The same for phrases. */
  phrases: { documents: 2048, steps: 400_000 },
  /** Matches in one document: what it has after so many changes nothing about it. */
  matches: 10_000,
  /** Units of a document among which passages are chosen. */
  choices: 500,
  /** Lines of code before a line among which the first of its block is looked for. */
  codeLines: 500,
} as const
