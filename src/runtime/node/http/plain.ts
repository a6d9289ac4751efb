import { longestBody, type RequestFacts } from '../../../answer/request.ts'
import { authority, decidingNames, maxFields, readFields } from './fields.ts'

export interface PlainHead {
  /** The head without irrelevant lines, such as Cookie, trace ids and User-Agent. */
  readonly key: string
  /** Hash of the target and the values in the key. Letting V8 hash the key would dominate the request. */
  readonly hash: number
  readonly end: number
}

/** In bytes. Longer heads go to node:http, which answers 414 or 431. */
const longestHead = 8192
const shortestHead = 'GET / HTTP/1.1\r\n\r\n'.length
const get = 0x47455420 // "GET "
const head = 0x48454144 // "HEAD"
const post = 0x504f5354 // "POST"
const [cr, lf, space, slash, colon] = [0x0d, 0x0a, 0x20, 0x2f, 0x3a]
const prime = 0x01000193
const versionLength = ' HTTP/1.1\r\n'.length

/**
 * Parses the head of a GET, HEAD or POST in one pass. Accepts only complete heads in RFC 9112's strict grammar, which no two
 * parsers can read differently.
 */
export function plainHead(bytes: Buffer): PlainHead | undefined {
  // Never read past this: an out-of-bounds read makes V8 run the loop at a third of the speed.
  const limit = Math.min(bytes.length, longestHead) - 1
  if (limit < shortestHead - 1) return undefined
  const method = bytes.readUInt32BE(0)
  let at = method === get ? 4 : (method === head || method === post) && bytes[4] === space ? 5 : 0
  if (at === 0 || bytes[at] !== slash) return undefined
  let hash = method
  for (; at < limit; at++) {
    const byte = bytes[at] ?? 0
    if (inTarget[byte] !== 1) break
    hash = Math.imul(hash ^ byte, prime)
  }
  if (limit - at < versionLength || !isVersion(bytes, at)) return undefined
  at += versionLength

  let key = ''
  let from = 0
  for (let fields = 0; bytes[at] !== cr; fields++) {
    const line = at
    while (at < limit && inName[bytes[at] ?? 0] === 1) at++
    if (at === line || bytes[at] !== colon || fields === maxFields) return undefined
    const decides = isDeciding(bytes, line, at)
    for (at++; at < limit; at++) {
      const byte = bytes[at] ?? 0
      if (inValue[byte] !== 1) break
      if (decides) hash = Math.imul(hash ^ byte, prime)
    }
    if (limit - at < 2 || bytes[at] !== cr || bytes[at + 1] !== lf) return undefined
    at += 2
    if (!decides) {
      if (from < line) key += bytes.toString('latin1', from, line)
      from = at
    }
  }
  if (at >= limit || bytes[at + 1] !== lf) return undefined
  if (from < at) key += bytes.toString('latin1', from, at)
  return { key, hash, end: at + 2 }
}

export interface PlainRequest {
  readonly facts: RequestFacts
  readonly length: number
  readonly close: boolean
}

/** Parses a key. Returns undefined for framing that is invalid or not plain. */
export function readKey(key: string): PlainRequest | undefined {
  const [line = '', ...lines] = key.split('\r\n').slice(0, -1)
  const [method = '', target = ''] = line.split(' ')
  // Parsers differ on a tab after a length, though RFC 9112 §5 allows it.
  if (lines.some((text) => text.includes('\t') && /^content-length:/i.test(text))) return undefined
  const fields = lines.map((text) => {
    const colon = text.indexOf(':')
    return [text.slice(0, colon), text.slice(colon + 1).trim()] as const
  })
  // A repeated name may be a list, or an attempt at request smuggling.
  if (new Set(fields.map(([name]) => name.toLowerCase())).size < fields.length) return undefined
  const { facts, framing } = readFields(fields.flat())
  const { connection = 'keep-alive', contentLength, ...others } = framing
  if (Object.values(others).some((value) => value !== undefined)) return undefined
  if (!/^(?:keep-alive|close)$/i.test(connection)) return undefined
  if (!authority.test(facts.host ?? '')) return undefined
  const hasBody = method === 'POST'
  if (hasBody ? !/^\d{1,5}$/.test(contentLength ?? '') : contentLength !== undefined) return undefined
  const length = Number(contentLength ?? 0)
  if (length > longestBody) return undefined
  return { facts: { method, target, ...facts }, length, close: connection.toLowerCase() === 'close' }
}

function isVersion(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === space &&
    bytes.readUInt32BE(at + 1) === 0x48545450 && // "HTTP"
    bytes.readUInt32BE(at + 5) === 0x2f312e31 && // "/1.1"
    bytes.readUInt16BE(at + 9) === 0x0d0a
  )
}

/** 1 for each allowed byte: no fragment in a target, only ASCII in a value. */
const inTarget = bytesLike(/[!"$-~]/)
const inName = bytesLike(/[\w!#$%&'*+.^`|~-]/)
const inValue = bytesLike(/[\t -~]/)

function bytesLike(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))
}

const longestName = Math.max(...decidingNames.map(({ length }) => length))
const decidingByLength = Array.from({ length: longestName + 1 }, (_, length) =>
  decidingNames.filter((name) => name.length === length).map((name) => Buffer.from(name)),
)

/** Whether a header name, in any case, can change the answer. */
function isDeciding(bytes: Buffer, from: number, to: number): boolean {
  if (to - from > longestName) return false
  for (const name of decidingByLength[to - from] ?? []) {
    let at = 0
    // Setting bit 0x20 lowercases letters and keeps "-"; no other name byte maps to one of them.
    while (at < name.length && ((bytes[from + at] ?? 0) | 0x20) === name[at]) at++
    if (at === name.length) return true
  }
  return false
}

type CachedHead = { readonly bytes: Buffer; readonly head: PlainHead }

const slotCount = 64
const longestCached = 2048
const storeEvery = 8

/** Memoizes `plainHead` for clients that repeat the same bytes, as most programs do: comparing is faster than parsing. */
export function headCache(): (bytes: Buffer) => PlainHead | undefined {
  const slots = Array.from({ length: slotCount }, (): CachedHead | undefined => undefined)
  let misses = 0
  return (bytes) => {
    const { length } = bytes
    if (length > longestCached || length < 5) return plainHead(bytes)
    // The last character of the last value, if the bytes are a single head.
    const slot = (length ^ (bytes[length - 5] ?? 0)) & (slotCount - 1)
    const cached = slots[slot]
    if (cached !== undefined && cached.bytes.length === length && cached.bytes.equals(bytes))
      return cached.head
    const head = plainHead(bytes)
    // Store only some misses, as copies of small parts of large buffers: most clients never repeat a head.
    if (head !== undefined && misses++ % storeEvery === 0) slots[slot] = { bytes: Buffer.from(bytes), head }
    return head
  }
}
