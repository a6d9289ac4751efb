import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MessageErrorName } from '../../../answer/http-errors.ts'
import { longestBody } from '../../../answer/request.ts'
import { guarded, logError } from '../guard.ts'
import { type ClientFacts, entry } from '../metrics/log.ts'
import { peerOf } from '../peer.ts'
import type { Service } from '../service.ts'
import { type Client, sealedOnly, type Turn } from '../turns.ts'
import type { NodeHttpFeeder } from './node-http-feeder.ts'
import { type NodeRequest, readBody, readRequest } from './request.ts'

export interface ExchangeOptions {
  /** An error that node:http found. */
  readonly messageError?: MessageErrorName
  /** The client waits for 100 Continue (RFC 9110 §10.1.1). */
  readonly waiting?: boolean
}

/** One request and its response on node:http. */
export class Exchange implements Client {
  heldBytes = 0
  readonly request: NodeRequest
  readonly #req: IncomingMessage
  readonly #res: ServerResponse
  readonly #feeder: NodeHttpFeeder
  readonly #service: Service
  readonly #waiting: boolean
  readonly #start: number
  /** Read early, because the socket may be gone when the log is written. */
  readonly #client: ClientFacts
  /** Aborts reading the body. */
  #abortBody: ((messageError: MessageErrorName) => void) | undefined

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    feeder: NodeHttpFeeder,
    service: Service,
    { messageError, waiting = false }: ExchangeOptions = {},
  ) {
    this.request = readRequest(req, messageError)
    this.#req = req
    this.#res = res
    this.#feeder = feeder
    this.#service = service
    this.#waiting = waiting
    this.#start = service.log || service.durations ? performance.now() : 0
    this.#client = clientOf(req)
    this.#onFinish(() => feeder.answerSent())
  }

  /** Whether the whole message has arrived. */
  get whole(): boolean {
    return this.#req.complete
  }

  get sent(): boolean {
    return this.#res.writableFinished
  }

  get peer(): string {
    return peerOf(this.#client)
  }

  get hasEnded(): boolean {
    return this.#feeder.connection.hasEnded
  }

  answer(turn: Turn = sealedOnly): void {
    const { request } = this
    const service = this.#service
    const res = this.#res
    try {
      const answer = service.handler({ ...request, ...turn })
      if (answer.status === 100) {
        this.#awaitBody()
        return
      }
      if (answer.status === 102) {
        service.turns.addWork(this, answer)
        return
      }
      if (request.close || service.draining) res.shouldKeepAlive = false
      res.writeHead(answer.status, answer.headers as string[])
      res.end(answer.body)
      service.tally.of('http', request.method, answer).count++
      service.durations?.observe(answer.operation, this.#start)
      // Other answers are shared, or as short as an error.
      const isPrivate = request.method === 'POST' || answer.transient === true
      this.#feeder.answerWritten(isPrivate ? (answer.body?.length ?? 0) : 0)
      const { log } = service
      if (log) this.#onFinish(() => log(entry(request, answer, this.#start, this.#client)))
    } catch (error) {
      logError(error)
      if (request.messageError === 'internal' || res.headersSent) this.destroy()
      else {
        request.messageError = 'internal'
        request.close = true
        this.answer()
      }
    }
  }

  takeTurn(turn: Turn): void {
    this.answer(turn)
  }

  destroy(): void {
    this.#feeder.connection.destroy()
  }

  /** The rest of the message cannot be read. If it is already answered, only closes. */
  fail(messageError: MessageErrorName): void {
    if (this.#abortBody) this.#abortBody(messageError)
    else if (this.sent) this.#feeder.connection.close()
    else this.#onFinish(() => this.#feeder.connection.close())
  }

  #awaitBody(): void {
    const { request } = this
    // The length of a chunked body is unknown.
    if (this.#waiting && (request.length <= longestBody || request.length === Number.POSITIVE_INFINITY))
      this.#res.writeContinue()
    const answer = () => {
      this.#abortBody = undefined
      this.answer()
    }
    this.#abortBody = readBody(
      this.#req,
      request,
      guarded(answer, () => this.destroy()),
    )
  }

  #onFinish(run: () => void): void {
    this.#res.once(
      'finish',
      guarded(run, () => this.destroy()),
    )
  }
}

function clientOf({ headers, socket }: IncomingMessage): ClientFacts {
  return {
    userAgent: headers['user-agent'],
    traceparent: headers['traceparent']?.toString(),
    forwardedFor: headers['x-forwarded-for']?.toString(),
    address: socket.remoteAddress,
  }
}
