interface Client {
  takeTurn(): void
}

/**
 * Clients may send many messages at once. The first is answered as it comes; the others wait here, and a few of them, whoever sent
 * them, have their turn between two looks at the network. So a flood of messages keeps nobody else waiting.
 */
export class Turns {
  readonly #due: Client[] = []
  #scheduled = false

  add(client: Client): void {
    this.#due.push(client)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#scheduled || this.#due.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      for (const client of this.#due.splice(0, atOnce)) client.takeTurn()
      this.#schedule()
    })
  }
}

const atOnce = 16
