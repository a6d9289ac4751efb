import { termOf, tokens } from './analyse.ts'
import { addRange, type TextRange } from './excerpt.ts'
import { textOfEntry } from './lexicon.ts'
import type { Index } from './load.ts'
import { normalise, originalRange } from './normalise.ts'
import type { Question } from './question.ts'

/** Where a text has what a question was taken for: its words in any form, and those that were guessed for them. */
export function highlighter(index: Index, { terms }: Question): (text: string) => readonly TextRange[] {
  const wanted = new Set(terms.flatMap(({ entries }) => entries.map((entry) => textOfEntry(index, entry))))
  return (text) => {
    const normal = normalise(text)
    const ranges: TextRange[] = []
    tokens(normal.text, true, (token, start, end) => {
      if (wanted.has(termOf(token))) addRange(ranges, originalRange(normal, start, end))
      return false
    })
    return ranges
  }
}
