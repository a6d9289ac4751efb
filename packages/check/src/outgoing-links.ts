import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isHttp, maxRedirects, PrivateAddress, redirectOf, send } from './http.ts'
import { isObject } from './probed-site.ts'

export type Outcome =
  | { readonly kind: 'ok' }
  /** Permanently redirected. */
  | { readonly kind: 'moved'; readonly to: string }
  /** 404, 410, or the host name does not exist. */
  | { readonly kind: 'gone'; readonly why: string }
  /** Inconclusive: it may work for others, or later. */
  | { readonly kind: 'unknown'; readonly why: string }

export interface LinkOptions {
  readonly userAgent: string
  /** Allow private addresses. */
  readonly allowPrivate: boolean
  /** Milliseconds per request. */
  readonly timeout: number
}

/** Checks a URL and follows redirects. Does not read bodies. */
export async function checkLink(url: string, options: LinkOptions): Promise<Outcome> {
  let at = new URL(url)
  let isPermanent = true
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await headOrGet(at, options)
    if ('why' in response) return response
    const { statusCode: status = 0 } = response
    if (status < 300 || status === 304)
      return isPermanent && hop > 0 ? { kind: 'moved', to: at.href } : { kind: 'ok' }
    if (status === 404 || status === 410) return { kind: 'gone', why: `answers ${status}` }
    const next = redirectOf(response, at)
    if (!next) return { kind: 'unknown', why: `answers ${status}` }
    if (!isHttp(next)) return { kind: 'unknown', why: `redirects to ${next.protocol}` }
    isPermanent &&= status === 301 || status === 308
    // RFC 9110 §10.2.2: keep the fragment, unless the new URL has one.
    if (next.hash === '') next.hash = at.hash
    at = next
  }
  return { kind: 'unknown', why: `redirects more than ${maxRedirects} times` }
}

type LinkReply = IncomingMessage | (Outcome & { why: string })

/** Retries with GET: many servers reject HEAD. */
async function headOrGet(url: URL, options: LinkOptions): Promise<LinkReply> {
  const head = await sendTo('HEAD', url, options)
  const { statusCode = 0 } = 'why' in head ? {} : head
  return statusCode >= 400 && statusCode !== 410 && statusCode !== 429 ? sendTo('GET', url, options) : head
}

async function sendTo(
  method: 'HEAD' | 'GET',
  url: URL,
  { userAgent, allowPrivate, timeout }: LinkOptions,
): Promise<LinkReply> {
  try {
    const headers = { 'user-agent': userAgent, accept: '*/*' }
    const response = await send(method, url, { headers, allowPrivate, signal: AbortSignal.timeout(timeout) })
    return response.destroy()
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException
    // Unlike EAI_AGAIN, which means that DNS is unavailable.
    if (error.code === 'ENOTFOUND') return { kind: 'gone', why: 'names a host that does not exist' }
    if (error instanceof PrivateAddress)
      return { kind: 'unknown', why: 'has a private address and was not checked' }
    if (error.name === 'AbortError' || error.name === 'TimeoutError')
      return { kind: 'unknown', why: 'timed out' }
    return { kind: 'unknown', why: `cannot be reached (${error.code ?? error.message})` }
  }
}

interface LinksOptions {
  readonly checkLink: (url: string) => Promise<Outcome>
  /** Number of hosts to check concurrently. */
  readonly hosts: number
  /** Milliseconds between two requests to a host. */
  readonly delay: number
  readonly onAnswer: (url: string, outcome: Outcome) => void
}

/** Checks every URL: one at a time per host, with a delay. Stops asking a host that answers 429. */
export async function checkLinks(urls: Iterable<string>, options: LinksOptions): Promise<void> {
  const byHost = new Map<string, string[]>()
  for (const url of urls) {
    const { host } = new URL(url)
    byHost.set(host, byHost.get(host) ?? [])
    byHost.get(host)?.push(url)
  }
  // Start with the host that has the most links; it takes longest.
  const queue = [...byHost.values()].sort((a, b) => b.length - a.length).values()
  const worker = async () => {
    for (const links of queue) await checkHost(links, options)
  }
  await Promise.all(Array.from({ length: options.hosts }, worker))
}

async function checkHost(links: readonly string[], { checkLink, delay, onAnswer }: LinksOptions) {
  let rateLimited: Outcome | undefined
  for (const [nth, url] of links.entries()) {
    if (nth > 0 && !rateLimited) await pause(delay)
    const outcome = rateLimited ?? (await checkLink(url))
    onAnswer(url, outcome)
    if (outcome.kind === 'unknown' && outcome.why === 'answers 429') rateLimited = outcome
  }
}

export type LinkCache = ReturnType<typeof openLinkCache>

/** Remembers outcomes, so that no link is requested twice a week. */
export function openLinkCache(path: string, now: number) {
  const known = new Map(read(path).filter(([, { at, outcome }]) => now - at < lifetimes[outcome.kind]))
  return {
    get: (url: string) => known.get(url)?.outcome,
    set: (url: string, outcome: Outcome) => known.set(url, { at: now, outcome }),
    /** Atomic: writes to a temporary file and renames it. */
    save() {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      const temporary = `${path}.${process.pid}`
      const lasting = [...known].filter(([, { outcome }]) => lifetimes[outcome.kind] > 0)
      writeFileSync(temporary, JSON.stringify(Object.fromEntries(lasting)))
      renameSync(temporary, path)
    },
  }
}

/** https://specifications.freedesktop.org/basedir-spec */
export function defaultLinkCache(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'citable', 'links.json')
}

interface CachedOutcome {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly outcome: Outcome
}

const day = 24 * 3600 * 1000

/** Check unknown links every time; a missing page may come back soon. */
const lifetimes: Readonly<Record<Outcome['kind'], number>> = {
  ok: 7 * day,
  moved: 7 * day,
  gone: day,
  unknown: 0,
}

/** An unreadable cache is empty. */
function read(path: string): [string, CachedOutcome][] {
  try {
    const parsed: Record<string, CachedOutcome> = JSON.parse(readFileSync(path, 'utf8'))
    return Object.entries(parsed).filter(([, one]) => isObject(one) && isObject(one.outcome))
  } catch {
    return []
  }
}
