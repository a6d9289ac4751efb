/** "Did you mean": the candidates that are nearest to a word, if any is near enough to have been meant. */
export function nearest(word: string, candidates: Iterable<string>, most = 3): string[] {
  const reach = Math.max(1, Math.min(3, Math.floor(word.length / 3)))
  const close: { candidate: string; distance: number }[] = []
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate, reach)
    if (distance <= reach) close.push({ candidate, distance })
  }
  close.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  const best = close.filter(({ distance }) => distance === close[0]?.distance)
  return best.slice(0, most).map(({ candidate }) => candidate)
}

/**
 * Levenshtein distance with adjacent transpositions, in one band of the matrix: anything beyond `reach` is
 * reported as `reach + 1`, so that a long hostile word costs no more than its length.
 */
export function editDistance(a: string, b: string, reach: number): number {
  if (Math.abs(a.length - b.length) > reach) return reach + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    let smallest = i
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      current[j] = cost
      if (cost < smallest) smallest = cost
    }
    if (smallest > reach) return reach + 1
    before = previous
    previous = current
  }
  return Math.min(previous[b.length] ?? 0, reach + 1)
}
