import { Duplex } from 'node:stream'
import type { MessageErrorName } from '../../../answer/http-errors.ts'
import type { Service } from '../service.ts'
import type { Connection } from './connection.ts'
import type { Exchange } from './exchange.ts'
import { emptyBuffer } from './fields.ts'

/**
 * Feeds node:http one message at a time: it gets no byte of the next message before the current one is answered. On its own it
 * parses everything at once, which allows thousands of requests in flight, lets CONNECT overtake them, and attributes a parse
 * error to the previous message.
 */
export class NodeHttpFeeder {
  readonly connection: Connection
  readonly #service: Service
  #sideSocket: HttpSideSocket | undefined
  /** The head of the current message so far; then the last bytes of its body. */
  #fed: Buffer = emptyBuffer
  /** Remaining bytes of a body with a declared length. */
  #left = 0
  #exchange: Exchange | undefined
  #parserError: ParserError | undefined

  constructor(connection: Connection, service: Service) {
    this.connection = connection
    this.#service = service
  }

  /** Whether a message has started and is not answered yet. */
  get reading(): boolean {
    return this.#exchange !== undefined || this.#fed.length > 0
  }

  /** Whether the whole message has arrived, so that what follows must wait. */
  get full(): boolean {
    return this.#exchange?.whole === true
  }

  /** Consumes up to the end of the current message and returns the number of bytes. */
  take(bytes: Buffer): number {
    if (!this.reading) this.connection.deadline = this.#service.deadline(this.#service.timeouts.headers)
    const end = this.#partEnd(bytes)
    const part = bytes.subarray(0, end)
    this.#note(part)
    // Parses synchronously, unlike `push`: the next cut depends on what node:http found in this part.
    if (this.#parserError === undefined) this.#open().emit('data', part)
    else if (this.#exchange === undefined) this.#answerError(headError(this.#parserError, this.#fed))
    this.#finish()
    return end
  }

  /** The client has closed its side. */
  end(): void {
    if (this.#parserError) this.#answerError('malformed')
    else this.#open().emit('end')
  }

  /** The message timed out. */
  expire(): void {
    if (this.#exchange) this.#exchange.fail('timeout')
    else this.#answerError('timeout')
  }

  release(): void {
    if (this.#exchange) this.#service.turns.delete(this.#exchange)
    this.#sideSocket?.release()
  }

  /** node:http has parsed the head of a request. */
  begin(exchange: Exchange): void {
    const { headers, request } = this.#service.timeouts
    this.#exchange = exchange
    this.#fed = emptyBuffer
    this.#left = exchange.request.length
    this.connection.deadline += request - headers
    exchange.answer()
  }

  /** node:http could not parse the message. */
  parserFailed(error: ParserError): void {
    this.#parserError = error
    if (this.#exchange) this.#exchange.fail('malformed')
    else this.#answerError(headError(error, this.#fed))
  }

  answerWritten(privateBytes: number): void {
    if (this.connection.socket.writableLength > 0) this.connection.stall(privateBytes)
  }

  answerSent(): void {
    this.connection.flow()
    this.#finish()
  }

  #open(): HttpSideSocket {
    if (this.#sideSocket) return this.#sideSocket
    this.#sideSocket = new HttpSideSocket(this)
    this.#service.http.emit('connection', this.#sideSocket)
    return this.#sideSocket
  }

  /** Cuts so that a part never contains bytes after the end of a message: a head and a chunked body end with an empty line. */
  #partEnd(bytes: Buffer): number {
    if (this.#hasKnownLength) return Math.min(this.#left, bytes.length)
    const tail = this.#fed.subarray(-3)
    const across = join(tail, bytes.subarray(0, 3)).indexOf(emptyLine)
    if (across >= 0) return across + emptyLine.length - tail.length
    const at = bytes.indexOf(emptyLine)
    return at < 0 ? bytes.length : at + emptyLine.length
  }

  #note(part: Buffer): void {
    if (this.#hasKnownLength) this.#left -= part.length
    else this.#fed = join(this.#fed, part).subarray(this.#exchange ? -3 : 0)
  }

  get #hasKnownLength(): boolean {
    return this.#left > 0 && this.#left < Number.POSITIVE_INFINITY
  }

  #finish(): void {
    if (!this.#exchange?.whole || !this.#exchange.sent) return
    this.#exchange = undefined
    this.#fed = emptyBuffer
    this.#left = 0
    this.connection.messageDone()
  }

  /** After an answered message, bytes that do not look like a request belong to it, and it gets no second answer. */
  #answerError(messageError: MessageErrorName | undefined): void {
    if (messageError === undefined) return
    if (this.connection.answered && !startsAsRequest(this.#fed)) this.connection.close()
    else this.connection.answerRaw({ method: '', target: '', messageError })
  }
}

const emptyLine = '\r\n\r\n'

function join(before: Buffer, after: Buffer): Buffer {
  return before.length === 0 ? after : Buffer.concat([before, after])
}

/** The stream that node:http uses as its socket. The feeder keeps the real one and decides how much node:http sees. */
export class HttpSideSocket extends Duplex {
  /** Undefined once released. */
  owner: NodeHttpFeeder | undefined

  constructor(owner: NodeHttpFeeder) {
    super({ decodeStrings: false, autoDestroy: false })
    this.owner = owner
    // node:http removes its own listener when it gives up on a connection.
    this.on('error', () => this.owner?.connection.destroy())
  }

  get remoteAddress(): string | undefined {
    return this.owner?.connection.socket.remoteAddress
  }

  /** Detaches node:http from the connection. */
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
    if (this.owner) this.owner.connection.socket.write(chunk, encoding, done)
    else done()
  }

  /** Writes head and body together. */
  override _writev(
    chunks: { chunk: Buffer | string; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    const socket = this.owner?.connection.socket
    socket?.cork()
    const last = chunks.length - 1
    chunks.forEach(({ chunk, encoding }, at) => {
      this._write(chunk, encoding, at === last ? done : () => {})
    })
    socket?.uncork()
  }

  override _final(done: () => void): void {
    this.owner?.connection.close()
    done()
  }

  override _destroy(_: Error | null, done: () => void): void {
    this.owner?.connection.destroy()
    done()
  }
}

/** The `clientError` of node:http. */
export interface ParserError extends Error {
  readonly code?: string
  readonly reason?: string
  /** The last packet, and how much of it was parsed. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** Classifies a parser error in a head. Undefined while more bytes may change it, so that packet boundaries never matter. */
function headError(error: ParserError, head: Buffer): MessageErrorName | undefined {
  switch (error.code) {
    case 'HPE_INVALID_METHOD': {
      const text = head.toString('latin1')
      if (startsAsRequest(head)) return 'method'
      return text.length < longestMethod && unfinishedMethod.test(text) ? undefined : 'malformed'
    }
    case 'HPE_INVALID_VERSION':
      return error.reason === 'Invalid HTTP version' ? 'version' : 'malformed'
    case 'HPE_HEADER_OVERFLOW': {
      // The parser does not say what overflowed. Before the first line end, it is the target.
      const unparsed = (error.rawPacket?.length ?? 0) - (error.bytesParsed ?? 0)
      return head.subarray(0, head.length - unparsed).includes('\n') ? 'headers' : 'longTarget'
    }
    default:
      return 'malformed'
  }
}

/** Whether the bytes start with a method (RFC 9110 §9.1) and a target. */
function startsAsRequest(head: Buffer): boolean {
  return requestLine.test(head.toString('latin1'))
}

const requestLine = /^(?:\r\n)*[\w!#$%&'*+.^`|~-]+ [/*h]/i
const unfinishedMethod = /^(?:\r\n)*[\w!#$%&'*+.^`|~-]* ?$/
const longestMethod = 1000
