import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../../../test/cli/run.ts'
import { isPrivate } from '../src/http.ts'
import { checkLink, checkLinks, openLinkCache, type Outcome } from '../src/links.ts'
import { answer, type Pages, recordedSite } from './recorded-site.ts'

/** Long, so that only the test of a timeout can reach it. */
const options = { userAgent: 'test', allowPrivate: true, timeout: 60_000 }

describe('a link to', () => {
  const pages: Pages = {
    '/there': answer(200),
    '/gone': answer(410),
    '/refused': answer(403),
    '/busy': answer(429),
    '/broken': answer(503),
    '/no-head': (response, { method }) => response.writeHead(method === 'HEAD' ? 405 : 200).end(),
    '/wrong-head': (response, { method }) => response.writeHead(method === 'HEAD' ? 404 : 200).end('Here.'),
    '/moved': answer(301, { location: '/there' }),
    '/moved-twice': answer(308, { location: '/moved' }),
    '/elsewhere-today': answer(302, { location: '/there' }),
    '/moved-then-today': answer(301, { location: '/elsewhere-today' }),
    '/moved-to-nothing': answer(301, { location: '/nothing' }),
    '/loop': answer(301, { location: '/loop' }),
    '/to-a-file': answer(301, { location: 'file:///etc/passwd' }),
    '/silent': () => {},
    '/large': (response, { method }) => {
      if (method === 'HEAD') response.writeHead(405).end()
      // Without end(): the body never completes.
      else response.writeHead(200).write('x'.repeat(65_536))
    },
  }
  const rows: readonly (readonly [path: string, outcome: Outcome | ((url: string) => Outcome)])[] = [
    ['/there', { kind: 'ok' }],
    ['/no-head', { kind: 'ok' }],
    ['/wrong-head', { kind: 'ok' }],
    ['/large', { kind: 'ok' }],
    ['/elsewhere-today', { kind: 'ok' }],
    ['/moved-then-today', { kind: 'ok' }],
    ['/moved', (url) => ({ kind: 'moved', to: `${url}/there` })],
    ['/moved-twice', (url) => ({ kind: 'moved', to: `${url}/there` })],
    ['/nothing', { kind: 'gone', why: 'answers 404' }],
    ['/gone', { kind: 'gone', why: 'answers 410' }],
    ['/moved-to-nothing', { kind: 'gone', why: 'answers 404' }],
    ['/refused', { kind: 'unknown', why: 'answers 403' }],
    ['/busy', { kind: 'unknown', why: 'answers 429' }],
    ['/broken', { kind: 'unknown', why: 'answers 503' }],
    ['/loop', { kind: 'unknown', why: 'redirects more than 5 times' }],
    ['/to-a-file', { kind: 'unknown', why: 'redirects to file:' }],
    ['/silent', { kind: 'unknown', why: 'timed out' }],
  ]
  for (const [path, outcome] of rows) {
    test(path, async () => {
      const { url } = await recordedSite(pages)
      const timeout = path === '/silent' ? 100 : options.timeout
      expect(await checkLink(url + path, { ...options, timeout })).toEqual(
        typeof outcome === 'function' ? outcome(url) : outcome,
      )
    })
  }

  test('a closed port', async () => {
    const { url, close } = await recordedSite({})
    close()
    expect(await checkLink(url, options)).toMatchObject({
      kind: 'unknown',
      why: expect.stringContaining('cannot be reached'),
    })
  })
})

describe('private hosts', () => {
  test('get no request, by IP address or by name', async () => {
    const { url, requests } = await recordedSite({ '/': answer(200) })
    const why = 'has a private address and was not checked'
    for (const one of [url, url.replace('127.0.0.1', 'localhost')])
      expect(await checkLink(one, { ...options, allowPrivate: false })).toEqual({ kind: 'unknown', why })
    expect(requests).toEqual([])
  })
})

describe('rate limiting', () => {
  test('sends one request at a time to each host, and checks hosts in parallel', async () => {
    const slow = (response: ServerResponse) => setImmediate(() => response.end())
    const pages: Pages = { '/a': slow, '/b': slow, '/c': slow }
    const sites = await Promise.all([recordedSite(pages), recordedSite(pages)])
    const answered: string[] = []
    const urls = sites.flatMap(({ url }) => Object.keys(pages).map((path) => url + path))
    const onAnswer = (url: string) => answered.push(url)
    await checkLinks(urls, { ...options, hosts: 8, delay: 0, onAnswer })
    expect(answered).toHaveLength(6)
    expect(sites.map(({ mostAtOnce }) => mostAtOnce)).toEqual([1, 1])
    expect(sites.map(({ requests }) => requests)).toEqual([1, 2].map(() => ['HEAD /a', 'HEAD /b', 'HEAD /c']))
  })

  test('sends no more requests to a host after 429', async () => {
    const { url, requests } = await recordedSite({ '/a': answer(429), '/b': answer(200) })
    const outcomes: Outcome[] = []
    const onAnswer = (_: string, outcome: Outcome) => outcomes.push(outcome)
    await checkLinks([`${url}/a`, `${url}/b`], { ...options, hosts: 1, delay: 0, onAnswer })
    expect(outcomes).toEqual([1, 2].map(() => ({ kind: 'unknown', why: 'answers 429' })))
    expect(requests).toEqual(['HEAD /a'])
  })
})

describe('the cache', () => {
  const week = 7 * 24 * 3600 * 1000

  test('stores working links for a week, dead links for a day, and no unknown results', () => {
    const path = join(emptyFolder(), 'deep', 'links.json')
    const cache = openLinkCache(path, 0)
    cache.set('a', { kind: 'ok' })
    cache.set('b', { kind: 'gone', why: 'answers 404' })
    cache.set('c', { kind: 'unknown', why: 'answers 503' })
    cache.save()
    const known = (now: number) => ['a', 'b', 'c'].filter((url) => openLinkCache(path, now).get(url))
    expect([known(1), known(week / 7), known(week - 1), known(week)]).toEqual([['a', 'b'], ['a'], ['a'], []])
  })

  test.each(['', '[]', '{"a":1}', '{"a":{"at":1,"outcome":{"kind":"lost"}}}', 'null'])(
    'ignores the invalid file content %s',
    (text) => {
      const path = join(emptyFolder(), 'links.json')
      writeFileSync(path, text)
      expect(openLinkCache(path, 2).get('a')).toBeUndefined()
    },
  )
})

describe('an IP address outside the public Internet', () => {
  const v4 = ['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.0.0.8']
  const more = ['192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1']
  const last = ['240.0.0.1', '255.255.255.255']
  const all = [...v4, ...more, ...last]
  const v6 = ['::', '::1', '::7f00:1', '100::1', '100:0:0:1::1', '2001::1', '2001:10::1', '2001:db8::1']
  const others = ['2002:7f00:1::', '2002:808:808::', '3fff::1', '5f00::1', '64:ff9b:1::808:808', '4000::1']
  const local = [
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '::ffff:0:808:808',
  ]

  test.each([
    ...all,
    ...all.flatMap((one) => [`[::ffff:${one}]`, `[64:ff9b::${one}]`, `[::${one}]`]),
    ...[...v6, ...others, ...local].map((one) => `[${one}]`),
  ])('%s is private', (address) => expect(isPrivate(address)).toBe(true))

  test.each([
    ...['1.1.1.1', '8.8.8.8', '172.32.0.1', '192.0.1.1', '223.255.255.255', 'example.org'],
    ...['[2606:4700::1111]', '[2a00:1450:4001::5e]', '[2001:200::1]'],
    ...['[64:ff9b::8.8.8.8]', '[::ffff:8.8.8.8]'],
  ])('%s is public', (address) => expect(isPrivate(address)).toBe(false))
})
