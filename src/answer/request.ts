import { requestLimits } from '../base/errors.ts'
import type { Answer } from '../snapshot/resource.ts'
import type { MessageErrorName } from './http-errors.ts'

/**
 * What a runtime tells about a request; nothing else about it can change the answer. A header that was not sent is
 * undefined; one sent several times is joined with ", " in order (RFC 9110 §5.3).
 */
export interface RequestFacts extends HeaderFacts {
  /** As it came: method names are case-sensitive. */
  readonly method: string
  /** The request target in origin form, or `*`; never decoded. Empty when the request could not be read. */
  readonly target: string
  /** What the runtime found wrong with the message itself; it then decides the answer alone. */
  readonly messageError?: MessageErrorName | undefined
  /** False where the runtime answers what is sealed first: an answer that takes work is then 102, to be asked for again. */
  readonly mayWork?: boolean | undefined
  /** The whole body, at most `longestBody` bytes; undefined until an answer of 100 has asked for it. */
  readonly body?: Uint8Array | undefined
}

/** The headers that an answer can depend on, by their names in lower case. The last seven matter to a POST alone. */
export const decisiveHeaders = {
  accept: 'accept',
  'accept-encoding': 'acceptEncoding',
  'if-match': 'ifMatch',
  'if-none-match': 'ifNoneMatch',
  range: 'range',
  'if-range': 'ifRange',
  host: 'host',
  origin: 'origin',
  'content-type': 'contentType',
  'content-encoding': 'contentEncoding',
  'mcp-protocol-version': 'mcpProtocolVersion',
  'mcp-method': 'mcpMethod',
  'mcp-name': 'mcpName',
} as const

export type HeaderFacts = {
  readonly [Name in (typeof decisiveHeaders)[keyof typeof decisiveHeaders]]?: string | undefined
}

/** In bytes. */
export const longestBody = requestLimits.body

/**
 * Pure: the same facts get the same answer for as long as the handler lives. Two statuses mean what they mean in HTTP and are
 * for the runtime: 100, the headers are in order, so read the body and ask again with it; 102, this one takes work, so ask
 * again when it may.
 */
export type Handler = (request: RequestFacts) => Answer
