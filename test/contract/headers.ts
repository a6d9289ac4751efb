import { describe, expect, test } from 'vitest'
import { everyPath, type Site } from './site.ts'

/** Headers of every 200, and headers that are never sent. */
export function headers(site: Site): void {
  describe('every 200', () => {
    test('[decided-5.cache] [limits-2] [what-3.static] is cacheable for an hour', async () => {
      const { negotiated, files } = await everyPath(site)
      for (const path of [...negotiated, ...files]) {
        const directives = (await site.ask(path)).header('Cache-Control')?.split(', ')
        expect(directives, path).toEqual([
          'public',
          'max-age=3600',
          expect.stringMatching(/^stale-while-revalidate=[1-9]\d*$/),
          expect.stringMatching(/^stale-if-error=[1-9]\d*$/),
        ])
      }
    })

    test('[decided-5.immutable] of a file that pages load has a content hash in its path, and is immutable', async () => {
      const { versions } = await everyPath(site)
      expect(versions.length, 'the script, the print style sheet, and images').toBeGreaterThan(3)
      for (const path of versions) {
        const reply = await site.ask(path)
        const again = await site.ask(path, { headers: { 'If-None-Match': reply.header('ETag') ?? '' } })
        expect([reply.status, again.status], path).toEqual([200, 304])
        for (const { header } of [reply, again])
          expect(header('Cache-Control'), path).toBe('public, max-age=31536000, immutable')
      }
    })

    test('[decided-5.immutable] of a file has the same bytes at its own path and at the hashed one', async () => {
      const { files, versions } = await everyPath(site)
      const pictures = files.filter((path) => path.startsWith('/assets/'))
      expect(pictures).toContain('/assets/figure.svg')
      for (const path of pictures) {
        const version = versions.find((one) => one.endsWith(path)) ?? ''
        const [own, loaded] = [await site.ask(path), await site.ask(version)]
        expect(Buffer.compare(loaded.body, own.body), version).toBe(0)
        expect([loaded.header('Content-Type'), loaded.header('ETag')]).toEqual([
          own.header('Content-Type'),
          own.header('ETag'),
        ])
      }
    })

    test('[decided-5.nosniff] [decided-5.etag] has X-Content-Type-Options: nosniff and a strong ETag', async () => {
      for (const path of (await everyPath(site)).all) {
        const { header } = await site.ask(path)
        expect(header('X-Content-Type-Options'), path).toBe('nosniff')
        expect(header('ETag'), path).toMatch(/^"[\x21\x23-\x7e]+"$/)
      }
    })

    test.each([
      ['of another program', { 'User-Agent': 'another' }],
      ['with a key', { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'x' }],
    ])(
      '[what-3.static] [what-3.no-key] [auth-1] has the same bytes and headers on a request %s',
      async (_, headers) => {
        for (const path of (await everyPath(site)).all) {
          const [plain, other] = [await site.ask(path), await site.ask(path, { headers })]
          expect([plain.status, plain.header('WWW-Authenticate')], path).toEqual([200, undefined])
          expect(other.headers, path).toEqual(plain.headers)
          expect(Buffer.compare(other.body, plain.body), path).toBe(0)
        }
      },
    )

    test('[decided-5.vary] [markdown-6] of a page, a post or a JSON endpoint has Vary: Accept, Accept-Encoding', async () => {
      for (const path of (await everyPath(site)).negotiated) {
        for (const accept of ['*/*', 'text/markdown, application/json']) {
          const { status, headers } = await site.ask(path, { headers: { Accept: accept } })
          expect([path, status, varies(headers)]).toEqual([path, 200, ['Accept, Accept-Encoding']])
        }
      }
    })

    test('[decided-5.vary-file] of a file that ignores Accept has Vary: Accept-Encoding', async () => {
      const { files, versions } = await everyPath(site)
      for (const path of [...files, ...versions]) {
        const { headers } = await site.ask(path)
        expect([path, varies(headers)]).toEqual([path, ['Accept-Encoding']])
      }
    })
  })

  describe('every response', () => {
    test('[decided-5.absent] [limits-1.no-header] [auth-2] has no Server, cookie or rate-limit header', async () => {
      const { all } = await everyPath(site)
      const asks = [
        ...all.map((path) => site.ask(path)),
        site.ask('/nowhere'),
        site.ask('/posts/week-01/'),
        site.ask('/api/v1/posts.json', { method: 'POST' }),
        site.ask('/api/v1/posts.json', { method: 'OPTIONS' }),
        site.ask('/api/v1/posts.json', { headers: { Accept: 'text/html' } }),
        site.ask('/api/v1/posts.json', { headers: { 'If-None-Match': '*' } }),
      ]
      const unwanted = /^(server|x-powered-by|via|set-cookie|retry-after|(x-)?rate-?limit.*)$/i
      for (const { headers } of await Promise.all(asks)) {
        expect(headers.filter(([name]) => unwanted.test(name))).toEqual([])
      }
    })
  })

  describe('content encodings', () => {
    test.each(['br', 'gzip'] as const)('%s decodes to the identity body', async (encoding) => {
      for (const path of (await everyPath(site)).all) {
        const plain = await site.ask(path)
        const encoded = await site.ask(path, { headers: { 'Accept-Encoding': encoding } })
        // What is already compressed, or fits in one packet, is sent as it is.
        if (plain.header('Content-Type') === 'image/png' || plain.body.length < 600) {
          expect(encoded.header('Content-Encoding'), path).toBeUndefined()
          continue
        }
        expect([path, encoded.header('Content-Encoding')]).toEqual([path, encoding])
        expect(encoded.text, path).toBe(plain.text)
        expect(Buffer.compare(encoded.body, plain.body), `${path} is compressed`).not.toBe(0)
        expect(encoded.header('Vary')).toBe(plain.header('Vary'))
        expect(encoded.header('Content-Length')).toBe(String(encoded.body.length))
      }
    })

    test('identity is sent if the client does not ask for an encoding', async () => {
      for (const headers of [{}, { 'Accept-Encoding': '' }, { 'Accept-Encoding': 'gzip;q=0, br;q=0' }]) {
        expect((await site.ask('/posts/week-01', { headers })).header('Content-Encoding')).toBeUndefined()
      }
    })

    test('[decided-5.etag] every combination of media type and encoding has its own ETag', async () => {
      const tags: (string | undefined)[] = []
      for (const accept of ['text/html', 'text/markdown']) {
        for (const encoding of ['identity', 'br', 'gzip']) {
          const reply = await site.ask('/posts/week-01', {
            headers: { Accept: accept, 'Accept-Encoding': encoding },
          })
          tags.push(reply.header('ETag'))
        }
      }
      expect(new Set(tags).size, tags.join(' ')).toBe(6)
    })
  })
}

/** As separate lines, so that a duplicate shows. */
function varies(headers: readonly (readonly [string, string])[]): string[] {
  return headers.filter(([name]) => name.toLowerCase() === 'vary').map(([, value]) => value)
}
