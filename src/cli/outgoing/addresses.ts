import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Somewhere that only this machine or its network can see: content must not make this machine ask there. */
export class PrivateAddress extends Error {}

/** Looks names up as Node does, and refuses those that lead to a private address: the one that is connected to is the one that was checked. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
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
  // ::ffff:127.0.0.1 is 127.0.0.1, which BlockList knows by itself.
  return isIP(address) === 6 ? reserved.check(address, 'ipv6') : reserved.check(address, 'ipv4')
}

/** RFC 6890 and the registries that it began. */
const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6')
