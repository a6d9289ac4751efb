import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { brotliDecompressSync, unzipSync } from 'node:zlib'
import { bytesWithin, send as sendTo } from './http.ts'

export const limits = { seconds: 15, bytes: 10 * 2 ** 20, connections: 4, requests: 500 } as const

export interface Request {
  /** Below the base URL. */
  readonly path: string
  /** A query that archives ignore and that gets past caches. Default: a unique one; '' asks for the very path. */
  readonly cacheBuster?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** What the reply should show, if that differs among the requests of a rule. */
  readonly expected?: string
  /** How findings name the request. */
  readonly what?: string
  /** Tells a request from an equal one before it. */
  readonly turn?: number
}

export interface Reply {
  readonly request: Request
  readonly status: number
  /** Case-insensitive. Repeated headers are joined; '' if missing. */
  header(name: string): string
  /** As received. */
  readonly body: Uint8Array
  /** Undefined if the body does not decode. */
  readonly decoded: Uint8Array | undefined
  readonly text: string
}

/** Nothing complete came back. The message says why. */
export class NoResponse extends Error {
  readonly request: Request
  constructor(message: string, request: Request) {
    super(message)
    this.request = request
  }
}

export type Connection = ReturnType<typeof connect>

/** What Node says less clearly. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'unknown host name (DNS)',
  EAI_AGAIN: 'the DNS lookup failed',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection closed before the response was complete',
  EPROTO: 'the port does not speak TLS',
}

/** To one host. Follows no redirects. Uses node:http, because fetch decodes bodies and changes headers. */
export function connect(base: URL, userAgent: string, maxRequests: number) {
  const run = Math.random().toString(36).slice(2, 10)
  const pool = { keepAlive: true, maxSockets: limits.connections }
  const agent = base.protocol === 'https:' ? new HttpsAgent(pool) : new HttpAgent(pool)
  const start = base.pathname.replace(/\/$/, '')
  const replies = new Map<string, Promise<Reply>>()
  const answered: Request[] = []
  const sendNow = async (request: Request): Promise<Reply> => {
    const { path, method = 'GET', body, cacheBuster = String(replies.size) } = request
    const query = cacheBuster && `${path.includes('?') ? '&' : '?'}citable-check=${run}-${cacheBuster}`
    const target = (/^\/(?:\?|$)/.test(path) && start ? start + path.slice(1) : start + path) + query
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const headers = { 'User-Agent': userAgent, ...length, ...request.headers }
    const signal = AbortSignal.timeout(limits.seconds * 1000)
    try {
      if (/[^\x21-\x7e]/.test(target)) throw new Error('not a valid URL')
      if (replies.size >= maxRequests) throw new Error(`the check needs more than ${maxRequests} requests`)
      const options = { method, path: target, headers, body, agent, signal }
      const response = await sendTo(base, { ...options, allowPrivate: true })
      const bytes = await bytesWithin(response, limits.bytes)
      if (!bytes) throw new Error(`the body is larger than ${limits.bytes / 2 ** 20} MiB`)
      const header = (name: string) => response.headersDistinct[name.toLowerCase()]?.join(', ') ?? ''
      const decoded = decode(bytes, header('Content-Encoding').toLowerCase())
      answered.push(request)
      const text = new TextDecoder().decode(decoded)
      return { request, status: response.statusCode ?? 0, header, body: bytes, decoded, text }
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      const timeout = `no complete response within ${limits.seconds} seconds`
      throw new NoResponse(signal.aborted ? timeout : (reasons[code] ?? message), request)
    }
  }
  return {
    /** Requests that got a reply. */
    answered: answered as readonly Request[],
    /** Sends a request, once: an equal one gets the same reply. */
    async send(request: Request): Promise<Reply> {
      const { expected: _, what: __, ...sent } = request
      const key = JSON.stringify(sent)
      const reply = replies.get(key) ?? sendNow(request)
      replies.set(key, reply)
      return { ...(await reply), request }
    },
    /** Number of requests. */
    count: () => replies.size,
    close: () => agent.destroy(),
  }
}

function decode(body: Uint8Array, encoding: string): Uint8Array | undefined {
  if (body.length === 0 || encoding === '' || encoding === 'identity') return body
  try {
    return (encoding === 'br' ? brotliDecompressSync : unzipSync)(body, { maxOutputLength: limits.bytes })
  } catch {
    return undefined
  }
}
