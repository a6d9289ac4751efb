/** A request as sent. */
export interface RawRequest {
  readonly target: string
  readonly list: readonly (readonly [name: string, value: string])[]
  readonly bytes: Buffer
}

/** Kinds of requests that another server may handle or change before the archive sees them. */
export const requestKinds = {
  'dot segments': ({ target }) => /\/(?:\.|%2e){1,2}(?=[/\\?#]|$)/i.test(target),
  backslashes: ({ target }) => target.includes('\\'),
  'unencoded characters': ({ target }) => /["'<>`{}|^]/.test(target),
  'bad escapes': ({ target }) => !isDecodable(target),
  'odd hosts': ({ list }) => !/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i.test(headerValue(list, 'host')),
  upgrades: ({ list }) => headerValue(list, 'upgrade') !== '',
  'empty headers': ({ list }) => list.some(([, value]) => value.trim() === ''),
  'bytes beyond ASCII': ({ list }) => list.some(([, value]) => /[^\t -~]/.test(value)),
  trailers: ({ bytes }) => bytes.includes('\r\n0\r\nX-Trailer'),
} as const satisfies Record<string, (request: RawRequest) => boolean>

export type RequestKind = keyof typeof requestKinds

/** Reasons why a server does so; tests of these kinds are skipped there. */
export type SkipReasons = { readonly [Name in RequestKind]?: string | undefined }

function headerValue(list: RawRequest['list'], name: string): string {
  return list.find(([other]) => other.toLowerCase() === name)?.[1] ?? ''
}

function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target)
    return true
  } catch {
    return false
  }
}
