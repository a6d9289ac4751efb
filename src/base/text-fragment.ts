import { isUnspaced } from './unspaced-scripts.ts'

/**
 * The fragment directive that leads to a passage of a page: https://wicg.github.io/scroll-to-text-fragment/. Short passages are given
 * whole, longer ones by how they begin and end: what is given in one piece must be in one block of the page, and so on one line.
 */
export function textFragment(passage: string): string {
  const lines = passage.trim().split(/\s*\n\s*/)
  const pieces = piecesOf(lines[0] ?? '')
  const last = lines.length > 1 ? piecesOf(lines.at(-1) ?? '') : pieces
  const start = opening(pieces, words)
  if (lines.length === 1 && (weightOf(pieces) <= shortest || start === pieces.length))
    return `:~:text=${part(pieces)}`
  const end = opening(last.toReversed(), words)
  return `:~:text=${part(pieces.slice(0, start))},${part(last.slice(-end))}`
}

/** In words: up to so many a passage is given whole, and else so many of its beginning and of its end. */
const shortest = 12
const words = 5

/**
 * Words with the space after them, and clauses of scripts without spaces: a browser finds nothing that begins or ends within a word, and
 * where those are takes a dictionary.
 */
function piecesOf(line: string): string[] {
  return (
    line.match(/[^\s、。，；：！？」』）》]*[\s、。，；：！？」』）》]*/g)?.filter((piece) => piece !== '') ??
    []
  )
}

/** In words, of which two characters of a script without spaces are one. */
function weightOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => {
    const characters = [...piece].filter((one) => isUnspaced(one.codePointAt(0) ?? 0)).length
    return sum + Math.max(1, characters / 2)
  }, 0)
}

/** How many pieces have that many words. */
function opening(pieces: readonly string[], wanted: number): number {
  let count = 0
  for (let left = wanted; left > 0 && count < pieces.length; count++)
    left -= weightOf(pieces.slice(count, count + 1))
  return count
}

/** A dash means something there, and encodeURIComponent leaves it. What is no text at all, half of a pair, is left out. */
function part(pieces: readonly string[]): string {
  const text = pieces.join('').trim().replace(/\s+/g, ' ')
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '')).replaceAll('-', '%2D')
}
