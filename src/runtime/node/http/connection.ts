import type { RequestFacts } from '../../../answer/request.ts'
import type { Reply } from './lane.ts'
import { guarded } from '../guard.ts'
import { entry } from '../metrics/log.ts'
import type { ClientSocket } from './port.ts'
import { NodeHttpFeeder } from './node-http-feeder.ts'
import type { Service } from '../service.ts'
import { closing, headOf, thisSecond } from './fields.ts'

/**
 * A client's connection. Each message is answered before the next is looked at, in the lane or by node:http, so that answers
 * are in order, and a client that sends much and reads nothing costs no more than what the socket read last.
 */
export class Connection {
  readonly socket: ClientSocket
  /** When to call `expire`. */
  deadline: number
  /** Whether any message was answered. */
  answered = false
  readonly #service: Service
  /** What came and was looked at by nobody yet. */
  #unread: Buffer = emptyBuffer
  /** The client sends no more. */
  #ended = false
  #closing = false
  /** The next message waits for its turn; in it, an answer may take work. */
  #deferred = false
  #mayWork = false
  /** An answer waits until the client reads; how many of its bytes are held for this client alone. */
  #stalled = false
  #privateBytes = 0
  #paused = false
  /** When the message that is answered next was first looked at, where that is measured. */
  #began = 0
  /** Made for the first message that is not for the lane. */
  #reader: NodeHttpFeeder | undefined

  constructor(socket: ClientSocket, service: Service) {
    this.socket = socket
    this.#service = service
    this.deadline = service.deadline(service.timeouts.headers)
    const fail = () => this.destroy()
    socket
      .on(
        'data',
        guarded((bytes: Buffer) => this.#take(bytes), fail),
      )
      .on(
        'end',
        guarded(() => this.#end(), fail),
      )
      .on(
        'drain',
        guarded(() => this.flow(), fail),
      )
      .on('timeout', fail)
      .on('error', fail)
      .on(
        'close',
        guarded(() => this.#closed(), fail),
      )
  }

  /** Nothing was begun, and nothing waits to be read. */
  get idle(): boolean {
    const nothingCame = this.#unread.length === 0 && !this.#reader?.reading
    return nothingCame && !this.#waits && this.socket.writableLength === 0
  }

  /** Looks at what came, as far as it is its turn. */
  advance(): void {
    while (this.#unread.length > 0 && !this.#waits) {
      if (!this.#reader?.reading) this.#skipEmptyLines()
      if (this.#reader?.reading || !this.#answerInLane()) this.#read()
    }
    if (this.#ended && this.#unread.length === 0 && !this.#waits) this.#finish()
    this.#pauseOrResume()
  }

  stall(own: number): void {
    this.#stalled = true
    this.#privateBytes = own
    this.socket.setTimeout(this.#service.timeouts.stalled)
    this.#pauseOrResume()
  }

  /** All that was written is on its way. */
  flow(): void {
    if (!this.#stalled) return
    this.#stalled = false
    this.#privateBytes = 0
    this.socket.setTimeout(0)
    if (!this.#reader?.reading) this.#startIdling()
    this.advance()
  }

  /** A message came whole, and its answer is on its way. */
  messageDone(): void {
    this.#done()
    this.advance()
  }

  takeTurn(mayWork: boolean): void {
    this.#deferred = false
    this.#mayWork = mayWork
    this.advance()
    this.#mayWork = false
  }

  /** Answers what never becomes a request of node:http, and closes. */
  answerRaw(request: RequestFacts): void {
    const { handler, log, tally } = this.#service
    const answer = handler(request)
    this.#write(Buffer.from(headOf(answer, closing, thisSecond()), 'latin1'), answer.body)
    tally.of('http', request.method, answer).count++
    log?.(entry(request, answer, performance.now(), { address: this.socket.remoteAddress }))
    this.close()
  }

  /**
   * Closing while bytes are still coming resets the connection, and the reset can overtake the answer (RFC 9112 §9.6). So only our
   * side is closed, and what still comes is dropped for a moment.
   */
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
    // While an answer is being read, the socket has a timer of its own; while one waits to be made, the delay is ours.
    const answering = this.#stalled || this.#deferred || this.#reader?.full === true
    if (this.#closing) this.destroy()
    else if (!answering && this.#reader?.reading) this.#reader.expire()
    else if (!answering) this.close()
  }

  get #waits(): boolean {
    return (
      this.#closing || this.#deferred || this.#stalled || this.#service.holding || this.#reader?.full === true
    )
  }

  #take(bytes: Buffer): void {
    if (this.#closing) return
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    this.advance()
  }

  /** Empty lines before a request are ignored (RFC 9112 §2.2), however many there are. */
  #skipEmptyLines(): void {
    let start = 0
    while (this.#unread[start] === 0x0d || this.#unread[start] === 0x0a) start++
    if (start > 0) this.#unread = this.#unread.subarray(start)
  }

  #answerInLane(): boolean {
    const { durations } = this.#service
    if (durations && this.#began === 0) this.#began = performance.now()
    const reply = this.#lookUp()
    if (reply === 'takes work') {
      this.#deferred = true
      this.#service.turns.addWork(this)
      return true
    }
    const began = this.#began
    this.#began = 0
    if (reply === undefined) return false
    this.#unread = this.#unread.length === reply.taken ? emptyBuffer : this.#unread.subarray(reply.taken)
    if (!this.#write(reply.head, reply.rest)) this.stall(reply.own)
    durations?.observe(reply.operation, began)
    if (reply.close) this.close()
    else this.#done()
    return true
  }

  /** What the handler cannot answer is asked again by way of node:http, which knows how to report it. */
  #lookUp(): Reply | 'takes work' | undefined {
    const { lane, draining } = this.#service
    try {
      return draining ? undefined : lane?.(this.#unread, this.#mayWork)
    } catch {
      return undefined
    }
  }

  #read(): void {
    this.#reader ??= new NodeHttpFeeder(this, this.#service)
    const taken = this.#reader.take(this.#unread)
    this.#unread = this.#unread.subarray(taken)
  }

  /** False when the client has not read what was written before. */
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
    if (this.#reader?.reading) this.#reader.end()
    else this.close()
  }

  #pauseOrResume(): void {
    const waits = !this.#closing && (this.#unread.length > 0 || this.#stalled)
    if (waits) this.#service.waiting.set(this, this.#unread.length + this.#privateBytes)
    if (waits === this.#paused) return
    this.#paused = waits
    if (waits) this.socket.pause()
    else {
      this.socket.resume()
      this.#service.waiting.delete(this)
    }
  }

  #closed(): void {
    this.#closing = true
    this.#service.waiting.delete(this)
    this.#reader?.release()
  }
}

const emptyBuffer = Buffer.alloc(0)
