import { type AddressInfo, createServer, type ServerOpts, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { openHandedPort } from '../cluster/handoff.ts'
import { guarded } from '../guard.ts'
import { cannotListen, type Service } from '../service.ts'
import type { Connection } from './connection.ts'
import type { Timeouts } from './http.ts'

/** A client's end of a connection: of what node:net's sockets do, what is used here. */
export interface ClientSocket {
  /** Bytes that were written and have not gone yet. */
  readonly writableLength: number
  readonly remoteAddress?: string | undefined
  on(event: 'data', listener: (bytes: Buffer) => void): this
  on(event: 'end' | 'drain' | 'timeout' | 'error' | 'close', listener: () => void): this
  /** False when the client has not read what was written before. */
  write(bytes: Uint8Array | string, encoding?: BufferEncoding, done?: (error?: Error | null) => void): boolean
  cork(): void
  uncork(): void
  /** Closes our side when all has gone. */
  end(done: () => void): unknown
  destroy(): unknown
  /** Without progress for so long, it is told; never for 0. */
  setTimeout(ms: number): unknown
  pause(): unknown
  resume(): unknown
}

export interface Place {
  /** 0 for any free one. */
  readonly port: number
  readonly host: string
  /** Whether this is one of several workers that take connections on it. */
  readonly shared?: boolean | undefined
}

export interface OpenPort {
  readonly port: number
  /** Told of each connection after it was handed over. */
  onConnection: (() => void) | undefined
  /** Where another process accepts connections: resolved when it has handed over the last. */
  settled?(): Promise<void>
  /** Takes no more; resolved when all that were taken are closed. */
  close(): Promise<void>
}

export async function openPort(place: Place, take: (socket: ClientSocket) => void): Promise<OpenPort> {
  return place.shared && !isBun ? openHandedPort(place, take) : openPortOnNode(place, take)
}

/** Its workers each listen on the port (SO_REUSEPORT); it cannot hand a connection to another process. */
export const isBun = 'Bun' in globalThis

export async function openPortOnNode(
  place: Place,
  take: (socket: Socket) => void,
  options: ServerOpts = {},
): Promise<OpenPort> {
  const server = createServer({ allowHalfOpen: true, noDelay: true, ...options }, (socket) => {
    take(socket)
    opened.onConnection?.()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, place)))
    const { port, host, shared: reusePort = false } = place
    server.listen({ port, host, reusePort }, resolve)
  })
  server.removeAllListeners('error').on('error', (error) => console.error(error))
  const opened: OpenPort = {
    port: (server.address() as AddressInfo).port,
    onConnection: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return opened
}

/** Takes no new connections, answers what was asked, then closes. */
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
 * A port that is let go resets whoever has connected and was not accepted yet, and the loop accepts one connection a turn. So
 * nobody is answered until nobody has come for a moment: clients that wait for an answer do not connect again meanwhile. Where others
 * keep coming, the port is let go in a turn in which nobody was there. An immediate runs right after the loop has looked.
 */
export async function untilQuiet(port: OpenPort, { quiet, idleGrace, drain }: Timeouts): Promise<void> {
  const began = performance.now()
  let came = true
  port.onConnection = () => {
    came = true
  }
  while (came && performance.now() < began + drain / 2) {
    came = false
    if (performance.now() < began + idleGrace) await pause(quiet)
    await nextTurn()
  }
  port.onConnection = undefined
}

const fail = (connection: Connection) => connection.destroy()
const advance = guarded((connection: Connection) => connection.advance(), fail)
const closeIdle = guarded((connection: Connection) => connection.idle && connection.close(), fail)
