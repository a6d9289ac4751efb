import { BlockList, isIP } from 'node:net'

export interface ClientFacts {
  /** Of the other end; undefined on a Unix socket. */
  readonly address?: string | undefined
  readonly forwardedFor?: string | undefined
  readonly userAgent?: string | undefined
  readonly traceparent?: string | undefined
}

/** Trusts only a proxy in a private network, and only the last address it forwards: a client can forge the others. */
export function clientAddress({ address, forwardedFor }: ClientFacts): string | undefined {
  const peer = address?.replace(/^::ffff:/, '')
  const seen = forwardedFor?.split(',').at(-1)?.trim()
  return seen && isIP(seen) && (peer === undefined || isPrivate(peer)) ? seen : peer
}

/** Names who takes turns: a client's address, or the /64 network of an IPv6 address, because one machine often has all of it. */
export function peerOf(facts: ClientFacts): string {
  const address = clientAddress(facts) ?? ''
  if (isIP(address) !== 6) return address
  const [start = '', end] = address.split('::')
  const [first, last] = [start.split(':'), end?.split(':') ?? []]
  const zeros = Array<string>(8 - Math.min(8, first.length + last.length)).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

const privateNetworks = new BlockList()
for (const block of '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7'.split(' ')) {
  const [network = '', prefix] = block.split('/')
  privateNetworks.addSubnet(network, Number(prefix), familyOf(network))
}

const isPrivate = (address: string) => isIP(address) > 0 && privateNetworks.check(address, familyOf(address))
