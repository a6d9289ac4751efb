/** On every answer, errors included: any page of any origin may read it, and no client may guess its type. */
export const onEveryAnswer = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', 'ETag, Link, Content-Location, Allow'],
  ...['X-Content-Type-Options', 'nosniff'],
]

/** On every answer that can be cached; RFC 9110 §15.4.5 requires them on 304 as on 200. */
export const onEveryResource = [
  ...['Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800'],
  ...onEveryAnswer,
  ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
]
