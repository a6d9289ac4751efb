import { lookup } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as HttpsAgent, request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** An address on this machine or its network. Content must not cause requests to it. */
export class PrivateAddress extends Error {}

/** Rejects names that resolve to a private address. The connection uses the address that was checked. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) return done(error ?? new Error('no address'), '', 4)
    if (found.some(({ address }) => isPrivate(address)))
      return done(new PrivateAddress(`${hostname} is at a private address`), '', 4)
    if (options.all) done(null, found)
    else done(null, first.address, first.family)
  })
}

/** Checks IP literals, which are not looked up. */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) !== 0 && isPrivate(bare)
}

function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return reserved.check(address, 'ipv4')
  // Strip the zone, as in fe80::1%eth0.
  const bare = address.replace(/%.*/, '')
  return !allocated.check(bare, 'ipv6') || reserved.check(bare, 'ipv6')
}

/** Allocated IPv6 space, and the two prefixes for IPv4: mapped, and NAT64 (RFC 6052). */
const allocated = new BlockList()
const mapped = ['::ffff:', '64:ff9b::'] as const
allocated.addSubnet('2000::', 3, 'ipv6')
for (const prefix of mapped) allocated.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6')

/** IANA's special-purpose addresses (RFC 6890), and multicast. */
const special =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 ' +
  // IETF protocols such as Teredo, documentation, 6to4, documentation.
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20'
const reserved = new BlockList()
for (const block of special.split(' ')) {
  const [network = '', length] = block.split('/')
  const isIpv4 = isIP(network) === 4
  reserved.addSubnet(network, Number(length), isIpv4 ? 'ipv4' : 'ipv6')
  for (const prefix of isIpv4 ? mapped : [])
    reserved.addSubnet(`${prefix}${network}`, 96 + Number(length), 'ipv6')
}

export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>
  /** Allow private addresses. */
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
  /** Request target, if it differs from the URL. */
  readonly path?: string
  readonly agent?: HttpAgent
  readonly body?: string | undefined
}

/** Sends a request. The caller reads or destroys the body. Redirects are not followed, so that each address is checked. */
export function send(
  method: string,
  url: URL,
  { allowPrivate, body, ...options }: SendOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (!allowPrivate && isPrivateHost(url.hostname))
      throw new PrivateAddress(`${url.hostname} is a private address`)
    const request = url.protocol === 'https:' ? secureRequest : plainRequest
    const lookup = allowPrivate ? {} : { lookup: publicLookup }
    const sent = request(url, { method, agent: false, ...options, ...lookup })
    sent.once('response', resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Returns the target of a redirect. */
export function redirectOf({ statusCode = 0, headers }: IncomingMessage, at: URL): URL | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
  return URL.canParse(location, at.href) ? new URL(location, at) : undefined
}

export const maxRedirects = 5

export function isHttp({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol)
}

/** Reads a body; returns undefined if it is too long, without reading the rest. */
export async function bytesWithin(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = []
  let length = 0
  // Returning early destroys the stream.
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends requests to one host, with the given headers. Follows no redirects. */
export type Client = ReturnType<typeof connect>

export const limits = { seconds: 15, bytes: 10 * 2 ** 20, connections: 4, requests: 500 } as const

/** No response. The message says why. */
export class NoResponse extends Error {
  readonly what: string
  constructor(what: string, why: string) {
    super(why)
    this.what = what
  }
}

/** Uses node:http, because fetch decodes bodies and changes headers. */
export function connect(base: URL, userAgent: string, maxRequests: number = limits.requests) {
  const secure = base.protocol === 'https:'
  const pool = { keepAlive: true, maxSockets: limits.connections }
  const agent = secure ? new HttpsAgent(pool) : new HttpAgent(pool)
  let count = 0
  const request = async (target: string, options: RequestOptions = {}) => {
    const { method = 'GET', headers: own = {}, body } = options
    const signal = AbortSignal.timeout(limits.seconds * 1000)
    try {
      if (/[^\x21-\x7e]/.test(target)) throw new Error('not a valid URL')
      if (count >= maxRequests) throw new Error(`the check needs more than ${maxRequests} requests`)
      count++
      const framing = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
      const headers = { 'User-Agent': userAgent, ...framing, ...own }
      return await read(
        await send(method, base, { headers, allowPrivate: true, signal, path: target, agent, body }),
      )
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      const timeout = `no complete response within ${limits.seconds} seconds`
      throw new NoResponse(`${method} ${target}`, signal.aborted ? timeout : (reasons[code] ?? message))
    }
  }
  return Object.assign(request, { count: () => count, close: () => agent.destroy() })
}

export type Reply = Awaited<ReturnType<typeof read>>

/** Reads a body as received, and decoded. If decoding fails, that is undefined and the text empty. */
async function read(response: IncomingMessage) {
  const body = await bytesWithin(response, limits.bytes)
  if (!body) throw new Error(`the body is larger than ${limits.bytes / 2 ** 20} MiB`)
  /** Case-insensitive. Repeated headers are joined. */
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
