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
