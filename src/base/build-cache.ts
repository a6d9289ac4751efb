/**
 * What was made before, under a key of everything that it was made of. Whoever compiles the same archive again gives the same cache;
 * `content/cache.ts` has one in memory and one on disk.
 */
export interface BuildCache {
  /** Of these parts in this order, by this version of the engine. */
  key(...parts: readonly (string | Uint8Array)[]): string
  /** Undefined where there is none. */
  get(key: string): unknown
  /** Plain data: what a message between threads could carry. */
  set(key: string, value: unknown): void
}

/** Keeps nothing, and makes no keys for it. */
export const noCache: BuildCache = { key: () => '', get: () => undefined, set: () => {} }

export function cached<Value>(cache: BuildCache, key: string, make: () => Value): Value {
  const kept = cache.get(key) as Value | undefined
  if (kept !== undefined) return kept
  const value = make()
  cache.set(key, value)
  return value
}
