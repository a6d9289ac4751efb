import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { MessageErrorName } from '../../../answer/http-errors.ts'
import type { Need, NeedsTime, RequestFacts } from '../../../answer/request.ts'
import type { Answer } from '../../../snapshot/resource.ts'
import { guarded } from '../guard.ts'
import { logEntry } from '../metrics/log.ts'
import { peerOf } from '../peer.ts'
import { type Client, sealedOnly, type Turn } from '../turns.ts'
import { PortExchange } from './exchange.ts'
import { closing, emptyBuffer, headOf, thisSecond } from './fields.ts'
import type { LaneReply } from './lane.ts'
import type { Expectation, NodeHttpOwner, ParserError } from './node-http.ts'
import { headError, SideSocket, startsAsRequest } from './node-http.ts'
import type { Service } from './service.ts'

/**
 * A client's connection. It answers each message before it looks at the next: answers stay in order, and a client that sends
 * without reading costs no more than one socket buffer.
 *
 *     idle ─▶ lane ── plain ─▶ (turn) ─▶ one lookup, one write ─────────────────▶ (client) ─▶ idle
 *              │                                                                      ▲
 *              └─ not plain ─▶ head ─▶ exchange ─▶ body ─▶ (turn) ─▶ response ────────┘
 *                               └── malformed, late ──┴────────────▶ error ─▶ (end)
 *
 * In parentheses: what it waits for, without looking at the next message. A head and an exchange are node:http's, which gets no byte
 * of the next message before the current one is answered. On its own it parses everything at once, which allows thousands of
 * requests in flight, lets CONNECT overtake them, and attributes a parse error to the message before.
 */
export class Connection implements Client, NodeHttpOwner {
  readonly socket: Socket
  readonly service: Service
  /** Of the message that waits for work. Kept, because a closed socket has no address. */
  peer = ''
  need: NeedsTime | undefined
  /** When to call `expire`. */
  deadline: number
  /** The client has closed its side. */
  hasEnded = false
  #unread: Buffer = emptyBuffer
  /** A turn; that the client reads the last answer; the end, once our side is closed. */
  #waitsFor: 'turn' | 'client' | 'end' | undefined
  /** Bytes of the last answer that are for this client alone, while it has not read it. */
  #privateBytes = 0
  /** When the current message was first seen, if requests are timed. */
  #start = 0
  /** Created for the first message that is not for the lane. */
  #sideSocket: SideSocket | undefined
  /** What node:http has of the current head; then the last bytes of a chunked body. */
  #head: Buffer = emptyBuffer
  #exchange: PortExchange | undefined
  #parserError: ParserError | undefined

  constructor(socket: Socket, service: Service) {
    this.socket = socket
    this.service = service
    this.deadline = service.deadline(service.timeouts.headers)
    const fail = () => this.destroy()
    const on = <Args extends unknown[]>(event: string, run: (...args: Args) => void) =>
      socket.on(event, guarded(run, fail))
    on('data', (bytes: Buffer) => this.#receive(bytes))
    on('end', () => {
      this.hasEnded = true
      this.advance()
    })
    on('drain', () => this.#flow())
    on('close', () => this.#closed())
    socket.on('timeout', fail).on('error', fail)
  }

  get isIdle(): boolean {
    const hasRequest = this.#unread.length > 0 || this.#isReading
    return !hasRequest && !this.#isWaiting && this.socket.writableLength === 0
  }

  /** Answers what has arrived, unless something must be waited for. */
  advance(turn: Turn = sealedOnly): void {
    while (this.#unread.length > 0 && !this.#isWaiting) {
      if (this.#isReading) this.#feed()
      else if (this.#skipEmptyLines() && !this.#answerInLane(turn)) this.#feed()
    }
    if (this.hasEnded && this.#unread.length === 0 && !this.#isWaiting) this.#finish()
    this.#pauseOrResume()
  }

  takeTurn(turn: Turn): void {
    if (this.#waitsFor !== 'turn') return
    this.#waitsFor = undefined
    this.advance(turn)
  }

  /** Closes our side and drops incoming bytes for a moment: a full close could reset the connection before the answer is read (RFC 9112 §9.6). */
  close(): void {
    if (this.#waitsFor === 'end') return
    this.#waitsFor = 'end'
    this.#unread = emptyBuffer
    const { stalled, linger } = this.service.timeouts
    this.deadline = Number.POSITIVE_INFINITY
    if (this.socket.writableLength > 0) this.socket.setTimeout(stalled)
    this.socket.end(() => {
      this.deadline = this.service.deadline(linger)
    })
    this.#pauseOrResume()
  }

  destroy(): void {
    this.socket.destroy()
  }

  expire(): void {
    // A client that does not read has the socket's own timer; a deferred answer is late because of us.
    const isAnswering = this.#waitsFor !== undefined || this.#exchange?.isWhole
    if (this.#waitsFor === 'end') this.destroy()
    else if (isAnswering) return
    else if (this.#exchange) this.#exchange.fail('timeout')
    else if (this.#isReading) this.#answerError('timeout')
    else this.close()
  }

  begin(req: IncomingMessage, res: ServerResponse, expectation?: Expectation): void {
    const { headers, request } = this.service.timeouts
    this.#exchange = new PortExchange(req, res, this, expectation)
    this.#head = emptyBuffer
    this.deadline += request - headers
    this.#exchange.takeTurn(sealedOnly)
  }

  parserFailed(error: ParserError): void {
    this.#parserError = error
    if (this.#exchange) this.#exchange.fail('malformed')
    else this.#answerError(headError(error, this.#head))
  }

  answerRaw(request: RequestFacts): void {
    const { handler, log, tally } = this.service
    const answer = handler(request)
    // No request without a head or with an error does.
    if (answer.needs) throw new TypeError('An error response needs nothing')
    this.#write(Buffer.from(headOf(answer, closing, thisSecond()), 'latin1'), answer.body)
    tally.of('http', request.method, answer).count++
    log?.(logEntry(request, answer, performance.now(), { address: this.socket.remoteAddress }))
    this.close()
  }

  answerWritten(answer: Answer): void {
    if (this.socket.writableLength > 0) this.#stall(answer)
  }

  answerSent(): void {
    this.#flow()
    this.#finishExchange()
  }

  /** Whether node:http has a message that is not answered yet. */
  get #isReading(): boolean {
    return this.#exchange !== undefined || this.#head.length > 0
  }

  get #isWaiting(): boolean {
    return this.#waitsFor !== undefined || this.service.holding || this.#exchange?.isWhole === true
  }

  #receive(bytes: Buffer): void {
    if (this.#waitsFor === 'end') return
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    this.advance()
  }

  /** Ignores empty lines before a request (RFC 9112 §2.2). Returns whether bytes are left. */
  #skipEmptyLines(): boolean {
    let start = 0
    while (this.#unread[start] === 0x0d || this.#unread[start] === 0x0a) start++
    if (start > 0) this.#unread = this.#unread.subarray(start)
    return this.#unread.length > 0
  }

  /** Returns false if the message is not for the lane. */
  #answerInLane(turn: Turn): boolean {
    const { durations, turns } = this.service
    if (durations && this.#start === 0) this.#start = performance.now()
    const reply = this.#lookUp(turn)
    if (reply?.needs === 'time') {
      this.#waitsFor = 'turn'
      this.peer = peerOf({ address: this.socket.remoteAddress, forwardedFor: forwardedIn(this.#unread) })
      turns.addWork(this, reply)
      return true
    }
    const start = this.#start
    this.#start = 0
    if (reply === undefined || reply.needs) return false
    this.#unread =
      this.#unread.length === reply.consumed ? emptyBuffer : this.#unread.subarray(reply.consumed)
    const flows = this.#write(reply.head, reply.rest)
    durations?.observe(reply.answer.operation, start)
    if (reply.close) this.close()
    else if (flows) this.#messageDone()
    else this.#stall(reply.answer)
    return true
  }

  /** If the handler throws, node:http tries again and reports the error. */
  #lookUp(turn: Turn): LaneReply | Need | undefined {
    const { lane, draining } = this.service
    try {
      return draining ? undefined : lane?.(this.#unread, turn)
    } catch {
      return undefined
    }
  }

  /** Lets node:http parse bytes up to the end of the current head or body. Both end with an empty line, unless the length is declared. */
  #feed(): void {
    const { timeouts, deadline } = this.service
    if (!this.#isReading) this.deadline = deadline(timeouts.headers)
    const [exchange, unread] = [this.#exchange, this.#unread]
    const isSized = exchange !== undefined && exchange.left > 0 && exchange.left < Number.POSITIVE_INFINITY
    const end = isSized ? Math.min(exchange.left, unread.length) : afterEmptyLine(this.#head, unread)
    const part = unread.subarray(0, end)
    this.#unread = unread.subarray(end)
    if (isSized) exchange.left -= end
    else this.#head = join(this.#head, part).subarray(exchange ? -3 : 0)
    // Parses synchronously, unlike `push`: the next cut depends on what node:http found in this part.
    if (this.#parserError === undefined) this.#emit('data', part)
    else if (exchange === undefined) this.#answerError(headError(this.#parserError, this.#head))
    this.#finishExchange()
  }

  #emit(event: 'data' | 'end', part?: Buffer): void {
    this.#sideSocket ??= new SideSocket(this)
    this.#sideSocket.emit(event, part)
  }

  #finishExchange(): void {
    if (!this.#exchange?.isWhole || !this.#exchange.isSent) return
    this.#exchange = undefined
    this.#head = emptyBuffer
    this.#messageDone()
    this.advance()
  }

  /** After an answered message, bytes that do not look like a request belong to it, and it gets no second answer. */
  #answerError(messageError: MessageErrorName | undefined): void {
    if (messageError === undefined) return
    if (this.socket.bytesWritten > 0 && !startsAsRequest(this.#head)) this.close()
    else this.answerRaw({ method: '', target: '', messageError })
  }

  /** Returns false if the client has not read earlier writes. */
  #write(head: Buffer, body: Uint8Array | null): boolean {
    if (body === null) return this.socket.write(head)
    this.socket.cork()
    this.socket.write(head)
    const flows = this.socket.write(body)
    this.socket.uncork()
    return flows
  }

  #stall({ body, transient }: Answer): void {
    if (this.#waitsFor === 'end') return
    this.#waitsFor = 'client'
    // Other answers are shared, or as short as an error.
    this.#privateBytes = transient ? (body?.length ?? 0) : 0
    this.socket.setTimeout(this.service.timeouts.stalled)
    this.#pauseOrResume()
  }

  /** Everything written has been sent. */
  #flow(): void {
    if (this.#waitsFor !== 'client') return
    this.#waitsFor = undefined
    this.#privateBytes = 0
    this.socket.setTimeout(0)
    if (this.#exchange === undefined) this.#messageDone()
    this.advance()
  }

  /** The next message, if it has arrived already, waits for its turn. */
  #messageDone(): void {
    this.deadline = this.service.deadline(this.service.timeouts.keepAlive)
    if (this.#unread.length === 0) return
    this.#waitsFor = 'turn'
    this.service.turns.add(this)
  }

  /** The client has closed its side, and nothing is left to answer but a message that was cut off. */
  #finish(): void {
    if (!this.#isReading) this.close()
    else if (this.#parserError) this.#answerError('malformed')
    else this.#emit('end')
  }

  #pauseOrResume(): void {
    const { backpressure } = this.service
    const isBlocked = this.#waitsFor !== 'end' && (this.#unread.length > 0 || this.#waitsFor === 'client')
    if (isBlocked) backpressure.set(this, this.#unread.length + this.#privateBytes)
    if (isBlocked === this.socket.isPaused()) return
    if (isBlocked) this.socket.pause()
    else {
      this.socket.resume()
      backpressure.delete(this)
    }
  }

  #closed(): void {
    const { turns, backpressure } = this.service
    this.#waitsFor = 'end'
    turns.delete(this)
    if (this.#exchange) turns.delete(this.#exchange)
    backpressure.delete(this)
    // Detaches node:http.
    this.#sideSocket?.destroy()
  }
}

const emptyLine = '\r\n\r\n'

/** Headers that decide nothing are not parsed in the lane. */
function forwardedIn(message: Buffer): string | undefined {
  const head = message.toString('latin1', 0, message.indexOf(emptyLine))
  return [...head.matchAll(/^x-forwarded-for:(.*)$/gim)].at(-1)?.[1]
}

/** Returns where `bytes` continue after the first empty line, which may have begun in what came before. */
function afterEmptyLine(before: Buffer, bytes: Buffer): number {
  const tail = before.subarray(-3)
  const across = join(tail, bytes.subarray(0, 3)).indexOf(emptyLine)
  if (across >= 0) return across + emptyLine.length - tail.length
  const at = bytes.indexOf(emptyLine)
  return at < 0 ? bytes.length : at + emptyLine.length
}

const join = (before: Buffer, after: Buffer): Buffer =>
  before.length === 0 ? after : Buffer.concat([before, after])
