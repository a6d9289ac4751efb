import type { Ask, Client, Reply } from './client.ts'
import type { Notes } from './notes.ts'

/** An archive as it is seen from outside. Paths are those of the contract. */
export interface ProbedSite {
  /** Where it is examined, without a trailing slash. */
  readonly base: string
  /** Where it says that it is. */
  readonly claimed: string
  readonly notes: Notes
  /** The posts of its list, newest first. */
  readonly posts: readonly ListedPost[]
  /** The newest one. */
  readonly post: ListedPost
  /** The addresses that its index names. */
  readonly endpoints: Readonly<Record<string, string>>
  /** At the address itself, where a cache may answer. */
  ask(path: string, ask?: Ask): Promise<Reply>
  /** At the address with a query that nobody sent before, which the archive ignores and a cache has not seen. */
  askFresh(path: string, ask?: Ask): Promise<Reply>
  /** Such an address, to be asked for several times. */
  fresh(path: string): string
  /** The path of the contract for an address of the archive's own; undefined for any other. */
  pathOf(url: string): string | undefined
}

export interface ListedPost {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly markdownUrl?: string
  readonly dateModified?: string | null
  readonly datePublished?: string | null
}

export type Asking = Pick<ProbedSite, 'ask' | 'askFresh' | 'fresh'>

export function makeAsking(basePath: string, client: Client, notes: Notes): Asking {
  const run = Math.random().toString(36).slice(2, 10)
  let nth = 0
  const fresh = (path: string) => `${path}${path.includes('?') ? '&' : '?'}citable-check=${run}-${nth++}`
  const ask = async (path: string, how: Ask = {}) => {
    const target = path === '/' || path.startsWith('/?') ? (basePath || '/') + path.slice(1) : basePath + path
    const reply = await client(target, how)
    const what = describeRequest(path, how)
    notes.hold('cookie', what, 'no Set-Cookie', reply.header('Set-Cookie') ? 'Set-Cookie' : 'no Set-Cookie')
    const limit = rateLimits.find((name) => reply.header(name) !== undefined)
    notes.hold('rate-limit', what, 'none', limit ?? 'none')
    return reply
  }
  return { ask, fresh, askFresh: (path, how) => ask(fresh(path), how) }
}

const rateLimits = ['RateLimit', 'RateLimit-Limit', 'RateLimit-Policy', 'X-RateLimit-Limit']

/** A request as it is named in a finding. */
export function describeRequest(path: string, { method = 'GET', headers = {} }: Ask = {}): string {
  const told = Object.entries(headers).filter(([name]) => telling.has(name.toLowerCase()))
  return [`${method} ${withoutMark(path)}`, ...told.map(([name, value]) => `${name}: ${value}`)].join(', ')
}

/** Without the query that makes an address fresh. */
export function withoutMark(address: string): string {
  return address.replace(/[?&]citable-check=[^&]*$/, '')
}

const telling = new Set(['accept', 'accept-encoding', 'if-none-match', 'mcp-protocol-version'])

/** Type and status in one: "200 text/html", as far as a client cares. */
export function typed(reply: Reply): string {
  const type = (reply.header('Content-Type') ?? 'no Content-Type').toLowerCase().replace(/;\s*/g, '; ')
  return `${reply.status} ${type.startsWith('text/markdown') ? type : (type.split(';')[0] ?? type).trim()}`
}

/** What a reply says; undefined when it is not JSON. */
export function jsonOf(reply: Reply): unknown {
  try {
    return JSON.parse(reply.text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
