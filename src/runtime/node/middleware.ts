import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MessageErrorName } from '../../answer/http-errors.ts'
import { type Handler, longestBody, type RequestFacts } from '../../answer/request.ts'
import type { Answer } from '../../snapshot/resource.ts'
import { guarded } from './guard.ts'
import { type NodeRequest, readBody, readRequest } from './http/request.ts'
import { Turns } from './service.ts'

/** What node:http calls with each request; Express and its kind give a third argument, for what is not answered here. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void

/**
 * A handler for a server that is somebody else's. With `next`, a request for an address that the archive does not have goes on to
 * the application; without, it gets the archive's own 404.
 */
export function toMiddleware(handler: Handler): Middleware {
  const turns = new Turns()
  return (req, res, next) => {
    const request = readRequest(req, undefined, addressOf(req))
    const client = { takeTurn: reply, destroy: () => void res.destroy() }
    reply(false)

    function reply(mayWork: boolean): void {
      const answer = answerTo(handler, { ...request, mayWork })
      if (answer.status === 102) turns.addWork(client)
      else if (answer.status === 100)
        takeBody(
          req,
          request,
          guarded(() => reply(false), client.destroy),
        )
      else if (next && answer.status >= 400 && !isTaken(handler, request)) next()
      else send(res, request, answer)
    }
  }
}

/** A router takes off the path that it is mounted at. The base URL has that path, so the address as it came is what counts. */
function addressOf(req: IncomingMessage & { readonly originalUrl?: unknown }): string | undefined {
  return typeof req.originalUrl === 'string' ? req.originalUrl : req.url
}

function answerTo(handler: Handler, request: RequestFacts): Answer {
  try {
    return handler(request)
  } catch (error) {
    console.error(error)
    return handler({ ...request, messageError: 'internal' })
  }
}

/** Whether anything is at an address, whatever is wrong with this request for it: an endpoint refuses HEAD, a page answers. */
function isTaken(handler: Handler, { target }: RequestFacts): boolean {
  const [path = ''] = target.split(/[?#]/, 1)
  const { status } = handler({ method: 'HEAD', target: path })
  return status < 400 || status === 405
}

function send(res: ServerResponse, request: NodeRequest, { status, headers, body }: Answer): void {
  if (request.close) res.shouldKeepAlive = false
  res.writeHead(status, headers as string[])
  res.end(body)
}

function takeBody(req: IncomingMessage, request: NodeRequest, then: () => void): void {
  const tell = (body: Uint8Array | undefined, messageError?: MessageErrorName) => {
    request.body = body
    request.messageError = messageError
    request.close = request.mustClose || messageError !== undefined
    then()
  }
  if (!req.readableDidRead) {
    readBody(req, request.length, tell)
    return
  }
  const body = bodyBefore(req)
  if (body === undefined) {
    console.error(new Error('The body was consumed before this middleware, and req.body is not set.'))
    tell(undefined, 'internal')
  } else tell(body, body.length > longestBody ? 'body' : undefined)
}

/** What a parser that came before has left of a body: its bytes, its text, or the value of its JSON. */
function bodyBefore({ body }: IncomingMessage & { readonly body?: unknown }): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
