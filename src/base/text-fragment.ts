import { isUnspaced } from './letters.ts'

const maxWholeWords = 12
const edgeWords = 5

/**
 * Returns a text fragment (https://wicg.github.io/scroll-to-text-fragment/) for a passage. Short passages are quoted whole, longer
 * ones by their first and last words, because each part must be within one block of the page.
 */
export function textFragment(passage: string): string {
  const lines = passage.trim().split(/\s*\n\s*/)
  const pieces = piecesOf(lines[0] ?? '')
  const last = lines.length > 1 ? piecesOf(lines.at(-1) ?? '') : pieces
  const start = opening(pieces, edgeWords)
  if (lines.length === 1 && (weightOf(pieces) <= maxWholeWords || start === pieces.length))
    return `:~:text=${part(pieces)}`
  const end = opening(last.toReversed(), edgeWords)
  return `:~:text=${part(pieces.slice(0, start))},${part(last.slice(-end))}`
}

/**
 * Splits at spaces and CJK punctuation. Browsers match only at word boundaries, and finding those in scripts without spaces takes
 * a dictionary.
 */
function piecesOf(line: string): string[] {
  return (
    line.match(/[^\s、。，；：！？」』）》]*[\s、。，；：！？」』）》]*/g)?.filter((piece) => piece !== '') ??
    []
  )
}

/** Counts words; two characters of a script without spaces count as one. */
function weightOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => {
    const characters = [...piece].filter((one) => isUnspaced(one.codePointAt(0) ?? 0)).length
    return sum + Math.max(1, characters / 2)
  }, 0)
}

/** Counts the pieces that make up the wanted number of words. */
function opening(pieces: readonly string[], wanted: number): number {
  let count = 0
  for (let left = wanted; left > 0 && count < pieces.length; count++)
    left -= weightOf(pieces.slice(count, count + 1))
  return count
}

/** Encodes text for a fragment directive, where a dash is syntax. Drops lone surrogates, which cannot be encoded. */
function part(pieces: readonly string[]): string {
  const text = pieces.join('').trim().replace(/\s+/g, ' ')
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '')).replaceAll('-', '%2D')
}
