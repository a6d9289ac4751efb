import { BoundedCache } from '../base/caches.ts'
import type { Answer } from '../snapshot/resource.ts'

/**
 * Remembers what `make` gave for a key, in a cache of so many bytes. Clients send a handful of spellings over and over, so the hit
 * is all that matters; a long key is never kept.
 */
export function memo<Key, Value>(
  make: (key: Key) => Value,
  bytes: number,
  sizeOf: (value: Value) => number = () => 0,
): (key: Key) => Value {
  const cache = new BoundedCache<Key, Value>(bytes)
  return (key) => {
    const kept = cache.get(key)
    if (kept !== undefined) return kept
    const value = make(key)
    const keySize = typeof key === 'string' ? 2 * key.length : 0
    if (value !== undefined && keySize <= 2 * longestKey)
      cache.set(key, value, entrySize + keySize + sizeOf(value))
    return value
  }
}

const longestKey = 256
/** What an entry takes of the heap besides its key and value, roughly. */
const entrySize = 200

/** Of an answer that is kept, its headers included. */
export function answerSize({ headers, body }: Answer): number {
  return headers.reduce((sum, text) => sum + text.length, body?.length ?? 0)
}

/** Makes a value when it is first needed: a server that takes over new content answers at once. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
