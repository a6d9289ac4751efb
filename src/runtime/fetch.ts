import {
  decisiveHeaders,
  type Handler,
  type HeaderFacts,
  longestBody,
  type RequestFacts,
} from '../answer/request.ts'
import { joined } from '../base/digest.ts'
import type { Answer } from '../snapshot/resource.ts'

export type { Answer } from '../snapshot/resource.ts'
export type { Handler, RequestFacts } from '../answer/request.ts'

/** What a server of the Fetch API calls with each request: Workers, Bun, Deno, Hono, route handlers of Next. */
export type Fetch = (request: Request) => Promise<Response>

/** A handler that may have to wait, and whose body may be on its way. */
export type LateHandler = (request: RequestFacts) => Sendable | Promise<Sendable>
type Sendable = Answer | (Omit<Answer, 'body'> & { readonly body: ReadableStream<Uint8Array> | Uint8Array })

/**
 * A handler as a function of the Fetch API. The runtime's own server has read the message, and refused what is no HTTP; everything
 * else is decided by the handler, as on Node.
 */
export function toFetch(handler: Handler | LateHandler): Fetch {
  return async (request) => {
    const facts = factsOf(request)
    try {
      const answer = await handler(facts)
      return responseTo(answer.status === 100 ? await handler(await withBody(facts, request)) : answer)
    } catch (error) {
      console.error(error)
      return responseTo(await handler({ ...facts, messageError: 'internal' }))
    }
  }
}

const headers = Object.entries(decisiveHeaders)

/** Cloudflare sends a Worker an Accept-Encoding of its own, and tells the client's beside the headers. */
type FromCloudflare = Request & { readonly cf?: { readonly clientAcceptEncoding?: string } }

function factsOf({ method, url, headers: sent, cf }: FromCloudflare): RequestFacts {
  const facts: { -readonly [Name in keyof HeaderFacts]: string } = {}
  for (const [name, key] of headers) {
    const value = sent.get(name)
    if (value !== null) facts[key] = value
  }
  if (cf?.clientAcceptEncoding !== undefined) facts.acceptEncoding = cf.clientAcceptEncoding
  // Cut, not parsed: a path is looked up as it came. Where the runtime keeps Host to itself, the address has it.
  const [, host = '', target = ''] = /^[a-z]+:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? []
  const origin = target.startsWith('/') ? target : `/${target}`
  return { host, ...facts, method, target: origin, messageError: messageErrorIn(method, sent) }
}

/** A body that nobody asked for is left where it is, and one that is too long is refused, as on Node. */
function messageErrorIn(method: string, sent: Headers): 'body' | undefined {
  const reads = method === 'GET' || method === 'HEAD'
  return reads && declaredLength(sent) > longestBody ? 'body' : undefined
}

function declaredLength(sent: Headers): number {
  return Number(sent.get('content-length') ?? 0)
}

/** Bytes are counted as they come, whatever was declared; what comes after too many is left where it is. */
async function withBody(facts: RequestFacts, { body, headers }: Request): Promise<RequestFacts> {
  if (declaredLength(headers) > longestBody) return { ...facts, messageError: 'body' }
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length
      if (size > longestBody) return { ...facts, messageError: 'body' }
      chunks.push(chunk)
    }
  } catch {
    // A client that hangs up in the middle is no error of the server's, and not worth a line in its log.
    return { ...facts, messageError: 'malformed' }
  }
  return { ...facts, body: joined(chunks) }
}

function responseTo({ status, headers, body }: Sendable): Response {
  const fields: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) fields.push([headers[at] ?? '', headers[at + 1] ?? ''])
  return new Response(body, { status, headers: fields, ...asItIs })
}

/** Workers compress what names an encoding, unless they are told that it is compressed already. */
const asItIs = { encodeBody: 'manual' }
