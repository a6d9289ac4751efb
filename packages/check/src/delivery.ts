import type { Reply, Request } from './connection.ts'
import { firefox } from './negotiation.ts'
import { excluded, html, json, markdown, type Rule, typed, unless } from './rule.ts'
import { get, paths, type Site } from './site.ts'

const rateLimits = ['RateLimit', 'RateLimit-Limit', 'RateLimit-Policy', 'X-RateLimit-Limit']
const cacheHeaders = ['Age', 'X-Cache', 'CF-Cache-Status', 'X-Cache-Status', 'Cache-Status']

/** Requests for one URL as different clients send them in turn, to the page as cached and as new. */
const asClients = ({ page, fresh }: Site): Request[] =>
  [page, fresh(page)].flatMap((path) =>
    ['text/markdown', firefox, 'text/markdown', firefox].map((accept, turn) => {
      const headers = { Accept: accept, 'Accept-Encoding': 'identity' }
      return { path, headers, exact: true, turn, expected: accept === firefox ? html : markdown }
    }),
  )

const indexInTurn = [
  { ...get(paths.index, 'application/json', json), exact: true, turn: 0 },
  { ...get(paths.index, 'text/html', excluded), exact: true, turn: 1 },
  { ...get(paths.index, 'application/json', json), exact: true, turn: 2 },
]

/** What stands between the archive and its readers: caches and proxies. */
export const deliveryRules = {
  'cache-types': [
    (site) => [...asClients(site), ...indexInTurn],
    (reply) => {
      const { expected = '' } = reply.request
      return unless(typed(reply) === expected, expected, typed(reply) + cacheInfo(reply))
    },
  ],
  'cache-encodings': [
    ({ page, fresh }) => {
      const path = fresh(page)
      return ['gzip', 'identity', 'br', 'identity', 'gzip'].map((encoding, turn) => ({
        ...{ path, headers: { Accept: firefox, 'Accept-Encoding': encoding } },
        ...{ exact: true, turn, expected: encoding },
      }))
    },
    (reply) => {
      const { expected = '' } = reply.request
      const got = reply.header('Content-Encoding') || 'identity'
      return unless(got === expected || got === 'identity', expected, got + cacheInfo(reply))
    },
  ],
  'stale-copy': [
    (site) => asClients(site).filter(({ path }) => path === site.page),
    // Only ETags are compared: bodies may differ behind a proxy that compresses.
    async (reply, { page, send }) => {
      const { headers = {}, expected } = reply.request
      const current = await send({ path: page, headers })
      const [cachedTag, tag] = [reply, current].map(({ header }) => header('ETag').replace(/^W\//, ''))
      const isComparable = cachedTag && tag && typed(reply) === expected
      return unless(!isComparable || cachedTag === tag, `ETag ${tag}`, `ETag ${cachedTag}${cacheInfo(reply)}`)
    },
  ],
  'cache-control': [
    ({ page }) => [get(page), get(paths.index)],
    ({ header }) => {
      const got = header('Cache-Control') || 'no Cache-Control'
      const isLong = Number(/\bmax-age=(\d+)/i.exec(got)?.[1] ?? 0) >= 3600
      return unless(isLong && !/\b(?:no-store|no-cache|private)\b/i.test(got), 'max-age=3600 or more', got)
    },
  ],
  cookie: [
    ({ answered }) => answered,
    ({ header }) => unless(header('Set-Cookie') === '', 'no Set-Cookie', 'Set-Cookie'),
  ],
  'rate-limit': [
    ({ answered }) => answered,
    ({ header }) => unless(!rateLimits.some(header), 'none', rateLimits.find(header) ?? ''),
  ],
} as const satisfies Record<string, Rule>

function cacheInfo({ header }: Reply): string {
  const sent = cacheHeaders.filter(header).map((name) => `${name}: ${header(name)}`)
  return sent.length > 0 ? ` (${sent.join(', ')})` : ''
}
