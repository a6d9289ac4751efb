import { guarded } from '../guard.ts'

interface Client {
  /** `mayWork`: whether an answer that takes work may be made in this turn. */
  takeTurn(mayWork: boolean): void
  destroy(): void
}

/**
 * Who is answered next. A client's first message is answered as it comes, if its answer is sealed. Two queues hold the rest: messages
 * that a client sent behind others, and those that take work, as searches and tool calls do. Between two looks at the network a few
 * of the first are answered, and the second are worked on for a moment, so that neither a flood nor a search delays anybody's page.
 */
export class Turns {
  readonly #pipelined: Client[] = []
  readonly #work: Client[] = []
  #scheduled = false
  /** Somebody has connected since the last turn; for how many turns in a row work was put off for that. */
  #arrived = false
  #putOff = 0

  add(client: Client): void {
    this.#pipelined.push(client)
    this.#schedule()
  }

  addWork(client: Client): void {
    this.#work.push(client)
    this.#schedule()
  }

  /** The event loop accepts one connection a turn: while more may wait in the backlog, turns should be short. */
  connectionCame(): void {
    this.#arrived = true
  }

  #schedule(): void {
    if (this.#scheduled || this.#pipelined.length + this.#work.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      for (const client of this.#pipelined.splice(0, pipelinedAtOnce)) takeTurn(client, false)
      if (!this.#mayPutOff()) this.#doWork()
      this.#schedule()
    })
  }

  #mayPutOff(): boolean {
    const puts = this.#arrived && this.#putOff < mostPutOff
    this.#arrived = false
    this.#putOff = puts ? this.#putOff + 1 : 0
    return puts
  }

  #doWork(): void {
    const end = performance.now() + workMs
    do {
      const next = this.#work.shift()
      if (next === undefined) return
      takeTurn(next, true)
    } while (performance.now() < end)
  }
}

const takeTurn = guarded(
  (client: Client, mayWork: boolean) => client.takeTurn(mayWork),
  (client) => client.destroy(),
)

const pipelinedAtOnce = 16
const mostPutOff = 100
/** Less than what any one costly answer takes, so that several costly ones are never made in one go. */
const workMs = 2
