/** A map whose values are made when they are first asked for. */
export class LateMap<Key, Source, Value> {
  readonly #sources: ReadonlyMap<Key, Source>
  readonly #make: (key: Key, source: Source) => Value
  readonly #made = new Map<Key, Value>()

  constructor(sources: ReadonlyMap<Key, Source>, make: (key: Key, source: Source) => Value) {
    this.#sources = sources
    this.#make = make
  }

  get size(): number {
    return this.#sources.size
  }

  get(key: Key): Value | undefined {
    const made = this.#made.get(key)
    if (made !== undefined) return made
    const source = this.#sources.get(key)
    if (source === undefined) return undefined
    const value = this.#make(key, source)
    this.#made.set(key, value)
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
