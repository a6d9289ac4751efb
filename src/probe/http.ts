import { lookup } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as HttpsAgent, request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** Somewhere that only this machine or its network can see: content must not make this machine ask there. */
export class PrivateAddress extends Error {}

/** Looks names up as Node does, and refuses those that lead to a private address: the one that is connected to is the one that was checked. */
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

/** An address that is written in the link is not looked up. */
export function isPrivateHost(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) !== 0 && isPrivate(bare)
}

function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return reserved.check(address, 'ipv4')
  // A zone, as in fe80::1%eth0, is no part of the address.
  const bare = address.replace(/%.*/, '')
  return !allocated.check(bare, 'ipv6') || reserved.check(bare, 'ipv6')
}

/** All that IANA has given to anybody of IPv6, and the two ways in which an address of IPv4 is written as one: mapped, and NAT64 (RFC 6052). */
const allocated = new BlockList()
const mapped = ['::ffff:', '64:ff9b::'] as const
allocated.addSubnet('2000::', 3, 'ipv6')
for (const prefix of mapped) allocated.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6')

/** IANA's registries of special addresses (RFC 6890), and multicast. */
const special4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
// Teredo and others of the IETF, documentation, 6to4, documentation again.
const special6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'
const reserved = new BlockList()
for (const block of special4.split(' ')) {
  const [network = '', length] = block.split('/')
  reserved.addSubnet(network, Number(length), 'ipv4')
  for (const prefix of mapped) reserved.addSubnet(`${prefix}${network}`, 96 + Number(length), 'ipv6')
}
for (const block of special6.split(' ')) {
  const [network = '', length] = block.split('/')
  reserved.addSubnet(network, Number(length), 'ipv6')
}

export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>
  /** Ask at addresses of this machine and its network, too. */
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
  /** The request target as it is sent, where it is not that of the URL. */
  readonly path?: string
  readonly agent?: HttpAgent
  readonly body?: string | undefined
}

/**
 * Asks for an address that content names; the answer's body is the caller's to read or destroy. Redirects are not followed, so that each address
 * is checked as the first was.
 */
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

/** Where an answer leads; undefined unless it is a redirect. */
export function redirectOf({ statusCode = 0, headers }: IncomingMessage, at: URL): URL | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
  return URL.canParse(location, at.href) ? new URL(location, at) : undefined
}

export const mostRedirects = 5

export function isOfTheWeb({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol)
}

/** The whole of a body, or undefined for one that is longer; the rest of it is not read. */
export async function bytesWithin(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  // Leaving the loop early cancels the body.
  for await (const piece of body) {
    length += piece.length
    if (length > most) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

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
  let count = 0
  const ask = async (target: string, { method = 'GET', headers: own = {}, body }: Ask = {}) => {
    const signal = AbortSignal.timeout(limits.seconds * 1000)
    try {
      if (/[^\x21-\x7e]/.test(target)) throw new Error('not a valid URL')
      if (count >= mostRequests) throw new Error(`the check needs more than ${mostRequests} requests`)
      count++
      const framing = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
      const headers = { 'User-Agent': userAgent, ...framing, ...own }
      return await read(
        await send(method, base, { headers, allowPrivate: true, signal, path: target, agent, body }),
      )
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      const late = `no complete response within ${limits.seconds} seconds`
      throw new Unanswered(`${method} ${target}`, signal.aborted ? late : (reasons[code] ?? message))
    }
  }
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
