import lists from './questions.json' with { type: 'json' }

/**
 * Questions that readers may ask the archive in archive/, each with every post that answers it and words of every sentence that a
 * person would quote. Add questions to `questions.json` with each post; a sentence belongs there if it answers, whether or not the
 * engine finds it.
 */
interface Question {
  readonly ask: string
  readonly post: string | readonly string[]
  readonly quote: readonly string[]
}

/** In the words of someone who has not read the post, two for each later post: hardest for keyword search. */
export const strangers: readonly Question[] = lists.strangers

export const questions: readonly Question[] = [...lists.inItsTerms, ...strangers]
