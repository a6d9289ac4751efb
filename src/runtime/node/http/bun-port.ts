import { EventEmitter } from 'node:events'
import type { ClientSocket, OpenPort, Place } from './port.ts'

/** Of Bun's sockets, what is used here (https://bun.sh/docs/api/tcp). */
interface RawSocket {
  data: BunSocket
  /** How many of the bytes were taken; fewer than there are when the client does not read, and less than none when it has gone. */
  write(bytes: Uint8Array): number
  shutdown(halfClose: boolean): void
  /** Closes after what was written; `terminate` at once, with a reset. */
  end(): void
  terminate(): void
  /** In seconds. */
  timeout(seconds: number): void
  pause(): void
  resume(): void
}

declare const Bun: {
  listen(options: {
    readonly hostname: string
    readonly port: number
    readonly allowHalfOpen: boolean
    readonly reusePort: boolean
    readonly socket: Readonly<
      Record<'open' | 'drain' | 'end' | 'timeout' | 'error' | 'close', (raw: RawSocket) => void>
    > & { readonly data: (raw: RawSocket, bytes: Buffer) => void }
  }): { readonly port: number; stop(): void }
}

/** Opens a port by Bun's own means. */
export function openPortOnBun({ port, host, shared }: Place, take: (socket: ClientSocket) => void): OpenPort {
  let open = 0
  let tellClosed: (() => void) | undefined
  const server = Bun.listen({
    hostname: host,
    port,
    allowHalfOpen: true,
    reusePort: shared === true,
    socket: {
      open(raw) {
        open++
        raw.data = new BunSocket(raw)
        take(raw.data)
        opened.onConnection?.()
      },
      data: ({ data }, bytes) => data.emit('data', bytes),
      drain: ({ data }) => data.drain(),
      end: ({ data }) => data.ended(),
      timeout: ({ data }) => data.emit('timeout'),
      error: ({ data }) => data.emit('error'),
      close({ data }) {
        data.closed()
        open--
        if (open === 0) tellClosed?.()
      },
    },
  })
  const opened: OpenPort = {
    port: server.port,
    onConnection: undefined,
    close: () =>
      new Promise((resolve) => {
        tellClosed = resolve
        server.stop()
        if (open === 0) resolve()
      }),
  }
  return opened
}

/** Bytes that are copied sooner than sent in two packets. */
const mostJoined = 2 ** 16

interface Waiting {
  readonly bytes: Uint8Array
  readonly done: ((error?: Error | null) => void) | undefined
}

/** A socket of Bun's, which takes what it can of each write and keeps nothing back. */
class BunSocket extends EventEmitter implements ClientSocket {
  readonly #raw: RawSocket
  #waiting: Waiting[] = []
  #corked = false
  /** What to call when all has gone and our side is closed. */
  #whenEnded: (() => void) | undefined
  #weEnded = false
  #theyEnded = false

  constructor(raw: RawSocket) {
    super()
    this.#raw = raw
  }

  get writableLength(): number {
    return this.#waiting.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  write(part: Uint8Array | string, encoding?: BufferEncoding, done?: Waiting['done']): boolean {
    const bytes = typeof part === 'string' ? Buffer.from(part, encoding) : part
    if (!this.#corked && this.#waiting.length === 0) {
      const taken = this.#raw.write(bytes)
      if (taken === bytes.length) {
        done?.()
        return true
      }
      this.#waiting.push({ bytes: bytes.subarray(Math.max(0, taken)), done })
      return false
    }
    this.#waiting.push({ bytes, done })
    return this.#corked
  }

  cork(): void {
    this.#corked = true
  }

  /** Parts that were written together go together. */
  uncork(): void {
    this.#corked = false
    const all = this.#waiting
    if (all.length > 1 && this.writableLength < mostJoined) {
      const bytes = Buffer.concat(all.map((one) => one.bytes))
      const done: Waiting['done'] = (error) => {
        for (const one of all) one.done?.(error)
      }
      this.#waiting = [{ bytes, done }]
    }
    this.#flush()
  }

  drain(): void {
    this.#flush()
    if (this.#waiting.length === 0) this.emit('drain')
  }

  end(done: () => void): void {
    this.#whenEnded = done
    this.#flush()
  }

  ended(): void {
    this.#theyEnded = true
    if (this.#weEnded) this.#raw.end()
    else this.emit('end')
  }

  closed(): void {
    for (const { done } of this.#waiting.splice(0)) done?.(new Error('the client has gone'))
    this.emit('close')
  }

  destroy(): void {
    this.#raw.terminate()
  }

  setTimeout(ms: number): void {
    this.#raw.timeout(Math.ceil(ms / 1000))
  }

  pause(): void {
    this.#raw.pause()
  }

  resume(): void {
    this.#raw.resume()
  }

  #flush(): void {
    for (let first = this.#waiting[0]; first && !this.#corked; first = this.#waiting[0]) {
      const taken = this.#raw.write(first.bytes)
      if (taken < first.bytes.length) {
        this.#waiting[0] = { bytes: first.bytes.subarray(Math.max(0, taken)), done: first.done }
        return
      }
      this.#waiting.shift()
      first.done?.()
    }
    if (!this.#whenEnded || this.#waiting.length > 0 || this.#weEnded) return
    this.#weEnded = true
    this.#raw.shutdown(true)
    this.#whenEnded()
    if (this.#theyEnded) this.#raw.end()
  }
}
