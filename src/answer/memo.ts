/**
 * Remembers what `make` gave for a key. Clients send a handful of spellings over and over, so the hit is all that
 * matters; the bounds are for the others: emptied when full, and a long string is never kept.
 */
export function memo<Key, Value>(
  make: (key: Key) => Value,
  { entries = 500, longestKey = 256 } = {},
): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const value = make(key)
    if (value !== undefined && (typeof key !== 'string' || key.length <= longestKey)) {
      if (known.size === entries) known.clear()
      known.set(key, value)
    }
    return value
  }
}

/** Makes a value when it is first needed: a server that takes over new content answers at once. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
