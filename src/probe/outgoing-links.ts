import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isOfTheWeb, mostRedirects, PrivateAddress, redirectOf, send } from './http.ts'
import { isObject } from './probed-site.ts'

export type Outcome =
  | { readonly kind: 'there' }
  /** Its owner says that it is now at another address, for good. */
  | { readonly kind: 'moved'; readonly to: string }
  /** Its owner, or the name system, says that it is not there. */
  | { readonly kind: 'gone'; readonly why: string }
  /** Nobody can tell: it may be there for others, or tomorrow. */
  | { readonly kind: 'unknown'; readonly why: string }

export interface AskOptions {
  readonly userAgent: string
  /** Ask at addresses of this machine and its network, too. */
  readonly allowPrivate: boolean
  /** In milliseconds, for each request. */
  readonly timeout: number
}

/** Asks whether there is anything at an address, and follows where it leads. Bodies are not read. */
export async function ask(url: string, options: AskOptions): Promise<Outcome> {
  let at = new URL(url)
  let isForGood = true
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await headOrGet(at, options)
    if ('why' in answer) return answer
    const { statusCode: status = 0 } = answer
    if (status < 300 || status === 304)
      return isForGood && hop > 0 ? { kind: 'moved', to: at.href } : { kind: 'there' }
    if (status === 404 || status === 410) return { kind: 'gone', why: `answers ${status}` }
    const next = redirectOf(answer, at)
    if (!next) return { kind: 'unknown', why: `answers ${status}` }
    if (!isOfTheWeb(next)) return { kind: 'unknown', why: `redirects to ${next.protocol}` }
    isForGood &&= status === 301 || status === 308
    // RFC 9110 §10.2.2: a fragment is kept, unless the new address has its own.
    if (next.hash === '') next.hash = at.hash
    at = next
  }
  return { kind: 'unknown', why: `redirects more than ${mostRedirects} times` }
}

type Answer = IncomingMessage | (Outcome & { why: string })

/** Many servers answer HEAD wrongly; what it refuses is asked for once more. */
async function headOrGet(url: URL, options: AskOptions): Promise<Answer> {
  const head = await answerTo('HEAD', url, options)
  const { statusCode = 0 } = 'why' in head ? {} : head
  return statusCode >= 400 && statusCode !== 410 && statusCode !== 429 ? answerTo('GET', url, options) : head
}

async function answerTo(
  method: 'HEAD' | 'GET',
  url: URL,
  { userAgent, allowPrivate, timeout }: AskOptions,
): Promise<Answer> {
  try {
    const headers = { 'user-agent': userAgent, accept: '*/*' }
    const answer = await send(method, url, { headers, allowPrivate, signal: AbortSignal.timeout(timeout) })
    return answer.destroy()
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException
    // What answers for a name that nobody has; EAI_AGAIN is a name server that is not there.
    if (error.code === 'ENOTFOUND') return { kind: 'gone', why: 'names a host that does not exist' }
    if (error instanceof PrivateAddress)
      return { kind: 'unknown', why: 'has a private address and was not checked' }
    if (error.name === 'AbortError' || error.name === 'TimeoutError')
      return { kind: 'unknown', why: 'timed out' }
    return { kind: 'unknown', why: `cannot be reached (${error.code ?? error.message})` }
  }
}

interface AskAllOptions {
  readonly ask: (url: string) => Promise<Outcome>
  /** Asked at once, each of another host. */
  readonly hosts: number
  /** Between two requests to one host, in milliseconds. */
  readonly delay: number
  readonly onAnswer: (url: string, outcome: Outcome) => void
}

/** Asks for every address: one at a time of each host, with a pause between. A host that asks for patience (429) is left alone. */
export async function askAll(urls: Iterable<string>, options: AskAllOptions): Promise<void> {
  const byHost = new Map<string, string[]>()
  for (const url of urls) {
    const { host } = new URL(url)
    byHost.set(host, byHost.get(host) ?? [])
    byHost.get(host)?.push(url)
  }
  // The host with the most links takes longest, so it begins.
  const waiting = [...byHost.values()].sort((a, b) => b.length - a.length).values()
  const takeHosts = async () => {
    for (const links of waiting) await askHost(links, options)
  }
  await Promise.all(Array.from({ length: options.hosts }, takeHosts))
}

async function askHost(links: readonly string[], { ask, delay, onAnswer }: AskAllOptions): Promise<void> {
  let refusal: Outcome | undefined
  for (const [nth, url] of links.entries()) {
    if (nth > 0 && !refusal) await pause(delay)
    const outcome = refusal ?? (await ask(url))
    onAnswer(url, outcome)
    if (outcome.kind === 'unknown' && outcome.why === 'answers 429') refusal = outcome
  }
}

/** What was learned of links, and when; so that nobody is asked twice a week. */
export class LinkCache {
  readonly #path: string
  readonly #now: number
  readonly #known: Map<string, CachedOutcome>

  constructor(path: string, now: number) {
    this.#path = path
    this.#now = now
    this.#known = new Map(read(path).filter(([, { at, outcome }]) => now - at < lifetimes[outcome.kind]))
  }

  get(url: string): Outcome | undefined {
    return this.#known.get(url)?.outcome
  }

  set(url: string, outcome: Outcome): void {
    this.#known.set(url, { at: this.#now, outcome })
  }

  /** By a rename: another command that reads it finds all of it, old or new. */
  save(): void {
    mkdirSync(dirname(this.#path), { recursive: true })
    const draft = `${this.#path}.${process.pid}`
    const lasting = [...this.#known].filter(([, { outcome }]) => lifetimes[outcome.kind] > 0)
    writeFileSync(draft, JSON.stringify(Object.fromEntries(lasting)))
    renameSync(draft, this.#path)
  }
}

/** https://specifications.freedesktop.org/basedir-spec */
export function usualCache(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'citable', 'links.json')
}

interface CachedOutcome {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly outcome: Outcome
}

const day = 24 * 3600 * 1000

/** What is not known is asked for again; what is gone may be put back soon after it was told. */
const lifetimes: Readonly<Record<Outcome['kind'], number>> = {
  there: 7 * day,
  moved: 7 * day,
  gone: day,
  unknown: 0,
}

/** A cache that cannot be read is none. */
function read(path: string): [string, CachedOutcome][] {
  try {
    const parsed: Record<string, CachedOutcome> = JSON.parse(readFileSync(path, 'utf8'))
    return Object.entries(parsed).filter(([, one]) => isObject(one) && isObject(one.outcome))
  } catch {
    return []
  }
}
