import { describe, expect, test } from 'vitest'
import type { Post, PostList, PostWithBody } from './resources.ts'
import type { Site } from './site.ts'

/** Posts as JSON: the list, a single post, and every field. */
export function jsonApi(site: Site): void {
  const list = async () => (await site.ask('/api/v1/posts.json')).json<PostList>()
  const one = async (id: string) => (await site.ask(`/api/v1/posts/${id}.json`)).json<PostWithBody>()

  /** One field of every post, by id. */
  async function column<Name extends keyof Post>(name: Name): Promise<Record<string, Post[Name]>> {
    const { posts } = await list()
    return Object.fromEntries(posts.map((post) => [post.id, post[name]]))
  }

  describe('listPosts', () => {
    test('[what-1] [endpoint.listPosts] [endpoints.get] returns the list as JSON', async () => {
      const reply = await site.ask('/api/v1/posts.json')
      expect(reply.kind).toBe('200 application/json')
      expect(Object.keys(reply.json<PostList>())).toEqual(['count', 'generatedAt', 'posts'])
    })

    test('[list.posts] [endpoints-1] [decided-6.order] is newest first, with ties by descending id and undated posts last', async () => {
      const { posts } = await list()
      expect(posts.map(({ id, datePublished }) => `${id} ${datePublished}`)).toEqual([
        'week-07 2026-02-02',
        'week-06 2026-01-26',
        'week-05 2026-01-26',
        'week-02 2026-01-12',
        'week-01 2026-01-05',
        'week-03 null',
      ])
    })

    test('[list.count] [limits-3] has every post on one page, with the count', async () => {
      const { count, posts } = await list()
      expect(count).toBe(6)
      expect(posts).toHaveLength(count)
    })

    test('[endpoints-1] [limits-3] has no pagination', async () => {
      const full = await site.ask('/api/v1/posts.json')
      for (const query of ['?page=2', '?limit=1', '?offset=3', '?cursor=week-05']) {
        const reply = await site.ask(`/api/v1/posts.json${query}`)
        expect(reply.text, query).toBe(full.text)
        expect(reply.header('Link')).not.toMatch(/rel="?(next|prev|last)/)
      }
    })

    test.each(['research', 'practice', 'poetry', '', 'research&type=practice'])(
      '[endpoints-2] returns every post for type=%s',
      async (type) => {
        const full = await site.ask('/api/v1/posts.json')
        const reply = await site.ask(`/api/v1/posts.json?type=${type}`)
        expect([reply.status, reply.text]).toEqual([200, full.text])
        expect(reply.header('ETag')).toBe(full.header('ETag'))
      },
    )

    test('[list.generatedAt] has the time of the last content change, not of the build', async () => {
      expect((await list()).generatedAt).toBe('2026-02-02T00:00:00Z')
    })
  })

  describe('a post', () => {
    test('[post.id] has an id that matches the pattern', async () => {
      for (const { id } of (await list()).posts) expect(id).toMatch(/^week-\d{2}$/)
    })

    test('[post.type] [what-2] belongs to one of the two series', async () => {
      expect(await column('type')).toEqual({
        'week-07': 'practice',
        'week-06': 'research',
        'week-05': 'practice',
        'week-02': 'practice',
        'week-01': 'research',
        'week-03': 'practice',
      })
    })

    test('[post.seriesLabel] has the label of its series', async () => {
      const types = await column('type')
      for (const [id, label] of Object.entries(await column('seriesLabel'))) {
        expect(label, id).toBe(types[id] === 'research' ? 'Research notes' : 'In practice')
      }
    })

    test('[post.seriesNumber] [decided-6.series-number] has its number from front matter, or its position in the series', async () => {
      const numbers = { 'week-03': 1, 'week-02': 2, 'week-05': 3, 'week-07': 9, 'week-01': 1, 'week-06': 2 }
      expect(await column('seriesNumber')).toEqual(numbers)
    })

    test('[post.title] [post.summary] has title and summary unchanged, with any characters', async () => {
      const { title, summary } = await one('week-06')
      expect(title).toBe('Quotes "and" <angles> & ampersands: 100% *escaped*, \\ naïve 日本 🎉')
      expect(summary).toBe(
        'A summary with <b>tags</b>, "quotes", a back\\slash, an & and a line separator\u2028inside.',
      )
    })

    test('[post.summary] has a summary of one paragraph', async () => {
      for (const [id, summary] of Object.entries(await column('summary')))
        expect(summary, id).toMatch(/^\S[^\n]*\S$/)
    })

    test('[post.tags] has its tags in order, or an empty list', async () => {
      const tags = await column('tags')
      const some = { 'week-01': ['method', 'http'], 'week-06': ['encoding', 'c++'], 'week-02': [] }
      expect(tags).toMatchObject(some)
    })

    test('[post.readingTime] [decided-6.reading-time] has a reading time', async () => {
      for (const [id, time] of Object.entries(await column('readingTime')))
        expect(time, id).toMatch(/^[1-9]\d* min read$/)
    })

    test('[post.datePublished] has a calendar date, or null', async () => {
      const dates = await column('datePublished')
      expect([dates['week-01'], dates['week-03']]).toEqual(['2026-01-05', null])
    })

    test('[post.dateModified] has a date-time, or null', async () => {
      const dates = await column('dateModified')
      expect(dates).toMatchObject({ 'week-01': '2026-02-01T10:30:00Z', 'week-02': null, 'week-03': null })
    })

    test('[post.wordCount] has the word count of its body', async () => {
      const counts = await column('wordCount')
      expect([counts['week-02'], counts['week-05'], counts['week-03']]).toEqual([4, 10, 9])
    })

    test('[post.url] [post.markdownUrl] has the URLs of its page and its markdown twin', async () => {
      for (const { id, url, markdownUrl } of (await list()).posts) {
        expect([url, markdownUrl]).toEqual([site.url(`/posts/${id}`), site.url(`/posts/${id}.md`)])
        expect((await site.ask(site.pathOf(url))).kind).toBe('200 text/html; charset=utf-8')
        expect((await site.ask(site.pathOf(markdownUrl))).kind).toBe('200 text/markdown; charset=utf-8')
      }
    })
  })

  describe('getPost', () => {
    test('[endpoint.getPost] [body.fields] has every field of the list entry, and the body', async () => {
      for (const post of (await list()).posts) {
        const { bodyMarkdown, ...fields } = await one(post.id)
        expect(fields).toEqual(post)
        expect(bodyMarkdown, post.id).toMatch(/\S/)
      }
    })

    test('[body.bodyMarkdown] [markdown-8] has the full body as markdown, tables included', async () => {
      const { bodyMarkdown } = await one('week-01')
      expect(bodyMarkdown).toMatch(/^The method is described in full/)
      expect(bodyMarkdown).toContain(
        '| server | requests | errors |\n|---|---:|---:|\n| first | 1200 | 0 |\n',
      )
      expect(bodyMarkdown).toContain("```js\nconst answer = await fetch('/api/v1/posts.json')\n")
      expect(bodyMarkdown.trimEnd()).toMatch(/"one pixel"\)$/)
    })

    test('[body.bodyMarkdown] keeps footnotes, reference links and raw HTML', async () => {
      const { bodyMarkdown } = await one('week-07')
      for (const source of [
        '[^1]: The note',
        '[the first post][first]',
        "<script>alert('no')</script>",
        '<b>bold</b>',
      ]) {
        expect(bodyMarkdown).toContain(source)
      }
    })

    test('[body.bodyMarkdown] has LF line endings and no byte order mark', async () => {
      const { bodyMarkdown } = await one('week-05')
      expect(bodyMarkdown).toBe('The first line.\nThe second line.\n\n- a list\n- of two\n')
    })
  })
}
