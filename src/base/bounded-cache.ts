/**
 * A cache that is bounded by the size of what it holds, in two generations. A value that is asked for is in the young one; when that
 * has half of the bound, it becomes the old one, and the old one is evicted whole. A hit costs one look-up, and no order is kept.
 */
export class BoundedCache<Key, Value> {
  readonly #bytes: number
  #young = new Map<Key, Entry<Value>>()
  #old: ReadonlyMap<Key, Entry<Value>> = new Map()
  #youngBytes = 0

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const old = this.#old.get(key)
    if (old === undefined) return undefined
    this.set(key, old.value, old.size)
    return old.value
  }

  /** `size`: as much as the value may come to hold. One that is larger than a generation is not kept at all. */
  set(key: Key, value: Value, size: number): void {
    const generation = this.#bytes / 2
    if (size > generation) return
    if (this.#youngBytes + size > generation) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngBytes = 0
    }
    this.#youngBytes += size - (this.#young.get(key)?.size ?? 0)
    this.#young.set(key, { value, size })
  }
}

interface Entry<Value> {
  readonly value: Value
  readonly size: number
}
