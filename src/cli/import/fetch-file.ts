import type { IncomingMessage } from 'node:http'
import { PrivateAddress } from '../outgoing/addresses.ts'
import { isOfTheWeb, mostRedirects, redirectOf, send, type SendOptions } from '../outgoing/send.ts'

/** What a fetched file may cost. */
const limits = { bytes: 20 * 1024 * 1024, milliseconds: 30_000 } as const
/** Under way at once. */
export const fetchesAtOnce = 4

/** The bytes of a file from the web, or why there are none. */
export async function fetchFile(url: URL, allowPrivate: boolean): Promise<Uint8Array | string> {
  const signal = AbortSignal.timeout(limits.milliseconds)
  try {
    const answer = await follow(url, { headers, allowPrivate, signal })
    if (typeof answer === 'string') return answer
    const bytes = await withinLimit(answer)
    return bytes ?? `it is larger than ${limits.bytes / 1024 / 1024} MB`
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (signal.aborted) return `no answer in ${limits.milliseconds / 1000} seconds`
    return error instanceof PrivateAddress
      ? 'it is at a private address, and was not asked for without --allow-private'
      : error.message
  }
}

const headers = {
  accept: 'image/*, audio/*, video/*',
  'accept-encoding': 'identity',
  'user-agent': 'citable-import',
}

/** The answer at the end of all redirects, if it is a good one. */
async function follow(url: URL, options: SendOptions): Promise<IncomingMessage | string> {
  let at = url
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await send('GET', at, options)
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) return answer
    answer.destroy()
    const next = redirectOf(answer, at)
    if (!next) return `the host answered ${statusCode}`
    if (!isOfTheWeb(next)) return `it leads to ${next.protocol}`
    at = next
  }
  return `it redirects more than ${mostRedirects} times`
}

/** Ending the loop early destroys the answer. */
async function withinLimit(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > limits.bytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
