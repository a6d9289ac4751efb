import { type AddressInfo, createServer, type ServerOpts, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { openHandedPort } from '../cluster/handoff.ts'
import { guarded } from '../guard.ts'
import type { ListenOptions } from '../listen.ts'
import { type Service, startListening } from '../service.ts'
import type { Connection } from './connection.ts'
import type { Timeouts } from './http.ts'

export type PortOptions = Pick<ListenOptions, 'port' | 'host' | 'shared'>

export interface OpenPort {
  readonly port: number
  onConnection: (() => void) | undefined
  /** If another process accepts connections: resolves after it has handed over the last. */
  settled?(): Promise<void>
  /** Stops accepting connections; resolves when all are closed. */
  close(): Promise<void>
}

export async function openPort(options: PortOptions, take: (socket: Socket) => void): Promise<OpenPort> {
  return options.shared && !isBun ? openHandedPort(options.port, take) : openPortOnNode(options, take)
}

/** Bun cannot pass a connection to another process; its workers share the port with SO_REUSEPORT. */
export const isBun = 'Bun' in globalThis

export async function openPortOnNode(
  options: PortOptions,
  take: (socket: Socket) => void,
  serverOptions: ServerOpts = {},
): Promise<OpenPort> {
  const server = createServer({ allowHalfOpen: true, noDelay: true, ...serverOptions }, (socket) => {
    take(socket)
    opened.onConnection?.()
  })
  await startListening(server, options)
  const opened: OpenPort = {
    // A Unix socket has none.
    port: (server.address() as AddressInfo | null)?.port ?? 0,
    onConnection: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return opened
}

/** Stops accepting connections, answers pending requests, then closes. */
export async function drain(
  port: OpenPort,
  connections: ReadonlySet<Connection>,
  service: Service,
): Promise<void> {
  const { timeouts } = service
  service.holding = true
  await (port.settled?.() ?? untilQuiet(port, timeouts))
  service.draining = true
  const closed = port.close()
  service.holding = false
  connections.forEach(advance)
  const sweep = setInterval(() => connections.forEach(closeIdle), timeouts.idleGrace)
  const deadline = setTimeout(() => {
    for (const connection of connections) connection.destroy()
  }, timeouts.drain)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}

/**
 * Waits until no client connects for a moment. Closing a port resets connections in its backlog, and the event loop accepts only
 * one per turn. Answers are held meanwhile, because answered clients would connect again. Under constant load, stops after a
 * turn without a new connection; an immediate runs right after the loop has polled.
 */
export async function untilQuiet(port: OpenPort, { quiet, idleGrace, drain }: Timeouts): Promise<void> {
  const start = performance.now()
  let hasConnected = true
  port.onConnection = () => {
    hasConnected = true
  }
  while (hasConnected && performance.now() < start + drain / 2) {
    hasConnected = false
    if (performance.now() < start + idleGrace) await pause(quiet)
    await nextTurn()
  }
  port.onConnection = undefined
}

const fail = (connection: Connection) => connection.destroy()
const advance = guarded((connection: Connection) => connection.advance(), fail)
const closeIdle = guarded((connection: Connection) => connection.idle && connection.close(), fail)
