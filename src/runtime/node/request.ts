import type { IncomingMessage } from 'node:http'
import type { MessageErrorName } from '../../answer/http-errors.ts'
import { longestBody, type RequestFacts } from '../../answer/request.ts'

/** The facts of a request, and what only the runtime needs. The last three are not known until its body has come. */
export interface NodeRequest extends RequestFacts {
  /** Of the body, as declared; without end when it comes in chunks. */
  readonly length: number
  /** True when the connection cannot carry another request after this one, even if its whole body is read. */
  readonly mustClose: boolean
  /** True when it cannot be trusted to, as things stand. */
  close: boolean
  messageError: MessageErrorName | undefined
  body: Uint8Array | undefined
}

/**
 * What the archive needs to know of a request, from one pass over the header lines, with the rules of HTTP that
 * Node's parser leaves to us. `req.headers` is not touched: building it costs more than the rest of the answer.
 */
export function readRequest(req: IncomingMessage, messageError?: MessageErrorName): NodeRequest {
  const { rawHeaders, method = '', url = '' } = req
  // What only a POST is asked for is not looked for in anything else.
  const posts = method === 'POST'
  let accept: string | undefined
  let acceptEncoding: string | undefined
  let ifNoneMatch: string | undefined
  let ifMatch: string | undefined
  let host: string | undefined
  let origin: string | undefined
  let contentType: string | undefined
  let contentEncoding: string | undefined
  let mcpProtocolVersion: string | undefined
  let mcpMethod: string | undefined
  let mcpName: string | undefined
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
        else if (posts && name.toLowerCase() === 'origin') origin = join(origin, value)
        break
      case 7:
        if (name.toLowerCase() === 'upgrade') upgrade = true
        break
      case 8:
        if (name.toLowerCase() === 'if-match') ifMatch = join(ifMatch, value)
        else if (posts && name.toLowerCase() === 'mcp-name') mcpName = join(mcpName, value)
        break
      case 10:
        if (posts && name.toLowerCase() === 'mcp-method') mcpMethod = join(mcpMethod, value)
        break
      case 12:
        if (posts && name.toLowerCase() === 'content-type') contentType = join(contentType, value)
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
      case 16:
        if (posts && name.toLowerCase() === 'content-encoding') contentEncoding = join(contentEncoding, value)
        break
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') transferEncoding = join(transferEncoding, value)
        break
      case 20:
        if (posts && name.toLowerCase() === 'mcp-protocol-version')
          mcpProtocolVersion = join(mcpProtocolVersion, value)
    }
  }
  const target = url.startsWith('/') ? url : originForm(url)
  const found = messageError ?? messageErrorIn(req, { target, host, transferEncoding, length })
  const reads = method === 'GET' || method === 'HEAD'
  const body = transferEncoding === undefined ? length : Number.POSITIVE_INFINITY
  // After an Upgrade that is ignored, Node drops what else came in the same packet.
  const mustClose = found !== undefined || upgrade
  return {
    method,
    target: target ?? '',
    accept,
    acceptEncoding,
    ifNoneMatch,
    ifMatch,
    // The authority of an absolute target comes before Host (RFC 9112 §3.2.2).
    host: target === url ? host : absolute.exec(url)?.[1],
    origin,
    contentType,
    contentEncoding,
    mcpProtocolVersion,
    mcpMethod,
    mcpName,
    length: body,
    mustClose,
    // A body nobody asked for may be a request in disguise (RFC 9110 §9.3.1), and a long one is not worth reading.
    close: mustClose || (body > 0 && (body > longestBody || reads)),
    messageError: found,
    body: undefined,
  }
}

interface Framing {
  readonly target: string | undefined
  readonly host: string | undefined
  readonly transferEncoding: string | undefined
  readonly length: number
}

function messageErrorIn(req: IncomingMessage, framing: Framing): MessageErrorName | undefined {
  const { target, host, transferEncoding, length } = framing
  if (req.httpVersionMajor !== 1) return 'version'
  if (req.rawHeaders.length > 2 * mostFields) return 'headers'
  // HTTP/1.0 knew no Host (RFC 9112 §3.2).
  if (host === undefined ? req.httpVersionMinor > 0 : !authority.test(host)) return 'host'
  if (target === undefined) return 'target'
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked')
    return 'unknownTransferEncoding'
  if (length > longestBody && (req.method === 'GET' || req.method === 'HEAD')) return 'body'
  return undefined
}

export const mostFields = 100

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
