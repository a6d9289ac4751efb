import {
  decisiveHeaders,
  type Handler,
  type HeaderFacts,
  longestBody,
  type Need,
  requireAnswer,
  type RequestFacts,
} from '../answer/request.ts'
import { requireHandler } from '../base/options.ts'
import type { Answer } from '../snapshot/resource.ts'
import { readBody } from './body.ts'

export type { Answer } from '../snapshot/resource.ts'
export type { Handler, RequestFacts } from '../answer/request.ts'

/** A Fetch API handler, for Workers, Bun, Deno, Hono and others. */
export type Fetch = (request: Request) => Promise<Response>

/** A handler that may be asynchronous and stream its body. */
export type LateHandler = (request: RequestFacts) => Sendable | Need | Promise<Sendable | Need>
export type Sendable =
  | Answer
  | (Omit<Answer, 'body'> & { readonly body: ReadableStream<Uint8Array> | Uint8Array })

/** Adapts a handler to the Fetch API. The runtime parses the message and rejects invalid HTTP. */
export function toFetch(handler: Handler | LateHandler): Fetch {
  requireHandler('toFetch', handler)
  return async (request) => {
    const facts = factsOf(request)
    try {
      const reply = await handler(facts)
      if (!reply.needs) return responseTo(reply)
      const { body, headers } = request
      const read = await readBody(body ?? [], declaredLength(headers))
      return responseTo(await handler({ ...facts, ...read }))
    } catch (error) {
      console.error(error)
      return responseTo(await handler({ ...facts, messageError: 'internal' }))
    }
  }
}

const headers = Object.entries(decisiveHeaders)

/** Cloudflare replaces Accept-Encoding and passes the client's in `cf`. */
type FromCloudflare = Request & { readonly cf?: { readonly clientAcceptEncoding?: string } }

function factsOf({ method, url, headers: sent, cf }: FromCloudflare): RequestFacts {
  const facts: { -readonly [Name in keyof HeaderFacts]: string } = {}
  for (const [name, key] of headers) {
    const value = sent.get(name)
    if (value !== null) facts[key] = value
  }
  if (cf?.clientAcceptEncoding !== undefined) facts.acceptEncoding = cf.clientAcceptEncoding
  // Not parsed by `URL`, which would normalize the path. Some runtimes hide Host; the URL has it.
  const [, host = '', target = ''] = /^[a-z]+:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? []
  const origin = target.startsWith('/') ? target : `/${target}`
  // Refuse a GET or HEAD with a large body, as on Node. A small one is ignored.
  const reads = method === 'GET' || method === 'HEAD'
  const messageError = reads && declaredLength(sent) > longestBody ? 'body' : undefined
  return { host, ...facts, method, target: origin, messageError }
}

const declaredLength = (sent: Headers): number => Number(sent.get('content-length') ?? 0)

/** Without this, Workers compress a body that has a Content-Encoding. */
const alreadyEncoded = { encodeBody: 'manual' }

function responseTo(reply: Sendable | Need): Response {
  const { status, headers, body } = requireAnswer(reply)
  const fields: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) fields.push([headers[at] ?? '', headers[at + 1] ?? ''])
  return new Response(body, { status, headers: fields, ...alreadyEncoded })
}
