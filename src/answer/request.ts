import { requestLimits } from '../base/http.ts'
import type { Answer } from '../snapshot/resource.ts'
import type { MessageErrorName } from './http-errors.ts'

/** Everything about a request that an answer can depend on. Repeated headers are joined with ", " (RFC 9110 §5.3). */
export interface RequestFacts extends HeaderFacts {
  /** Case-sensitive. */
  readonly method: string
  /** The request target in origin form, or `*`; never decoded. Empty if the request could not be parsed. */
  readonly target: string
  /** An error in the message itself; it alone decides the answer. */
  readonly messageError?: MessageErrorName | undefined
  /** Omit it for the whole answer in one call. If false, an answer that takes work needs time. If true, a batch does one message. */
  readonly mayWork?: boolean | undefined
  /** Of the call before, if that needed time. */
  readonly progress?: unknown
  /** If true, a path that the archive does not have gets a 404 without headers, whatever else is wrong with the request. */
  readonly mayPassOn?: boolean | undefined
  /** The whole body, up to `longestBody`. Undefined until it is needed. */
  readonly body?: Uint8Array | undefined
}

/** The headers that an answer can depend on, in lower case. The last seven apply only to POST. */
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

/** A pure function: equal facts get equal answers. */
export type Handler = (request: RequestFacts) => Answer | Need

/** What the runtime must add to a request before it calls the handler again. */
export type Need = { readonly needs: 'body' } | NeedsTime

/** A turn of work: the next call has `mayWork` and this progress. */
export interface NeedsTime {
  readonly needs: 'time'
  /** If set, the work is costly: a search or a tool call. */
  readonly operation?: string
  readonly progress?: unknown
  /** The size of the part of the answer that is in `progress`. */
  readonly heldBytes?: number
}

/** The reply to a request that has its body and leaves out `mayWork`, so that nothing is needed. */
export function requireAnswer<Reply extends { readonly needs?: undefined }>(reply: Reply | Need): Reply {
  if (reply.needs) throw new TypeError(`The request lacks what its answer needs: ${reply.needs}.`)
  return reply
}
