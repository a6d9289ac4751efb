import { BytesMissing, type MissingPart } from '../base/bytes-missing.ts'

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
