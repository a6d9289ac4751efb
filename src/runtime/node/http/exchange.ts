import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MessageErrorName } from '../../../answer/http-errors.ts'
import { longestBody, type NeedsTime } from '../../../answer/request.ts'
import type { Answer } from '../../../snapshot/resource.ts'
import { readBody } from '../../body.ts'
import { guarded, logError } from '../guard.ts'
import { logEntry } from '../metrics/log.ts'
import { peerOf } from '../peer.ts'
import { type Client, sealedOnly, type Turn } from '../turns.ts'
import type { Expectation, NodeHttpOwner } from './node-http.ts'
import { endsConnection, type NodeRequest, readRequest } from './request.ts'
import type { Service } from './service.ts'

/** What answers requests, and when. */
export type Answering = Pick<Service, 'handler' | 'turns'>

/**
 * One request on node:http, on our own port or in another server: calls the handler with what it needs until it answers, and
 * sends that.
 */
export abstract class Exchange implements Client {
  need: NeedsTime | undefined
  readonly request: NodeRequest
  protected readonly req: IncomingMessage
  protected readonly res: ServerResponse
  readonly #answering: Answering
  /** The body is being read. */
  protected isReading = false

  constructor(req: IncomingMessage, res: ServerResponse, request: NodeRequest, answering: Answering) {
    this.req = req
    this.res = res
    this.request = request
    this.#answering = answering
  }

  abstract readonly hasEnded: boolean
  abstract destroy(): void

  get peer(): string {
    return peerOf(this.request.client)
  }

  takeTurn(turn: Turn): void {
    const { facts } = this.request
    try {
      const reply = this.#answering.handler({ ...facts, ...turn })
      if (!reply.needs) this.send(reply)
      else if (reply.needs === 'time') this.awaitTurn(reply)
      else this.readBody()
    } catch (error) {
      logError(error)
      if (facts.messageError === 'internal' || this.res.headersSent) this.destroy()
      else this.answerWith({ messageError: 'internal' })
    }
  }

  protected readBody(): void {
    const { length } = this.request
    const read = guarded(
      async () => {
        const chunks: AsyncIterable<Uint8Array> = this.req.iterator({ destroyOnReturn: false })
        const result = await readBody(chunks, length === Number.POSITIVE_INFINITY ? 0 : length)
        if (this.isReading && !this.res.destroyed) this.answerWith(result)
      },
      () => this.destroy(),
    )
    this.isReading = true
    read()
  }

  protected awaitTurn(need: NeedsTime): void {
    this.#answering.turns.addWork(this, need)
  }

  protected send({ status, headers, body }: Answer): void {
    if (endsConnection(this.request)) this.res.shouldKeepAlive = false
    this.res.writeHead(status, headers as string[])
    this.res.end(body)
  }

  protected answerWith(result: Partial<NodeRequest['facts']>): void {
    this.isReading = false
    Object.assign(this.request.facts, result)
    this.takeTurn(sealedOnly)
  }
}

/** An exchange on our own port. */
export class PortExchange extends Exchange {
  /** How many bytes of the body have not arrived. */
  left: number
  readonly #owner: NodeHttpOwner
  readonly #expectation: Expectation | undefined
  readonly #start: number

  constructor(req: IncomingMessage, res: ServerResponse, owner: NodeHttpOwner, expectation?: Expectation) {
    super(req, res, readRequest(req, expectation === 'unknown' ? 'expectation' : undefined), owner.service)
    this.left = this.request.length
    this.#owner = owner
    this.#expectation = expectation
    this.#start = owner.service.log || owner.service.durations ? performance.now() : 0
    this.#onSent(() => owner.answerSent())
  }

  get hasEnded(): boolean {
    return this.#owner.hasEnded
  }

  /** Whether the whole message has arrived. */
  get isWhole(): boolean {
    return this.req.complete
  }

  get isSent(): boolean {
    return this.res.writableFinished
  }

  destroy(): void {
    this.#owner.destroy()
  }

  /** The rest of the message cannot be read. */
  fail(messageError: MessageErrorName): void {
    if (this.isReading) this.answerWith({ messageError })
    else if (this.isSent) this.#owner.close()
    else this.#onSent(() => this.#owner.close())
  }

  protected override readBody(): void {
    const { length } = this.request
    const isAccepted = length <= longestBody || length === Number.POSITIVE_INFINITY
    if (this.#expectation === 'continue' && isAccepted) this.res.writeContinue()
    super.readBody()
  }

  protected override send(answer: Answer): void {
    const { tally, durations, log, draining } = this.#owner.service
    const { facts, client } = this.request
    if (draining) this.res.shouldKeepAlive = false
    super.send(answer)
    tally.of('http', facts.method, answer).count++
    durations?.observe(answer.operation, this.#start)
    this.#owner.answerWritten(answer)
    if (log) this.#onSent(() => log(logEntry(facts, answer, this.#start, client)))
  }

  #onSent(run: () => void): void {
    this.res.once(
      'finish',
      guarded(run, () => this.destroy()),
    )
  }
}
