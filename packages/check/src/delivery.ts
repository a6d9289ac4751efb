import type { Reply, Request } from './connection.ts'
import { firefox } from './negotiation.ts'
import { excluded, html, json, markdown, type Rule, typed, unless } from './rule.ts'
import { get, paths, type Site } from './site.ts'

const rateLimits = ['RateLimit', 'RateLimit-Limit', 'RateLimit-Policy', 'X-RateLimit-Limit']
const cacheHeaders = ['Age', 'X-Cache', 'CF-Cache-Status', 'X-Cache-Status', 'Cache-Status']

/** The same URL again and again, in answers that a cache may have kept. */
const inTurn = (requests: readonly Request[]) =>
  requests.map((request, turn) => ({ ...request, exact: true, turn }))

/** The page as different clients ask for it, as cached and as new. */
const asClients = ({ page, fresh }: Site) =>
  [page, fresh(page)].flatMap((path) => {
    const asAgent = get(path, 'text/markdown', markdown, 'identity')
    const asBrowser = get(path, firefox, html, 'identity')
    return inTurn([asAgent, asBrowser, asAgent, asBrowser])
  })
const asJson = get(paths.index, 'application/json', json)

/** What stands between the archive and its readers: caches and proxies. */
export const deliveryRules = {
  'cache-types': [
    (site) => [...asClients(site), ...inTurn([asJson, get(paths.index, 'text/html', excluded), asJson])],
    (reply) => {
      const { expected = '' } = reply.request
      return unless(typed(reply) === expected, expected, typed(reply) + cacheInfo(reply))
    },
  ],
  'cache-encodings': [
    ({ page, fresh }) => {
      const path = fresh(page)
      const encodings = ['gzip', 'identity', 'br', 'identity', 'gzip']
      return inTurn(encodings.map((encoding) => get(path, firefox, encoding, encoding)))
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
      if (!cachedTag || !tag || typed(reply) !== expected) return undefined
      return unless(cachedTag === tag, `ETag ${tag}`, `ETag ${cachedTag}${cacheInfo(reply)}`)
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
