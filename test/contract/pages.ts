import { describe, expect, test } from 'vitest'
import type { Post, PostList } from './resources.ts'
import { everyPath, pagePaths, type Site } from './site.ts'

/** HTML pages. */
export function pages(site: Site): void {
  describe('HTML pages', () => {
    test('[what-7.developers] [what-7.contact] [what-7.privacy] include /developers, /contact and /privacy', async () => {
      for (const [path, title] of [
        ['/developers', 'Developers'],
        ['/contact', 'Contact us'],
        ['/privacy', 'Privacy and terms'],
      ] as const) {
        const reply = await site.ask(path)
        expect(reply.kind, path).toBe('200 text/html; charset=utf-8')
        expect(reply.text).toContain(`<h1>${title}</h1>`)
      }
    })

    test('a page in pages/ replaces the generated one', async () => {
      expect((await site.ask('/contact')).text).toContain('Knock three times.')
    })

    test('have a canonical link to themselves', async () => {
      for (const path of await pagePaths(site)) {
        expect((await site.ask(path)).text, path).toContain(`<link rel="canonical" href="${site.url(path)}">`)
      }
    })

    test('list posts by year and tag, newest first, and by series, oldest first', async () => {
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      const idsOn = async (path: string) => {
        const { text } = await site.ask(path)
        return Array.from(text.matchAll(/<a href="[^"]*\/posts\/([^"]+)"/g), ([, id]) => id)
      }
      const expected = (fits: (post: Post) => boolean) => posts.filter(fits).map(({ id }) => id)
      expect(await idsOn('/years/2026')).toEqual(expected(({ datePublished }) => datePublished !== null))
      expect(await idsOn('/years/undated')).toEqual(expected(({ datePublished }) => datePublished === null))
      for (const series of ['practice', 'research'])
        expect(await idsOn(`/series/${series}`)).toEqual(expected(({ type }) => type === series).reverse())
      for (const tag of ['encoding', 'http', 'method'])
        expect(await idsOn(`/tags/${tag}`)).toEqual(expected(({ tags }) => tags.includes(tag)))
      const { text } = await site.ask('/posts/week-06')
      for (const list of ['/series/research', '/tags/encoding', '/tags/c-4c21a3f0'])
        expect(text).toContain(`<a href="${site.at(list)}">`)
    })

    test('have no broken internal link or image', async () => {
      const answers = new Map<string, number>()
      for (const path of await pagePaths(site)) {
        const { text } = await site.ask(path)
        for (const [, address = ''] of text.matchAll(/(?:href|src)="([^"#]+)[^"]*"/g)) {
          const url = new URL(address, site.url(path)).href
          if (!url.startsWith(site.baseUrl)) continue
          answers.set(url, answers.get(url) ?? (await site.ask(site.pathOf(url))).status)
          expect(answers.get(url), `${address} in ${path}`).toBe(200)
        }
      }
      const images = [...answers.keys()].filter((url) => url.endsWith('/assets/figure.svg'))
      expect(images, 'the image').toEqual([expect.stringMatching(/\/_files\/[\da-f]{16}\//)])
    })

    test('images have their media type', async () => {
      expect((await site.ask('/assets/figure.svg')).header('Content-Type')).toBe('image/svg+xml')
      const dot = await site.ask('/assets/dot.png')
      expect(dot.header('Content-Type')).toBe('image/png')
      expect([...dot.body.subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
    })

    test('of posts have the title, summary, author, body and tags, escaped', async () => {
      const { text } = await site.ask('/posts/week-06')
      const title = 'Quotes &quot;and&quot; &lt;angles&gt; &amp; ampersands: 100% *escaped*, \\ naïve 日本 🎉'
      for (const shown of [`<h1>${title}</h1>`, 'a back\\slash', 'Ada Fixture', '&lt;unknown&gt;', 'c++']) {
        expect(text).toContain(shown)
      }
      expect(text).not.toMatch(/<(angles|unknown)>/)
    })

    test('have a strict Content-Security-Policy', async () => {
      for (const path of await pagePaths(site)) {
        const { header } = await site.ask(path)
        expect([path, header('Content-Security-Policy')?.split('; ')]).toEqual([
          path,
          [
            "default-src 'none'",
            "script-src 'self'",
            "connect-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' https: data:",
            "font-src 'self'",
            "media-src 'self' https:",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
          ],
        ])
      }
    })

    test('contain no draft, nor does any other file', async () => {
      const { negotiated, files } = await everyPath(site)
      for (const path of [...negotiated, ...files]) {
        for (const accept of ['*/*', 'text/markdown, */*']) {
          const { text } = await site.ask(path, { headers: { Accept: accept } })
          expect(text.match(/xylophone|week-04|must not leak|Secret words/i), path).toBeNull()
        }
      }
      for (const path of ['/posts/week-04', '/posts/week-04.md', '/api/v1/posts/week-04.json']) {
        expect((await site.ask(path)).status, path).toBe(404)
      }
    })
  })
}
