import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { OpenApi } from './conformance.ts'
import type { PostList } from './resources.ts'
import { discoveryFiles, listPaths, pagePaths, type Site, statusOf, twinOf } from './site.ts'

/** Discovery files. */
export function discovery(site: Site): void {
  const contract = async () => (await site.ask('/openapi.json')).json<OpenApi>()

  describe('discovery files', () => {
    test('return 200 with their own type, regardless of Accept', async () => {
      for (const accept of ['*/*', 'image/png', '*/*;q=0']) {
        const replies = discoveryFiles.map((path) => site.ask(path, { headers: { Accept: accept } }))
        expect((await Promise.all(replies)).map(({ kind }) => kind)).toEqual([
          '200 application/json',
          '200 application/yaml',
          '200 text/plain; charset=utf-8',
          '200 text/markdown; charset=utf-8',
          '200 application/xml',
          '200 text/plain; charset=utf-8',
          '200 application/json',
          '200 application/mcp-server-card+json',
          '200 application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
          '200 text/plain; charset=utf-8',
        ])
      }
    })

    test('[discovery.openapi] [versioning-1.contract] /openapi.json is OpenAPI 3.1, version 1.0.0', async () => {
      const { openapi, info, servers } = await contract()
      expect(openapi).toMatch(/^3\.1\.\d+$/)
      expect(info.version).toBe('1.0.0')
      expect(servers.map(({ url }) => url)).toEqual([site.baseUrl])
    })

    test('[discovery.openapi] [versioning-1.prefix] /openapi.json has the four operations, all under /api/v1/', async () => {
      expect(
        Object.entries((await contract()).paths).map(([path, { get }]) => `${get.operationId} ${path}`),
      ).toEqual([
        'getServiceIndex /api/v1/index.json',
        'listPosts /api/v1/posts.json',
        'getPost /api/v1/posts/{postId}.json',
        'getStats /api/v1/stats.json',
      ])
    })

    test('[discovery.openapi-yaml] /api/openapi.yaml equals /openapi.json', async () => {
      expect(parse((await site.ask('/api/openapi.yaml')).text)).toEqual(await contract())
    })

    test('[discovery.llms] /llms.txt has a title, a summary and lists under headings', async () => {
      const { text } = await site.ask('/llms.txt')
      expect(text).toMatch(/^# The Fixture Review\n\n> A small archive [^\n]+\n\n/)
      const [, ...lists] = text.split(/^## .+$/m)
      expect(lists.length).toBeGreaterThan(0)
      for (const line of lists.join('').split('\n').filter(Boolean)) {
        expect(line, 'a markdown link with a one-line description').toMatch(
          /^- \[.+\]\(https?:\/\/\S+\.md\): \S.*$/u,
        )
      }
    })

    test('[discovery.llms] /llms.txt lists every page and post of the sitemap, and all its URLs work', async () => {
      const { text } = await site.ask('/llms.txt')
      const listed = Array.from(text.matchAll(/\]\((\S+)\): /g), ([, url = '']) => site.pathOf(url))
      expect(listed.toSorted()).toEqual((await pagePaths(site)).map(twinOf).toSorted())
      const autolinks = Array.from(text.matchAll(/<(https?:[^>]+)>/g), ([, url = '']) => site.pathOf(url))
      for (const path of [...listed, ...autolinks]) expect(await statusOf(site, path), path).toBe(200)
    })

    test('[discovery.llms] /llms.txt has the date and summary of each post, newest first', async () => {
      const { text } = await site.ask('/llms.txt')
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      const [, lines = ''] = text.split(/^## .+\n\n/m)
      expect(
        lines
          .trim()
          .split('\n')
          .map((line) => line.replace(/^- \[.*\]\(\S+\): /u, '')),
      ).toEqual(
        posts.map(
          ({ summary, datePublished }) =>
            (datePublished === null ? '' : `${datePublished}: `) + summary.replaceAll(/\s+/g, ' '),
        ),
      )
    })

    test('[discovery.agent-instructions] /agent-instructions.md says when to use the site, how to call it, and what it returns', async () => {
      const { text } = await site.ask('/agent-instructions.md')
      expect(text.match(/^## .+$/gm)).toEqual(
        expect.arrayContaining(['## When to use it', '## How to call it', '## The response contract']),
      )
      const urls = Array.from(text.matchAll(/https?:\/\/[^\s)`",]+[^\s)`",.]/g), ([url]) => url)
      const api = ['/api/v1/posts.json', '/api/v1/stats.json', '/api/v1/index.json', '/openapi.json']
      for (const path of [...api, '/llms.txt', '/mcp', '/.well-known/mcp'])
        expect(urls).toContain(site.url(path))
      for (const url of urls) expect(await statusOf(site, site.pathOf(url)), url).toBe(200)
    })

    test('[discovery.sitemap] /sitemap.xml has every page and post with a last-modified date', async () => {
      const { text } = await site.ask('/sitemap.xml')
      expect(text).toMatch(
        /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/,
      )
      const entries = Array.from(text.matchAll(/<url>(.*?)<\/url>/gs), ([, entry = '']) => entry)
      for (const entry of entries) {
        expect(entry).toMatch(/^<loc>[^<]+<\/loc><lastmod>\d{4}-\d{2}-\d{2}(T[\d:]+Z)?<\/lastmod>$/)
      }
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      const pages = ['/', '/about', '/contact', '/developers', '/privacy', '/search']
      const paths = [...pages, ...listPaths, ...posts.map(({ id }) => `/posts/${id}`)]
      expect((await pagePaths(site)).toSorted()).toEqual(paths.toSorted())
      expect(text).toContain(
        `<loc>${site.url('/posts/week-01')}</loc><lastmod>2026-02-01T10:30:00Z</lastmod>`,
      )
      expect(text).toContain(`<loc>${site.url('/about')}</loc><lastmod>2026-01-20T00:00:00Z</lastmod>`)
    })

    test('[discovery.robots] /robots.txt allows all crawlers and points to the sitemap', async () => {
      const lines = (await site.ask('/robots.txt')).text.split('\n')
      expect(lines).toEqual(
        expect.arrayContaining(['User-agent: *', 'Allow: /', `Sitemap: ${site.url('/sitemap.xml')}`]),
      )
      expect(lines.filter((line) => /^disallow: *\S/i.test(line))).toEqual([])
    })
  })
}
