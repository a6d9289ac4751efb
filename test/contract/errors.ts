import { describe, expect, test } from 'vitest'
import type { Reply } from './client.ts'
import type { ErrorBody } from './resources.ts'
import { endpoints, type Site, whySkipped } from './site.ts'

const writes = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Errors. The conformance check validates the schema of each body on every request. */
export function errors(site: Site): void {
  const errorOf = (reply: Reply) => reply.json<ErrorBody>().error
  const refused = async (path: string, ask = {}) => errorOf(await site.ask(path, ask))

  const oneOfEach = [
    ['404', '/api/v1/nothing.json', {}],
    ['404', '/posts/week-99', {}],
    ['405', '/api/v1/posts.json', { method: 'POST' }],
    ['405', '/developers', { method: 'DELETE' }],
    ['406', '/api/v1/posts.json', { headers: { Accept: 'text/html' } }],
    ['406', '/posts/week-01', { headers: { Accept: 'application/json' } }],
  ] as const

  describe('an error', () => {
    test('[error.json] [error.status] [decided-1.fields] is one object with every field, the status included', async () => {
      for (const [status, path, ask] of oneOfEach) {
        const reply = await site.ask(path, ask)
        expect(reply.kind, path).toBe(`${status} application/json`)
        expect(Object.keys(reply.json<ErrorBody>())).toEqual(['error'])
        expect(errorOf(reply)).toEqual({
          status: Number(status),
          code: expect.stringMatching(/^[a-z_]+$/),
          message: expect.stringMatching(/^[A-Z].*\.$/),
          hint: expect.stringMatching(/\S/),
          path: site.at(path),
          documentation: site.url('/developers'),
          specification: site.url('/openapi.json'),
        })
      }
    })

    test('[error.code] [decided-1.404] [decided-1.405] [decided-1.406] has the code for its status', async () => {
      const codes = { 404: 'resource_not_found', 405: 'method_not_allowed', 406: 'not_acceptable' }
      for (const [status, path, ask] of oneOfEach) {
        expect((await refused(path, ask)).code, `${status} ${path}`).toBe(codes[status])
      }
    })

    test('[error.message] [error.hint] says what went wrong in one sentence, and how to fix the request', async () => {
      for (const [, path, ask] of oneOfEach) {
        const { message } = await refused(path, ask)
        expect(message).toContain(site.at(path))
        expect(message.match(/[.!?](?=\s|$)/g), message).toHaveLength(1)
      }
      const json = await refused('/api/v1/posts.json', { headers: { Accept: 'text/html' } })
      expect(json.hint).toContain('application/json')
      const page = await refused('/posts/week-01', { headers: { Accept: 'application/json' } })
      expect(page.hint).toMatch(/text\/html.*text\/markdown/)
      expect((await refused('/api/v1/posts.json', { method: 'POST' })).hint).toMatch(/read-only.*GET/)
    })

    test('[error.path] echoes the raw path, without the query', async () => {
      expect((await refused('/api/v1/%C3%A9t%c3%a9?x=1')).path).toBe(site.at('/api/v1/%C3%A9t%c3%a9'))
    })

    test('[error.documentation] [error.specification] has working URLs', async () => {
      const { documentation, specification } = await refused('/nowhere')
      expect((await site.ask(site.pathOf(documentation))).status).toBe(200)
      expect((await site.ask(site.pathOf(specification))).status).toBe(200)
    })

    test.each(['text/html', 'text/markdown', 'text/html,*/*;q=0.8', 'application/json;q=0', '*/*;q=0'])(
      '[error.json] [decided-1.everywhere] is JSON even with Accept: %s',
      async (accept) => {
        const pages = ['/nowhere', '/posts/week-99', '/posts/week-99.md']
        for (const path of [...pages, '/api/nothing', '/assets/none.png']) {
          const reply = await site.ask(path, { headers: { Accept: accept } })
          expect(reply.kind, path).toBe('404 application/json')
        }
      },
    )
  })

  describe('404', () => {
    test.each([
      '/api/',
      '/api/v1/',
      '/api/v1/posts',
      '/api/v2/posts.json',
      '/api/v1/posts.json/',
      '/api/v1/posts/',
    ])(
      '[endpoints-4] [condition.unknown-path] %s: the error names the path, the contract and the index',
      async (path) => {
        const reply = await site.ask(path)
        expect(reply.status).toBe(404)
        const { code, message, hint, path: echoed } = errorOf(reply)
        expect(code).toBe('resource_not_found')
        expect(message).toContain(site.at(path))
        expect(hint).toContain(site.url('/openapi.json'))
        expect(hint).toContain(site.url('/api/v1/index.json'))
        expect(echoed).toBe(site.at(path))
      },
    )

    test.each([
      ['/api/v1/post.json', '/api/v1/posts.json'],
      ['/api/v1/stat.json', '/api/v1/stats.json'],
      ['/api/v2/index.json', '/api/v1/index.json'],
      ['/openapi.jsn', '/openapi.json'],
      ['/developer', '/developers'],
      ['/Privacy', '/privacy'],
      ['/api/v1/index', '/api/v1/index.json'],
      ['/api/v1/posts/week-01', '/api/v1/posts/week-01.json'],
      ['/api/v1/posts/week-01.json/', '/api/v1/posts/week-01.json'],
      ['/api/openapi.json', '/openapi.json'],
    ])('[error.hint] %s: suggests %s', async (path, meant) => {
      expect((await refused(path)).hint).toContain(`Did you mean ${site.at(meant)}?`)
    })

    test('[condition.unknown-post] [decided-2.hint] an unknown post: the hint has the id pattern and similar ids', async () => {
      const { status, code, hint } = await refused('/api/v1/posts/week-10.json')
      expect([status, code]).toEqual([404, 'resource_not_found'])
      expect(hint).toContain('^week-\\d{2}$')
      expect(hint).toContain(`Did you mean ${site.at('/api/v1/posts/week-01.json')}?`)
    })

    test.each(['week-1', 'week-001', 'WEEK-01', 'latest', 'week-01%20', '%00', 'constructor', '__proto__'])(
      '[decided-2.pattern] a postId that does not match the pattern is an unknown post: %s',
      async (id) => {
        const { status, code, hint } = await refused(`/api/v1/posts/${id}.json`)
        expect([status, code]).toEqual([404, 'resource_not_found'])
        expect(hint).toContain('^week-\\d{2}$')
      },
    )

    for (const [path, kind] of [
      ['/posts/week%2D01'],
      ['/%61bout'],
      ['/posts%2Fweek-01'],
      ['//about'],
      ['/About'],
      ['/posts/../about', 'dot segments'],
      ['/%zz', 'bad escapes'],
      ['/%ff', 'bad escapes'],
    ] as const) {
      const why = whySkipped(site, kind)
      test.skipIf(why)(`[decided-2.undecoded] ${path} is not decoded or normalized${why}`, async () => {
        expect((await site.askAt(site.at('') + path)).status).toBe(404)
      })
    }
  })

  describe('405', () => {
    test.each(writes)(
      '[endpoints-5] [condition.write] [what-3.read-only] %s on a JSON endpoint, with Allow',
      async (method) => {
        for (const path of endpoints) {
          const reply = await site.ask(path, { method, body: Buffer.from('{}') })
          expect([path, reply.status, reply.header('Allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS'])
        }
      },
    )

    test.each(writes)('[decided-2.api-write] %s on an unknown path under /api/', async (method) => {
      for (const path of ['/api/nothing', '/api/v1/posts/week-99.json', '/api/openapi.yaml', '/api/']) {
        const reply = await site.ask(path, { method })
        expect([path, reply.status, reply.header('Allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS'])
      }
    })

    test.each(writes)(
      '[decided-2.page-write] %s elsewhere: 405 for a known path, 404 for an unknown one',
      async (method) => {
        expect((await site.ask('/nowhere', { method })).status).toBe(404)
        for (const path of ['/', '/posts/week-01', '/posts/week-01.md', '/openapi.json']) {
          const reply = await site.ask(path, { method })
          expect([path, reply.status, reply.header('Allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS'])
        }
      },
    )
  })
}
