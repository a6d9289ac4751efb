import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseType } from '../../src/answer/accept.ts'
import { acceptableEncodings } from '../../src/answer/encoding.ts'
import { folderWith, post } from '../cli/run.ts'
import { type Client, connect } from '../contract/client.ts'
import type { Running } from '../contract/site.ts'
import { installed } from '../installed.ts'
import { cases } from '../thorough.ts'
import { serverOf } from './server.ts'

/** What the fixture of the contract suite has nothing of: old addresses, odd names, a post whose canonical address is elsewhere. */
const odd = {
  'archive.yaml': 'title: Odd names\nauthor:\n  name: Ada\n  url: https://ada.example/$home\n',
  'posts/week-01.md': post(
    `[a](../assets/a%20b.csv) [e](../assets/a%20$b.csv) [b](../assets/demo.html) [c](../assets/data.csv) [d](../assets/data.csv.gz)\n\n${'Words to compress. '.repeat(99)}`,
  ).replace('title:', 'aliases: [/old/one/, /2020/été]\ntitle:'),
  'posts/week-02.md': post('Two.').replace('title:', 'aliases: [/Old/One/]\ntitle:'),
  'posts/week-03.md': post('Three.').replace('title:', 'canonical: https://elsewhere.example/three\ntitle:'),
  'assets/a b.csv': 'a,b\n',
  'assets/a $b.csv': 'a,$b\n',
  'assets/demo.html': '<p>A demonstration.</p>',
  'assets/data.csv': 'one,two\n'.repeat(200),
  'assets/data.csv.gz': 'a file of the publisher’s',
}

describe.each(['nginx', 'caddy'] as const)('%s with its configuration', (server) => {
  const program = installed(server)
  describe.skipIf(!program)('(with THOROUGH=1, where it is installed)', () => {
    let running: Running
    let ask: Client
    beforeAll(async () => {
      running = await serverOf(program ?? '', server)(folderWith(odd), { baseUrl: 'https://example.net/a' })
      ask = connect(running.origin)
    })
    afterAll(async () => {
      ask.close()
      await running.close()
    })

    test('leads old addresses on, in each spelling, with the query', async () => {
      for (const from of ['/a/old/one', '/a/old/one/', '/a/old/one/index.html', '/a/2020/%C3%A9t%C3%A9']) {
        const reply = await ask(`${from}?x=1`)
        expect([from, reply.status, reply.header('Location')]).toEqual([from, 308, '/a/posts/week-01?x=1'])
      }
      expect((await ask('/a/Old/One')).header('Location'), 'another case, another address').toBe(
        '/a/posts/week-02',
      )
      expect((await ask('/a/old/one', { method: 'POST' })).status).toBe(404)
    })

    test('sends files whose names are no paths, or those of pages and twins', async () => {
      for (const [path, text] of [
        ['/a/assets/a%20b.csv', 'a,b\n'],
        ['/a/assets/a%20%24b.csv', 'a,$b\n'],
        ['/a/assets/demo.html', '<p>A demonstration.</p>'],
        ['/a/assets/data.csv.gz', 'a file of the publisher’s'],
      ] as const) {
        const reply = await ask(path)
        expect([path, reply.status, reply.text, reply.header('Content-Encoding')]).toEqual([
          path,
          200,
          text,
          undefined,
        ])
      }
    })

    test('sends nothing that is there for a host alone, and no file by a second name', async () => {
      for (const path of [
        ...[
          '_headers',
          '_redirects',
          '_nginx.conf',
          '_Caddyfile',
          '.nojekyll',
          '.citable-build.json',
          '404',
          '404.html',
        ],
        ...[
          'index',
          'index.html',
          'posts/week-01.html',
          'posts/week-01.html.br',
          'posts/week-01.md.gz',
          'posts',
        ],
        ...[
          'posts/week-01.html/',
          'index/',
          'old/one/index',
          '.well-known/mcp.html',
          '%2e%2e/config',
          '../config',
        ],
      ]) {
        const reply = await ask(`/a/${path}`)
        expect([path, reply.status === 200 || reply.status === 308]).toEqual([path, false])
        if (reply.status === 404)
          expect(reply.json()).toMatchObject({ error: { code: 'resource_not_found' } })
      }
      expect((await ask('/config')).status).toBe(404)
    })

    test('echoes no path that would end a string of JSON', async () => {
      for (const path of ['/a/x"y', '/a/x\\y', '/a/$1', `/a/$\{1}`, '/a/{method}']) {
        const { status, json } = await ask(path)
        expect([path, status]).toEqual([path, 404])
        expect(json()).toMatchObject({
          error: { status: 404, message: expect.stringMatching(/^Nothing is at \//) },
        })
      }
    })

    test('links a post to its canonical address elsewhere, and the others to their own', async () => {
      expect((await ask('/a/posts/week-03')).header('Link')).toContain(
        '<https://elsewhere.example/three>; rel="cite-as"',
      )
      expect((await ask('/a/posts/week-02')).header('Link')).toContain(
        '<https://example.net/a/posts/week-02>; rel="cite-as"',
      )
    })

    test('chooses by Accept as the server of this project does, weights and all', async () => {
      const offers = ['text/html', 'text/markdown']
      const name = fc.constantFrom(...offers, 'text/*', '*/*', 'application/json', 'TEXT/HTML', 'nonsense')
      const parameter = fc.constantFrom('', '', ';level=1', '; title="a, b;q=0"', ';quality=0')
      const weight = fc.constantFrom(
        '',
        '',
        ';q=0',
        ';q=0.5',
        ';q=0.45',
        ';q=0.501',
        '; Q=1.000',
        ';q=2',
        ';q=.5',
        ';q=0.1;x=y',
      )
      const header = fc
        .uniqueArray(fc.tuple(name, parameter, weight), {
          selector: ([one]) => one.toLowerCase(),
          maxLength: 5,
        })
        .map((list) => list.map((one) => one.join('')).join(', '))
      let compared = 0
      for (const accept of fc.sample(header, { numRuns: cases(150, 2000), seed: 12 })) {
        const reply = await ask('/a/posts/week-01', { headers: { Accept: accept } })
        const chosen = offers[chooseType(accept, offers)]
        const answer = reply.status === 406 ? undefined : reply.header('Content-Type')?.split(';')[0]
        expect(answer, `Accept: ${accept}`).toBe(chosen)
        compared++
      }
      expect(compared).toBe(cases(150, 2000))
    })

    test('and by Accept-Encoding', async () => {
      const name = fc.constantFrom('br', 'gzip', 'identity', '*', 'zstd', 'GZIP')
      const weight = fc.constantFrom('', '', ';q=0', ';q=0.5', ';q=0.05', '; q=1.0', ';q=7')
      const header = fc
        .uniqueArray(fc.tuple(name, weight), { selector: ([one]) => one.toLowerCase(), maxLength: 5 })
        .map((list) => list.map((one) => one.join('')).join(', '))
      let compared = 0
      for (const accepted of fc.sample(header, { numRuns: cases(100, 1000), seed: 12 })) {
        const reply = await ask('/a/posts/week-01', { headers: { 'Accept-Encoding': accepted } })
        const [best] = acceptableEncodings(accepted)
        const answer = reply.status === 406 ? undefined : (reply.header('Content-Encoding') ?? 'identity')
        expect(answer, `Accept-Encoding: ${accepted}`).toBe(best)
        compared++
      }
      expect(compared).toBe(cases(100, 1000))
    })
  })
})
