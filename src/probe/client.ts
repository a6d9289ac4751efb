import { type IncomingMessage, Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { bytesWithin } from './http.ts'

export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  /** By name in any case; values of repeated lines are joined. */
  header(name: string): string | undefined
  /** As on the wire, in whatever encoding. */
  readonly body: Uint8Array
  /** The body without its declared encoding; undefined when it cannot be decoded. */
  readonly decoded: Uint8Array | undefined
  /** The same as text; empty when it cannot be decoded. */
  readonly text: string
}

/** A host that is asked from outside, and no other. It sends the headers it is given and follows no redirect. */
export interface Client {
  (target: string, ask?: Ask): Promise<Reply>
  count(): number
  close(): void
}

export const limits = { seconds: 15, bytes: 10 * 2 ** 20, connections: 4, requests: 500 } as const

/** Why there is no answer, in words for whoever runs the host. */
export class Unanswered extends Error {
  readonly what: string
  constructor(what: string, why: string) {
    super(why)
    this.what = what
  }
}

/** node:http and not fetch, which decodes bodies, joins and hides headers and adds some of its own. */
export function connect(base: URL, userAgent: string, mostRequests: number = limits.requests): Client {
  const secure = base.protocol === 'https:'
  const pool = { keepAlive: true, maxSockets: limits.connections }
  const agent = secure ? new HttpsAgent(pool) : new HttpAgent(pool)
  const request = secure ? httpsRequest : httpRequest
  let count = 0

  const ask = (target: string, { method = 'GET', headers = {}, body }: Ask = {}) =>
    new Promise<Reply>((resolve, reject) => {
      const fail = (why: string) => reject(new Unanswered(`${method} ${target}`, why))
      if (/[^\x21-\x7e]/.test(target)) return fail('not a valid URL')
      if (count >= mostRequests) return fail(`the check needs more than ${mostRequests} requests`)
      count++
      const framing = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
      const options = {
        method,
        path: target,
        agent,
        headers: { 'User-Agent': userAgent, ...framing, ...headers },
      }
      const sent = request(base.origin, options, (response) => {
        read(response).then(resolve, (error: Error) => fail(inWords(error)))
      })
      const timer = setTimeout(() => {
        fail(`no complete response within ${limits.seconds} seconds`)
        sent.destroy()
      }, limits.seconds * 1000)
      sent.on('close', () => clearTimeout(timer))
      sent.on('error', (error) => fail(inWords(error)))
      sent.end(body)
    })
  return Object.assign(ask, { count: () => count, close: () => agent.destroy() })
}

async function read(response: IncomingMessage): Promise<Reply> {
  const body = await bytesWithin(response, limits.bytes)
  if (!body) throw new Error(`the body is larger than ${limits.bytes / 2 ** 20} MiB`)
  const header = (name: string) => response.headersDistinct[name.toLowerCase()]?.join(', ')
  const decoded = body.length === 0 ? body : decode(body, header('Content-Encoding') ?? 'identity')
  return { status: response.statusCode ?? 0, header, body, decoded, text: new TextDecoder().decode(decoded) }
}

const decoders: Readonly<Record<string, (body: Uint8Array, options: object) => Uint8Array>> = {
  identity: (body) => body,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
}

function decode(body: Uint8Array, encoding: string): Uint8Array | undefined {
  try {
    return decoders[encoding.trim().toLowerCase()]?.(body, { maxOutputLength: limits.bytes })
  } catch {
    return undefined
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'unknown host name (DNS)',
  EAI_AGAIN: 'the DNS lookup failed',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection closed before the response was complete',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain ends in an untrusted self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate’s issuer is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  EPROTO: 'the port does not speak TLS',
}

function inWords(error: NodeJS.ErrnoException): string {
  return reasons[error.code ?? ''] ?? error.message
}
