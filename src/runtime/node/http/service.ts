import type { Server } from 'node:http'
import type { Handler } from '../../../answer/request.ts'
import type { RequestLog } from '../metrics/log.ts'
import type { Durations, Tally } from '../metrics/tally.ts'
import type { Turns } from '../turns.ts'
import type { Lane } from './lane.ts'

/** State shared by all connections of a server. */
export interface Service {
  handler: Handler
  /** Without a lane, everything goes through node:http. */
  lane: Lane | undefined
  /** Parses messages that are not for the lane. It does not listen on a port. */
  readonly nodeHttp: Server
  readonly log: ((entry: RequestLog) => void) | undefined
  readonly tally: Tally
  /** Undefined if requests are not timed. */
  readonly durations: Durations | undefined
  readonly timeouts: Timeouts
  readonly turns: Turns
  readonly backpressure: BackpressureBudget
  /** Returns the deadline for something that may take `ms`. */
  deadline(ms: number): number
  /** Buffers incoming requests without answering them. */
  holding: boolean
  /** The server is closing: each answer is the last on its connection. */
  draining: boolean
}

/** In milliseconds. */
export const timeouts = {
  /** Until the header section has arrived. */
  headers: 10_000,
  /** Until the whole request has arrived. */
  request: 15_000,
  /** Interval for checking deadlines. A timeout fires at most two intervals late. */
  check: 1_000,
  /** Longer than the idle timeout of common CDNs and proxies, so that they close first. */
  keepAlive: 65_000,
  /** Without progress while a client reads an answer. */
  stalled: 30_000,
  /** For a client to read its last answer. */
  linger: 1_000,
  /** On close: without new connections before the port closes. */
  quiet: 20,
  /** On close: for idle connections to send one more request. */
  idleGrace: 1_000,
  /** On close: for everything together. */
  drain: 10_000,
}

export type Timeouts = Readonly<typeof timeouts>

/** Limits the bytes buffered by all connections together. Over the limit, it drops the client that has been stalled longest. */
export class BackpressureBudget {
  readonly #held = new Map<Destroyable, number>()
  readonly #limit: number
  #total = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  set(connection: Destroyable, bytes: number): void {
    this.#total += bytes - (this.#held.get(connection) ?? 0)
    this.#held.set(connection, bytes)
    while (this.#total > this.#limit) {
      // Maps iterate in insertion order.
      const [oldest = connection] = this.#held.keys()
      this.delete(oldest)
      oldest.destroy()
    }
  }

  delete(connection: Destroyable): void {
    this.#total -= this.#held.get(connection) ?? 0
    this.#held.delete(connection)
  }
}

interface Destroyable {
  destroy(): void
}
