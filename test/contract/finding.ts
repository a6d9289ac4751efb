import { describe, expect, test } from 'vitest'
import type { ErrorBody, PostList } from './resources.ts'
import { type Site, statusOf } from './site.ts'

/** Further discovery files, and suggestions on 404, beyond the contract. */
export function finding(site: Site): void {
  describe('/llms-full.txt', () => {
    test('has the full text of every post, newest first, with its citation', async () => {
      const { text } = await site.ask('/llms-full.txt')
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      let from = 0
      for (const { id, url } of posts) {
        const { bodyMarkdown } = (await site.ask(`/api/v1/posts/${id}.json`)).json<{ bodyMarkdown: string }>()
        const at = text.indexOf(bodyMarkdown, from)
        expect(at, id).toBeGreaterThan(from)
        expect(text.slice(from, at), id).toMatch(new RegExp(`\\n# .+\\n\\nCite as: .+ ${url}\\n\\n$`))
        from = at
      }
      expect(text.length).toBeLessThanOrEqual(50_000)
    })
  })

  describe('/.well-known/api-catalog', () => {
    interface Linkset {
      readonly linkset: readonly Readonly<
        Record<string, string | readonly { href: string; type?: string }[]>
      >[]
    }

    test('has the API and the MCP endpoint, each with links to its description', async () => {
      const { linkset } = (await site.ask('/.well-known/api-catalog')).json<Linkset>()
      expect(linkset.map(({ anchor }) => anchor)).toEqual(
        ['/.well-known/api-catalog', '/api/v1/index.json', '/mcp'].map(site.url),
      )
      const targets = linkset.flatMap((context) =>
        Object.values(context).flatMap((value) => (typeof value === 'string' ? [] : value)),
      )
      expect(targets.length).toBeGreaterThan(6)
      for (const { href, type } of targets) {
        expect(await statusOf(site, site.pathOf(href)), href).toBe(200)
        if (type)
          expect((await site.ask(site.pathOf(href))).header('Content-Type')?.split(';')[0], href).toBe(type)
      }
    })

    test('is in the Link header of HEAD and of the home page', async () => {
      const link = `<${site.url('/.well-known/api-catalog')}>; rel="api-catalog"; type="application/linkset+json"`
      expect((await site.ask('/.well-known/api-catalog', { method: 'HEAD' })).header('Link')).toBe(link)
      expect((await site.ask('/')).header('Link')).toContain(link)
    })
  })

  describe('404 for a page', () => {
    const hintOf = async (path: string) => (await site.ask(path)).json<ErrorBody>().error.hint

    test.each([
      ['/blog/week-01', '/posts/week-01'],
      ['/2026/01/week-01.html', '/posts/week-01'],
      ['/archive/2026/week-01/', '/posts/week-01'],
      ['/week-01/index.html', '/posts/week-01'],
      ['/pages/about', '/about'],
      ['/posts/about', '/about'],
      ['/topics/metod', '/tags/method'],
      ['/pages/about.md', '/about.md'],
      ['/posts.json', '/api/v1/posts.json'],
      ['/openapi.yaml', '/api/openapi.yaml'],
      ['/llms', '/llms.txt'],
    ])('%s: suggests %s, in another folder', async (path, meant) => {
      expect(await hintOf(path)).toContain(`Did you mean ${site.at(meant)}?`)
    })

    test('suggests every file with that name', async () => {
      expect(await hintOf('/feed/')).toContain(
        `Did you mean ${site.at('/feed.json')} or ${site.at('/feed.xml')}?`,
      )
    })

    test.each(['/posts', '/posts/'])('%s: links the list of posts', async (path) => {
      expect(await hintOf(path)).toContain(`${site.url('/api/v1/posts.json')} lists them all.`)
    })

    test('links the home page and the search, except under /api/', async () => {
      for (const path of ['/nowhere', '/posts/nowhere', '/nowhere.md'])
        expect(await hintOf(path)).toContain(
          `The home page is at ${site.url('/')}; ${site.url('/search')}?q={words} searches the posts.`,
        )
      expect(await hintOf('/api/v1/nowhere.json')).not.toContain('home page')
      expect(await hintOf('/api/v1/posts/about.json')).not.toContain('Did you mean')
    })
  })
}
