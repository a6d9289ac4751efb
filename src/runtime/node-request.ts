import type { IncomingMessage } from 'node:http'
import type { FaultName } from '../answer/faults.ts'
import type { RequestFacts } from '../answer/request.ts'

export interface NodeRequest extends RequestFacts {
  /** True when the connection cannot be trusted to carry another request after this one. */
  readonly close: boolean
}

/**
 * What the archive needs to know of a request, from one pass over the header lines, with the rules of HTTP that
 * Node's parser leaves to us. `req.headers` is not touched: building it costs more than the rest of the answer.
 */
export function readRequest(req: IncomingMessage, fault?: FaultName): NodeRequest {
  const { rawHeaders, method = '', url = '' } = req
  let accept: string | undefined
  let acceptEncoding: string | undefined
  let ifNoneMatch: string | undefined
  let ifMatch: string | undefined
  let host: string | undefined
  let transferEncoding: string | undefined
  let length = 0
  let upgrade = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    const value = rawHeaders[i + 1] ?? ''
    // The length tells nearly all names apart, so that few are put into lower case.
    switch (name.length) {
      case 4:
        // A comma is no part of a host, so a second Host line makes the first invalid.
        if (name.toLowerCase() === 'host') host = join(host, value)
        break
      case 6:
        if (name.toLowerCase() === 'accept') accept = join(accept, value)
        break
      case 7:
        if (name.toLowerCase() === 'upgrade') upgrade = true
        break
      case 8:
        if (name.toLowerCase() === 'if-match') ifMatch = join(ifMatch, value)
        break
      case 13:
        if (name.toLowerCase() === 'if-none-match') ifNoneMatch = join(ifNoneMatch, value)
        break
      case 14:
        if (name.toLowerCase() === 'content-length') length = Number(value)
        break
      case 15:
        if (name.toLowerCase() === 'accept-encoding') acceptEncoding = join(acceptEncoding, value)
        break
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') transferEncoding = join(transferEncoding, value)
    }
  }
  const target = url.startsWith('/') ? url : originForm(url)
  const found = fault ?? faultIn(req, { target, host, transferEncoding, length })
  const reads = method === 'GET' || method === 'HEAD'
  const body = transferEncoding === undefined ? length : Number.POSITIVE_INFINITY
  return {
    method,
    target: target ?? '',
    accept,
    acceptEncoding,
    ifNoneMatch,
    ifMatch,
    fault: found,
    // A body nobody asked for may be a request in disguise (RFC 9110 §9.3.1), and a long one is not worth reading.
    // After an Upgrade that is ignored, Node drops what else came in the same packet.
    close: found !== undefined || upgrade || (body > 0 && (body > longestBody || reads)),
  }
}

interface Framing {
  readonly target: string | undefined
  readonly host: string | undefined
  readonly transferEncoding: string | undefined
  readonly length: number
}

function faultIn(req: IncomingMessage, framing: Framing): FaultName | undefined {
  const { target, host, transferEncoding, length } = framing
  if (req.httpVersionMajor !== 1) return 'version'
  if (req.rawHeaders.length > 2 * mostFields) return 'headers'
  // HTTP/1.0 knew no Host (RFC 9112 §3.2).
  if (host === undefined ? req.httpVersionMinor > 0 : !authority.test(host)) return 'host'
  if (target === undefined) return 'target'
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked') return 'transferCoding'
  if (length > longestBody && (req.method === 'GET' || req.method === 'HEAD')) return 'body'
  return undefined
}

export const mostFields = 100
const longestBody = 65536

/** Lines of one name make one list (RFC 9110 §5.3). */
function join(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`
}

/** `uri-host [":" port]` (RFC 9110 §7.2), with a host: a user name or an empty host is refused. */
export const authority = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::\d*)?$/i

const absolute = /^https?:\/\/([^/?#]*)(.*)$/i

/** The path and query of an absolute target (RFC 9112 §3.2.2), `*` as it is, undefined for anything else. */
function originForm(url: string): string | undefined {
  if (url === '*') return url
  const [, host = '', rest = ''] = absolute.exec(url) ?? []
  if (!authority.test(host)) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}
