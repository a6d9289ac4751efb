import { describe, expect, test } from 'vitest'
import { everyPath, type Site } from './site.ts'

/** Rules for an archive whose base URL has a path. */
export function below(site: Site): void {
  const prefix = site.at('')

  describe(`below ${prefix}`, () => {
    test('[decided-9.prefix] paths outside the prefix are 404', async () => {
      const outside = ['/', '/posts/week-01', '/api/v1/index.json', '/openapi.json', '/robots.txt']
      for (const path of [...outside, `${prefix}s`]) {
        expect((await site.askAt(path)).status, path).toBe(404)
      }
    })

    test('[decided-9.prefix] the home page is the base URL, with or without the trailing slash that a proxy may add', async () => {
      const [plain, slashed] = [await site.askAt(prefix), await site.askAt(`${prefix}/`)]
      expect([plain.status, slashed.status]).toEqual([200, 200])
      expect(slashed.headers).toEqual(plain.headers)
      expect(slashed.text).toBe(plain.text)
      expect(plain.text).toContain(`<link rel="canonical" href="${site.baseUrl}">`)
    })

    test('[decided-9.prefix] every URL in every document has the prefix', async () => {
      const { negotiated, files } = await everyPath(site)
      const { origin } = new URL(site.baseUrl)
      const outside = new RegExp(`${origin}(?!${prefix}(?![\\w-]))[^\\s"'<]*`, 'g')
      for (const path of [...negotiated, ...files]) {
        for (const accept of ['*/*', 'text/markdown, */*;q=0.1']) {
          const { text, headers } = await site.ask(path, { headers: { Accept: accept } })
          expect(text.match(outside), path).toBeNull()
          expect(JSON.stringify(headers).match(outside), path).toBeNull()
        }
        const { text } = await site.ask(path)
        const rooted = Array.from(text.matchAll(/(?:href|src)="(\/[^"]*)"/g), ([, href = '']) => href)
        expect(
          rooted.filter((href) => href !== prefix && !href.startsWith(`${prefix}/`)),
          path,
        ).toEqual([])
      }
    })

    test('[decided-2.api-write] a write to /api/ outside the prefix is 404', async () => {
      expect((await site.askAt('/api/v1/posts.json', { method: 'POST' })).status).toBe(404)
      expect((await site.askAt(`${prefix}/api/v1/none`, { method: 'POST' })).status).toBe(405)
    })
  })
}
