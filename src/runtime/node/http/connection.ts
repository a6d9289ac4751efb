import type { Socket } from 'node:net'
import type { RequestFacts } from '../../../answer/request.ts'
import type { Reply } from './lane.ts'
import { guarded } from '../guard.ts'
import { entry } from '../metrics/log.ts'
import { NodeHttpFeeder } from './node-http-feeder.ts'
import { peerOf } from '../peer.ts'
import type { Service } from '../service.ts'
import { type Client, sealedOnly, type Turn } from '../turns.ts'
import { closing, emptyBuffer, headOf, thisSecond } from './fields.ts'

/**
 * A client's connection. Answers each message, in the lane or by node:http, before it looks at the next: answers stay in order,
 * and a client that sends without reading costs no more than one socket buffer.
 */
export class Connection implements Client {
  readonly socket: Socket
  /** Of the message that waits for work. Kept, because a closed socket has no address. */
  peer = ''
  heldBytes = 0
  /** When to call `expire`. */
  deadline: number
  /** Whether any message was answered. */
  answered = false
  readonly #service: Service
  #unread: Buffer = emptyBuffer
  /** The client has closed its side. */
  #ended = false
  #closing = false
  /** The next message waits for its turn. */
  #deferred = false
  #turn = sealedOnly
  /** The client has not read the last answer yet. */
  #stalled = false
  #privateBytes = 0
  #paused = false
  /** When the current message was first seen, if requests are timed. */
  #start = 0
  /** Created for the first message that is not for the lane. */
  #feeder: NodeHttpFeeder | undefined

  constructor(socket: Socket, service: Service) {
    this.socket = socket
    this.#service = service
    this.deadline = service.deadline(service.timeouts.headers)
    const fail = () => this.destroy()
    const safely = <Args extends unknown[]>(run: (...args: Args) => void) => guarded(run, fail)
    const receive = safely((bytes: Buffer) => this.#receive(bytes))
    const end = safely(() => this.#end())
    const flow = safely(() => this.flow())
    const closed = safely(() => this.#closed())
    socket.on('data', receive).on('end', end).on('drain', flow).on('close', closed)
    socket.on('timeout', fail).on('error', fail)
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  get idle(): boolean {
    const hasRequest = this.#unread.length > 0 || this.#feeder?.reading
    return !hasRequest && !this.#waits && this.socket.writableLength === 0
  }

  /** Processes unread bytes, unless something must be waited for. */
  advance(): void {
    while (this.#unread.length > 0 && !this.#waits) {
      if (!this.#feeder?.reading) this.#skipEmptyLines()
      if (this.#feeder?.reading || !this.#answerInLane()) this.#read()
    }
    if (this.#ended && this.#unread.length === 0 && !this.#waits) this.#finish()
    this.#pauseOrResume()
  }

  stall(privateBytes: number): void {
    this.#stalled = true
    this.#privateBytes = privateBytes
    this.socket.setTimeout(this.#service.timeouts.stalled)
    this.#pauseOrResume()
  }

  /** Everything written has been sent. */
  flow(): void {
    if (!this.#stalled) return
    this.#stalled = false
    this.#privateBytes = 0
    this.socket.setTimeout(0)
    if (!this.#feeder?.reading) this.#startIdling()
    this.advance()
  }

  /** node:http has read a whole message and answered it. */
  messageDone(): void {
    this.#done()
    this.advance()
  }

  takeTurn(turn: Turn): void {
    this.#deferred = false
    this.#turn = turn
    this.advance()
    this.#turn = sealedOnly
  }

  /** Answers what node:http creates no response for, and closes. */
  answerRaw(request: RequestFacts): void {
    const { handler, log, tally } = this.#service
    const answer = handler(request)
    this.#write(Buffer.from(headOf(answer, closing, thisSecond()), 'latin1'), answer.body)
    tally.of('http', request.method, answer).count++
    log?.(entry(request, answer, performance.now(), { address: this.socket.remoteAddress }))
    this.close()
  }

  /** Closes our side and drops incoming bytes for a moment: a full close could reset the connection before the answer is read (RFC 9112 §9.6). */
  close(): void {
    if (this.#closing) return
    this.#closing = true
    this.#unread = emptyBuffer
    const { stalled, linger } = this.#service.timeouts
    this.deadline = Number.POSITIVE_INFINITY
    if (this.socket.writableLength > 0) this.socket.setTimeout(stalled)
    this.socket.end(() => {
      this.deadline = this.#service.deadline(linger)
    })
    this.#pauseOrResume()
  }

  destroy(): void {
    this.socket.destroy()
  }

  expire(): void {
    // A stalled answer has the socket's own timer; a deferred one is late because of us.
    const answering = this.#stalled || this.#deferred || this.#feeder?.full === true
    if (this.#closing) this.destroy()
    else if (!answering && this.#feeder?.reading) this.#feeder.expire()
    else if (!answering) this.close()
  }

  get #waits(): boolean {
    return (
      this.#closing || this.#deferred || this.#stalled || this.#service.holding || this.#feeder?.full === true
    )
  }

  #receive(bytes: Buffer): void {
    if (this.#closing) return
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    this.advance()
  }

  /** Ignores empty lines before a request (RFC 9112 §2.2). */
  #skipEmptyLines(): void {
    let start = 0
    while (this.#unread[start] === 0x0d || this.#unread[start] === 0x0a) start++
    if (start > 0) this.#unread = this.#unread.subarray(start)
  }

  #answerInLane(): boolean {
    const { durations } = this.#service
    if (durations && this.#start === 0) this.#start = performance.now()
    const reply = this.#lookUp()
    if (reply?.deferral) {
      this.#deferred = true
      this.peer = peerOf({ address: this.socket.remoteAddress, forwardedFor: forwardedIn(this.#unread) })
      this.#service.turns.addWork(this, reply.deferral)
      return true
    }
    const start = this.#start
    this.#start = 0
    if (reply === undefined) return false
    this.#unread =
      this.#unread.length === reply.consumed ? emptyBuffer : this.#unread.subarray(reply.consumed)
    if (!this.#write(reply.head, reply.rest)) this.stall(reply.privateBytes)
    durations?.observe(reply.operation, start)
    if (reply.close) this.close()
    else this.#done()
    return true
  }

  /** If the handler throws, node:http tries again and reports the error. */
  #lookUp(): Reply | undefined {
    const { lane, draining } = this.#service
    try {
      return draining ? undefined : lane?.(this.#unread, this.#turn)
    } catch {
      return undefined
    }
  }

  #read(): void {
    this.#feeder ??= new NodeHttpFeeder(this, this.#service)
    const consumed = this.#feeder.take(this.#unread)
    this.#unread = this.#unread.subarray(consumed)
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

  #startIdling(): void {
    this.deadline = this.#service.deadline(this.#service.timeouts.keepAlive)
  }

  #done(): void {
    this.answered = true
    this.#startIdling()
    if (this.#unread.length === 0) return
    this.#deferred = true
    this.#service.turns.add(this)
  }

  #end(): void {
    this.#ended = true
    this.advance()
  }

  #finish(): void {
    if (this.#feeder?.reading) this.#feeder.end()
    else this.close()
  }

  #pauseOrResume(): void {
    const waits = !this.#closing && (this.#unread.length > 0 || this.#stalled)
    if (waits) this.#service.backpressure.set(this, this.#unread.length + this.#privateBytes)
    if (waits === this.#paused) return
    this.#paused = waits
    if (waits) this.socket.pause()
    else {
      this.socket.resume()
      this.#service.backpressure.delete(this)
    }
  }

  #closed(): void {
    this.#closing = true
    this.#service.turns.delete(this)
    this.#service.backpressure.delete(this)
    this.#feeder?.release()
  }
}

/** Headers that decide nothing are not parsed in the lane. */
function forwardedIn(message: Buffer): string | undefined {
  const head = message.toString('latin1', 0, message.indexOf('\r\n\r\n'))
  return [...head.matchAll(/^x-forwarded-for:(.*)$/gim)].at(-1)?.[1]
}
