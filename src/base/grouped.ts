/** Groups items by key, in order of first appearance. */
export function groupedBy<P, K extends string>(items: readonly P[], key: (item: P) => K): Map<K, P[]> {
  return grouped(items, (item) => [key(item)])
}

/** Groups items that have several keys. */
export function grouped<P, K extends string>(
  items: readonly P[],
  keys: (item: P) => readonly K[],
): Map<K, P[]> {
  const groups = new Map<K, P[]>()
  for (const item of items) {
    for (const key of keys(item)) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}

/** Groups items in order into parts of at most `max` length. */
export function inParts<Item>(
  items: readonly Item[],
  lengthOf: (item: Item) => number,
  max: number,
  maxItems = Infinity,
): Item[][] {
  const parts: Item[][] = []
  let left = 0
  for (const item of items) {
    left -= lengthOf(item)
    const last = parts.at(-1)
    if (last && left >= 0 && last.length < maxItems) last.push(item)
    else {
      parts.push([item])
      left = max - lengthOf(item)
    }
  }
  return parts
}
