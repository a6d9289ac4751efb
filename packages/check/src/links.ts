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
  readonly timeout: number
}

/** Checks a URL and follows redirects. Does not read bodies. */
export async function checkLink(url: string, options: LinkOptions): Promise<Outcome> {
  const { userAgent, allowPrivate, timeout } = options
  const headers = { 'user-agent': userAgent, accept: '*/*' }
  const ask = async (method: string, at: URL) => {
    const response = await send(method, at, { headers, allowPrivate, signal: AbortSignal.timeout(timeout) })
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
