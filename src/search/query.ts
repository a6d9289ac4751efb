import type { Index } from './load.ts'
import { Matches } from './matches.ts'
import { Phrases } from './phrases.ts'
import type { Question } from './question.ts'
import { Scores } from './scores.ts'

/** A question put to an index. It owns every array that is written while it is answered; the index is only read. */
export class Query {
  readonly index: Index
  readonly question: Question
  readonly scores: Scores
  readonly matches: Matches
  readonly phrases: Phrases

  constructor(index: Index, question: Question) {
    this.index = index
    this.question = question
    this.scores = new Scores(index, question.terms)
    this.matches = new Matches(index, question.terms, this.scores)
    this.phrases = new Phrases(index, question)
  }

  /** The work so far, without that of its postings. */
  get steps(): number {
    return this.matches.steps + this.phrases.steps
  }
}
