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
        expect([path, reply.status, reply.header('Cache-Control')]).toEqual([
          path,
          200,
          'public, max-age=31536000, immutable',
        ])
        const again = await site.ask(path, { headers: { 'If-None-Match': reply.header('ETag') ?? '' } })
        expect([path, again.status, again.header('Cache-Control')]).toEqual([
          path,
          304,
          'public, max-age=31536000, immutable',
        ])
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

    test('[decided-5.nosniff] has X-Content-Type-Options: nosniff', async () => {
      const { negotiated, files, versions } = await everyPath(site)
      for (const path of [...negotiated, ...files, ...versions]) {
        expect((await site.ask(path)).header('X-Content-Type-Options'), path).toBe('nosniff')
      }
    })

    test('[decided-5.etag] has a strong ETag', async () => {
      const { negotiated, files, versions } = await everyPath(site)
      for (const path of [...negotiated, ...files, ...versions]) {
        expect((await site.ask(path)).header('ETag'), path).toMatch(/^"[\x21\x23-\x7e]+"$/)
      }
    })

    test('[what-3.static] has the same bytes and headers on every request', async () => {
      const { negotiated, files, versions } = await everyPath(site)
      for (const path of [...negotiated, ...files, ...versions]) {
        const [first, second] = [
          await site.ask(path),
          await site.ask(path, { headers: { 'User-Agent': 'another' } }),
        ]
        expect(second.headers, path).toEqual(first.headers)
        expect(Buffer.compare(second.body, first.body), path).toBe(0)
      }
    })

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
      const { negotiated, files, versions } = await everyPath(site)
      const asks = [
        ...[...negotiated, ...files, ...versions].map((path) => site.ask(path)),
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

    test('[what-3.no-key] [auth-1] needs no key and ignores one', async () => {
      const { negotiated, files, versions } = await everyPath(site)
      for (const path of [...negotiated, ...files, ...versions]) {
        const plain = await site.ask(path)
        const withKey = await site.ask(path, {
          headers: { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'x' },
        })
        expect([plain.status, plain.header('WWW-Authenticate')], path).toEqual([200, undefined])
        expect(withKey.headers, path).toEqual(plain.headers)
      }
    })
  })

  describe('content encodings', () => {
    test.each(['br', 'gzip'] as const)('%s decodes to the identity body', async (encoding) => {
      const { negotiated, files, versions } = await everyPath(site)
      for (const path of [...negotiated, ...files, ...versions]) {
        const plain = await site.ask(path)
        const encoded = await site.ask(path, { headers: { 'Accept-Encoding': encoding } })
        if (plain.header('Content-Type') === 'image/png') {
          expect(encoded.header('Content-Encoding'), `${path} is already compressed`).toBeUndefined()
          continue
        }
        if (plain.body.length < 600) {
          expect(
            encoded.header('Content-Encoding'),
            `${path} fits in one packet uncompressed`,
          ).toBeUndefined()
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
