import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isPrivateHost, PrivateAddress, publicLookup } from './addresses.ts'

export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>
  /** Ask at addresses of this machine and its network, too. */
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
}

/**
 * Asks for an address that content names; the answer's body is the caller's to read or destroy. Redirects are not followed, so that each address
 * is checked as the first was.
 */
export function send(
  method: 'HEAD' | 'GET',
  url: URL,
  { headers, allowPrivate, signal }: SendOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (!allowPrivate && isPrivateHost(url.hostname))
      throw new PrivateAddress(`${url.hostname} is a private address`)
    const request = url.protocol === 'https:' ? secureRequest : plainRequest
    const sent = request(url, {
      method,
      agent: false,
      headers,
      signal,
      ...(!allowPrivate && { lookup: publicLookup }),
    })
    sent.once('response', resolve)
    sent.on('error', reject)
    sent.end()
  })
}

/** Where an answer leads; undefined unless it is a redirect. */
export function redirectOf({ statusCode = 0, headers }: IncomingMessage, at: URL): URL | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
  return URL.canParse(location, at.href) ? new URL(location, at) : undefined
}

export const mostRedirects = 5

export function isOfTheWeb({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol)
}

/** The whole of a body, or undefined for one that is longer; the rest of it is not read. */
export async function bytesWithin(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  // Leaving the loop early cancels the body.
  for await (const piece of body) {
    length += piece.length
    if (length > most) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
