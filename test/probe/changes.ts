import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { type Asked, type Between, type Fields, type Passed, without } from './changing-proxy.ts'

/** The ways in which what is between a server and its clients changes what they say to each other. */

/** Answers change. */
export const answers =
  (change: (reply: Passed, asked: Asked) => Partial<Passed>): Between =>
  async (asked, forward) => {
    const reply = await forward(asked)
    const changed = { ...reply, ...change(reply, asked) }
    return changed.body === reply.body ? changed : withLength(changed)
  }

/** Headers of answers change; of those that have the one, where a value is given by the value before. */
export const header = (name: string, value: string | ((before: string) => string) | undefined): Between =>
  answers(({ headers }) => {
    if (value === undefined) return { headers: without(headers, name) }
    if (typeof value === 'string') return { headers: { ...headers, [name]: value } }
    const before = headers[name]
    return before === undefined ? {} : { headers: { ...headers, [name]: value(before) } }
  })

/** Requests change. */
export const requests =
  (change: (asked: Asked) => Partial<Asked>): Between =>
  (asked, forward) =>
    forward({ ...asked, ...change(asked) })

/** What is said at some paths changes, in every encoding and for HEAD alike, as it would if the server said so. */
export const says =
  (where: (asked: Asked, reply: Passed) => boolean, from: string | RegExp, to: string): Between =>
  async (asked, forward) => {
    const isHead = asked.method === 'HEAD'
    const reply = await forward(isHead ? { ...asked, method: 'GET' } : asked)
    if (!where(asked, reply) || reply.body.length === 0) return isHead ? forward(asked) : reply
    const { decode, encode } = encodings[reply.headers['content-encoding'] ?? 'identity'] ?? identity
    const body = encode(Buffer.from(decode(reply.body).toString().replace(from, to)))
    return withLength({ ...reply, body })
  }

/** A cache that keeps answers to GET by the key it is given, whatever Vary says; what is conditional it passes on. */
export function keeps(key: (asked: Asked) => string): Between {
  const kept = new Map<string, Passed>()
  return async (asked, forward) => {
    const name = key(asked)
    const isPlainGet = asked.method === 'GET' && asked.headers['if-none-match'] === undefined
    const hit = isPlainGet ? kept.get(name) : undefined
    if (hit) return { ...hit, headers: { ...hit.headers, age: '1' } }
    const reply = await forward(asked)
    if (isPlainGet && reply.status === 200) kept.set(name, reply)
    return reply
  }
}

/** Compresses what it passes on, and leaves the tag as it is. */
export const compresses: Between = async (asked, forward) => {
  const wanted = asked.headers['accept-encoding'] ?? ''
  const plain = { ...asked, headers: { ...asked.headers, 'accept-encoding': 'identity' } }
  const isHead = asked.method === 'HEAD'
  const reply = await forward(isHead ? { ...plain, method: 'GET' } : plain)
  if (!/\bgzip\b(?!;q=0)/.test(wanted) || reply.body.length < 600) return isHead ? forward(plain) : reply
  const headers: Fields = { ...reply.headers, 'content-encoding': 'gzip' }
  return withLength({ ...reply, headers, body: gzipSync(reply.body) })
}

/** Asks for gzip where the client names no encoding, decompresses it, and leaves the tag as it is. */
export const decompresses: Between = async (asked, forward) => {
  if (asked.method !== 'GET' || asked.headers['accept-encoding'] !== undefined) return forward(asked)
  const reply = await forward({ ...asked, headers: { ...asked.headers, 'accept-encoding': 'gzip' } })
  if (reply.headers['content-encoding'] !== 'gzip') return reply
  const headers = without(reply.headers, 'content-encoding')
  return withLength({ ...reply, headers, body: gunzipSync(reply.body) })
}

export const at =
  (...paths: readonly string[]) =>
  ({ path }: Asked) =>
    paths.includes(path.split('?')[0] ?? '')

/** A message to the MCP endpoint with something in it. */
export const message =
  (part: string) =>
  ({ path, body }: Asked) =>
    path === '/mcp' && body.includes(part)

export const isHtml = ({ headers }: Passed) => headers['content-type']?.startsWith('text/html') === true

function withLength(reply: Passed): Passed {
  return { ...reply, headers: { ...reply.headers, 'content-length': String(reply.body.length) } }
}

const identity = { decode: (body: Buffer) => body, encode: (body: Buffer) => body }
const encodings: Readonly<Record<string, typeof identity>> = {
  identity,
  gzip: { decode: gunzipSync, encode: gzipSync },
  br: { decode: brotliDecompressSync, encode: brotliCompressSync },
}
