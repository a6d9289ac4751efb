import { once } from 'node:events'
import { lstatSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect, type Server as NetServer } from 'node:net'
import type { Handler } from '../../answer/request.ts'
import type { Timeouts } from './http/http.ts'
import type { Lane } from './http/lane.ts'
import type { PortOptions } from './http/port.ts'
import type { RequestLog } from './metrics/log.ts'
import type { Durations, Tally } from './metrics/tally.ts'
import type { Turns } from './turns.ts'

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
  const [, path, descriptor] = socketForm.exec(host) ?? []
  if (path) await removeStaleSocket(path)
  // Node would cut a longer path.
  if (path && Buffer.byteLength(path) > 103)
    throw new Error(`Cannot listen on ${host}: the path is too long.`)
  // Whoever can open the folder may connect, as a proxy has a user of its own.
  const socket = path ? { path, readableAll: true, writableAll: true } : { fd: Number(descriptor) }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, options)))
    server.listen(isSocket(host) ? socket : { port, host, reusePort }, resolve)
  })
  server.removeAllListeners('error').on('error', (error) => console.error(error))
}

/** A Unix socket, or one that systemd or another supervisor has opened and passes on, in place of an address. */
const socketForm = /^(?:unix:(.+)|fd:(\d+))$/s

export const isSocket = (host: string) => socketForm.test(host)

/** A process that was killed leaves its socket behind. */
async function removeStaleSocket(path: string): Promise<void> {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSocket()) return
  const probe = connect(path)
  const { code } = await once(probe, 'connect').catch((error) => error)
  probe.destroy()
  if (code === 'ECONNREFUSED') rmSync(path, { force: true })
}

export function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<PortOptions, 'host' | 'port'>,
): Error {
  const reason = reasons[error.code ?? ''] ?? error.message
  return new Error(`Cannot listen on ${host}${isSocket(host) ? '' : `, port ${port}`}: ${reason}`, {
    cause: error,
  })
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is already in use.',
  EACCES: 'no permission, or no such folder.',
  EADDRNOTAVAIL: 'the address is not on this machine.',
  ENOTFOUND: 'unknown host name.',
  EINVAL: 'the process was started without this socket.',
}

type Destroyable = { destroy(): void }

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
