import { describe, expect, test } from 'vitest'
import { everyPath, type Site } from './site.ts'

/** Conditional requests. */
export function conditional(site: Site): void {
  const tagOf = async (path: string, headers = {}) => (await site.ask(path, { headers })).header('ETag') ?? ''

  describe('If-None-Match', () => {
    test('[decided-5.vary] 304 has the caching headers of the 200, and no body', async () => {
      const { negotiated, files } = await everyPath(site)
      for (const path of [...negotiated, ...files]) {
        const full = await site.ask(path)
        const again = await site.ask(path, { headers: { 'If-None-Match': full.header('ETag') ?? '' } })
        expect([path, again.status, again.body.length]).toEqual([path, 304, 0])
        for (const name of ['ETag', 'Vary', 'Cache-Control', 'Access-Control-Allow-Origin', 'Link']) {
          expect(again.header(name), `${name} of ${path}`).toBe(full.header(name))
        }
        for (const name of ['Content-Type', 'Content-Length', 'Content-Encoding']) {
          expect(again.header(name), `${name} of ${path}`).toBeUndefined()
        }
      }
    })

    test('304 for a weak tag, for a tag in a list, and for *; 200 for another or an invalid tag', async () => {
      const tag = await tagOf('/api/v1/posts.json')
      for (const [status, values] of [
        [304, [`W/${tag}`, `"other", ${tag}`, `${tag},"other"`, '*']],
        [200, ['"other"', tag.slice(1, -1), '', `${tag}x`]],
      ] as const)
        for (const value of values) {
          const reply = await site.ask('/api/v1/posts.json', { headers: { 'If-None-Match': value } })
          expect(reply.status, value).toBe(status)
        }
    })

    test('[decided-5.etag] 200 for the tag of another media type or encoding', async () => {
      const html = await tagOf('/posts/week-01')
      const gzip = await tagOf('/posts/week-01', { 'Accept-Encoding': 'gzip' })
      for (const [tag, headers] of [
        [html, { Accept: 'text/markdown' }],
        [html, { 'Accept-Encoding': 'br' }],
        [gzip, {}],
      ] as const) {
        const reply = await site.ask('/posts/week-01', { headers: { ...headers, 'If-None-Match': tag } })
        expect(reply.status).toBe(200)
      }
      const same = { 'Accept-Encoding': 'gzip', 'If-None-Match': gzip }
      expect((await site.ask('/posts/week-01', { headers: same })).status).toBe(304)
    })

    test('304 for HEAD too', async () => {
      const tag = await tagOf('/posts/week-01')
      const reply = await site.ask('/posts/week-01', { method: 'HEAD', headers: { 'If-None-Match': tag } })
      expect([reply.status, reply.header('ETag')]).toEqual([304, tag])
    })

    test('is ignored on 404, 405 and 406', async () => {
      const headers = { 'If-None-Match': '*' }
      expect((await site.ask('/nowhere', { headers })).status).toBe(404)
      expect((await site.ask('/api/v1/posts.json', { method: 'POST', headers })).status).toBe(405)
      const picture = { ...headers, Accept: 'image/png' }
      expect((await site.ask('/posts/week-01', { headers: picture })).status).toBe(406)
    })
  })

  describe('406', () => {
    test('[decided-5.vary] [markdown-6] has the same Vary as the 200', async () => {
      for (const path of (await everyPath(site)).negotiated) {
        const reply = await site.ask(path, { headers: { Accept: 'image/png' } })
        expect([path, reply.status, reply.header('Vary')]).toEqual([path, 406, 'Accept, Accept-Encoding'])
        expect(reply.header('ETag')).toBeUndefined()
      }
    })
  })
}
