import type { IncomingMessage } from 'node:http'
import type { MessageErrorName } from '../../../answer/http-errors.ts'
import { type HeaderFacts, longestBody, type RequestFacts } from '../../../answer/request.ts'
import { authority, mostFields, readFields } from './fields.ts'

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
 * What the archive needs to know of a request, with the rules of HTTP that Node's parser leaves to us. `req.headers` is not
 * touched: building it costs more than the rest of the answer.
 */
export function readRequest(
  req: IncomingMessage,
  messageError?: MessageErrorName,
  url = req.url ?? '',
): NodeRequest {
  const { method = '' } = req
  const { facts, framing } = readFields(req.rawHeaders)
  const { transferEncoding, upgrade } = framing
  const target = url.startsWith('/') ? url : originForm(url)
  const declared = Number(framing.contentLength ?? 0)
  const length = transferEncoding === undefined ? declared : Number.POSITIVE_INFINITY
  const reads = method === 'GET' || method === 'HEAD'
  const tooMuch = reads && declared > longestBody ? 'body' : undefined
  const found = messageError ?? messageErrorIn(req, target, facts.host, transferEncoding) ?? tooMuch
  // After an Upgrade that is ignored, Node's parser stops where the message ends.
  const mustClose = found !== undefined || upgrade !== undefined
  return {
    method,
    target: target ?? '',
    length,
    mustClose,
    // A body nobody asked for may be a request in disguise (RFC 9110 §9.3.1), and a long one is not worth reading.
    close: mustClose || (length > 0 && (length > longestBody || reads)),
    messageError: found,
    body: undefined,
    // Last: V8 takes thirty times as long to add keys to a copy.
    ...(target === url ? facts : ofAbsolute(url, facts)),
  }
}

function messageErrorIn(
  req: IncomingMessage,
  target: string | undefined,
  host: string | undefined,
  transferEncoding: string | undefined,
): MessageErrorName | undefined {
  if (req.httpVersionMajor !== 1) return 'version'
  if (req.rawHeaders.length > 2 * mostFields) return 'headers'
  // HTTP/1.0 knew no Host (RFC 9112 §3.2). A comma is no part of a host, so a second Host line makes both invalid.
  if (host === undefined ? req.httpVersionMinor > 0 : !authority.test(host)) return 'host'
  if (target === undefined) return 'target'
  if (transferEncoding === undefined) return undefined
  // HTTP/1.0 had no such framing: whoever passed it on may have read another end of the message (RFC 9112 §6.1).
  if (req.httpVersionMinor === 0) return 'malformed'
  return transferEncoding.toLowerCase() === 'chunked' ? undefined : 'unknownTransferEncoding'
}

/** The authority of an absolute target comes before Host (RFC 9112 §3.2.2). */
function ofAbsolute(url: string, facts: HeaderFacts): HeaderFacts {
  return { ...facts, host: absolute.exec(url)?.[1] }
}

const absolute = /^https?:\/\/([^/?#]*)(.*)$/i

/** The path and query of an absolute target (RFC 9112 §3.2.2), `*` as it is, undefined for anything else. */
function originForm(url: string): string | undefined {
  if (url === '*') return url
  const [, host = '', rest = ''] = absolute.exec(url) ?? []
  if (!authority.test(host)) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Collects a body and tells once: all of it, or what is wrong with it. Bytes are counted as they come, whatever was declared, and
 * what comes after too many is dropped. Gives a function that ends it with a different error, unless it has ended already.
 */
export function readBody(
  req: IncomingMessage,
  declared: number,
  tell: (body: Uint8Array | undefined, messageError?: MessageErrorName) => void,
): ((messageError: MessageErrorName) => void) | undefined {
  if (declared > longestBody && declared !== Number.POSITIVE_INFINITY) {
    tell(undefined, 'body')
    return undefined
  }
  const chunks: Buffer[] = []
  let size = 0
  let told = false
  const once = (body: Uint8Array | undefined, messageError?: MessageErrorName) => {
    if (told) return
    told = true
    tell(body, messageError)
  }
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > longestBody) once(undefined, 'body')
    else chunks.push(chunk)
  })
  req.on('end', () => once(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
  return (messageError) => once(undefined, messageError)
}
