import type { Server } from 'node:http'
import type { Handler } from '../../answer/request.ts'
import { guarded } from './guard.ts'
import type { Timeouts } from './http/http.ts'
import type { Lane } from './http/lane.ts'
import type { RequestLog } from './metrics/log.ts'
import type { Durations, Tally } from './metrics/tally.ts'

/** What all connections of a server share. */
export interface Service {
  /** The two that a swap replaces. Without a lane everything goes through node:http. */
  handler: Handler
  lane: Lane | undefined
  /** Takes the messages that are not for the lane; it listens on no port of its own. */
  readonly http: Server
  readonly log: ((entry: RequestLog) => void) | undefined
  readonly tally: Tally
  /** Undefined where nobody wants to know. */
  readonly durations: Durations | undefined
  readonly timeouts: Timeouts
  readonly turns: Turns
  readonly waiting: BackpressureBudget
  /** The time by which a connection must have done something that may take so many milliseconds. */
  deadline(ms: number): number
  /** While it is true, what comes is taken in and not looked at. */
  holding: boolean
  /** From the moment the server is to close: every answer is its connection's last. */
  draining: boolean
}

export function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port }: { readonly host: string; readonly port: number },
): Error {
  const reason = reasons[error.code ?? ''] ?? error.message
  return new Error(`Cannot listen on ${host}, port ${port}: ${reason}`, { cause: error })
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use.',
  EACCES: 'no permission to open the port.',
  EADDRNOTAVAIL: 'the address is not on this machine.',
  ENOTFOUND: 'unknown host name.',
}

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
