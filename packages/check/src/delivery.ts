import type { Reply, Request } from './connection.ts'
import { firefox } from './negotiation.ts'
import { excluded, html, json, markdown, rule, typed, unless } from './rule.ts'
import { get, paths, type Site } from './site.ts'

const rateLimits = ['RateLimit', 'RateLimit-Limit', 'RateLimit-Policy', 'X-RateLimit-Limit']
const cacheHeaders = ['Age', 'X-Cache', 'CF-Cache-Status', 'X-Cache-Status', 'Cache-Status']

/** One URL again and again: the very path, which a cache may have, or a new one. */
const inTurn = (requests: readonly Request[], cacheBuster = '') =>
  requests.map((request, turn) => ({ ...request, cacheBuster, turn }))

const asAgent = get(paths.page, 'text/markdown', markdown, 'identity')
const asBrowser = get(paths.page, firefox, html, 'identity')
const asClients = [asAgent, asBrowser, asAgent, asBrowser]
const asJson = get(paths.index, 'application/json', json)
const asPage = get(paths.index, 'text/html', excluded)
const encodings = ['gzip', 'identity', 'br', 'identity', 'gzip']

const everything = ({ answered }: Site) => answered

/** What stands between the archive and its readers: caches and proxies. */
export const deliveryRules = {
  'cache-types': rule(
    [...inTurn(asClients), ...inTurn(asClients, 'types'), ...inTurn([asJson, asPage, asJson])],
    (reply) => {
      const { expected = '' } = reply.request
      return unless(typed(reply) === expected, expected, typed(reply) + cacheInfo(reply))
    },
  ),
  'cache-encodings': rule(
    inTurn(
      encodings.map((encoding) => get(paths.page, firefox, encoding, encoding)),
      'encodings',
    ),
    (reply) => {
      const { expected = '' } = reply.request
      const got = reply.header('Content-Encoding') || 'identity'
      return unless(got === expected || got === 'identity', expected, got + cacheInfo(reply))
    },
  ),
  // Only ETags are compared: bodies may differ behind a proxy that compresses.
  'stale-copy': rule(inTurn(asClients), async (reply, { send }) => {
    const { path, headers = {}, expected } = reply.request
    const current = await send({ path, headers })
    const [cachedTag, tag] = [reply, current].map(({ header }) => header('ETag').replace(/^W\//, ''))
    if (!cachedTag || !tag || typed(reply) !== expected) return undefined
    return unless(cachedTag === tag, `ETag ${tag}`, `ETag ${cachedTag}${cacheInfo(reply)}`)
  }),
  'cache-control': rule([get(paths.page), get(paths.index)], ({ header }) => {
    const got = header('Cache-Control') || 'no Cache-Control'
    const isLong = Number(/\bmax-age=(\d+)/i.exec(got)?.[1] ?? 0) >= 3600
    return unless(isLong && !/\b(?:no-store|no-cache|private)\b/i.test(got), 'max-age=3600 or more', got)
  }),
  cookie: rule(everything, ({ header }) =>
    unless(header('Set-Cookie') === '', 'no Set-Cookie', 'Set-Cookie'),
  ),
  'rate-limit': rule(everything, ({ header }) =>
    unless(!rateLimits.some(header), 'none', rateLimits.find(header) ?? ''),
  ),
}

function cacheInfo({ header }: Reply): string {
  const sent = cacheHeaders.filter(header).map((name) => `${name}: ${header(name)}`)
  return sent.length > 0 ? ` (${sent.join(', ')})` : ''
}
