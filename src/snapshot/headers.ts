/** Returns a header from a list of names and values. */
export function headerIn(list: readonly string[], name: string): string | undefined {
  const at = list.indexOf(name)
  return at < 0 ? undefined : list[at + 1]
}

/** Sent on every answer, including errors. */
export const commonHeaders = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', 'ETag, Link, Content-Location, Allow'],
  ...['X-Content-Type-Options', 'nosniff'],
]

const documentHeaders = [
  ...commonHeaders,
  ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
]

/** Sent on every sealed answer, also on a 304 (RFC 9110 §15.4.5). */
export const resourceHeaders = [
  ...['Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800'],
  ...documentHeaders,
]

/** For paths that contain a digest of the bytes (RFC 8246). */
export const immutableHeaders = [
  ...['Cache-Control', 'public, max-age=31536000, immutable'],
  ...documentHeaders,
]

/** Five minutes cover the way back from a post; queries seldom repeat. There are endless result pages, so none are indexed. */
export const searchResultHeaders = [
  ...['Cache-Control', 'public, max-age=300'],
  ...['X-Robots-Tag', 'noindex'],
  ...documentHeaders,
]
