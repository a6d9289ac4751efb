import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { requireHandler } from '../../base/options.ts'
import { type Handler, longestBody, type RequestFacts } from '../../answer/request.ts'
import type { Answer } from '../../snapshot/resource.ts'
import { guarded, logError } from './guard.ts'
import { type NodeRequest, readBody, readRequest, setBody } from './http/request.ts'
import { peerOf } from './peer.ts'
import { type Client, sealedOnly, type Turn, Turns } from './turns.ts'

/**
 * A node:http listener, or middleware for Express, Fastify and similar frameworks. It never passes an error to `next`; the type says so
 * because frameworks disagree on what an error is.
 */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next?: (error?: never) => void) => void

/** Adapts a handler to an existing server. Calls `next` for unknown paths; without `next`, they get the archive's 404. */
export function toMiddleware(handler: Handler): Middleware {
  requireHandler('toMiddleware', handler)
  const turns = new Turns()
  /** The last message of each connection that needed work. */
  const lastDeferred = new WeakMap<Socket, ServerResponse>()
  return (req, res, next) => {
    const request = readRequest(req, undefined, originalUrl(req))
    const mayPassOn = next !== undefined
    const { socket } = req
    const forwardedFor = req.headers['x-forwarded-for']?.toString()
    const client: Client = {
      peer: peerOf({ address: socket.remoteAddress, forwardedFor }),
      get hasEnded() {
        return socket.readableEnded || socket.destroyed
      },
      heldBytes: 0,
      takeTurn: reply,
      destroy: () => void res.destroy(),
    }
    res.once('close', () => turns.delete(client))
    reply(sealedOnly)

    function reply(turn: Turn): void {
      const answer = answerTo(handler, { ...request, ...turn, mayPassOn })
      if (answer.status === 102) defer(answer, turn)
      else if (answer.status === 100)
        takeBody(
          req,
          request,
          guarded(() => reply(sealedOnly), client.destroy),
        )
      else if (next && answer.status === 404 && answer.headers.length === 0) next()
      else send(res, request, answer)
    }

    /** node:http sends answers in order, so a pipelined message waits for the one before. It is dropped if that is never sent. */
    function defer(answer: Answer, turn: Turn): void {
      const previous = turn === sealedOnly ? lastDeferred.get(socket) : undefined
      if (turn === sealedOnly) lastDeferred.set(socket, res)
      if (previous?.writableFinished === false) previous.once('finish', () => turns.addWork(client, answer))
      else turns.addWork(client, answer)
    }
  }
}

/** Routers strip the path they are mounted at, but the base URL includes it. */
function originalUrl(req: IncomingMessage & { readonly originalUrl?: unknown }): string | undefined {
  return typeof req.originalUrl === 'string' ? req.originalUrl : req.url
}

function answerTo(handler: Handler, request: RequestFacts): Answer {
  try {
    return handler(request)
  } catch (error) {
    logError(error)
    return handler({ ...request, messageError: 'internal' })
  }
}

function send(res: ServerResponse, request: NodeRequest, { status, headers, body }: Answer): void {
  if (request.close) res.shouldKeepAlive = false
  res.writeHead(status, headers as string[])
  res.end(body)
}

function takeBody(req: IncomingMessage, request: NodeRequest, then: () => void): void {
  if (!req.readableDidRead) {
    readBody(req, request, then)
    return
  }
  const body = parsedBody(req)
  if (body === undefined) {
    console.error(new Error('The body was consumed before this middleware, and req.body is not set.'))
    setBody(request, body, 'internal')
  } else setBody(request, body, body.length > longestBody ? 'body' : undefined)
  then()
}

/** Recovers a body from an earlier body parser: bytes, text or a JSON value. */
function parsedBody({ body }: IncomingMessage & { readonly body?: unknown }): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
