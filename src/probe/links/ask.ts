import type { IncomingMessage } from 'node:http'
import { PrivateAddress } from '../http/addresses.ts'
import { isOfTheWeb, mostRedirects, redirectOf, send } from '../http/send.ts'

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
    const { statusCode: status = 0 } = answer
    if (status < 300 || status === 304)
      return isForGood && hop > 0 ? { kind: 'moved', to: at.href } : { kind: 'there' }
    if (status === 404 || status === 410) return { kind: 'gone', why: `answers ${status}` }
    const next = redirectOf(answer, at)
    if (!next) return { kind: 'unknown', why: `answers ${status}` }
    if (!isOfTheWeb(next)) return { kind: 'unknown', why: `leads to ${next.protocol}` }
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
    answer.destroy()
    return answer
  } catch (error) {
    return failed(error as NodeJS.ErrnoException)
  }
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
