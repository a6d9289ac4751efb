import { longestQuery } from './question.ts'
import type { Found, Interpreted } from './search.ts'

/** What a reader should know before relying on the hits, in sentences. */
export function notesOn({ complete, interpreted }: Found, isCut: boolean): string[] {
  return [
    ...(isCut ? [`Only the first ${longestQuery} characters of the query were read.`] : []),
    ...guesses(interpreted),
    ...(complete ? [] : ['The phrase is of frequent words: it was looked for in the best posts only.']),
  ]
}

function guesses({ corrected, unknown }: Interpreted): string[] {
  const listed = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')
  return [
    ...corrected.map(({ term, to }) => `“${term}” occurs nowhere; searched for ${listed(to)} instead.`),
    ...(unknown.length > 0 ? [`Occurs nowhere: ${listed(unknown)}.`] : []),
  ]
}
