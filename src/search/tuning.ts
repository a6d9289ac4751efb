import type { UnitKind } from './format.ts'

/** Tuned parameters. Measure changes with `bench/search.mjs` and `bench/quotes.mjs`. */

/** BM25F. Weights apply before saturation: saturating each field separately loses .02 to .07 of nDCG@10. */
export const bm25 = { k1: 1.2, b: 0.75 } as const

/** The field and weight of each kind of unit, and its weight in passages. */
export const kindWeights: Readonly<
  Record<UnitKind, { readonly field: number; readonly weight: number; readonly passage: number }>
> = {
  prose: { field: 0, weight: 1, passage: 1 },
  columns: { field: 0, weight: 1, passage: 0.9 },
  table: { field: 0, weight: 1, passage: 0.9 },
  code: { field: 1, weight: 0.5, passage: 0.6 },
  heading: { field: 2, weight: 1.5, passage: 0.7 },
  figure: { field: 0, weight: 1, passage: 0 },
  anchor: { field: 2, weight: 0, passage: 0 },
  summary: { field: 3, weight: 1.5, passage: 1 },
  title: { field: 4, weight: 3, passage: 1 },
  tags: { field: 5, weight: 2, passage: 1 },
  date: { field: 6, weight: 1, passage: 1 },
}

/** For queries for the newest posts: the share of the best score that a newer post needs to come first. */
export const nearlyAsGood = 0.6
/** The same if other posts have the subject in their title. */
export const asGood = 0.9

/** In tokens. In shorter documents proximity matters less, in proportion to their length. */
export const longDocument = 600

/** Adjacent words as in the query add this share of their weight. */
export const pairBonus = 0.2

/** Shares of a term's weight: for a term only in the heading, a repeated term, and the central sentence of a passage. */
export const passageShares = { heading: 0.3, repeat: 0.1, sentence: 0.5 } as const

/**
 * Passages, in characters. They compete across all hits by their own score times their document's, so that a good passage of
 * the third hit beats a poor one of the first.
 */
export const passageShape = {
  /** Target length. */
  length: 700,
  /** Length normalization, as in BM25. */
  b: 0.3,
  /** Reserved for each post without a passage. */
  reserved: 160,
  /** The minimum for another one. */
  least: 120,
  /** Extra room for what a colon introduces. */
  announced: 400,
  /** Assumed minimum length, which limits the candidates per post. */
  shortest: 64,
  /** Passages per post. */
  most: 8,
} as const
/** Characters of all passages of an answer, at the bend of the curve in docs/decisions/0019-words-and-passages.md. */
export const usualRoom = 3400
/** In characters. */
export const longestSentence = 300

/** The weight of a longer version or compound, relative to the word itself. */
export const partialWeight = 0.25

/** Unknown words are guessed by prefix, then by spelling. */
export const guessing = {
  /** The weight of a guess, relative to an exact word. */
  weight: 0.5,
  /** Three letters start too many words: `per` does not mean `performance`. */
  shortest: 4,
  /** Guessed words per query. */
  words: 4,
  /** Entries compared by spelling, which limits the guesses in a large lexicon. */
  entriesCompared: 150_000,
  /** Entries per guessed word. */
  bySpelling: 3,
  byPrefix: 32,
  prefixesCompared: 1024,
} as const

/** In characters; the rest of a query is ignored, as are terms beyond the maximum. */
export const longestQuery = 1024
export const mostTerms = 32

/**
 * Work limits. An answer is computed without interruption, so every stage of a search is bounded for any query and post. A step is a
 * token of the index or a byte of a post: some nanoseconds.
 */
export const workLimits = {
  /** Steps per call, and per batch. */
  steps: 4_000_000,
  /** Unquoted words per query, rarest first. */
  words: 16,
  /** Postings read for unquoted words. */
  postings: 160_000,
  /** Postings of a word with several entries. */
  guessPostings: 20_000,
  /** Documents to rerank, how many of them are the newest, and their tokens. */
  again: { documents: 64, newest: 24, tokens: 100_000 },
  /** The same for phrases. */
  phrases: { documents: 2048, steps: 400_000 },
  /** Matches per document. */
  matches: 10_000,
  /** Units per document from which passages are chosen. */
  choices: 500,
  /** Lines searched backwards for the start of a code block. */
  codeLines: 500,
} as const
