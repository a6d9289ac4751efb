import type { Ask, Client, Reply } from './client.ts'
import { type OutsideRule, type OutsideRuleName, outsideRules } from './rules.ts'

/** An archive as it is seen from outside. Paths are those of the contract. */
export interface ProbedSite extends Asking {
  /** Where it is examined, without a trailing slash. */
  readonly base: string
  /** Where it says that it is. */
  readonly claimed: string
  /** The posts of its list, newest first. */
  readonly posts: readonly ListedPost[]
  readonly post: ListedPost
  /** The addresses that its index names. */
  readonly endpoints: Readonly<Record<string, string>>
  /** The path of the contract for an address of the archive's own; undefined for any other. */
  pathOf(url: string): string | undefined
  /** The path of the page of a post; the archive may have its own rule for it. */
  pageOf(post: ListedPost): string
}

/** The path of the page that a twin is of. */
export function pageOfTwin(path: string): string {
  return path.replace(/(?:(?<=\/)index)?\.md$/, '')
}

export interface ListedPost {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly markdownUrl?: string
}

/** A reply, and the request as findings name it. */
export type Answer = Reply & { readonly what: string }

export interface Asking {
  /** At the address itself, where a cache may answer. */
  ask(path: string, ask?: Ask): Promise<Answer>
  /** At the address with a query that nobody sent before, which the archive ignores and a cache has not seen. */
  askFresh(path: string, ask?: Ask): Promise<Answer>
  /** Such an address, to be asked for several times. */
  fresh(path: string): string
  /** Takes down each thing that was compared, so that a rule that nothing was held to does not count as kept. */
  hold(rule: OutsideRuleName, about: Answer | string, expected: string, got: string, holds?: boolean): void
  findings(): Finding[]
}

export interface Finding {
  readonly level: 'error' | 'warning' | 'ok'
  readonly rule: OutsideRuleName
  /** The request it was found with; of a rule that holds, its meaning. */
  readonly what: string
  readonly expected?: string
  readonly got?: string
  readonly fix?: string
  /** How often it was found; of a rule that holds, how often it was tried. */
  readonly times: number
}

export function makeAsking(basePath: string, client: Client): Asking {
  const run = Math.random().toString(36).slice(2, 10)
  let nth = 0
  const tried = new Map<OutsideRuleName, number>()
  const broken = new Map<string, Finding>()
  const fresh = (path: string) => `${path}${path.includes('?') ? '&' : '?'}citable-check=${run}-${nth++}`
  const ask = async (path: string, how: Ask = {}): Promise<Answer> => {
    const target = path === '/' || path.startsWith('/?') ? (basePath || '/') + path.slice(1) : basePath + path
    const reply = { ...(await client(target, how)), what: describeRequest(path, how) }
    hold('cookie', reply, 'no Set-Cookie', reply.header('Set-Cookie') ? 'Set-Cookie' : 'no Set-Cookie')
    hold('rate-limit', reply, 'none', rateLimits.find((name) => reply.header(name) !== undefined) ?? 'none')
    return reply
  }
  const hold: Asking['hold'] = (rule, about, expected, got, holds = expected === got) => {
    tried.set(rule, (tried.get(rule) ?? 0) + 1)
    if (holds) return
    const key = JSON.stringify([rule, expected, got])
    const { level, fix }: OutsideRule = outsideRules[rule]
    const what = typeof about === 'string' ? about : about.what
    const first = broken.get(key) ?? { level, rule, what, expected, got, fix, times: 0 }
    broken.set(key, { ...first, times: first.times + 1 })
  }
  const findings = () =>
    (Object.keys(outsideRules) as OutsideRuleName[]).flatMap((rule): Finding[] => {
      const found = [...broken.values()].filter((one) => one.rule === rule)
      const times = tried.get(rule) ?? 0
      if (found.length > 0 || times === 0) return found
      return [{ level: 'ok', rule, what: outsideRules[rule].meaning, times }]
    })
  return { ask, fresh, askFresh: (path, how) => ask(fresh(path), how), hold, findings }
}

const rateLimits = ['RateLimit', 'RateLimit-Limit', 'RateLimit-Policy', 'X-RateLimit-Limit']

function describeRequest(path: string, { method = 'GET', headers = {} }: Ask): string {
  const told = Object.entries(headers).filter(([name]) => telling.has(name.toLowerCase()))
  return [`${method} ${withoutMark(path)}`, ...told.map(([name, value]) => `${name}: ${value}`)].join(', ')
}

/** Without the query that makes an address fresh. */
export function withoutMark(address: string): string {
  return address.replace(/[?&]citable-check=[^&]*$/, '')
}

const telling = new Set(['accept', 'accept-encoding', 'if-none-match', 'mcp-protocol-version'])

export const html = '200 text/html'
export const markdown = '200 text/markdown; charset=utf-8'
export const json = '200 application/json'

/** Status and type in one, as far as a client cares: "200 text/html". */
export function typed(reply: Reply): string {
  const type = (reply.header('Content-Type') ?? 'no Content-Type').toLowerCase().replace(/;\s*/g, '; ')
  return `${reply.status} ${type.startsWith('text/markdown') ? type : (type.split(';')[0] ?? type).trim()}`
}

/** What a reply says; undefined when it is not JSON. */
export function jsonOf({ text }: Pick<Reply, 'text'>): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
