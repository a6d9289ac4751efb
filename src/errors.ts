/**
 * The one table of error codes. The code is the key; `cache` is what a shared cache may do with the answer:
 * RFC 9111 §4.2.2 lets it keep 404, 405, 414 and 501 by its own guess unless told otherwise, so every row says.
 */
export const errorKinds = {
  bad_request: { status: 400, cache: 'no-store', meaning: 'The request breaks a rule of HTTP itself.' },
  forbidden_origin: {
    status: 403,
    cache: 'no-store',
    meaning: 'Host or Origin is not one this server answers.',
  },
  resource_not_found: { status: 404, cache: 'public, max-age=60', meaning: 'Nothing is at that path.' },
  method_not_allowed: {
    status: 405,
    cache: 'no-store',
    meaning: 'The archive is read-only; `Allow` says what works.',
  },
  not_acceptable: {
    status: 406,
    cache: 'no-store',
    meaning: 'The Accept or Accept-Encoding header excludes every form of the resource.',
  },
  request_timeout: {
    status: 408,
    cache: 'no-store',
    meaning: 'The request did not arrive whole in the time allowed.',
  },
  precondition_failed: {
    status: 412,
    cache: 'no-store',
    meaning: 'If-Match names none of the current entity tags.',
  },
  payload_too_large: {
    status: 413,
    cache: 'no-store',
    meaning: 'The request body is larger than 64 KiB.',
  },
  uri_too_long: { status: 414, cache: 'no-store', meaning: 'The request target is longer than 8,000 bytes.' },
  unsupported_media_type: {
    status: 415,
    cache: 'no-store',
    meaning: 'The request body is not of a type the endpoint reads.',
  },
  expectation_failed: {
    status: 417,
    cache: 'no-store',
    meaning: 'The Expect header asks for something other than 100-continue.',
  },
  headers_too_large: {
    status: 431,
    cache: 'no-store',
    meaning: 'The header section is larger than 16 KiB or has more than 100 fields.',
  },
  internal_error: {
    status: 500,
    cache: 'no-store',
    meaning: 'A fault of the server; it is logged there and tells nothing here.',
  },
  not_implemented: {
    status: 501,
    cache: 'no-store',
    meaning: 'The method or transfer coding is not one this server knows.',
  },
  http_version_not_supported: {
    status: 505,
    cache: 'no-store',
    meaning: 'The request line names another version than HTTP/1.0 or HTTP/1.1.',
  },
} as const satisfies Record<string, ErrorKind>

export interface ErrorKind {
  readonly status: number
  readonly cache: string
  readonly meaning: string
}

export type ErrorCode = keyof typeof errorKinds

/** A problem in the content is a value: collected, sorted and shown together, never thrown one by one. */
export interface Diagnostic {
  /** Path within the archive folder, with forward slashes. */
  readonly path: string
  /** 1-based; column counts UTF-16 units, as editors do. */
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly rule: RuleName
  readonly message: string
  /** How to mend it, as an instruction. */
  readonly hint: string
  /** The line itself, as written. */
  readonly excerpt: string
}

/** Every rule that content is held to. The key is what a diagnostic shows and what the reference documents. */
export const contentRules = {
  'unreadable-file': 'A file or folder cannot be read.',
  'file-too-large': 'A text file is larger than 4 MiB.',
  'not-utf8': 'A text file is not valid UTF-8.',
  'no-posts': 'The archive holds no post that is not a draft.',
  'stray-file': 'A file stands where it will not be published.',
  'front-matter-missing': 'A post or page does not open with front matter between two `---` lines.',
  'yaml-syntax': 'Front matter or archive.yaml is not valid YAML, or a key stands twice.',
  'unknown-key': 'A key is not one Citable knows.',
  'missing-key': 'A required key is absent.',
  'bad-value': 'A value has the wrong type or form.',
  'bad-date': 'A date is not a real ISO 8601 calendar date or date-time.',
  'modified-before-published': '`modified` is earlier than `published`.',
  'bad-id': 'A post’s file name does not match the id pattern.',
  'duplicate-id': 'Two posts have the same id.',
  'unknown-series': '`series` names none of the archive’s series.',
  'duplicate-series-number': 'Two posts of one series have the same `seriesNumber`.',
  'empty-summary': '`summary` has no text.',
  'summary-paragraphs': '`summary` is more than one paragraph.',
  'reserved-page': 'A page has a name that the service uses itself.',
  'empty-body': 'The body has no text.',
  'heading-level': 'A heading is of level 1, or skips a level.',
  'dead-link': 'A link points at nothing in the archive.',
  'dead-anchor': 'A link points at a heading that its target does not have.',
  'missing-image': 'An image points at nothing in the archive.',
  'missing-alt': 'An image has no alternative text.',
  'raw-html': 'Raw HTML stands in the markdown; it is shown as text.',
} as const satisfies Record<string, string>

export type RuleName = keyof typeof contentRules
