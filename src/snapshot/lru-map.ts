import { BoundedCache } from '../base/caches.ts'

/** A map whose values are made when they are asked for, and kept as long as the cache has room for them. */
export class LruMap<Key, Source, Value> {
  readonly #sources: ReadonlyMap<Key, Source>
  readonly #make: (key: Key, source: Source) => SizedValue<Value>
  readonly #cache: BoundedCache<Key, Value>

  constructor(
    sources: ReadonlyMap<Key, Source>,
    make: (key: Key, source: Source) => SizedValue<Value>,
    bytes: number,
  ) {
    this.#sources = sources
    this.#make = make
    this.#cache = new BoundedCache(bytes)
  }

  get size(): number {
    return this.#sources.size
  }

  get(key: Key): Value | undefined {
    const kept = this.#cache.get(key)
    if (kept !== undefined) return kept
    const source = this.#sources.get(key)
    if (source === undefined) return undefined
    const { value, size } = this.#make(key, source)
    this.#cache.set(key, value, size)
    return value
  }

  keys(): Iterable<Key> {
    return this.#sources.keys()
  }

  *values(): Iterable<Value> {
    for (const key of this.keys()) {
      const value = this.get(key)
      if (value !== undefined) yield value
    }
  }
}

export interface SizedValue<Value> {
  readonly value: Value
  /** As much as it may come to hold. */
  readonly size: number
}
