import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { follow, PrivateAddress, send } from './http.ts'

export type Outcome =
  | { readonly kind: 'ok' }
  /** Permanently redirected. */
  | { readonly kind: 'moved'; readonly to: string }
  /** Gone: 404, 410, or the host name does not exist. Unknown: it may work for others, or later. */
  | { readonly kind: 'gone' | 'unknown'; readonly why: string }

export interface LinkOptions {
  readonly userAgent: string
  /** Allow private addresses. */
  readonly allowPrivate: boolean
  /** Milliseconds per request. */
  readonly timeout?: number
}

/** Checks a URL and follows redirects. Does not read bodies. */
export async function checkLink(url: string, options: LinkOptions): Promise<Outcome> {
  const { userAgent, allowPrivate, timeout = 10_000 } = options
  const headers = { 'user-agent': userAgent, accept: '*/*' }
  const ask = async (method: string, at: URL) => {
    const response = await send(at, { method, headers, allowPrivate, signal: AbortSignal.timeout(timeout) })
    return response.destroy()
  }
  try {
    const landing = await follow(new URL(url), async (at) => {
      const head = await ask('HEAD', at)
      const { statusCode = 0 } = head
      // Many servers reject HEAD.
      const isRefused = statusCode >= 400 && statusCode !== 410 && statusCode !== 429
      return isRefused ? ask('GET', at) : head
    })
    if (typeof landing === 'string') return { kind: 'unknown', why: landing }
    const { statusCode: status = 0 } = landing.response
    if (status >= 300 && status !== 304)
      return { kind: status === 404 || status === 410 ? 'gone' : 'unknown', why: `answers ${status}` }
    return landing.isMoved ? { kind: 'moved', to: landing.url.href } : { kind: 'ok' }
  } catch (thrown) {
    const { code, name, message } = thrown as NodeJS.ErrnoException
    // Unlike EAI_AGAIN, which means that DNS is unavailable.
    if (code === 'ENOTFOUND') return { kind: 'gone', why: 'names a host that does not exist' }
    if (thrown instanceof PrivateAddress)
      return { kind: 'unknown', why: 'has a private address and was not checked' }
    if (name === 'AbortError' || name === 'TimeoutError') return { kind: 'unknown', why: 'timed out' }
    return { kind: 'unknown', why: `cannot be reached (${code ?? message})` }
  }
}

interface LinksOptions extends LinkOptions {
  /** Number of hosts to check concurrently. */
  readonly hosts: number
  /** Milliseconds between two requests to a host. */
  readonly delay: number
  readonly onAnswer: (url: string, outcome: Outcome) => void
}

/** Checks every URL: one at a time per host, with a delay. Stops asking a host that answers 429. */
export async function checkLinks(urls: Iterable<string>, options: LinksOptions): Promise<void> {
  const { hosts, delay, onAnswer } = options
  const byHost = new Map<string, string[]>()
  for (const url of urls) {
    const { host } = new URL(url)
    const links = byHost.get(host) ?? []
    links.push(url)
    byHost.set(host, links)
  }
  // The host with the most links takes longest, so it is first.
  const queue = [...byHost.values()].sort((a, b) => b.length - a.length).values()
  const worker = async () => {
    for (const links of queue) {
      let rateLimited: Outcome | undefined
      for (const [nth, url] of links.entries()) {
        if (nth > 0 && !rateLimited) await pause(delay)
        const outcome = rateLimited ?? (await checkLink(url, options))
        onAnswer(url, outcome)
        if (outcome.kind === 'unknown' && outcome.why === 'answers 429') rateLimited = outcome
      }
    }
  }
  await Promise.all(Array.from({ length: hosts }, worker))
}

const day = 24 * 3600 * 1000

/** Unknown links are checked every time; a missing page may come back soon. */
const lifetimes = { ok: 7 * day, moved: 7 * day, gone: day, unknown: 0 } as const

export type LinkCache = ReturnType<typeof openLinkCache>

/** Remembers outcomes, so that no link is requested twice a week. */
export function openLinkCache(path: string, now: number) {
  const cached = new Map(read(path, now))
  return {
    get: (url: string) => cached.get(url)?.outcome,
    set: (url: string, outcome: Outcome) => cached.set(url, { at: now, outcome }),
    save() {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      const lasting = [...cached].filter(([, { outcome }]) => lifetimes[outcome.kind] > 0)
      // Atomic, for commands that run at the same time.
      const temporary = `${path}.${process.pid}`
      writeFileSync(temporary, JSON.stringify(Object.fromEntries(lasting)))
      renameSync(temporary, path)
    },
  }
}

/** An unreadable cache is empty. */
function read(path: string, now: number) {
  try {
    const entries = Object.entries<{ at: number; outcome: Outcome }>(JSON.parse(readFileSync(path, 'utf8')))
    return entries.filter(([, { at, outcome }]) => now - at < lifetimes[outcome.kind])
  } catch {
    return []
  }
}

/** https://specifications.freedesktop.org/basedir-spec */
export const defaultLinkCache = (): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'citable', 'links.json')
