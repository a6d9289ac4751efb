import { cacheSizes } from '../base/caches.ts'
import { memo } from '../answer/memo.ts'

/** Whether a server can be reached from this machine only, or by anybody. */
export type Exposure = 'loopback' | 'public'

export interface GateOptions {
  readonly exposure: Exposure
  readonly baseUrl: string
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
}

export type Gate = (host: string | undefined, origin: string | undefined) => boolean

/**
 * Who may call. A page of another site can make a browser send requests to a loopback address under a name of its own (DNS
 * rebinding), so there Host and Origin must be loopback names, the archive's own, or named in archive.yaml. A public archive
 * has no secrets and no state to protect: it answers everybody, unless archive.yaml names some.
 */
export function gate({ exposure, baseUrl, ...allowed }: GateOptions): Gate {
  const own = new URL(baseUrl)
  const hosts = new Set([own.host, ...allowed.allowedHosts].map((name) => name.toLowerCase()))
  const origins = new Set([own.origin, ...allowed.allowedOrigins].map((name) => name.toLowerCase()))
  const local = exposure === 'loopback'
  const anyHost = !local && allowed.allowedHosts.length === 0
  const anyOrigin = origins.has('*') || (!local && allowed.allowedOrigins.length === 0)

  const admitsHost = memo((host: string) => {
    const name = host.toLowerCase()
    return hosts.has(name) || hosts.has(withoutPort(name)) || (local && isLoopback(withoutPort(name)))
  }, cacheSizes.hosts)
  const admitsOrigin = memo((origin: string) => {
    const [, authority = ''] = originForm.exec(origin) ?? []
    if (authority === '' && origin !== 'null') return false
    if (anyOrigin || origins.has(origin.toLowerCase())) return true
    return local && isLoopback(withoutPort(authority.toLowerCase()))
  }, cacheSizes.origins)
  return (host, origin) =>
    (anyHost || admitsHost(host ?? '')) && (origin === undefined || admitsOrigin(origin))
}

/** What binding to an address exposes. */
export function exposureAt(address: string): Exposure {
  return isLoopback(address.includes(':') ? `[${address}]` : address.toLowerCase()) ? 'loopback' : 'public'
}

/** `scheme "://" host [ ":" port ]` (RFC 6454 §7.1). */
const originForm = /^[a-z][a-z\d+.-]*:\/\/((?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::\d{1,5})?)$/i

function withoutPort(authority: string): string {
  return authority.replace(/:\d*$/, '')
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
}
