/** Thrown when bytes are not loaded yet. The caller loads them and calls again, so that handlers stay synchronous and pure. */
export class BytesMissing extends Error {
  readonly wanted: readonly MissingPart[]
  constructor(wanted: readonly MissingPart[]) {
    super(`not loaded: ${wanted.map(({ name }) => name).join(', ')}`)
    this.wanted = wanted
  }
}

export interface MissingPart {
  readonly name: string
  get(): Promise<Uint8Array>
}

/** `list.map(map)`, with all missing parts reported in one exception so that they load in parallel. */
export function mapCollectingMissing<Item, Result>(
  list: readonly Item[],
  map: (item: Item, index: number) => Result,
): Result[] {
  const wanted: MissingPart[] = []
  const results = list.flatMap((item, index) => {
    try {
      return [map(item, index)]
    } catch (error) {
      if (!(error instanceof BytesMissing)) throw error
      wanted.push(...error.wanted)
      return []
    }
  })
  if (wanted.length > 0) throw new BytesMissing(wanted)
  return results
}

/** Calls a pure function again and again, loading what it misses in between. Loaded bytes stay available until it returns. */
export class ByteLoader {
  #loaded: ReadonlyMap<string, Uint8Array> = new Map()

  /** Returns the bytes or throws `BytesMissing`. */
  get(wanted: MissingPart): Uint8Array {
    const bytes = this.#loaded.get(wanted.name)
    if (bytes === undefined) throw new BytesMissing([wanted])
    return bytes
  }

  async runUntilLoaded<Result>(work: () => Result): Promise<Result> {
    const loaded = new Map<string, Uint8Array>()
    for (;;) {
      try {
        // `work` is synchronous, so concurrent calls never see each other's bytes.
        this.#loaded = loaded
        return work()
      } catch (error) {
        if (!(error instanceof BytesMissing)) throw error
        const wanted = new Map(error.wanted.map((one) => [one.name, one]))
        for (const name of loaded.keys()) wanted.delete(name)
        if (wanted.size === 0) throw error
        const load = async (part: MissingPart) => loaded.set(part.name, await part.get())
        await Promise.all(Array.from(wanted.values(), load))
      } finally {
        this.#loaded = new Map()
      }
    }
  }
}
