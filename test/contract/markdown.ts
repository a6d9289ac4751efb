import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { PostList, PostWithBody } from './resources.ts'
import { pagePaths, type Site, twinOf } from './site.ts'

/** The markdown twin of every page and post. */
export function markdown(site: Site): void {
  const asMarkdown = { headers: { Accept: 'text/markdown' } }

  describe('the markdown twin', () => {
    test('[markdown-1] [what-4] [markdown-2] is served at the URL of every page and post for Accept: text/markdown', async () => {
      const paths = await pagePaths(site)
      expect(paths).toEqual(expect.arrayContaining(['/', '/about', '/developers', '/posts/week-03']))
      for (const path of paths) {
        const reply = await site.ask(path, asMarkdown)
        expect(reply.kind, path).toBe('200 text/markdown; charset=utf-8')
        expect(reply.header('Content-Location'), path).toBe(site.at(twinOf(path)))
      }
    })

    test('[markdown-3] [decided-4.home-twin] is the same at the path with .md appended', async () => {
      for (const path of await pagePaths(site)) {
        const twin = await site.ask(twinOf(path))
        expect(twin.kind, path).toBe('200 text/markdown; charset=utf-8')
        expect(twin.text, path).toBe((await site.ask(path, asMarkdown)).text)
      }
    })

    test.each(['text/html', 'application/json', '*/*;q=0', 'text/markdown;q=0'])(
      '[decided-4.md] [markdown-3] is at .md regardless of Accept: %s',
      async (accept) => {
        for (const path of ['/posts/week-01.md', '/index.md', '/developers.md']) {
          const reply = await site.ask(path, { headers: { Accept: accept } })
          expect(reply.kind).toBe('200 text/markdown; charset=utf-8')
        }
      },
    )

    test('[markdown-7] is the target of the alternate link of every HTML page', async () => {
      for (const path of await pagePaths(site)) {
        const html = await site.ask(path)
        const links = html.text.match(/<link rel="alternate" type="text\/markdown" href="[^"]*">/g)
        expect(links, path).toEqual([
          `<link rel="alternate" type="text/markdown" href="${site.url(twinOf(path))}">`,
        ])
        const header = `<${site.url(twinOf(path))}>; rel="alternate"; type="text/markdown"`
        expect(html.header('Link'), path).toContain(header)
      }
    })

    test('has the HTML page as canonical in its Link header', async () => {
      for (const path of await pagePaths(site)) {
        const twin = await site.ask(twinOf(path))
        expect(twin.header('Link'), path).toContain(`<${site.url(path)}>; rel="canonical"`)
      }
    })

    test('[decided-8.front-matter] starts with front matter for a citation', async () => {
      const { frontMatter } = split((await site.ask('/posts/week-01.md')).text)
      expect(frontMatter).toMatchObject({
        title: 'How the first measurement was made',
        description: expect.stringContaining('One table, one figure and one listing'),
        author: 'Ada Fixture',
        series: 'research',
        published: '2026-01-05',
        last_updated: '2026-02-01T10:30:00Z',
        tags: ['method', 'http'],
        canonical_url: site.url('/posts/week-01'),
      })
    })

    test('[decided-8.front-matter] of a page has title, description, author, date and URL too', async () => {
      for (const path of await pagePaths(site)) {
        const { frontMatter } = split((await site.ask(twinOf(path))).text)
        expect(frontMatter, path).toMatchObject({
          title: expect.stringMatching(/\S/),
          description: expect.stringMatching(/\S/),
          author: 'Ada Fixture',
          canonical_url: site.url(path),
        })
        if (path !== '/posts/week-03') expect(frontMatter.last_updated, path).toMatch(/^\d{4}-\d{2}-\d{2}T/)
      }
    })

    test('[decided-8.front-matter] agrees with the JSON of every post, and omits unknown values', async () => {
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      for (const post of posts) {
        const { frontMatter } = split((await site.ask(`/posts/${post.id}.md`)).text)
        expect(frontMatter.title).toBe(post.title)
        expect(frontMatter.description).toBe(post.summary)
        expect(frontMatter.series).toBe(post.type)
        expect(frontMatter.published ?? null).toBe(post.datePublished)
        expect(frontMatter.tags ?? []).toEqual(post.tags)
        expect(Object.values(frontMatter), post.id).not.toContain(null)
      }
    })

    test('[decided-8.order] [decided-8.body] [markdown-8] has the title and bodyMarkdown after the front matter', async () => {
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      for (const { id } of posts) {
        const { title, bodyMarkdown } = (await site.ask(`/api/v1/posts/${id}.json`)).json<PostWithBody>()
        const { heading, body } = split((await site.ask(`/posts/${id}.md`)).text)
        expect(heading.replaceAll(/\\([^A-Za-z0-9\s])/g, '$1')).toBe(title)
        expect(body).toBe(bodyMarkdown)
      }
    })

    test('[decided-8.links] has absolute links', async () => {
      const { bodyMarkdown } = (await site.ask('/api/v1/posts/week-01.json')).json<PostWithBody>()
      expect(destinations(bodyMarkdown)).toEqual([
        site.url('/posts/week-02'),
        site.url('/posts/week-01#the-figures'),
        site.url('/posts/week-07#objections'),
        site.url('/openapi.json'),
        'https://www.rfc-editor.org/rfc/rfc9110',
        site.url('/posts/week-02'),
        site.url('/assets/figure.svg'),
        site.url('/assets/dot.png'),
      ])
    })

    test('[decided-8.links] has no relative and no broken internal link on any page', async () => {
      for (const path of await pagePaths(site)) {
        for (const url of destinations((await site.ask(twinOf(path))).text)) {
          expect(url, `in ${path}`).toMatch(/^(https?:\/\/|mailto:)/)
          if (!url.startsWith(site.baseUrl)) continue
          const [page = '', fragment] = url.split('#')
          const { status, text } = await site.ask(site.pathOf(page))
          expect(status, `${url} in ${path}`).toBe(200)
          if (fragment !== undefined) expect(text, `${url} in ${path}`).toContain(`id="${fragment}"`)
        }
      }
    })
  })
}

interface Twin {
  readonly frontMatter: Readonly<{
    title?: unknown
    description?: unknown
    series?: unknown
    published?: unknown
    last_updated?: unknown
    tags?: unknown
  }>
  readonly heading: string
  readonly body: string
}

function split(text: string): Twin {
  const [, yaml = '', heading = '', body = ''] = /^---\n(.*?)\n---\n\n# ([^\n]+)\n\n(.*)$/s.exec(text) ?? []
  expect(heading, `no front matter, heading and body in ${text.slice(0, 200)}`).not.toBe('')
  return { frontMatter: parse(yaml), heading, body }
}

/** Destinations of inline links, images and definitions, outside code. */
function destinations(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]+`/g, '')
  const found = prose.matchAll(/\]\(([^\s)]+)(?: "[^"]*")?\)|^\[[^\]^]+\]: (\S+)/gm)
  return Array.from(found, ([, inline, definition]) => inline ?? definition ?? '')
}
