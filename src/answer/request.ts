import { requestLimits } from '../base/errors.ts'
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
  /**
   * If false, answers that take work return 102, and the runtime calls again later. If true, a batch answers one message per call.
   * Omit it for the whole answer in one call.
   */
  readonly mayWork?: boolean | undefined
  /** If true, a path that the archive does not have gets a 404 without headers, whatever else is wrong with the request. */
  readonly mayPassOn?: boolean | undefined
  /** The whole body, up to `longestBody`. Undefined until an answer of 100 asks for it. */
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

/**
 * A pure function: equal facts get equal answers. Two statuses are for the runtime: 100 means call again with the body, and 102
 * means call again with `mayWork`, and with the same object as the body, so that a batch continues.
 */
export type Handler = (request: RequestFacts) => Answer

/** Asks the runtime to call again when it has time. With an operation, the work is costly: a search or a tool call. */
export function deferral(operation?: string, heldBytes?: number): Answer {
  return { status: 102, headers: [], body: null, operation, heldBytes }
}
