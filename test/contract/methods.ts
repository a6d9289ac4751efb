import { describe, expect, test } from 'vitest'
import { everyPath, pagePaths, type Site, whySkipped } from './site.ts'

/** HEAD, OPTIONS, CORS and redirects. */
export function methods(site: Site): void {
  const paths = async () => {
    const { negotiated, files } = await everyPath(site)
    return [...negotiated, ...files]
  }

  describe('HEAD', () => {
    test('[decided-4.head] has the status and headers of GET, and no body', async () => {
      for (const path of await paths()) {
        const get = await site.ask(path)
        const head = await site.ask(path, { method: 'HEAD' })
        expect(head.status, path).toBe(200)
        expect(head.headers, path).toEqual(get.headers)
        expect(head.body, path).toHaveLength(0)
        expect(head.header('Content-Length'), path).toBe(String(get.body.length))
      }
    })

    test('[decided-4.head] has the status and headers of GET for errors and redirects too', async () => {
      for (const [path, headers] of [
        ['/nowhere', {}],
        ['/api/v1/posts/week-99.json', {}],
        ['/posts/week-01', { Accept: 'application/json' }],
        ['/developers/', {}],
      ] as const) {
        const get = await site.ask(path, { headers })
        const head = await site.ask(path, { method: 'HEAD', headers })
        expect([head.status, head.headers, head.body.length], path).toEqual([get.status, get.headers, 0])
      }
    })

    test('[decided-4.head] is negotiated like GET', async () => {
      const head = await site.ask('/posts/week-01', { method: 'HEAD', headers: { Accept: 'text/markdown' } })
      expect(head.header('Content-Type')).toBe('text/markdown; charset=utf-8')
    })
  })

  describe('OPTIONS', () => {
    test('[decided-4.options] returns 204 with Allow and CORS headers on every path', async () => {
      for (const path of await paths()) {
        const reply = await site.ask(path, { method: 'OPTIONS' })
        expect([path, reply.status, reply.header('Allow')]).toEqual([path, 204, 'GET, HEAD, OPTIONS'])
        expect(reply.header('Access-Control-Allow-Origin'), path).toBe('*')
        expect(reply.header('Content-Length'), '204 has no length (RFC 9110 §8.6)').toBeUndefined()
      }
    })

    test('[decided-4.options] allows any request header in a preflight', async () => {
      const reply = await site.ask('/api/v1/posts.json', {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://reader.example',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'if-none-match, x-anything',
        },
      })
      expect(reply.status).toBe(204)
      expect(reply.header('Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS')
      expect(reply.header('Access-Control-Allow-Headers')).toBe('*')
    })
  })

  describe('CORS', () => {
    test('[decided-4.cors] allows * on every response, for every origin', async () => {
      const tag = (await site.ask('/posts/week-01')).header('ETag') ?? ''
      for (const [status, path, ask] of [
        [200, '/posts/week-01', {}],
        [200, '/posts/week-01.md', {}],
        [200, '/api/v1/posts.json', { headers: { Origin: 'https://reader.example' } }],
        [200, '/llms.txt', {}],
        [200, '/assets/dot.png', {}],
        [204, '/posts/week-01', { method: 'OPTIONS' }],
        [304, '/posts/week-01', { headers: { 'If-None-Match': tag } }],
        [308, '/posts/week-01/', {}],
        [404, '/nowhere', {}],
        [405, '/api/v1/posts.json', { method: 'POST' }],
        [406, '/posts/week-01', { headers: { Accept: 'image/png' } }],
      ] as const) {
        const reply = await site.ask(path, ask)
        const origin = reply.header('Access-Control-Allow-Origin')
        expect([status, path, origin]).toEqual([reply.status, path, '*'])
        expect(reply.header('Access-Control-Allow-Credentials')).toBeUndefined()
      }
    })

    test('[decided-4.cors] exposes ETag, Link and Content-Location', async () => {
      const exposed = (await site.ask('/api/v1/posts.json')).header('Access-Control-Expose-Headers')
      for (const name of ['ETag', 'Link', 'Content-Location']) expect(exposed).toContain(name)
    })
  })

  describe('redirects', () => {
    test('[decided-4.trailing-slash] a page with a trailing slash is 308 to the path without it, with the query', async () => {
      for (const path of await pagePaths(site)) {
        if (path === '/') continue
        for (const query of ['', '?from=feed']) {
          const reply = await site.ask(`${path}/${query}`)
          expect([path, reply.status]).toEqual([path, 308])
          const target = new URL(reply.header('Location') ?? '', site.url(`${path}/`)).href
          expect(target).toBe(site.url(path) + query)
        }
      }
    })

    for (const [path, kind] of [
      ['//evil.example/'],
      ['/\\evil.example/', 'backslashes'],
      ['/posts/week-01//'],
      ['//posts/week-01/'],
    ] as const) {
      const why = whySkipped(site, kind)
      test.skipIf(why)(
        `[decided-4.trailing-slash] ${path} does not redirect to another host${why}`,
        async () => {
          expect((await site.askAt(path)).status).toBe(404)
        },
      )
    }

    test('[decided-4.replaced] an outdated hashed path redirects to the current file', async () => {
      const replaced = '/_files/0123456789abcdef'
      const reply = await site.ask(`${replaced}/assets/figure.svg`)
      expect([reply.status, reply.header('Location')]).toEqual([308, site.at('/assets/figure.svg')])
      for (const path of [
        `${replaced}/assets/none.svg`,
        `${replaced}/posts/week-01`,
        `${replaced}/`,
        `${replaced}//evil.example/a.png`,
        '/_files/0123456789ABCDEF/assets/figure.svg',
        '/_files/assets/figure.svg',
      ]) {
        expect((await site.ask(path)).status, path).toBe(404)
      }
    })

    test('[decided-4.no-redirect] nothing else redirects', async () => {
      for (const path of await paths()) expect((await site.ask(path)).status, path).toBe(200)
      for (const path of [
        '/index.html',
        '/index',
        '/posts',
        '/posts/',
        '/posts/week-01.html',
        '/posts/week-01.md/',
        '/llms.txt/',
        '/api/v1/index.json/',
        '/api/v1',
        '/DEVELOPERS',
      ]) {
        expect((await site.ask(path)).status, path).toBe(404)
      }
    })
  })
}
