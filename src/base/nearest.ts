/** "Did you mean": the candidates that are nearest to a word, if any is near enough to have been meant. */
export function nearest(word: string, candidates: Iterable<string>, most = 3): string[] {
  // A word of one letter is near everything.
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

/**
 * Levenshtein distance with adjacent transpositions, within a band: anything beyond `reach` is reported as `reach + 1`, so
 * that a long hostile word costs no more than its length. What both words begin and end with is left out first.
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
    // Outside the band every distance is too far; the cells beside it must say so.
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

/** Three rows of the matrix, for words of at most this length: what is compared with many makes them once. */
function makeRows(longest: number): readonly [Uint16Array, Uint16Array, Uint16Array] {
  return [new Uint16Array(longest + 1), new Uint16Array(longest + 1), new Uint16Array(longest + 1)]
}

const neighbours = 32

/** The names on both sides of where this one would stand: a bound on the cost, whatever the archive's size. */
export function around(sorted: readonly string[], name: string): string[] {
  const place = placeOf(sorted, name)
  return sorted.slice(Math.max(0, place - neighbours), place + neighbours)
}

/** How many stand before this one. */
function placeOf(sorted: readonly string[], name: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const half = (low + high) >> 1
    if ((sorted[half] ?? '') < name) low = half + 1
    else high = half
  }
  return low
}

/**
 * The name that was probably meant, out of as many as there are: only those that begin or end like it are compared, so that
 * thousands of dead links in an archive of thousands of posts cost no more than a look each.
 */
export function nearFinder(names: Iterable<string>): (name: string) => string | undefined {
  // Most archives have no dead link, and nothing to sort.
  let sorted: { readonly byStart: readonly string[]; readonly byEnd: readonly string[] } | undefined
  return (name) => {
    sorted ??= sortBothWays(names)
    const alike = [...around(sorted.byStart, name), ...around(sorted.byEnd, backwards(name)).map(backwards)]
    return nearest(name, new Set(alike), 1)[0]
  }
}

function sortBothWays(names: Iterable<string>) {
  const byStart = [...names].sort()
  return { byStart, byEnd: byStart.map(backwards).sort() }
}

function backwards(text: string): string {
  return text.split('').reverse().join('')
}
