import { describe, expect, test } from 'vitest'
import type { Ask } from './client.ts'
import type { ErrorBody, PostList } from './resources.ts'
import { legacy } from './rpc.ts'
import type { Site } from './site.ts'

/** The search page, as HTML and as markdown. */
export function searchPage(site: Site): void {
  const ask = (query: string, headers: Ask['headers'] = {}, method = 'GET') =>
    site.ask(`/search?${query}`, { headers, method })
  const markdown = { Accept: 'text/markdown' }

  describe('the search page', () => {
    test('[decided-18.sealed] without q is a static page, whatever the rest of the query', async () => {
      for (const [path, type] of [
        ['/search', 'text/html; charset=utf-8'],
        ['/search.md', 'text/markdown; charset=utf-8'],
      ] as const) {
        const plain = await site.ask(path)
        expect([plain.kind, plain.header('X-Robots-Tag')]).toEqual([`200 ${type}`, undefined])
        expect(plain.header('Cache-Control')).toContain('max-age=3600')
        for (const query of ['?', '?q=', '?q=+%20%09', '?page=2', '?x=y', '?%']) {
          const reply = await site.ask(path + query)
          expect([reply.status, reply.header('ETag')], path + query).toEqual([200, plain.header('ETag')])
        }
      }
    })

    test('[decided-18.linked] has a form on every page, and its URL in llms.txt and agent-instructions.md', async () => {
      for (const path of ['/', '/posts/week-01', '/developers', '/search']) {
        const { text } = await site.ask(path)
        expect(text, path).toContain(`<form role="search" action="${site.at('/search')}">`)
        expect(text, path).toContain(`<a href="${site.at('/search')}">Search</a>`)
      }
      for (const path of ['/llms.txt', '/agent-instructions.md']) {
        expect((await site.ask(path)).text, path).toContain(`${site.url('/search.md')}?q={words}`)
      }
      // Crawlers must fetch the page to see noindex.
      expect((await site.ask('/robots.txt')).text).not.toContain('Disallow')
    })

    test('[decided-18.titles] has the titles and headings of every post in a file beside it', async () => {
      const reply = await site.ask('/search/titles.json')
      expect(reply.kind).toBe('200 application/json')
      const rows = reply.json<[path: string, title: string, ...headings: string[]][]>()
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      expect(rows.map(([path, title]) => [path, title])).toEqual(
        posts.map(({ url, title }) => [site.at(site.pathOf(url)), title]),
      )
      expect(rows.find(([path]) => path === site.at('/posts/week-01'))).toContain('The figures')
    })

    test('[decided-18.results] has snippets with marked words, linked to their section', async () => {
      const { status, text } = await ask('q=method+described')
      expect(status).toBe(200)
      expect(text).toContain(`<h2><a href="${site.at('/posts/week-01')}">`)
      expect(text).toMatch(/The <mark>method<\/mark> is <mark>described<\/mark> in full/)
      expect(text).toContain('value="method described"')
      expect(text).toContain('<title>Search: method described · ')
      expect((await ask('q=requests+figures')).text).toContain(
        `<a href="${site.at('/posts/week-01#the-figures')}`,
      )
    })

    test('[decided-18.results] has the hits of the MCP tool, in the same order', async () => {
      const query = 'first post figures'
      const { structuredContent } = await legacy(site).tool('search_archive_posts', { query, limit: 10 })
      const hits = structuredContent?.['hits'] as { url: string; passages: { text: string }[] }[]
      expect(hits.length, 'hits').toBeGreaterThan(1)
      const twin = (await site.ask(`/search.md?q=${encodeURIComponent(query)}`)).text
      const addresses = Array.from(twin.matchAll(/^\d+\. .*, (\S+)(?: \(.*\))?$/gm), ([, url]) => url)
      expect(addresses).toEqual(hits.map(({ url }) => url))
      const { text } = await ask(new URLSearchParams({ q: query }).toString())
      const plain = text.replaceAll(/<\/?mark>/g, '')
      for (const { passages } of hits) {
        // The page shows rows of tables in another form.
        const [first = ''] = passages[0]?.text.split(/ \| |[\n&"'<>]/) ?? []
        expect(plain).toContain(first)
      }
    })

    test('[decided-18.forms] is HTML or markdown by Accept, and always markdown at .md', async () => {
      for (const [path, accept, type] of [
        ['/search?q=method', '*/*', 'text/html; charset=utf-8'],
        ['/search?q=method', 'text/markdown', 'text/markdown; charset=utf-8'],
        ['/search?q=method', 'text/html;q=0, */*', 'text/markdown; charset=utf-8'],
        ['/search.md?q=method', 'image/png', 'text/markdown; charset=utf-8'],
      ] as const) {
        const reply = await site.ask(path, { headers: { Accept: accept } })
        expect(reply.kind, `${path} ${accept}`).toBe(`200 ${type}`)
      }
      const [negotiated, own] = [await ask('q=method', markdown), await site.ask('/search.md?q=method')]
      expect(negotiated.text).toBe(own.text)
      expect(negotiated.header('Content-Location')).toBe(site.at('/search.md?q=method'))
      expect([negotiated.header('Vary'), own.header('Vary')]).toEqual([
        'Accept, Accept-Encoding',
        'Accept-Encoding',
      ])
      const page = (await ask('q=method')).text
      expect(page).toContain(
        `<link rel="alternate" type="text/markdown" href="${site.url('/search.md?q=method')}">`,
      )
    })

    test('[decided-18.ladder] returns 406, 405, 204, 308 and 414 like every page', async () => {
      const refused = await ask('q=method', { Accept: 'application/json' })
      expect([refused.status, refused.header('Vary')]).toEqual([406, 'Accept, Accept-Encoding'])
      // br and gzip are offered only if the runtime can compress.
      const packed = await ask('q=method', { 'Accept-Encoding': 'zstd, identity;q=0' })
      expect(packed.status).toBe(406)
      expect(packed.json<ErrorBody>().error.hint).toMatch(/^Accept one of: (?:br, gzip, )?identity\.$/)
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const reply = await ask('q=method', {}, method)
        expect([reply.status, reply.header('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      }
      expect((await ask('q=method', {}, 'OPTIONS')).status).toBe(204)
      const moved = await site.ask('/search/?q=method')
      expect([moved.status, moved.header('Location')]).toEqual([308, site.at('/search?q=method')])
      expect((await ask(`q=${'a'.repeat(8000)}`)).status).toBe(414)
    })

    test('[decided-18.ladder] answers HEAD and returns 304 like every page', async () => {
      for (const headers of [{}, markdown]) {
        const get = await ask('q=method', headers)
        const head = await ask('q=method', headers, 'HEAD')
        expect([head.status, head.headers, head.body.length]).toEqual([200, get.headers, 0])
        expect(get.header('Content-Length')).toBe(String(get.body.length))
        const tag = get.header('ETag') ?? ''
        expect(tag).toMatch(/^"[0-9a-f]+"$/)
        for (const value of [tag, `W/${tag}`, '*', `"x", ${tag}`]) {
          const again = await ask('q=method', { ...headers, 'If-None-Match': value })
          expect([value, again.status, again.body.length]).toEqual([value, 304, 0])
          for (const name of ['ETag', 'Vary', 'Cache-Control', 'Link', 'X-Robots-Tag']) {
            expect(again.header(name), name).toBe(get.header(name))
          }
        }
        expect((await ask('q=method', { ...headers, 'If-None-Match': '"x"' })).status).toBe(200)
        expect((await ask('q=method', { ...headers, 'If-Match': '"x"' })).status).toBe(412)
      }
    })

    test('[decided-18.headers] is cached for five minutes, has noindex, and the security headers of every page', async () => {
      const [page, post] = [await ask('q=method'), await site.ask('/posts/week-01')]
      expect(page.header('Cache-Control')).toBe('public, max-age=300')
      expect(page.header('X-Robots-Tag')).toBe('noindex')
      const crossOrigin = ['Opener-Policy', 'Resource-Policy'].map((name) => `Cross-Origin-${name}`)
      const policies = ['Content-Security-Policy', 'Referrer-Policy', 'Permissions-Policy', ...crossOrigin]
      for (const name of [...policies, 'X-Content-Type-Options', 'Access-Control-Allow-Origin', 'Vary'])
        expect(page.header(name), name).toBe(post.header(name))
      expect((await ask('q=method', markdown)).header('Content-Security-Policy')).toContain('sandbox')
    })

    test('[decided-18.results] returns the same response for the same query, and another for another', async () => {
      const tags = new Map<string, Set<string | undefined>>()
      for (let round = 0; round < 3; round++) {
        for (const query of ['q=method', 'q=requests', 'q=method+', 'q=method&page=2', 'q=Method']) {
          const { status, text, header } = await ask(query)
          expect([query, status]).toEqual([query, 200])
          tags.set(query, (tags.get(query) ?? new Set()).add(header('ETag') + text))
        }
      }
      expect(Array.from(tags.values(), ({ size }) => size)).toEqual([1, 1, 1, 1, 1])
      const distinct = new Set(Array.from(tags.values(), ([one]) => one))
      expect(distinct.size, 'a trailing space does not change the query').toBe(4)
    })

    test('[decided-18.results] without hits is 200 and says why', async () => {
      for (const [query, note] of [
        ['q=zzyzxqq', 'Not in this archive: “zzyzxqq”.'],
        ['q=requsets', '“requsets” does not occur here; showing “requests” instead.'],
        ['q=%3F%3F', 'Enter at least one word to search for.'],
        ['q=method&page=77', 'There is no page 77.'],
        [`q=method+${'x'.repeat(1100)}`, 'Your query was cut to its first 1024 characters.'],
      ] as const) {
        const [page, twin] = [await ask(query), await site.ask(`/search.md?${query}`)]
        expect([query, page.status, twin.status]).toEqual([query, 200, 200])
        expect(page.text).toContain(note)
        expect(twin.text).toContain(note)
      }
    })

    test('[decided-18.words] escapes the query in HTML and markdown', async () => {
      const words =
        '"><script>ran(1)</script> <img src=x onerror=ran(1)> [a](javascript:ran(1)) & \u202e \u0000 method'
      const query = new URLSearchParams({ q: words }).toString()
      const { text, headers } = await ask(query)
      for (const raw of ['<script>ran', '<img src=x', '\u202e', '\u0000']) expect(text).not.toContain(raw)
      expect(text).toContain('value="&quot;&gt;&lt;script&gt;ran(1)&lt;/script&gt;')
      expect(JSON.stringify(headers)).not.toContain('<script')
      const twin = (await ask(query, markdown)).text
      expect(twin).not.toMatch(/(?<!\\)<script|(?<!\\)\]\(|(?<!\\)<img/)
      expect(twin).toContain('# Search: \\"\\>\\<script\\>ran\\(1\\)')
    })

    test('[decided-18.words] accepts invalid UTF-8, unknown parameters and a repeated q', async () => {
      for (const query of ['q=%ff%fe+method', 'q=%+method', 'x=1&q=method&q=other&y', 'q=method#top']) {
        const { status, text } = await ask(query)
        expect([query, status]).toEqual([query, 200])
        expect(text).toContain('<mark>method</mark>')
      }
    })
  })
}
