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
export function mapCollectingMissing<Item, Made>(list: readonly Item[], make: (item: Item, index: number) => Made): Made[] {
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
