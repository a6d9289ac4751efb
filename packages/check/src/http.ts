import { lookup } from 'node:dns'
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** An address on this machine or its network. Content must not cause requests to it. */
export class PrivateAddress extends Error {}

/** IANA's special-purpose addresses (RFC 6890), and multicast. */
const special =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 ' +
  // IETF protocols such as Teredo, documentation, 6to4, documentation.
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20'
/** IPv4 in IPv6: mapped, and NAT64 (RFC 6052). */
const mapped = ['::ffff:', '64:ff9b::'] as const
/** Allocated IPv6 space, and the two prefixes for IPv4. */
const allocated = new BlockList()
const reserved = new BlockList()
allocated.addSubnet('2000::', 3, 'ipv6')
for (const prefix of mapped) allocated.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6')
for (const block of special.split(' ')) {
  const [network = '', length] = block.split('/')
  const isIpv4 = isIP(network) === 4
  reserved.addSubnet(network, Number(length), isIpv4 ? 'ipv4' : 'ipv6')
  for (const prefix of isIpv4 ? mapped : [])
    reserved.addSubnet(`${prefix}${network}`, 96 + Number(length), 'ipv6')
}

/** Checks an IP address; other hosts are looked up. */
export function isPrivate(host: string): boolean {
  // Without the brackets of a URL, and the zone, as in fe80::1%eth0.
  const address = host.replace(/^\[|\]$|%.*/g, '')
  const version = isIP(address)
  if (version === 4) return reserved.check(address, 'ipv4')
  return version === 6 && (!allocated.check(address, 'ipv6') || reserved.check(address, 'ipv6'))
}

/** Rejects names that resolve to a private address. The connection uses the address that was checked. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return done(error ?? new Error('no address'), '', 4)
    if (addresses.some(({ address }) => isPrivate(address)))
      return done(new PrivateAddress(`${hostname} is at a private address`), '', 4)
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

export interface SendOptions extends RequestOptions {
  /** Allow private addresses. */
  readonly allowPrivate: boolean
  readonly body?: string | undefined
}

/** Sends a request. The caller reads or destroys the body. Follows no redirects, so that each address is checked. */
export function send(url: URL, { allowPrivate, body, ...options }: SendOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (!allowPrivate && isPrivate(url.hostname))
      throw new PrivateAddress(`${url.hostname} is a private address`)
    const request = url.protocol === 'https:' ? secureRequest : plainRequest
    const sent = request(url, { agent: false, ...options, ...(!allowPrivate && { lookup: publicLookup }) })
    sent.once('response', resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

const maxRedirects = 5

/** Follows redirects, and returns where they end, or why they do not. */
export async function follow(start: URL, ask: (url: URL) => Promise<IncomingMessage>) {
  let url = start
  let isPermanent = true
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const response = await ask(url)
    const { statusCode: status = 0, headers } = response
    const target = [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined
    if (target === undefined || !URL.canParse(target, url.href))
      return { response, url, isMoved: hops > 0 && isPermanent }
    response.destroy()
    const next = new URL(target, url)
    if (!/^https?:$/.test(next.protocol)) return `redirects to ${next.protocol}`
    isPermanent &&= status === 301 || status === 308
    // RFC 9110 §10.2.2: keep the fragment, unless the new URL has one.
    if (next.hash === '') next.hash = url.hash
    url = next
  }
  return `redirects more than ${maxRedirects} times`
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
