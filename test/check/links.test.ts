import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isPrivateHost } from '../../packages/check/src/http.ts'
import {
  checkLink,
  checkLinks,
  openLinkCache,
  type Outcome,
} from '../../packages/check/src/outgoing-links.ts'
import { emptyFolder, archiveWith, run } from '../cli/run.ts'

const closers: (() => void)[] = []
afterAll(() => {
  for (const close of closers) close()
})

interface Site {
  readonly url: string
  /** Such as "HEAD /path", in order. */
  readonly requests: string[]
  readonly agents: Set<string>
  mostAtOnce: number
}

type Pages = Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>

/** A real server that records its requests. */
async function site(pages: Pages): Promise<Site> {
  let atOnce = 0
  const seen: Site = { url: '', requests: [], agents: new Set(), mostAtOnce: 0 }
  const server = createServer((request, response) => {
    seen.requests.push(`${request.method} ${request.url}`)
    seen.agents.add(request.headers['user-agent'] ?? '')
    seen.mostAtOnce = Math.max(seen.mostAtOnce, ++atOnce)
    response.once('close', () => atOnce--)
    const page = pages[request.url ?? '']
    if (page) page(response, request)
    else response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(seen, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(code, headers).end()
  }
/** Long, so that only the test of a timeout can reach it. */
const options = { userAgent: 'test', allowPrivate: true, timeout: 60_000 }

describe('a link to', () => {
  const pages: Pages = {
    '/there': status(200),
    '/gone': status(410),
    '/refused': status(403),
    '/busy': status(429),
    '/broken': status(503),
    '/no-head': (response, { method }) => response.writeHead(method === 'HEAD' ? 405 : 200).end(),
    '/wrong-head': (response, { method }) => response.writeHead(method === 'HEAD' ? 404 : 200).end('Here.'),
    '/moved': status(301, { location: '/there' }),
    '/moved-twice': status(308, { location: '/moved' }),
    '/elsewhere-today': status(302, { location: '/there' }),
    '/moved-then-today': status(301, { location: '/elsewhere-today' }),
    '/moved-to-nothing': status(301, { location: '/nothing' }),
    '/loop': status(301, { location: '/loop' }),
    '/to-a-file': status(301, { location: 'file:///etc/passwd' }),
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
      const { url } = await site(pages)
      const timeout = path === '/silent' ? 100 : options.timeout
      expect(await checkLink(url + path, { ...options, timeout })).toEqual(
        typeof outcome === 'function' ? outcome(url) : outcome,
      )
    })
  }

  test('a closed port', async () => {
    const { url } = await site({})
    closers.pop()?.()
    expect(await checkLink(url, options)).toMatchObject({
      kind: 'unknown',
      why: expect.stringContaining('cannot be reached'),
    })
  })
})

describe('private hosts', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '172.31.0.1',
    '[::1]',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ])('%s is private', (host) => {
    expect(isPrivateHost(new URL(`http://${host}/`).hostname)).toBe(true)
  })
  test.each(['1.1.1.1', '172.32.0.1', '[2606:4700::1111]', 'example.org'])('%s is public', (host) => {
    expect(isPrivateHost(new URL(`http://${host}/`).hostname)).toBe(false)
  })

  test('get no request, by IP address or by name', async () => {
    const { url, requests } = await site({ '/': status(200) })
    const why = 'has a private address and was not checked'
    for (const one of [url, url.replace('127.0.0.1', 'localhost')])
      expect(await checkLink(one, { ...options, allowPrivate: false })).toEqual({ kind: 'unknown', why })
    expect(requests).toEqual([])
  })
})

describe('rate limiting', () => {
  test('sends one request at a time to each host, and checks hosts in parallel', async () => {
    const slow: Pages = Object.fromEntries(
      ['/a', '/b', '/c'].map((path) => [
        path,
        (response: ServerResponse) => setImmediate(() => response.end()),
      ]),
    )
    const sites = await Promise.all([site(slow), site(slow)])
    const answered: string[] = []
    await checkLinks(
      sites.flatMap(({ url }) => Object.keys(slow).map((path) => url + path)),
      {
        checkLink: (url) => checkLink(url, options),
        hosts: 8,
        delay: 0,
        onAnswer: (url) => answered.push(url),
      },
    )
    expect(answered).toHaveLength(6)
    expect(sites.map(({ mostAtOnce }) => mostAtOnce)).toEqual([1, 1])
    expect(sites.map(({ requests }) => requests)).toEqual([1, 2].map(() => ['HEAD /a', 'HEAD /b', 'HEAD /c']))
  })

  test('sends no more requests to a host after 429', async () => {
    const { url, requests } = await site({ '/a': status(429), '/b': status(200) })
    const outcomes: Outcome[] = []
    const urls = [`${url}/a`, `${url}/b`]
    await checkLinks(urls, {
      checkLink: (one) => checkLink(one, options),
      hosts: 1,
      delay: 0,
      onAnswer: (_, one) => outcomes.push(one),
    })
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

describe('check --links', () => {
  const pages: Pages = {
    '/there': status(200),
    '/old': status(301, { location: '/there' }),
    '/shut': status(403),
  }
  const text = (url: string) =>
    `---\ntitle: A\n---\n\n[a](${url}/there) [b](${url}/nothing) [c](${url}/old#part) <${url}/shut>\n\n[d][1]\n\n[1]: ${url}/old\n`

  test('reports gone, moved and unreachable links; --fix updates moved ones', async () => {
    const { url, requests, agents } = await site(pages)
    const dir = archiveWith({ 'archive.yaml': 'baseUrl: https://notes.example\n', 'posts/a.md': text(url) })
    const cache = join(emptyFolder(), 'links.json')
    expect((await run(['check', dir])).stdout).toBe(`${dir}: no problems found.\n`)
    expect(requests).toEqual([])

    const args = ['check', dir, '--links', '--allow-private', '--cache', cache]
    const { code, stdout } = await run(args)
    expect(code).toBe(0)
    const found = stdout.split('\n').filter((line) => line.includes(' warning '))
    expect(found.map((line) => line.replaceAll(url, 'http://h').replace(`${dir}/posts/`, ''))).toEqual([
      expect.stringMatching(/^a\.md:5:\d+ warning gone-link: http:\/\/h\/nothing answers 404\.$/),
      expect.stringMatching(
        /^a\.md:5:\d+ warning moved-link: http:\/\/h\/old#part has moved to http:\/\/h\/there#part\.$/,
      ),
      expect.stringMatching(
        /^a\.md:9:6 warning moved-link: http:\/\/h\/old has moved to http:\/\/h\/there\.$/,
      ),
      expect.stringMatching(/^a\.md:5:\d+ warning unreachable-link: http:\/\/h\/shut answers 403\.$/),
    ])
    expect([...agents]).toEqual([
      expect.stringMatching(/^citable-check\/\S+ \(links of https:\/\/notes\.example\)$/),
    ])

    requests.length = 0
    const fixed = await run([...args, '--fix'])
    expect(fixed.stdout).toContain('2 fixed, 2 warnings.')
    expect(readFileSync(join(dir, 'posts/a.md'), 'utf8')).toBe(
      text(url).replace(`${url}/old#part`, `${url}/there#part`).replace(`${url}/old\n`, `${url}/there\n`),
    )
    expect(
      requests.every((one) => one.endsWith('/shut')),
      `only unknown results are requested again: ${requests}`,
    ).toBe(true)
  })

  test('sends no requests to private hosts without --allow-private', async () => {
    const { url, requests } = await site(pages)
    const dir = archiveWith({ 'posts/a.md': `[a](${url}/there)\n` })
    const cache = join(emptyFolder(), 'links.json')
    const { stdout } = await run(['check', dir, '--links', '--cache', cache])
    expect(stdout).toContain('unreachable-link')
    expect(requests).toEqual([])
    expect(existsSync(cache)).toBe(true)
  })
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
  ])('%s is private', (address) => expect(isPrivateHost(address)).toBe(true))

  test.each([
    ...['1.1.1.1', '8.8.8.8', '172.32.0.1', '192.0.1.1', '223.255.255.255', 'example.org'],
    ...[
      '[2606:4700::1111]',
      '[2a00:1450:4001::5e]',
      '[2001:200::1]',
      '[64:ff9b::8.8.8.8]',
      '[::ffff:8.8.8.8]',
    ],
  ])('%s is public', (address) => expect(isPrivateHost(address)).toBe(false))
})

describe('`check --originals`', () => {
  const archive = (originals: string, pattern: string, link = '/b/one/') =>
    archiveWith({
      'archive.yaml': `author: Ada\noriginals: ${originals}\noldUrls: ${pattern}\n`,
      'posts/one.md': `---\ntitle: One\n---\n\nText.\n`,
      'posts/two.md': `---\ntitle: Two\n---\n\nAfter [one](${link}) and [one](${link}).\n`,
    })

  test('compares the pattern of citations with what the folder shows, and asks nobody', async () => {
    const live = await site({})
    const check = (pattern: string, link?: string) =>
      run(['check', archive(live.url, pattern, link), '--originals', '--format', 'github'])
    expect((await check('/b/{slug}/')).stdout).not.toContain('guessed-original')
    expect((await check('/a/{slug}/')).stdout).toContain(
      'the folder shows /b/{slug}/ (from 2 links among posts)',
    )
    expect((await check('/a/{slug}/', 'one.md')).stdout).toContain(
      'at /a/{slug}/, which nothing in this folder shows',
    )
    expect(live.requests).toEqual([])
  })

  test('asks the live site only with --online, and a dead original is an error', async () => {
    const live = await site({ '/b/one/': status(200), '/a/one/': status(301, { location: '/b/one/' }) })
    const online = async (pattern: string, ...more: string[]) =>
      run(['check', archive(live.url, pattern), '--originals', '--online', '--format', 'json', ...more])
    const { code, stdout } = await online('/b/{slug}/', '--allow-private')
    const { diagnostics } = JSON.parse(stdout)
    const dead = diagnostics.filter(({ rule }: { rule: string }) => rule === 'dead-original')
    expect(code).toBe(1)
    expect(dead).toMatchObject([
      { path: 'posts/two.md', severity: 'error', message: expect.stringContaining('/b/two/') },
    ])
    expect(live.requests.toSorted()).toEqual(['GET /b/two/', 'HEAD /b/one/', 'HEAD /b/two/'])
    expect(live.mostAtOnce).toBeLessThanOrEqual(4)
    expect((await online('/a/{slug}/', '--allow-private')).stdout).toContain('has moved to')
    live.requests.length = 0
    expect((await online('/b/{slug}/')).stdout).toContain('has a private address and was not checked')
    expect(live.requests).toEqual([])
  })

  test('needs `originals`, and `--online` needs it', async () => {
    const without = archiveWith({ 'posts/one.md': 'Text.' })
    expect(await run(['check', without, '--originals'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no `originals`'),
    })
    expect(await run(['check', without, '--online'])).toMatchObject({ code: 2 })
  })
})
