/** A connection that holds bytes back until its client reads. */
export interface Waiter {
  destroy(): void
}

/**
 * How much all connections together hold back. Beyond the limit, the client that has waited longest is let go: one that reads its
 * answers does not wait long.
 */
export class BackpressureBudget {
  readonly #held = new Map<Waiter, number>()
  readonly #limit: number
  #total = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  set(waiter: Waiter, bytes: number): void {
    this.#total += bytes - (this.#held.get(waiter) ?? 0)
    this.#held.set(waiter, bytes)
    while (this.#total > this.#limit) this.#shed()
  }

  delete(waiter: Waiter): void {
    this.#total -= this.#held.get(waiter) ?? 0
    this.#held.delete(waiter)
  }

  #shed(): void {
    // A map keeps the order in which its keys came first.
    for (const [longest] of this.#held) {
      this.delete(longest)
      longest.destroy()
      return
    }
  }
}
