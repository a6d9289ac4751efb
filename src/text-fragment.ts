/**
 * The fragment directive that leads to a passage of a page: https://wicg.github.io/scroll-to-text-fragment/. Short passages are given
 * whole, longer ones by how they begin and end.
 */
export function textFragment(passage: string): string {
  const words = passage.trim().split(/\s+/)
  return `:~:text=${words.length <= 12 ? part(words) : `${part(words.slice(0, 5))},${part(words.slice(-5))}`}`
}

/** A dash means something there, and encodeURIComponent leaves it. What is no text at all, half of a pair, is left out. */
function part(words: readonly string[]): string {
  return encodeURIComponent(words.join(' ').replaceAll(/\p{Surrogate}/gu, '')).replaceAll('-', '%2D')
}
