import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Handler, longestBody, type NeedsTime, type RequestFacts } from '../../answer/request.ts'
import { requireHandler } from '../../base/options.ts'
import type { Answer } from '../../snapshot/resource.ts'
import { type Answering, Exchange } from './http/exchange.ts'
import { readRequest } from './http/request.ts'
import { sealedOnly, Turns } from './turns.ts'

/**
 * A node:http listener, or middleware for Express, Fastify and similar frameworks. It never passes an error to `next`; the type says so
 * because frameworks disagree on what an error is.
 */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next?: (error?: never) => void) => void

/** Adapts a handler to an existing server. Calls `next` for unknown paths; without `next`, they get the archive's 404. */
export function toMiddleware(handler: Handler): Middleware {
  requireHandler('toMiddleware', handler)
  const turns = new Turns()
  const alone = { handler, turns }
  const passingOn = { ...alone, handler: (request: RequestFacts) => handler({ ...request, mayPassOn: true }) }
  return (req, res, next) => {
    const exchange = new MiddlewareExchange(req, res, next ? passingOn : alone, next)
    res.once('close', () => turns.delete(exchange))
    exchange.takeTurn(sealedOnly)
  }
}

/** The last message of each connection that needed a turn. */
const lastWaiting = new WeakMap<Socket, ServerResponse>()

class MiddlewareExchange extends Exchange {
  readonly #next: (() => void) | undefined

  constructor(req: IncomingMessage, res: ServerResponse, answering: Answering, next?: () => void) {
    super(req, res, readRequest(req, undefined, originalUrl(req)), answering)
    this.#next = next
  }

  get hasEnded(): boolean {
    const { socket } = this.req
    return socket.readableEnded || socket.destroyed
  }

  destroy(): void {
    this.res.destroy()
  }

  /** node:http sends answers in order, so a pipelined message waits for the one before. It is dropped if that is never sent. */
  protected override awaitTurn(need: NeedsTime): void {
    const { socket } = this.req
    const previous = this.need ? undefined : lastWaiting.get(socket)
    if (!this.need) lastWaiting.set(socket, this.res)
    if (previous?.writableFinished === false) previous.once('finish', () => super.awaitTurn(need))
    else super.awaitTurn(need)
  }

  protected override readBody(): void {
    if (!this.req.readableDidRead) {
      super.readBody()
      return
    }
    const body = parsedBody(this.req)
    if (body === undefined)
      console.error(new Error('The body was consumed before this middleware, and req.body is not set.'))
    const messageError = body === undefined ? 'internal' : body.length > longestBody ? 'body' : undefined
    this.answerWith({ body, messageError })
  }

  protected override send(answer: Answer): void {
    if (this.#next && answer.status === 404 && answer.headers.length === 0) this.#next()
    else super.send(answer)
  }
}

/** Routers strip the path they are mounted at, but the base URL includes it. */
function originalUrl(req: IncomingMessage & { readonly originalUrl?: unknown }): string | undefined {
  return typeof req.originalUrl === 'string' ? req.originalUrl : req.url
}

/** Recovers a body from an earlier body parser: bytes, text or a JSON value. */
function parsedBody({ body }: IncomingMessage & { readonly body?: unknown }): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
