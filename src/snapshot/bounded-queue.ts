/** Work that was begun, taken in the order in which it was begun. Who begins no more while it is full keeps memory within bounds. */
export class BoundedQueue<Result> {
  readonly #most: number
  readonly #begun: { readonly done: Promise<Result>; readonly size: number }[] = []
  #size = 0

  /** In whatever sizes are counted in. */
  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#size > this.#most
  }

  begin(done: Promise<Result>, size: number): void {
    // Whoever waits for it is told; the others are not waited for any more.
    done.catch(() => {})
    this.#begun.push({ done, size })
    this.#size += size
  }

  /** The first, when it is done; undefined when there is none left. */
  async next(): Promise<Result | undefined> {
    const first = this.#begun.shift()
    if (!first) return undefined
    const result = await first.done
    this.#size -= first.size
    return result
  }
}
