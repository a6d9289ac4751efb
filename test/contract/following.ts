import { describe, expect, test } from 'vitest'
import type { PostList } from './resources.ts'
import { feedPaths, listPaths, type Site } from './site.ts'

/** Feeds, beyond the contract. */
export function following(site: Site): void {
  describe('feeds', () => {
    test('return their own type, regardless of Accept', async () => {
      for (const path of feedPaths) {
        const type = path.endsWith('.xml') ? 'application/xml; charset=utf-8' : 'application/feed+json'
        for (const Accept of ['*/*', 'text/html', '*/*;q=0']) {
          const reply = await site.ask(path, { headers: { Accept } })
          expect(reply.kind, path).toBe(`200 ${type}`)
        }
      }
    })

    test('have every dated post, newest first', async () => {
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      const dated = posts.filter(({ datePublished }) => datePublished !== null)
      const { items } = (await site.ask('/feed.json')).json<{ items: { title: string }[] }>()
      expect(items.map(({ title }) => title)).toEqual(dated.map(({ title }) => title))
      expect(dated.length).toBeGreaterThan(3)
    })

    test('are linked from every page, and in the Link header of the home page', async () => {
      for (const path of ['/', '/posts/week-01', '/about', ...listPaths]) {
        const { text } = await site.ask(path)
        const found = Array.from(
          text.matchAll(/<link rel="alternate" type="application[^>]* href="([^"]+)">/g),
        )
        const linked = found.map(([, href = '']) => site.pathOf(href))
        const own = feedPaths.filter((feed) => feed.replace(/\/feed\.\w+$/, '') === path)
        expect(linked, path).toEqual([...own, '/feed.xml', '/feed.json'])
      }
      const header = (await site.ask('/')).header('Link')
      expect(header).toContain(`<${site.url('/feed.xml')}>; rel="alternate"; type="application/atom+xml"`)
      expect(header).toContain(`<${site.url('/feed.json')}>; rel="alternate"; type="application/feed+json"`)
    })
  })
}
