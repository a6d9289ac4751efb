import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isPrivateHost, PrivateAddress, publicLookup } from './addresses.ts'

/** What became of a link. */
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
    const { status, location } = answer
    if (status < 300 || status === 304)
      return isForGood && hop > 0 ? { kind: 'moved', to: at.href } : { kind: 'there' }
    if (status === 404 || status === 410) return { kind: 'gone', why: `answers ${status}` }
    const isRedirect = [301, 302, 303, 307, 308].includes(status) && location !== undefined
    if (!isRedirect || !URL.canParse(location, at.href)) return { kind: 'unknown', why: `answers ${status}` }
    const next = new URL(location, at)
    if (!/^https?:$/.test(next.protocol)) return { kind: 'unknown', why: `leads to ${next.protocol}` }
    isForGood &&= status === 301 || status === 308
    // RFC 9110 §10.2.2: a fragment is kept, unless the new address has its own.
    if (next.hash === '') next.hash = at.hash
    at = next
  }
  return { kind: 'unknown', why: `redirects more than ${mostRedirects} times` }
}

const mostRedirects = 5

interface Answer {
  readonly status: number
  readonly location: string | undefined
}

/** Many servers answer HEAD wrongly; what it refuses is asked for once more. */
async function headOrGet(url: URL, options: AskOptions): Promise<Answer | (Outcome & { why: string })> {
  const head = await send('HEAD', url, options)
  if ('why' in head || head.status < 400 || head.status === 410 || head.status === 429) return head
  return send('GET', url, options)
}

function send(
  method: 'HEAD' | 'GET',
  url: URL,
  { userAgent, allowPrivate, timeout }: AskOptions,
): Promise<Answer | (Outcome & { why: string })> {
  if (!allowPrivate && isPrivateHost(url.hostname)) return Promise.resolve(notAsked)
  return new Promise((resolve) => {
    const request = url.protocol === 'https:' ? secureRequest : plainRequest
    const sent = request(url, {
      method,
      agent: false,
      headers: { 'user-agent': userAgent, accept: '*/*' },
      signal: AbortSignal.timeout(timeout),
      ...(!allowPrivate && { lookup: publicLookup }),
    })
    sent.once('response', ({ statusCode = 0, headers }) => {
      resolve({ status: statusCode, location: headers.location })
      sent.destroy()
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(failed(error)))
    sent.end()
  })
}

const notAsked = { kind: 'unknown', why: 'is at a private address, and was not asked for' } as const

function failed(error: NodeJS.ErrnoException): Outcome & { why: string } {
  if (error instanceof PrivateAddress) return notAsked
  // What answers for a name that nobody has; EAI_AGAIN is a name server that is not there.
  if (error.code === 'ENOTFOUND') return { kind: 'gone', why: 'names a host that does not exist' }
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return { kind: 'unknown', why: 'does not answer in time' }
  return { kind: 'unknown', why: `cannot be reached (${error.code ?? error.message})` }
}
