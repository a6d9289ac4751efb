import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { guarded } from '../guard.ts'
import type { ClientSocket, OpenPort, Place } from '../http/port.ts'

/**
 * How workers share a port on Node: the primary accepts each connection and hands it to a worker, in turn. node:cluster does the same,
 * but resets what it has accepted when its last worker closes, and forgets what was on its way to a worker that dies.
 */
export class Handoff {
  /** Accepted, and with no worker yet. */
  #queue: Socket[] = []
  /** In the order in which their turn comes. */
  readonly #free = new Set<ChildProcess>()
  /** On its way; one a worker, so that a worker that is busy is not given more. */
  readonly #sent = new Map<ChildProcess, Socket>()
  #onEmpty: (() => void) | undefined

  /** A connection that was accepted, and is paused. */
  take(socket: Socket): void {
    // It is not read here, so an error is the worker's to see.
    socket.on('error', () => {})
    this.#queue.push(socket)
    this.#advance()
  }

  add(worker: ChildProcess): void {
    this.#free.add(worker)
    this.#advance()
  }

  /** Call after its last message: what it has not taken by then goes to another worker. */
  remove(worker: ChildProcess): void {
    const socket = this.#sent.get(worker)
    this.#sent.delete(worker)
    this.#free.delete(worker)
    if (socket) this.#queue.unshift(socket)
    this.#advance()
  }

  /** The worker has what was sent to it, and takes another. */
  taken(worker: ChildProcess): void {
    // Closes only this process's copy.
    this.#sent.get(worker)?.destroy()
    this.#sent.delete(worker)
    this.add(worker)
  }

  /** Resolved when every connection that was accepted is with a worker, or no worker is left. */
  empty(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve
      this.#advance()
    })
  }

  /** No worker is left to take what is here. */
  close(): void {
    for (const socket of [...this.#queue.splice(0), ...this.#sent.values()]) socket.destroy()
  }

  #advance(): void {
    for (const worker of this.#free) {
      const socket = this.#queue.shift()
      if (!socket) break
      this.#free.delete(worker)
      this.#sent.set(worker, socket)
      // One that cannot be sent to has disconnected, which is reported on its own.
      worker.send(newConnection, socket, { keepOpen: true }, () => {})
    }
    if (this.#sent.size === 0) this.#onEmpty?.()
  }
}

/** What a worker says when it can be told anything: what is sent while its modules load may be lost. */
export const ready = 'ready'
/** What the primary says with a connection, and when it has accepted its last; and what a worker answers. */
const newConnection = 'connection'
export const noMoreConnections = 'no more connections'
export const connectionTaken = 'taken'
export const holdingAnswers = 'holding'

/** In a worker: a port whose connections come from the primary. */
export function openHandedPort({ port }: Place, take: (socket: ClientSocket) => void): OpenPort {
  let open = 0
  let onClosed: (() => void) | undefined
  let onSettled = () => {}
  const settled = new Promise<void>((resolve) => {
    onSettled = resolve
  })
  const hear = (message: unknown, socket: Socket | undefined) => {
    if (message === noMoreConnections) onSettled()
    if (message !== newConnection) return
    process.send?.(connectionTaken, undefined, undefined, () => {})
    if (!socket) return
    open++
    socket.allowHalfOpen = true
    socket.on('close', () => {
      open--
      if (open === 0) onClosed?.()
    })
    take(socket)
  }
  const guardedHear = guarded(hear, (_, socket) => socket?.destroy())
  process.on('message', (message, handle) => guardedHear(message, handle as Socket | undefined))
  return {
    port,
    onConnection: undefined,
    settled() {
      process.send?.(holdingAnswers, undefined, undefined, () => {})
      return settled
    },
    close: () =>
      new Promise((resolve) => {
        onClosed = resolve
        if (open === 0) resolve()
      }),
  }
}
