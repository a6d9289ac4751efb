import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { guarded } from '../guard.ts'
import type { OpenPort } from '../http/port.ts'

/** Sent by the primary with a connection and after the last one, and by a worker in reply. */
const newConnection = 'connection'

/**
 * Distributes connections from the primary to its workers, round-robin. node:cluster does the same, but resets accepted connections
 * when its last worker closes, and loses those in transit to a worker that dies.
 */
export class Handoff {
  /** Accepted, but without a worker. */
  #queue: Socket[] = []
  /** Workers that can take a connection, next first. */
  readonly #free = new Set<ChildProcess>()
  /** In transit; at most one per worker, so that a busy worker gets no more. */
  readonly #sent = new Map<ChildProcess, Socket>()
  #onEmpty: (() => void) | undefined

  /** `socket` must be paused. */
  take(socket: Socket): void {
    // The worker handles errors.
    socket.on('error', () => {})
    this.#queue.push(socket)
    this.#advance()
  }

  add(worker: ChildProcess): void {
    this.#free.add(worker)
    this.#advance()
  }

  /** Call after the worker's last message: a connection it has not taken goes to another worker. */
  remove(worker: ChildProcess): void {
    const socket = this.#sent.get(worker)
    this.#sent.delete(worker)
    this.#free.delete(worker)
    if (socket) this.#queue.unshift(socket)
    this.#advance()
  }

  /** The worker has received its connection and can take another. */
  taken(worker: ChildProcess): void {
    // Closes only this process's copy.
    this.#sent.get(worker)?.destroy()
    this.#sent.delete(worker)
    this.add(worker)
  }

  /** Resolves when no connection is in transit and no free worker can take another. */
  empty(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve
      this.#advance()
    })
  }

  /** Drops connections that no worker is left to take. */
  close(): void {
    for (const socket of [...this.#queue.splice(0), ...this.#sent.values()]) socket.destroy()
  }

  #advance(): void {
    for (const worker of this.#free) {
      const socket = this.#queue.shift()
      if (!socket) break
      this.#free.delete(worker)
      this.#sent.set(worker, socket)
      // A failed send means that the worker has died; its exit is handled elsewhere.
      worker.send(newConnection, socket, { keepOpen: true }, () => {})
    }
    if (this.#sent.size === 0) this.#onEmpty?.()
  }
}

/** Sent by a worker once its modules have loaded; earlier messages to it may be lost. */
export const ready = 'ready'
export const noMoreConnections = 'no more connections'
export const connectionTaken = 'taken'
export const holdingAnswers = 'holding'

/** Opens a worker's port, which gets its connections from the primary. */
export function openHandedPort(port: number, take: (socket: Socket) => void): OpenPort {
  let open = 0
  let onClosed: (() => void) | undefined
  let onSettled = () => {}
  const settled = new Promise<void>((resolve) => {
    onSettled = resolve
  })
  const receive = (message: unknown, socket: Socket | undefined) => {
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
  const onMessage = guarded(receive, (_, socket) => socket?.destroy())
  process.on('message', (message, handle) => onMessage(message, handle as Socket | undefined))
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
