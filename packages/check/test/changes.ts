import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import {
  type ProxyRequest,
  type Interceptor,
  type Fields,
  type ProxyResponse,
  without,
} from './changing-proxy.ts'

/** Interceptors that change requests or responses. */

export const changeResponse =
  (change: (reply: ProxyResponse, request: ProxyRequest) => Partial<ProxyResponse>): Interceptor =>
  async (request, forward) => {
    const reply = await forward(request)
    const changed = { ...reply, ...change(reply, request) }
    return changed.body === reply.body ? changed : withLength(changed)
  }

/** Sets a header of every response; undefined removes it, and a function changes it where it exists. */
export const changeHeader = (
  name: string,
  value: string | ((before: string) => string) | undefined,
): Interceptor =>
  changeResponse(({ headers }) => {
    if (value === undefined) return { headers: without(headers, name) }
    if (typeof value === 'string') return { headers: { ...headers, [name]: value } }
    const before = headers[name]
    return before === undefined ? {} : { headers: { ...headers, [name]: value(before) } }
  })

export const changeRequest =
  (change: (request: ProxyRequest) => Partial<ProxyRequest>): Interceptor =>
  (request, forward) =>
    forward({ ...request, ...change(request) })

/** Replaces text in some bodies, in every encoding and for HEAD too, as if the server had sent it. */
export const replaceText =
  (
    where: (request: ProxyRequest, reply: ProxyResponse) => boolean,
    from: string | RegExp,
    to: string,
  ): Interceptor =>
  async (request, forward) => {
    const isHead = request.method === 'HEAD'
    const reply = await forward(isHead ? { ...request, method: 'GET' } : request)
    if (!where(request, reply) || reply.body.length === 0) return isHead ? forward(request) : reply
    const { decode, encode } = encodings[reply.headers['content-encoding'] ?? 'identity'] ?? identity
    const body = encode(Buffer.from(decode(reply.body).toString().replace(from, to)))
    return withLength({ ...reply, body })
  }

/** A cache for GET that uses the given key and ignores Vary; it forwards conditional requests. */
export function cacheBy(key: (request: ProxyRequest) => string): Interceptor {
  const stored = new Map<string, ProxyResponse>()
  return async (request, forward) => {
    const name = key(request)
    const isPlainGet = request.method === 'GET' && request.headers['if-none-match'] === undefined
    const hit = isPlainGet ? stored.get(name) : undefined
    if (hit) return { ...hit, headers: { ...hit.headers, age: '1' } }
    const reply = await forward(request)
    if (isPlainGet && reply.status === 200) stored.set(name, reply)
    return reply
  }
}

/** Compresses responses without changing the ETag. */
export const compress: Interceptor = async (request, forward) => {
  const wanted = request.headers['accept-encoding'] ?? ''
  const plain = { ...request, headers: { ...request.headers, 'accept-encoding': 'identity' } }
  const isHead = request.method === 'HEAD'
  const reply = await forward(isHead ? { ...plain, method: 'GET' } : plain)
  if (!/\bgzip\b(?!;q=0)/.test(wanted) || reply.body.length < 600) return isHead ? forward(plain) : reply
  const headers: Fields = { ...reply.headers, 'content-encoding': 'gzip' }
  return withLength({ ...reply, headers, body: gzipSync(reply.body) })
}

/** Requests gzip for clients without Accept-Encoding, and decompresses it without changing the ETag. */
export const decompress: Interceptor = async (request, forward) => {
  if (request.method !== 'GET' || request.headers['accept-encoding'] !== undefined) return forward(request)
  const reply = await forward({ ...request, headers: { ...request.headers, 'accept-encoding': 'gzip' } })
  if (reply.headers['content-encoding'] !== 'gzip') return reply
  const headers = without(reply.headers, 'content-encoding')
  return withLength({ ...reply, headers, body: gunzipSync(reply.body) })
}

export const at =
  (...paths: readonly string[]) =>
  ({ path }: ProxyRequest) =>
    paths.includes(path.split('?')[0] ?? '')

/** A message to the MCP endpoint that contains a text. */
export const message =
  (part: string) =>
  ({ path, body }: ProxyRequest) =>
    path === '/mcp' && body.includes(part)

export const isHtml = ({ headers }: ProxyResponse) =>
  headers['content-type']?.startsWith('text/html') === true

function withLength(reply: ProxyResponse): ProxyResponse {
  return { ...reply, headers: { ...reply.headers, 'content-length': String(reply.body.length) } }
}

const identity = { decode: (body: Buffer) => body, encode: (body: Buffer) => body }
const encodings: Readonly<Record<string, typeof identity>> = {
  identity,
  gzip: { decode: gunzipSync, encode: gzipSync },
  br: { decode: brotliDecompressSync, encode: brotliCompressSync },
}
