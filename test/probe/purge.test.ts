import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { Handler } from '../../src/answer/request.ts'
import { got, handlerOf } from '../cli/got.ts'
import { packed } from '../cli/packed.ts'
import { copyOfFixture, fixture, run, startServer } from '../cli/run.ts'
import { installed } from '../installed.ts'
import { isThorough } from '../thorough.ts'
import { heldPort, varnish } from '../recipes/real-proxies.ts'
import { adapted } from '../recipes/recipe.ts'

function taggedArchive(): string {
  const dir = copyOfFixture()
  const settings = join(dir, 'archive.yaml')
  writeFileSync(settings, `${readFileSync(settings, 'utf8')}\ncacheTags: true\n`)
  return dir
}

describe('cacheTags', () => {
  test('adds Cache-Tag to 200, 304 and HEAD: the post, or `site` for everything else', async () => {
    const options = { baseUrl: 'http://localhost:3000', encodings: ['identity'] } as const
    const tagged = await handlerOf(taggedArchive(), options)
    const tagIn = (handler: Handler, args: readonly string[]) =>
      /^cache-tag: (.*)$/im.exec(
        got(handler, ['-i', ...args])
          .toString()
          .split('\n\n', 1)[0] ?? '',
      )?.[1]
    const tagOf = (...args: string[]) => tagIn(tagged, args)
    for (const path of [
      '/posts/week-01',
      '/posts/week-01.md',
      '/api/v1/posts/week-01.json',
      '/posts/week-01.bib',
    ])
      expect([path, tagOf(path)]).toEqual([path, 'citable, post:week-01'])
    for (const path of [
      '/',
      '/index.md',
      '/api/v1/posts.json',
      '/feed.xml',
      '/tags/http',
      '/search?q=method',
    ])
      expect([path, tagOf(path)]).toEqual([path, 'citable, site'])
    expect(tagOf('/posts/week-01', '-X', 'HEAD')).toBe('citable, post:week-01')
    expect(tagOf('/posts/week-01', '-H', 'If-None-Match: *')).toBe('citable, post:week-01')
    expect(tagOf('/none')).toBeUndefined()
    expect(tagIn(await handlerOf(fixture, options), ['/posts/week-01'])).toBeUndefined()
  })
})

describe('citable purge --varnish', () => {
  test.runIf(isThorough && installed('varnishd'))(
    'purges one post or everything, in every form',
    async () => {
      const dir = taggedArchive()
      const server = await startServer([dir, '--port', '0'])
      const { port, release } = await heldPort()
      await release()
      const cache = await varnish(
        port,
        adapted('varnish/default.vcl', { '.port = "3000"': `.port = "${server.port}"` }),
        ['-p', 'http_gzip_support=off'],
      )
      const address = `http://127.0.0.1:${port}`
      const body = async (path: string, accept = 'text/html') =>
        (await fetch(address + path, { headers: { accept } })).text()
      const publish = async (id: string, title: string) => {
        const path = join(dir, 'posts', `${id}.md`)
        writeFileSync(path, readFileSync(path, 'utf8').replace(/^title:.*$/m, `title: ${title}`))
        server.signal('SIGHUP')
        while (!(await server.complaint()).startsWith('Reloaded '));
      }
      const forms = ['text/html', 'text/markdown']
      const isNew = (id: string, title: string) =>
        Promise.all(forms.map(async (accept) => (await body(`/posts/${id}`, accept)).includes(title)))

      expect(await isNew('week-01', 'First new')).toEqual([false, false])
      expect(await isNew('week-02', 'Second new')).toEqual([false, false])
      await body('/')
      await publish('week-01', 'First new')
      await publish('week-02', 'Second new')
      expect(await isNew('week-01', 'First new'), 'cached').toEqual([false, false])

      const one = await run(['purge', '--varnish', address, '--post', 'week-01'])
      expect(one).toEqual({ code: 0, stdout: `${address}: purged site, post:week-01\n`, stderr: '' })
      expect(await isNew('week-01', 'First new'), 'purged').toEqual([true, true])
      expect(await body('/'), 'pages that list the post').toContain('First new')
      expect(await isNew('week-02', 'Second new'), 'another post').toEqual([false, false])

      expect(await run(['purge', '--varnish', address])).toMatchObject({
        code: 0,
        stdout: `${address}: purged citable\n`,
      })
      expect(await isNew('week-02', 'Second new'), 'everything').toEqual([true, true])
      await cache.stop()
      await server.stop()
    },
  )

  test('fails if the server does not support BAN', async () => {
    const server = await startServer([await packed('Text.'), '--port', '0'])
    const address = `http://127.0.0.1:${server.port}`
    const { code, stdout, stderr } = await run(['purge', '--varnish', address])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/answered 501: its VCL does not support BAN/)
    await server.stop()
  })
})

describe('citable purge --cloudflare', () => {
  async function fakeApi(status: number, reply: unknown) {
    const received: object[] = []
    const server = createServer(async (request, response) => {
      const { method, url, headers } = request
      const { authorization, 'content-type': type } = headers
      received.push({ method, url, authorization, type, body: JSON.parse(await text(request)) })
      response.writeHead(status).end(JSON.stringify(reply))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const env = {
      CLOUDFLARE_API_TOKEN: 'a-token',
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/client/v4`,
    }
    return { received, env, close: () => server.close() }
  }

  test('sends the tags with the token, at most 30 per request', async () => {
    const { received, env, close } = await fakeApi(200, { success: true, errors: [] })
    const all = await run(['purge', '--cloudflare', 'zone1'], { env })
    expect(all).toEqual({ code: 0, stdout: 'Cloudflare zone zone1: purged citable\n', stderr: '' })
    const head = {
      method: 'POST',
      url: '/client/v4/zones/zone1/purge_cache',
      authorization: 'Bearer a-token',
      type: 'application/json',
    }
    expect(received).toEqual([{ ...head, body: { tags: ['citable'] } }])
    const posts = Array.from({ length: 40 }, (_, nth) => `p${nth}`)
    await run(['purge', '--cloudflare', 'zone1', ...posts.flatMap((id) => ['--post', id])], { env })
    const tags = ['site', ...posts.map((id) => `post:${id}`)]
    expect(received.slice(1)).toEqual([
      { ...head, body: { tags: tags.slice(0, 30) } },
      { ...head, body: { tags: tags.slice(30) } },
    ])
    close()
  })

  test("prints Cloudflare's error, but not the token", async () => {
    const { env, close } = await fakeApi(403, {
      success: false,
      errors: [{ code: 10000, message: 'Authentication error' }],
    })
    const { code, stdout, stderr } = await run(['purge', '--cloudflare', 'zone1'], { env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe('citable: Cloudflare answered 403: Authentication error (10000).\n')
    close()
  })

  test.each([
    ['null', 'null', {}, 'no reason given'],
    ['a list', '[]', {}, 'no reason given'],
    ['invalid errors', '{"success":false,"errors":[null,7,{"message":1}]}', {}, 'no reason given'],
    ['an error without a code', '{"errors":[{"message":"No."}]}', {}, 'No.'],
    ['HTML', '<html>', {}, 'no reason given'],
    ['an endless body', 'endless', {}, 'its response is larger than 64 KB'],
    [
      'a decompression bomb',
      gzipSync(Buffer.alloc(50 * 2 ** 20)),
      { 'content-encoding': 'gzip' },
      'its response is larger than 64 KB',
    ],
  ])('fails if the response is %s', async (_name, body, headers, why) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, headers)
      if (body !== 'endless') return response.end(body)
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      }
      response.on('drain', more).on('error', () => {})
      return more()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const env = { CLOUDFLARE_API_TOKEN: 'x', CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}` }
    const { code, stderr } = await run(['purge', '--cloudflare', 'zone1'], { env })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `citable: Cloudflare answered 200: ${why.replace(/\.$/, '')}.\n`,
    })
    server.closeAllConnections()
    server.close()
  })

  test.each([
    [['purge'], /Name a cache to purge/],
    [['purge', '--cloudflare', 'zone1'], /Set CLOUDFLARE_API_TOKEN/],
    [['purge', '--varnish', 'nowhere'], /"nowhere" is not a URL/],
  ])('%j is a usage error', async (args, message) => {
    const { code, stderr } = await run(args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
  })

  test('names a server that cannot be reached', async () => {
    const { code, stderr } = await run(['purge', '--varnish', 'http://127.0.0.1:9'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^citable: http:\/\/127\.0\.0\.1:9 cannot be reached: /),
    ])
  })
})
