import { Duplex } from 'node:stream'
import type { MessageErrorName } from '../../../answer/http-errors.ts'
import type { Service } from '../service.ts'
import type { Connection } from './connection.ts'
import type { Exchange } from './exchange.ts'
import type { ClientSocket } from './port.ts'

/**
 * Has node:http read the messages of a connection, one at a time: it is given no byte beyond the end of a message before that is
 * answered. Left to itself it parses all that was read at once, which lets a client have thousands of requests under way,
 * lets CONNECT overtake them, and puts the error of a message on the one before.
 */
export class NodeHttpFeeder {
  readonly #connection: Connection
  readonly #service: Service
  #channel: HttpSideSocket | undefined
  /** Of the message that is being read: its head so far, then the last bytes of what follows. */
  #given: Buffer = emptyBuffer
  /** How much of a body of declared length is still to come. */
  #left = 0
  #exchange: Exchange | undefined
  /** Why the parser reads no further. */
  #broken: ParserError | undefined

  constructor(connection: Connection, service: Service) {
    this.#connection = connection
    this.#service = service
  }

  get socket(): ClientSocket {
    return this.#connection.socket
  }

  /** A message was begun and is not answered yet. */
  get reading(): boolean {
    return this.#exchange !== undefined || this.#given.length > 0
  }

  /** All of it has come, so what follows has to wait. */
  get full(): boolean {
    return this.#exchange?.whole === true
  }

  /** Takes from the start of what came as much as the message may need next, and says how much that was. */
  take(bytes: Buffer): number {
    if (!this.reading) this.#connection.deadline = this.#service.deadline(this.#service.timeouts.headers)
    const end = this.#partEnd(bytes)
    const part = bytes.subarray(0, end)
    this.#note(part)
    if (this.#broken === undefined) this.#open().deliver(part)
    else if (this.#exchange === undefined) this.#tell(headError(this.#broken, this.#given))
    this.#finish()
    return end
  }

  /** The client sends no more. */
  end(): void {
    if (this.#broken) this.#tell('malformed')
    else this.#open().deliverEnd()
  }

  /** The message did not come in time. */
  expire(): void {
    if (this.#exchange) this.#exchange.fail('timeout')
    else this.#tell('timeout')
  }

  release(): void {
    this.#channel?.release()
  }

  /** node:http has read the head of a request. */
  begin(exchange: Exchange): void {
    const { headers, request } = this.#service.timeouts
    this.#exchange = exchange
    this.#given = emptyBuffer
    this.#left = exchange.request.length
    this.#connection.deadline += request - headers
    exchange.answer()
  }

  /** node:http has read a CONNECT, which it makes no response for. */
  connect(target: string): void {
    this.#connection.answerRaw({ method: 'CONNECT', target })
  }

  /** node:http has given up on the message. */
  broke(error: ParserError): void {
    this.#broken = error
    if (this.#exchange) this.#exchange.fail('malformed')
    else this.#tell(headError(error, this.#given))
  }

  answerWritten(own: number): void {
    if (this.socket.writableLength > 0) this.#connection.stall(own)
  }

  answerSent(): void {
    this.#connection.flow()
    this.#finish()
  }

  close(): void {
    this.#connection.close()
  }

  destroy(): void {
    this.#connection.destroy()
  }

  #open(): HttpSideSocket {
    if (this.#channel) return this.#channel
    this.#channel = new HttpSideSocket(this)
    this.#service.http.emit('connection', this.#channel)
    return this.#channel
  }

  /**
   * A head ends with an empty line, and so does a body in chunks; any other body ends where its head said. So a part holds the end
   * of at most one message, and nothing after it.
   */
  #partEnd(bytes: Buffer): number {
    if (this.#counts) return Math.min(this.#left, bytes.length)
    const before = this.#given.subarray(-3)
    const across = join(before, bytes.subarray(0, 3)).indexOf(emptyLine)
    if (across >= 0) return across + emptyLine.length - before.length
    const at = bytes.indexOf(emptyLine)
    return at < 0 ? bytes.length : at + emptyLine.length
  }

  #note(part: Buffer): void {
    if (this.#counts) this.#left -= part.length
    else this.#given = join(this.#given, part).subarray(this.#exchange ? -3 : 0)
  }

  get #counts(): boolean {
    return this.#left > 0 && this.#left < Number.POSITIVE_INFINITY
  }

  #finish(): void {
    if (!this.#exchange?.whole || !this.#exchange.sent) return
    this.#exchange = undefined
    this.#given = emptyBuffer
    this.#left = 0
    this.#connection.messageDone()
  }

  /** Bytes after an answered message that do not begin as a request count as more of it, and a message has one answer. */
  #tell(messageError: MessageErrorName | undefined): void {
    if (messageError === undefined) return
    if (this.#connection.answered && !beginsAsRequest(this.#given)) this.#connection.close()
    else this.#connection.answerRaw({ method: '', target: '', messageError })
  }
}

const emptyBuffer = Buffer.alloc(0)
const emptyLine = '\r\n\r\n'

function join(before: Buffer, after: Buffer): Buffer {
  return before.length === 0 ? after : Buffer.concat([before, after])
}

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

  /** Where node:http, and whoever logs a request, looks for it. */
  get remoteAddress(): string | undefined {
    return this.owner?.socket.remoteAddress
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

/** What node:http tells of a message that its parser gave up on. */
export interface ParserError extends Error {
  readonly code?: string
  readonly reason?: string
  /** What it was given last, and how far it came in it. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/**
 * What is wrong with a message whose head cannot be read. Undefined while that depends on what is still to come: an error is told
 * by the bytes alone, however they were cut into packets.
 */
export function headError(error: ParserError, head: Buffer): MessageErrorName | undefined {
  switch (error.code) {
    case 'HPE_INVALID_METHOD': {
      const text = head.toString('latin1')
      if (beginsAsRequest(head)) return 'method'
      return text.length < longestMethod && unfinishedMethod.test(text) ? undefined : 'malformed'
    }
    case 'HPE_INVALID_VERSION':
      return error.reason === 'Invalid HTTP version' ? 'version' : 'malformed'
    case 'HPE_HEADER_OVERFLOW': {
      // The parser does not say what overflowed. Without a line end before that, it is the target.
      const unparsed = (error.rawPacket?.length ?? 0) - (error.bytesParsed ?? 0)
      return head.subarray(0, head.length - unparsed).includes('\n') ? 'headers' : 'longTarget'
    }
    default:
      return 'malformed'
  }
}

/** A method in the form of RFC 9110 §9.1, and the beginning of a target. Anything else is not a request at all. */
export function beginsAsRequest(head: Buffer): boolean {
  return requestLine.test(head.toString('latin1'))
}

const requestLine = /^(?:\r\n)*[\w!#$%&'*+.^`|~-]+ [/*h]/i
const unfinishedMethod = /^(?:\r\n)*[\w!#$%&'*+.^`|~-]* ?$/
const longestMethod = 1000
