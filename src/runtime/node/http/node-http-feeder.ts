import type { MessageErrorName } from '../../../answer/http-errors.ts'
import { HttpSideSocket } from './http-side-socket.ts'
import type { Connection } from './connection.ts'
import type { Exchange } from './exchange.ts'
import { beginsAsRequest, headError, type ParserError } from './parser-error.ts'
import type { ClientSocket } from './port.ts'
import type { Service } from '../service.ts'

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
