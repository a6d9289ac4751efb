import { type ErrorCode, errorCodes, shownLimits } from '../base/http.ts'
import { commonHeaders } from '../snapshot/headers.ts'
import type { Answer, Signposts } from '../snapshot/resource.ts'
import { encodeUtf8 } from '../base/utf8.ts'

/** The reason a request is refused: a row of the error table, with a message and a hint. */
interface HttpError {
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string
}

/** Errors of the HTTP message itself. A runtime names the row; the ladder answers it. */
export const messageErrors = {
  malformed: {
    code: 'bad_request',
    message: 'The request is not well-formed HTTP.',
    hint: 'Send one request line, header fields and an empty line, each ended by CR LF (RFC 9112).',
  },
  host: {
    code: 'bad_request',
    message: 'The Host header is missing or invalid.',
    hint: 'Send exactly one Host header: a host name, optionally with a port.',
  },
  target: {
    code: 'bad_request',
    message: 'The request target is not a path.',
    hint: 'Request a path that starts with "/", or an http or https URL.',
  },
  unencoded: {
    code: 'bad_request',
    message: 'The request target has characters outside ASCII.',
    hint: 'Percent-encode them as UTF-8, as in %C3%9F for ß. curl does so with --get --data-urlencode "q=Straße".',
  },
  timeout: {
    code: 'request_timeout',
    message: 'The request did not arrive in time.',
    hint: 'Send it again on a new connection, without pauses.',
  },
  body: {
    code: 'payload_too_large',
    message: `The request declares a body of more than ${shownLimits.body}.`,
    hint: 'Send the request without a body.',
  },
  longTarget: {
    code: 'uri_too_long',
    message: `The request target is longer than ${shownLimits.target}.`,
    hint: 'Leave out the query; a search reads no more than its first 1,024 characters.',
  },
  expectation: {
    code: 'expectation_failed',
    message: 'This server supports only Expect: 100-continue.',
    hint: 'Remove the Expect header.',
  },
  headers: {
    code: 'headers_too_large',
    message: `The header section is larger than ${shownLimits.headers} or has more than ${shownLimits.headerFields}.`,
    hint: 'Send fewer and shorter headers; no cookie or key is needed.',
  },
  internal: {
    code: 'internal_error',
    message: 'The server failed to answer.',
    hint: 'Try again later; the server’s log has the cause.',
  },
  method: {
    code: 'not_implemented',
    message: 'This server does not support the request method.',
    hint: 'The archive is read-only: use GET, HEAD or OPTIONS. Method names are written in capitals.',
  },
  unknownTransferEncoding: {
    code: 'not_implemented',
    message: 'This server does not support the Transfer-Encoding.',
    hint: 'Use chunked alone, or Content-Length; better, send no body.',
  },
  overloaded: {
    code: 'service_unavailable',
    message: 'Too many searches and tool calls are waiting.',
    hint: 'Try again after the seconds in Retry-After. Pages, feeds and JSON files are answered meanwhile.',
  },
  version: {
    code: 'http_version_not_supported',
    message: 'This server does not support the HTTP version in the request line.',
    hint: 'Use HTTP/1.1.',
  },
} as const satisfies Record<string, HttpError>

export type MessageErrorName = keyof typeof messageErrors

/** With `overloaded`: about as long as a full queue takes. */
export const retryAfter: readonly string[] = ['Retry-After', '10']

/** Errors of what a request asks for. */
export const refusals = {
  method: (method: string, path: string): HttpError => ({
    code: 'method_not_allowed',
    message: `${method} is not allowed on ${path}.`,
    hint: 'The archive is read-only: use GET or HEAD.',
  }),
  onlyPost: (method: string, path: string): HttpError => ({
    ...refusals.method(method, path),
    hint: 'Send JSON-RPC messages by POST as application/json; streams and sessions are not supported.',
  }),
  notAcceptable: (
    header: 'Accept' | 'Accept-Encoding',
    path: string,
    offers: readonly string[],
  ): HttpError => ({
    code: 'not_acceptable',
    message: `The ${header} header excludes every ${header === 'Accept' ? 'format' : 'encoding'} of ${path}.`,
    hint: `Accept one of: ${offers.join(', ')}.`,
  }),
  precondition: (path: string): HttpError => ({
    code: 'precondition_failed',
    message: `If-Match does not match the current ETag of ${path}.`,
    hint: 'Fetch it without If-Match and use the ETag of that response.',
  }),
  range: (length: number): HttpError => ({
    code: 'range_not_satisfiable',
    message: `The range starts past the end of the file (${length} bytes).`,
    hint: 'Request the whole file, or a range within it.',
  }),
}

/** Creates an error answer. An empty `path` is omitted. */
export type Refuse = (refusal: HttpError, path: string, headers?: readonly string[]) => Answer

export type ErrorLinks = Partial<Pick<Signposts, 'documentation' | 'specification'>>

/** The only place that creates HTTP errors. They are JSON whatever Accept says, with links to the docs. */
export function makeRefuse({ documentation, specification }: ErrorLinks): Refuse {
  return ({ code, message, hint }, path, headers = []) => {
    const { status, cache } = errorCodes[code]
    const error = { status, code, message, hint, path: path || undefined, documentation, specification }
    const body = encodeUtf8(`${JSON.stringify({ error })}\n`)
    return {
      status,
      headers: [
        ...['Content-Type', 'application/json'],
        ...['Content-Length', String(body.length)],
        ...['Cache-Control', cache],
        ...headers,
        ...commonHeaders,
      ],
      body,
    }
  }
}
