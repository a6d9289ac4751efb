import type { Handler } from '../../answer/request.ts'
import { cacheSizes } from '../../base/caches.ts'
import { guarded } from './guard.ts'
import { Connection } from './http/connection.ts'
import { answerRequests, createHttp, timeouts } from './http/http.ts'
import { makeLane } from './http/lane.ts'
import { type ClientSocket, drain, openPort } from './http/port.ts'
import type { RequestLog } from './metrics/log.ts'
import { type Count, type Duration, Durations, Tally } from './metrics/tally.ts'
import { BackpressureBudget, type Service, Turns } from './service.ts'

export type { RequestLog } from './metrics/log.ts'
export { type Middleware, toMiddleware } from './middleware.ts'

export interface ListenOptions {
  readonly handler: Handler
  /** 0 for any free one. */
  readonly port: number
  readonly host: string
  /** Whether other processes listen on the port as well. */
  readonly shared?: boolean | undefined
  /** Told of every request after its answer is sent; without it nothing is measured. */
  readonly log?: ((entry: RequestLog) => void) | undefined
  /** Whether `measure` says how long requests take. */
  readonly timed?: boolean | undefined
  /** Whether plain requests take the fast lane, as they do by default; with a log none does. */
  readonly lane?: boolean | undefined
  readonly timeouts?: Partial<typeof timeouts> | undefined
}

export interface Running {
  readonly port: number
  readonly host: string
  /** How many connections are open, and how many requests were answered. */
  measure(): Measured
  /** From the next request on, the new handler answers. */
  swap(handler: Handler): void
  /** Takes no new connections, answers what was asked, then closes. */
  close(): Promise<void>
}

export interface Measured {
  /** Undefined where only the runtime knows. */
  readonly connections: number | undefined
  readonly counts: readonly Count[]
  readonly durations: readonly Duration[]
}

export async function listen(options: ListenOptions): Promise<Running> {
  const { port, host, shared, log } = options
  const wait = { ...timeouts, ...options.timeouts }
  const tally = new Tally()
  const durations = options.timed ? new Durations() : undefined
  const laneFor = (handler: Handler) =>
    log || options.lane === false ? undefined : makeLane(handler, wait.keepAlive, tally)
  let now = performance.now()
  const service: Service = {
    handler: options.handler,
    lane: laneFor(options.handler),
    http: createHttp(wait),
    log,
    tally,
    durations,
    timeouts: wait,
    turns: new Turns(),
    waiting: new BackpressureBudget(cacheSizes.backpressure),
    deadline: (ms) => now + wait.check + ms,
    holding: false,
    draining: false,
  }
  answerRequests(service)

  const connections = new Set<Connection>()
  const take = guarded(
    (socket: ClientSocket) => {
      const connection = new Connection(socket, service)
      connections.add(connection)
      service.turns.connectionCame()
      socket.on('close', () => connections.delete(connection))
    },
    (socket) => socket.destroy(),
  )
  const opened = await openPort({ port, host, shared }, take)
  const expire = guarded(
    (connection: Connection) => connection.expire(),
    (connection) => connection.destroy(),
  )
  const check = setInterval(() => {
    const before = now
    now = performance.now()
    // After a stall, what clients sent meanwhile is still to be read: they are not late, we are.
    if (now - before > 2 * wait.check) return
    for (const connection of connections) if (connection.deadline < now) expire(connection)
  }, wait.check)

  let closing: Promise<void> | undefined
  return {
    port: opened.port,
    host,
    measure: () => ({
      connections: connections.size,
      counts: tally.counts,
      durations: durations?.all ?? [],
    }),
    swap(handler) {
      service.handler = handler
      service.lane = laneFor(handler)
    },
    close() {
      closing ??= drain(opened, connections, service).finally(() => clearInterval(check))
      return closing
    },
  }
}
