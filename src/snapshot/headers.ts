/** The value of a header in a list of names and values; undefined where it is not there. */
export function headerIn(list: readonly string[], name: string): string | undefined {
  const at = list.indexOf(name)
  return at < 0 ? undefined : list[at + 1]
}

/** On every answer, errors included: any page of any origin may read it, and no client may guess its type. */
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

/** On every sealed answer; RFC 9110 §15.4.5 requires them on 304 as on 200. */
export const resourceHeaders = [
  ...['Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800'],
  ...documentHeaders,
]

/** On what is named after its own bytes (RFC 8246): who has it need never ask again. */
export const immutableHeaders = [
  ...['Cache-Control', 'public, max-age=31536000, immutable'],
  ...documentHeaders,
]

/**
 * On results of a search. Few questions are asked twice, so a cache gains little by keeping them: long enough for the way back from
 * a post, and a new post is found soon. There is no end of questions, so they are not for search engines.
 */
export const searchResultHeaders = [
  ...['Cache-Control', 'public, max-age=300'],
  ...['X-Robots-Tag', 'noindex'],
  ...documentHeaders,
]
