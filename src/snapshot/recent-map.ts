/**
 * A map whose values are made when they are asked for. The latest are kept, of which none is older than two generations: one is full
 * when its values have half of the size `most`, and then the one before is forgotten. A value that is there costs one look-up.
 */
export class RecentMap<Key, Source, Value> {
  readonly #sources: ReadonlyMap<Key, Source>
  readonly #make: (key: Key, source: Source) => Made<Value>
  readonly #most: number
  #young = new Map<Key, Made<Value>>()
  #old: ReadonlyMap<Key, Made<Value>> = new Map()
  /** Of the young. */
  #size = 0

  constructor(
    sources: ReadonlyMap<Key, Source>,
    make: (key: Key, source: Source) => Made<Value>,
    most: number,
  ) {
    this.#sources = sources
    this.#make = make
    this.#most = most
  }

  get size(): number {
    return this.#sources.size
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const source = this.#sources.get(key)
    if (source === undefined) return undefined
    const made = this.#old.get(key) ?? this.#make(key, source)
    if (this.#size + made.size > this.#most / 2) {
      this.#old = this.#young
      this.#young = new Map()
      this.#size = 0
    }
    this.#young.set(key, made)
    this.#size += made.size
    return made.value
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

export interface Made<Value> {
  readonly value: Value
  /** As much as it may come to hold. */
  readonly size: number
}
