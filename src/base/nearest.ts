import { once } from './caches.ts'

/** Returns the closest candidates within edit distance, for "did you mean" hints. */
export function nearest(word: string, candidates: Iterable<string>, most = 3): string[] {
  // One letter is close to everything.
  const reach = word.length < 2 ? 0 : Math.max(1, Math.min(3, Math.floor(word.length / 3)))
  const rows = makeRows(word.length + reach)
  const close: { candidate: string; distance: number }[] = []
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate, reach, rows)
    if (distance <= reach) close.push({ candidate, distance })
  }
  close.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  const best = close.filter(({ distance }) => distance === close[0]?.distance)
  return best.slice(0, most).map(({ candidate }) => candidate)
}

export function didYouMean(names: readonly string[]): string {
  if (names.length === 0) return ''
  const others = names.slice(0, -1).join(', ')
  return `Did you mean ${others && `${others} or `}${names.at(-1)}?`
}

/**
 * Levenshtein distance with adjacent transpositions. Computes only a band of the matrix and returns `reach + 1` for anything
 * beyond it, so that long hostile words take linear time. Strips the common prefix and suffix first.
 */
export function editDistance(a: string, b: string, reach: number, rows = makeRows(b.length)): number {
  const beyond = reach + 1
  if (Math.abs(a.length - b.length) > reach) return beyond
  let start = 0
  let aEnd = a.length
  let bEnd = b.length
  while (start < aEnd && start < bEnd && a.charCodeAt(start) === b.charCodeAt(start)) start++
  while (aEnd > start && bEnd > start && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd--
    bEnd--
  }
  const width = bEnd - start
  let [before, previous, current] = rows
  for (let j = 0; j <= width; j++) previous[j] = j
  for (let i = 1; i <= aEnd - start; i++) {
    const from = Math.max(1, i - reach)
    const to = Math.min(width, i + reach)
    // The cells next to the band must count as out of reach.
    current[from - 1] = from === 1 ? i : beyond
    let smallest = current[from - 1] ?? beyond
    for (let j = from; j <= to; j++) {
      const here = a.charCodeAt(start + i - 1)
      const there = b.charCodeAt(start + j - 1)
      const above = j === i + reach ? beyond : (previous[j] ?? beyond)
      let cost = Math.min(
        above + 1,
        (current[j - 1] ?? beyond) + 1,
        (previous[j - 1] ?? beyond) + (here === there ? 0 : 1),
      )
      const swapped =
        i > 1 && j > 1 && here === b.charCodeAt(start + j - 2) && a.charCodeAt(start + i - 2) === there
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? beyond) + 1)
      current[j] = cost
      if (cost < smallest) smallest = cost
    }
    if (smallest > reach) return beyond
    const spare = before
    before = previous
    previous = current
    current = spare
  }
  return Math.min(previous[width] ?? beyond, beyond)
}

/** Allocates three matrix rows, to reuse over many comparisons. */
export const makeRows = (longest: number): readonly [Uint16Array, Uint16Array, Uint16Array] => [
  new Uint16Array(longest + 1),
  new Uint16Array(longest + 1),
  new Uint16Array(longest + 1),
]

const neighbours = 32

/** Returns the names next to this one in sort order, to bound the cost of a comparison in a large archive. */
export function around(sorted: readonly string[], name: string): string[] {
  const at = countUpTo(name, sorted)
  return sorted.slice(Math.max(0, at - neighbours), at + neighbours)
}

/** Returns a function that finds the closest name. It compares only names with a similar start or end, for thousands of dead links. */
export function nearFinder(names: Iterable<string>): (name: string) => string | undefined {
  // Sorted on first use: most archives have no dead link.
  const byStart = once(() => [...names].sort())
  const byEnd = once(() => byStart().map(reverse).sort())
  return (name) => {
    const similar = [...around(byStart(), name), ...around(byEnd(), reverse(name)).map(reverse)]
    return nearest(name, new Set(similar), 1)[0]
  }
}

const reverse = (text: string): string => text.split('').reverse().join('')

/** Counts the sorted values that are less than or equal to `value`. */
export function countUpTo<T extends number | string>(value: T, sorted: readonly T[]): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? value) <= value) low = middle + 1
    else high = middle
  }
  return low
}
