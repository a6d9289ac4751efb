import { once } from 'node:events'
import { lstatSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type ServerOpts, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Timeouts } from './service.ts'

export interface Place {
  /** 0 for any free port. Without meaning for a socket. */
  readonly port: number
  /** An address, `unix:` and a path, or `fd:` and the number of a socket that a supervisor has opened. */
  readonly host: string
  /** Whether other processes share the port. */
  readonly shared?: boolean | undefined
}

export interface OpenPort {
  readonly port: number
  onConnection: (() => void) | undefined
  /** If another process accepts connections: resolves after it has handed over the last. */
  settled?(): Promise<void>
  /** Stops accepting connections; resolves when all are closed. */
  close(): Promise<void>
}

/** Bun cannot pass a connection to another process; its workers share the port with SO_REUSEPORT. */
export const isBun = 'Bun' in globalThis

export async function openPort(
  place: Place,
  take: (socket: Socket) => void,
  serverOptions: ServerOpts = {},
): Promise<OpenPort> {
  const server = createServer({ allowHalfOpen: true, noDelay: true, ...serverOptions }, (socket) => {
    take(socket)
    opened.onConnection?.()
  })
  await startListening(server, place)
  const opened: OpenPort = {
    // A Unix socket has none.
    port: (server.address() as AddressInfo | null)?.port ?? 0,
    onConnection: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return opened
}

/** A Unix socket, or one that systemd or another supervisor has opened and passes on, in place of an address. */
const socketForm = /^(?:unix:(.+)|fd:(\d+))$/s

/** Resolves when the server listens. Later errors, for example EMFILE on accept, pass. */
export async function startListening(server: Server, place: Place): Promise<void> {
  const { port, host, shared: reusePort = false } = place
  const [, path, descriptor] = socketForm.exec(host) ?? []
  if (path) await removeStaleSocket(path)
  // Node would cut a longer path.
  if (path && Buffer.byteLength(path) > 103)
    throw new Error(`Cannot listen on ${host}: the path is too long.`)
  // Whoever can open the folder may connect, as a proxy has a user of its own.
  const socket = path ? { path, readableAll: true, writableAll: true } : { fd: Number(descriptor) }
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, place)))
    server.listen(isSocket(host) ? socket : { port, host, reusePort }, resolve)
  })
  server.removeAllListeners('error').on('error', (error) => console.error(error))
}

export const isSocket = (host: string) => socketForm.test(host)

/** A process that was killed leaves its socket behind. */
async function removeStaleSocket(path: string): Promise<void> {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSocket()) return
  const probe = connect(path)
  const { code } = await once(probe, 'connect').catch((error) => error)
  probe.destroy()
  if (code === 'ECONNREFUSED') rmSync(path, { force: true })
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is already in use.',
  EACCES: 'no permission, or no such folder.',
  EADDRNOTAVAIL: 'the address is not on this machine.',
  ENOTFOUND: 'unknown host name.',
  EINVAL: 'the process was started without this socket.',
}

export function cannotListen(error: NodeJS.ErrnoException, { host, port }: Place): Error {
  const reason = reasons[error.code ?? ''] ?? error.message
  const place = isSocket(host) ? host : `${host}, port ${port}`
  return new Error(`Cannot listen on ${place}: ${reason}`, { cause: error })
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
