import { Duplex } from 'node:stream'
import type { NodeHttpFeeder } from './node-http-feeder.ts'

/**
 * node:http's end of a connection: a stream that it takes for the socket. The socket itself stays with its owner, who decides how much
 * of what came node:http may see at a time. (Node documents that any duplex stream can stand for a connection.)
 */
export class HttpSideSocket extends Duplex {
  /** Undefined once the owner has taken the connection back. */
  owner: NodeHttpFeeder | undefined

  constructor(owner: NodeHttpFeeder) {
    super({ decodeStrings: false, autoDestroy: false })
    this.owner = owner
    // node:http takes its own listener away when it has given up on a connection.
    this.on('error', () => this.owner?.destroy())
  }

  /**
   * What comes is parsed before this returns, which a stream's own `push` does not promise: where the next part is cut depends
   * on what node:http made of this one.
   */
  deliver(part: Buffer): void {
    this.emit('data', part)
  }

  deliverEnd(): void {
    this.emit('end')
  }

  /** From now on nothing that node:http does with this stream reaches the connection. */
  release(): void {
    this.owner = undefined
    this.destroy()
  }

  override _read(): void {}

  override _write(
    chunk: Buffer | string,
    encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    if (this.owner) this.owner.socket.write(chunk, encoding, done)
    else done()
  }

  /** Head and body in one piece. */
  override _writev(
    chunks: { chunk: Buffer | string; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this.owner?.socket.cork()
    const last = chunks.length - 1
    chunks.forEach(({ chunk, encoding }, at) => {
      this._write(chunk, encoding, at === last ? done : () => {})
    })
    this.owner?.socket.uncork()
  }

  override _final(done: () => void): void {
    this.owner?.close()
    done()
  }

  override _destroy(_: Error | null, done: () => void): void {
    this.owner?.socket.destroy()
    done()
  }
}
