import { describe, expect, test } from 'vitest'
import { check } from '../../packages/check/src/check.ts'
import { installed } from '../installed.ts'
import { expectSameResponses } from './compare.ts'
import {
  caddy,
  nginx,
  nginxCache,
  type Place,
  type Started,
  startBehind,
  varnishCache,
} from './real-proxies.ts'
import { adapted, recipe } from './recipe.ts'

/** The findings of `citable check --url` behind a proxy. */
async function checkBehind(
  start: (place: Place) => Promise<Started>,
  path = '',
  flags: readonly string[] = [],
  meanwhile: (base: string, served: string) => Promise<void> = async () => {},
) {
  const { base, served, stop } = await startBehind(start, path, flags)
  try {
    await meanwhile(base, served)
    const { findings } = await check(base, 'citable-check/test')
    expect(findings.length, 'number of rules').toBeGreaterThan(38)
    return { findings: findings.filter(({ level }) => level !== 'ok'), home: await homes(base) }
  } finally {
    await stop()
  }
}

/** The page at the base URL, without and with a trailing slash, after redirects. */
async function homes(base: string) {
  const answers = [await fetch(base), await fetch(`${base}/`)]
  return Promise.all(
    answers.map(async (answer) => [answer.status, /<title>(.*?)<\/title>/.exec(await answer.text())?.[1]]),
  )
}

/** Ignores the headers that a proxy adds. */
const sameResponses = (base: string, served: string) =>
  expectSameResponses(served, base, {
    comparable: ({ headers, ...response }) => ({
      ...response,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !proxyHeaders.test(name))),
    }),
  })
const proxyHeaders = /^(?:server|via|age|x-cache|x-cache-status|x-varnish|accept-ranges)$/

const home = [200, 'The Fixture Review']
const stripped = ['--prefix-stripped']

describe.skipIf(!installed('nginx'))('behind nginx', () => {
  const [passing, stripping] = ['nginx/below-path.conf', 'nginx/below-stripped-path.conf']
  const ways: readonly [way: string, recipe: string, flags: readonly string[]][] = [
    ['passed on', passing, []],
    ['stripped', stripping, stripped],
  ]
  const at = ({ port, upstream }: Place, name: string, change = (text: string) => text) => {
    const locations = adapted(name, { '127.0.0.1:3000': upstream, $host: '$http_host' })
    return nginx(port, `server { listen 127.0.0.1:${port};\n${change(locations)} }`)
  }

  test.each(ways)('check finds nothing below a path that is %s', async (_, name, flags) => {
    const { findings, home: found } = await checkBehind((place) => at(place, name), '/archive', flags)
    expect(findings).toEqual([])
    expect(found).toEqual([home, home])
  })

  test.each(ways)(
    'without a location for the path itself, nginx redirects without a loop (path is %s)',
    async (_, name, flags) => {
      const alone = (text: string) => text.replace(/location = [^}]*\}/, '')
      const { findings, home: found } = await checkBehind(
        (place) => at(place, name, alone),
        '/archive',
        flags,
      )
      expect(findings.map(({ rule, what }) => [rule, what])).toEqual([
        ['endpoints', 'GET /, home in the index'],
        ['pages', 'GET /, Accept: text/html'],
      ])
      expect(found).toEqual([home, home])
    },
  )

  const cached = (place: Place, change = (text: string) => text) =>
    nginxCache(place, (text) => change(text.replaceAll('$host;', '$http_host;')))

  test('the cache in the docs responds like `citable serve`, and check finds nothing', async () => {
    const { findings } = await checkBehind(cached, '', [], sameResponses)
    expect(findings).toEqual([])
  })

  test('the cache in the docs allows the longest searches', async () => {
    const statuses: number[] = []
    await checkBehind(cached, '', [], async (base) => {
      for (const length of [150, 300, 330, 400, 600, 850]) {
        const url = `${base}/search?q=${encodeURIComponent('測'.repeat(length))}`
        statuses.push((await fetch(url, { headers: { Accept: 'text/markdown' } })).status)
      }
    })
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
  })

  test('check finds nothing with a cache that obeys Vary and has the default key', async () => {
    const plain = (text: string) =>
      text.replace(/^.*(?:proxy_cache_key|proxy_ignore_headers|header Accept).*$/gm, '')
    const { findings } = await checkBehind((place) => cached(place, plain))
    expect(findings).toEqual([])
  })

  test('check finds a cache that ignores Vary and has no Accept in its key', async () => {
    const careless = (text: string) => text.replace(/^.*(?:proxy_cache_key|header Accept).*$/gm, '')
    const { findings } = await checkBehind((place) => cached(place, careless))
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['cache-types', 'cache-encodings']))
    expect(findings[0]?.got).toMatch(/X-Cache-Status: HIT/)
  })
})

describe.skipIf(!installed('caddy'))('behind Caddy', () => {
  const at = ({ port, upstream }: Place, site: string) =>
    caddy(
      port,
      adapted(site, { '127.0.0.1:3000': upstream }).replace(
        /^\S+example\.org|^example\.org/m,
        `http://127.0.0.1:${port}`,
      ),
    )

  test.each([
    ['at the root', 'caddy/Caddyfile', '', []],
    ['below a path that is passed on', 'caddy/below-path.Caddyfile', '/archive', []],
    ['below a path that Caddy strips', 'caddy/below-stripped-path.Caddyfile', '/archive', stripped],
  ])('check finds nothing %s', async (_, site, path, flags) => {
    const compare = path === '' ? sameResponses : undefined
    const { findings, home: found } = await checkBehind((place) => at(place, site), path, flags, compare)
    expect(findings).toEqual([])
    expect(found).toEqual([home, home])
  })
})

test.skipIf(!installed('caddy'))('check finds Caddy decompressing without changing the ETag', async () => {
  const { findings } = await checkBehind(({ port, upstream }) =>
    caddy(port, `http://127.0.0.1:${port} {\n  reverse_proxy ${upstream}\n}\n`),
  )
  expect(findings.map(({ rule }) => rule)).toEqual(['etag-distinct'])
})

describe.skipIf(!installed('varnishd'))('behind Varnish', () => {
  test('the configuration in the docs responds like `citable serve`, and check finds nothing', async () => {
    const flags = recipe('varnish/start.sh').match(/-[sp] \S+/g) ?? []
    const args = flags.flatMap((flag) => flag.split(' '))
    const { findings } = await checkBehind((place) => varnishCache(place, args), '', [], sameResponses)
    expect(findings).toEqual([])
  })
})
