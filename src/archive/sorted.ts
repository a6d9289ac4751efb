/** How many of the sorted numbers are no greater than this one. */
export function countUpTo(number: number, sorted: readonly number[]): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= number) low = middle + 1
    else high = middle
  }
  return low
}
