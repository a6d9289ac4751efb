import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { isHttp, maxRedirects, PrivateAddress, redirectOf, send } from './http.ts'

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
  readonly timeout: number
}

/** Checks a URL and follows redirects. Does not read bodies. */
export async function checkLink(url: string, options: LinkOptions): Promise<Outcome> {
  let at = new URL(url)
  let isPermanent = true
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const head = await ask('HEAD', at, options)
    const { statusCode = 0 } = 'why' in head ? {} : head
    // Many servers reject HEAD.
    const isRefused = statusCode >= 400 && statusCode !== 410 && statusCode !== 429
    const response = isRefused ? await ask('GET', at, options) : head
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

type Failure = Extract<Outcome, { why: string }>

async function ask(method: string, url: URL, options: LinkOptions): Promise<IncomingMessage | Failure> {
  const { userAgent, allowPrivate, timeout } = options
  try {
    const headers = { 'user-agent': userAgent, accept: '*/*' }
    const response = await send(method, url, { headers, allowPrivate, signal: AbortSignal.timeout(timeout) })
    return response.destroy()
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
  const { checkLink, hosts, delay, onAnswer } = options
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
        const outcome = rateLimited ?? (await checkLink(url))
        onAnswer(url, outcome)
        if (outcome.kind === 'unknown' && outcome.why === 'answers 429') rateLimited = outcome
      }
    }
  }
  await Promise.all(Array.from({ length: hosts }, worker))
}
