import type { ResultWords } from '../words/words.ts'
import { longestQuery } from './tuning.ts'
import type { SearchResult } from './search.ts'

/** What a reader should know before relying on the hits, in sentences; `shown` is how a word of the query is put into one. */
export function notesOn(
  { complete, interpreted: { corrected, unknown } }: SearchResult,
  isCut: boolean,
  words: ResultWords,
  shown = (word: string) => word,
): string[] {
  return [
    ...(isCut ? [words.cut(longestQuery)] : []),
    ...corrected.map(({ term, to }) => words.replaced(shown(term), to.map(shown))),
    ...(unknown.length > 0 ? [words.nowhere(unknown.map(shown))] : []),
    ...(complete ? [] : [words.frequent]),
  ]
}
