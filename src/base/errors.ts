/** Request limits; sizes in bytes. */
export const requestLimits = { target: 8_000, headers: 16_384, headerFields: 100, body: 65_536 } as const

/** Request limits as text. */
export const shownLimits = {
  target: `${requestLimits.target / 1000},000 bytes`,
  headers: `${requestLimits.headers / 1024} KiB`,
  headerFields: `${requestLimits.headerFields} fields`,
  body: `${requestLimits.body / 1024} KiB`,
} as const

/**
 * All HTTP error codes. `cache` is the Cache-Control value: without one, RFC 9111 §4.2.2 lets shared caches
 * store 404, 405, 414 and 501 heuristically.
 */
export const errorCodes = {
  bad_request: { status: 400, cache: 'no-store', meaning: 'The request is not valid HTTP.' },
  forbidden_origin: {
    status: 403,
    cache: 'no-store',
    meaning: 'The Host or Origin is not allowed.',
  },
  resource_not_found: { status: 404, cache: 'public, max-age=60', meaning: 'Nothing exists at that path.' },
  method_not_allowed: {
    status: 405,
    cache: 'no-store',
    meaning: 'The archive is read-only; `Allow` lists the methods.',
  },
  not_acceptable: {
    status: 406,
    cache: 'no-store',
    meaning: 'The Accept or Accept-Encoding header excludes every format of the resource.',
  },
  request_timeout: {
    status: 408,
    cache: 'no-store',
    meaning: 'The request did not arrive in time.',
  },
  precondition_failed: {
    status: 412,
    cache: 'no-store',
    meaning: 'If-Match does not match the current ETag.',
  },
  payload_too_large: {
    status: 413,
    cache: 'no-store',
    meaning: `The request body is larger than ${shownLimits.body}.`,
  },
  uri_too_long: {
    status: 414,
    cache: 'no-store',
    meaning: `The request target is longer than ${shownLimits.target}.`,
  },
  unsupported_media_type: {
    status: 415,
    cache: 'no-store',
    meaning: 'The endpoint does not accept the body’s content type.',
  },
  range_not_satisfiable: {
    status: 416,
    cache: 'no-store',
    meaning: 'The range starts past the end of the file.',
  },
  expectation_failed: {
    status: 417,
    cache: 'no-store',
    meaning: 'The Expect header is not 100-continue.',
  },
  headers_too_large: {
    status: 431,
    cache: 'no-store',
    meaning: `The header section is larger than ${shownLimits.headers} or has more than ${shownLimits.headerFields}.`,
  },
  internal_error: {
    status: 500,
    cache: 'no-store',
    meaning: 'The server failed; its log has the cause.',
  },
  not_implemented: {
    status: 501,
    cache: 'no-store',
    meaning: 'The method or transfer encoding is not supported.',
  },
  http_version_not_supported: {
    status: 505,
    cache: 'no-store',
    meaning: 'The HTTP version is not 1.0 or 1.1.',
  },
} as const satisfies Record<string, ErrorRow>

interface ErrorRow {
  readonly status: number
  readonly cache: string
  readonly meaning: string
}

export type ErrorCode = keyof typeof errorCodes

type ExitCode = 1 | 2 | 129 | 130 | 143

/** Ends the command with one line on stderr. Exit codes: 1 for a failure, 2 for wrong usage, 128 + n for signal n. */
export class UsageError extends Error {
  readonly exitCode: ExitCode
  constructor(message: string, exitCode: ExitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
