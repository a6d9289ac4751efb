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
  bad_request: row(400, 'The request is not valid HTTP.'),
  forbidden_origin: row(403, 'The Host or Origin is not allowed.'),
  resource_not_found: row(404, 'Nothing exists at that path.', 'public, max-age=60'),
  method_not_allowed: row(405, 'The archive is read-only; `Allow` lists the methods.'),
  not_acceptable: row(406, 'The Accept or Accept-Encoding header excludes every format of the resource.'),
  request_timeout: row(408, 'The request did not arrive in time.'),
  precondition_failed: row(412, 'If-Match does not match the current ETag.'),
  payload_too_large: row(413, `The request body is larger than ${shownLimits.body}.`),
  uri_too_long: row(414, `The request target is longer than ${shownLimits.target}.`),
  unsupported_media_type: row(415, 'The endpoint does not accept the body’s content type.'),
  range_not_satisfiable: row(416, 'The range starts past the end of the file.'),
  expectation_failed: row(417, 'The Expect header is not 100-continue.'),
  headers_too_large: row(
    431,
    `The header section is larger than ${shownLimits.headers} or has more than ${shownLimits.headerFields}.`,
  ),
  internal_error: row(500, 'The server failed; its log has the cause.'),
  not_implemented: row(501, 'The method or transfer encoding is not supported.'),
  service_unavailable: row(
    503,
    'Too many searches and tool calls are waiting; `Retry-After` says how long to wait.',
  ),
  http_version_not_supported: row(505, 'The HTTP version is not 1.0 or 1.1.'),
} as const

function row(status: number, meaning: string, cache = 'no-store') {
  return { status, cache, meaning }
}

export type ErrorCode = keyof typeof errorCodes
