import type { Socket } from 'node:net'
import type { Handler } from '../../answer/request.ts'
import { cacheSizes } from '../../base/caches.ts'
import { type OptionNames, requireHandler, requireOptions } from '../../base/options.ts'
import { guarded } from './guard.ts'
import { openHandedPort } from './cluster/handoff.ts'
import { Connection } from './http/connection.ts'
import { makeLane } from './http/lane.ts'
import { createNodeHttp } from './http/node-http.ts'
import { isBun, type OpenPort, openPort, type Place, untilQuiet } from './http/port.ts'
import { BackpressureBudget, type Service, timeouts } from './http/service.ts'
import type { RequestLog } from './metrics/log.ts'
import { type Count, type Duration, Durations, Tally } from './metrics/tally.ts'
import { Turns } from './turns.ts'

export type { RequestLog } from './metrics/log.ts'
export { type Middleware, toMiddleware } from './middleware.ts'
export { openPacked, type PackedSnapshot } from './snapshot-file.ts'

export interface ListenOptions extends Place {
  readonly handler: Handler
  /** Called after each answer is sent. */
  readonly log?: ((entry: RequestLog) => void) | undefined
  /** Whether `measure` includes durations. */
  readonly timed?: boolean | undefined
  /** Whether simple requests take the fast lane. Default: true, unless `log` is set. */
  readonly lane?: boolean | undefined
  readonly timeouts?: Partial<typeof timeouts> | undefined
  /** How many clients may wait for searches and tool calls; more get 503. Default: 1024. */
  readonly queuedWork?: number | undefined
}

export interface Running {
  readonly port: number
  readonly host: string
  measure(): Measured
  /** Replaces the handler, starting with the next request. */
  swap(handler: Handler): void
  /** Stops accepting connections, answers pending requests, then closes. */
  close(): Promise<void>
}

export interface Measured {
  /** Undefined on runtimes that do not report it. */
  readonly connections: number | undefined
  readonly counts: readonly Count[]
  readonly durations: readonly Duration[]
}

const listenOptions: OptionNames<ListenOptions> = {
  handler: true,
  port: true,
  host: true,
  shared: true,
  log: true,
  timed: true,
  lane: true,
  queuedWork: true,
  timeouts: true,
}

/** Throws on wrong options. Without a port or host, Node would pick any port of every address. */
function checkListenOptions(options: ListenOptions): void {
  requireOptions('listen', options, listenOptions)
  requireOptions('listen', options.timeouts ?? {}, timeouts)
  const { handler, port, host } = options
  requireHandler('listen', handler)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new TypeError(`listen needs a port from 0 to 65535, where 0 is any free one: ${port}`)
  if (typeof host !== 'string') throw new TypeError('listen needs a host, such as 127.0.0.1')
}

export async function listen(options: ListenOptions): Promise<Running> {
  checkListenOptions(options)
  const { port, host, shared, log } = options
  const limits = { ...timeouts, ...options.timeouts }
  const tally = new Tally()
  const durations = options.timed ? new Durations() : undefined
  const laneFor = (handler: Handler) =>
    log || options.lane === false ? undefined : makeLane(handler, limits.keepAlive, tally)
  let now = performance.now()
  const service: Service = {
    handler: options.handler,
    lane: laneFor(options.handler),
    nodeHttp: createNodeHttp(limits.keepAlive),
    log,
    tally,
    durations,
    timeouts: limits,
    turns: new Turns(options.queuedWork),
    backpressure: new BackpressureBudget(cacheSizes.backpressure),
    deadline: (ms) => now + limits.check + ms,
    holding: false,
    draining: false,
  }

  const connections = new Set<Connection>()
  const take = guarded(
    (socket: Socket) => {
      const connection = new Connection(socket, service)
      connections.add(connection)
      service.turns.connectionOpened()
      socket.on('close', () => connections.delete(connection))
    },
    (socket) => socket.destroy(),
  )
  const place = { port, host, shared }
  const opened = await (shared && !isBun ? openHandedPort(port, take) : openPort(place, take))
  const check = setInterval(() => {
    const before = now
    now = performance.now()
    // After the process stalled, unread requests may be waiting: do not time them out.
    if (now - before > 2 * limits.check) return
    for (const connection of connections) if (connection.deadline < now) expire(connection)
  }, limits.check)

  let closing: Promise<void> | undefined
  return {
    port: opened.port,
    host,
    measure: () => ({ connections: connections.size, counts: tally.counts, durations: durations?.all ?? [] }),
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

/** Stops accepting connections, answers pending requests, then closes. */
async function drain(port: OpenPort, connections: ReadonlySet<Connection>, service: Service): Promise<void> {
  const { timeouts } = service
  service.holding = true
  await (port.settled?.() ?? untilQuiet(port, timeouts))
  service.draining = true
  const closed = port.close()
  service.holding = false
  connections.forEach(advance)
  const sweep = setInterval(() => connections.forEach(closeIdle), timeouts.idleGrace)
  const deadline = setTimeout(() => connections.forEach(destroy), timeouts.drain)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}

const destroy = (connection: Connection) => connection.destroy()
const advance = guarded((connection: Connection) => connection.advance(), destroy)
const expire = guarded((connection: Connection) => connection.expire(), destroy)
const closeIdle = guarded((connection: Connection) => connection.isIdle && connection.close(), destroy)
