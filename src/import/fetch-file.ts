import type { IncomingMessage } from 'node:http'
import {
  bytesWithin,
  isOfTheWeb,
  mostRedirects,
  PrivateAddress,
  redirectOf,
  send,
  type SendOptions,
} from '../probe/http.ts'
import { importLimits } from './limits.ts'

/** Under way at once. */
export const fetchesAtOnce = 4

/** Gives the bytes of a file from the web, or says why there are none. */
export type FetchFile = (url: URL) => Promise<Uint8Array | string>

/** For one import, whose files together have limits, too; the next import goes on where they ended this one. */
export function fileFetcher(allowPrivate: boolean): FetchFile {
  const { fetchedFileBytes, fetchSeconds, fetchedBytes, fetchMinutes } = importLimits
  const end = performance.now() + fetchMinutes * 60_000
  let left: number = fetchedBytes
  return async (url) => {
    if (performance.now() > end) return `fetching took ${fetchMinutes} minutes; import again for the rest`
    if (left <= 0) return `${fetchedBytes / 2 ** 30} GB have been fetched; import again for the rest`
    const signal = AbortSignal.timeout(fetchSeconds * 1000)
    try {
      const answer = await follow(url, { headers, allowPrivate, signal })
      if (typeof answer === 'string') return answer
      const bytes = await bytesWithin(answer, fetchedFileBytes)
      left -= bytes?.length ?? fetchedFileBytes
      return bytes ?? `it is larger than ${fetchedFileBytes / 2 ** 20} MB`
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (signal.aborted) return `no answer in ${fetchSeconds} seconds`
      return error instanceof PrivateAddress
        ? 'it is at a private address, and was not asked for without --allow-private'
        : error.message
    }
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
