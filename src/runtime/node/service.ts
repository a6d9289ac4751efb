import type { Server } from 'node:http'
import type { Server as NetServer } from 'node:net'
import type { Handler } from '../../answer/request.ts'
import { guarded } from './guard.ts'
import type { Timeouts } from './http/http.ts'
import type { Lane } from './http/lane.ts'
import type { PortOptions } from './http/port.ts'
import type { RequestLog } from './metrics/log.ts'
import type { Durations, Tally } from './metrics/tally.ts'

/** State shared by all connections of a server. */
export interface Service {
  handler: Handler
  /** Without a lane, everything goes through node:http. */
  lane: Lane | undefined
  /** Handles messages that are not for the lane. It does not listen on a port. */
  readonly http: Server
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

/** Resolves when the server listens. Later errors, for example EMFILE on accept, pass. */
export async function startListening(server: NetServer, options: PortOptions): Promise<void> {
  const { port, host, shared: reusePort = false } = options
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, options)))
    server.listen({ port, host, reusePort }, resolve)
  })
  server.removeAllListeners('error').on('error', (error) => console.error(error))
}

export function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<PortOptions, 'host' | 'port'>,
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
  takeTurn(mayWork: boolean): void
  destroy(): void
}

/**
 * Schedules answers fairly. A client's first message is answered at once if its answer is sealed. Two queues hold pipelined messages
 * and those that take work, such as searches. Each turn of the event loop answers a few of the first and spends a moment on the
 * second, so that neither a flood nor a search delays pages.
 */
export class Turns {
  readonly #pipelined: Client[] = []
  readonly #work: Client[] = []
  #scheduled = false
  /** Whether a client connected since the last turn, which postpones work. */
  #hasNewConnection = false
  #postponedTurns = 0

  add(client: Client): void {
    this.#pipelined.push(client)
    this.#schedule()
  }

  addWork(client: Client): void {
    this.#work.push(client)
    this.#schedule()
  }

  /** The event loop accepts one connection per turn, so turns stay short while more may be in the backlog. */
  connectionOpened(): void {
    this.#hasNewConnection = true
  }

  #schedule(): void {
    if (this.#scheduled || this.#pipelined.length + this.#work.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      for (const client of this.#pipelined.splice(0, pipelinedAtOnce)) takeTurn(client, false)
      if (!this.#postponesWork()) this.#doWork()
      this.#schedule()
    })
  }

  #postponesWork(): boolean {
    const postpones = this.#hasNewConnection && this.#postponedTurns < maxPostponedTurns
    this.#hasNewConnection = false
    this.#postponedTurns = postpones ? this.#postponedTurns + 1 : 0
    return postpones
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
const maxPostponedTurns = 100
/** Less than one costly answer takes, so that a turn has at most one. */
const workMs = 2

type Destroyable = Pick<Client, 'destroy'>

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
