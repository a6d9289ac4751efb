/**
 * Thrown by whatever needs bytes that are not here yet; it says how to get them. An answer is made by a pure function, so whoever called
 * it gets the bytes and calls it again, and the function itself never has to wait.
 */
export class BytesMissing extends Error {
  readonly wanted: readonly MissingPart[]
  constructor(wanted: readonly MissingPart[]) {
    super(`not here yet: ${wanted.map(({ name }) => name).join(', ')}`)
    this.wanted = wanted
  }
}

export interface MissingPart {
  readonly name: string
  get(): Promise<Uint8Array>
}

/** `list.map(make)`; what several of them want is asked for at once. */
export function mapCollectingMissing<Item, Made>(
  list: readonly Item[],
  make: (item: Item, index: number) => Made,
): Made[] {
  const wanted: MissingPart[] = []
  const made = list.flatMap((item, index) => {
    try {
      return [make(item, index)]
    } catch (error) {
      if (!(error instanceof BytesMissing)) throw error
      wanted.push(...error.wanted)
      return []
    }
  })
  if (wanted.length > 0) throw new BytesMissing(wanted)
  return made
}

/**
 * Lets a pure function read what is elsewhere: it is called, and called again with what it wanted, until it wants nothing more. What
 * has arrived is kept for as long as the call takes, whatever else is forgotten meanwhile.
 */
export class ByteLoader {
  #arrived: ReadonlyMap<string, Uint8Array> = new Map()

  /** For the function: the bytes, or an exception that asks for them. */
  get(wanted: MissingPart): Uint8Array {
    const bytes = this.#arrived.get(wanted.name)
    if (bytes === undefined) throw new BytesMissing([wanted])
    return bytes
  }

  async runUntilLoaded<Result>(work: () => Result): Promise<Result> {
    const arrived = new Map<string, Uint8Array>()
    for (;;) {
      try {
        // Nothing else runs before `work` has ended, so nobody else sees these.
        this.#arrived = arrived
        return work()
      } catch (error) {
        if (!(error instanceof BytesMissing)) throw error
        const wanted = new Map(error.wanted.map((one) => [one.name, one]))
        for (const name of arrived.keys()) wanted.delete(name)
        if (wanted.size === 0) throw error
        const all = [...wanted.values()]
        const bytes = await Promise.all(all.map((one) => one.get()))
        for (const [at, { name }] of all.entries()) arrived.set(name, bytes[at] ?? new Uint8Array(0))
      } finally {
        this.#arrived = new Map()
      }
    }
  }
}
