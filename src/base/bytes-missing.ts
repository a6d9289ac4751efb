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

/** Of the work that is being called. It is synchronous, so concurrent calls never see each other's bytes. */
let available: ReadonlyMap<string, Uint8Array> = new Map()

/** Returns the bytes of a part or throws `BytesMissing`. */
export function requireBytes(part: MissingPart): Uint8Array {
  const bytes = available.get(part.name)
  if (bytes === undefined) throw new BytesMissing([part])
  return bytes
}

/** Calls a pure function again and again, loading what it misses in between. Loaded bytes stay available until it returns. */
export async function runUntilLoaded<Result>(work: () => Result): Promise<Result> {
  const loaded = new Map<string, Uint8Array>()
  for (;;) {
    const before = available
    let wanted: Map<string, MissingPart>
    try {
      available = loaded
      return work()
    } catch (error) {
      if (!(error instanceof BytesMissing)) throw error
      wanted = new Map(error.wanted.map((part) => [part.name, part]))
      for (const name of loaded.keys()) wanted.delete(name)
      if (wanted.size === 0) throw error
    } finally {
      available = before
    }
    await Promise.all(Array.from(wanted.values(), async (part) => loaded.set(part.name, await part.get())))
  }
}
