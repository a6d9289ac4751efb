import formats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { PostList } from './resources.ts'
import { legacy } from './rpc.ts'
import type { Site } from './site.ts'

const validator = new Ajv2020({ strict: false })
formats.default(validator)

interface Hit {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly citation: string
  readonly passages: readonly Readonly<Record<'text' | 'heading' | 'anchor' | 'url', string>>[]
}

/** The three tools, the resources and the prompt. */
export function mcpTools(site: Site): void {
  const { rpc, tool, tools } = legacy(site)
  const ids = (list: unknown) => (list as { id: string }[]).map(({ id }) => id)

  describe('tools', () => {
    test('[mcp.tools-list] [what-5] tools/list has three tools, with descriptions and read-only annotations', async () => {
      expect((await tools()).map(({ name }) => name)).toEqual([
        'list_archive_posts',
        'get_archive_post',
        'search_archive_posts',
      ])
      for (const { description, inputSchema, annotations } of await tools()) {
        expect(description).toMatch(/\S/)
        expect(inputSchema).not.toHaveProperty('additionalProperties')
        for (const [name, { description }] of Object.entries(inputSchema.properties))
          expect(description, name).toMatch(/\S/)
        expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false })
      }
    })

    test('[decided-10.inputs] have the arguments of the design', async () => {
      const filters = ['series', 'tag', 'author', 'since', 'until']
      const inputs = (await tools()).map(({ inputSchema }) => Object.keys(inputSchema.properties))
      expect(inputs).toEqual([
        [...filters, 'sort', 'limit', 'cursor'],
        ['id', 'section', 'offset', 'max_chars'],
        ['query', ...filters, 'sort', 'limit', 'max_chars', 'cursor', 'markdown', 'explain'],
      ])
      const outputs = (await tools()).map(({ outputSchema }) => typeof outputSchema)
      expect(outputs).toEqual(['object', 'undefined', 'object'])
    })

    test('[tool.list] lists the posts of the API, filtered by series, tag and date', async () => {
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      const all = await tool('list_archive_posts')
      expect(all.structuredContent).toMatchObject({ total: posts.length, returned: posts.length })
      expect(all.structuredContent?.['posts']).toEqual(
        posts.map(({ id, title, type, summary, tags, datePublished, url, authors }) => ({
          ...{ id, title, series: type, summary, tags, published: datePublished, url },
          authors: authors.map(({ name }) => name),
        })),
      )
      const listed = async (given: object) =>
        ids((await tool('list_archive_posts', given)).structuredContent?.['posts'])
      expect(await listed({ series: 'research' })).toEqual(['week-06', 'week-01'])
      expect(await listed({ tag: 'http' })).toEqual(['week-07', 'week-01'])
      expect(await listed({ tag: 'method', series: 'practice' })).toEqual(['week-07', 'week-03'])
      const recent = posts.filter(({ datePublished }) => (datePublished ?? '') >= '2026-02-01')
      expect(await listed({ since: '2026-02-01' })).toEqual(recent.map(({ id }) => id))
      expect(recent.length).toBeGreaterThan(0)
      const old = posts.filter(({ datePublished }) => (datePublished ?? '9') <= '2026-01-31')
      expect(await listed({ until: '2026-01' })).toEqual(old.map(({ id }) => id))
      expect(await listed({ sort: 'oldest', limit: 100 })).toEqual(posts.map(({ id }) => id).toReversed())
      expect((await tool('list_archive_posts', { author: 'nobody at all' })).isError).toBe(true)
      expect(recent.length).toBeLessThan(posts.length)
    })

    test('[tool.list] explains an empty list, in text and structured content', async () => {
      const [newest] = (await site.ask('/api/v1/posts.json')).json<PostList>().posts
      const { content, structuredContent } = await tool('list_archive_posts', { since: '2999' })
      const why = `Leave out \`since\`, or use an earlier date: the newest post is “${newest?.title}” of ${newest?.datePublished}.`
      expect(structuredContent).toEqual({ total: 0, returned: 0, notes: [why], posts: [] })
      expect(content[0]?.text).toMatch(/^Leave out [^\n]*\n\nNo results in [^\n]+$/)
      expect(content[0]?.text).toContain(why)
    })

    test('[tool.list] returns every post once through pagination', async () => {
      const seen: string[] = []
      let cursor: unknown
      do {
        const page = (await tool('list_archive_posts', { limit: 4, cursor })).structuredContent
        seen.push(...ids(page?.['posts']))
        cursor = page?.['nextCursor']
      } while (cursor !== undefined)
      expect(seen).toEqual(ids((await tool('list_archive_posts')).structuredContent?.['posts']))
    })

    test('[tool.get] returns the markdown twin of a post, by id or title', async () => {
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      expect(posts.some(({ title }) => title.includes(','))).toBe(true)
      for (const { id, title } of posts) {
        const result = await tool('get_archive_post', { id })
        expect(await tool('get_archive_post', { id: title }), title).toEqual(result)
        expect(result).toEqual({
          content: [{ type: 'text', text: (await site.ask(`/posts/${id}.md`)).text }],
        })
      }
    })

    test('[tool.search] returns the matching passage and a citation', async () => {
      const query = 'described repeat'
      const { structuredContent: found, content } = await tool('search_archive_posts', { query })
      expect(found).toMatchObject({ query, returned: 1 })
      const url = site.url('/posts/week-01')
      const [hit] = (found?.['hits'] ?? []) as Hit[]
      const keys = ['id', 'title', 'authors', 'published', 'url', 'passages', 'citation']
      expect(Object.keys(hit ?? {})).toEqual(keys)
      expect(hit).toMatchObject({ id: 'week-01', url, authors: ['Ada Fixture'], published: '2026-01-05' })
      const sentence = 'The method is described in full, so that anybody can repeat it.'
      expect(hit?.passages[0]?.text).toContain(sentence)
      expect(hit?.citation).toBe(`Ada Fixture (2026-01-05). “${hit?.title}”. The Fixture Review. ${url}`)
      const { text = '' } = content[0] ?? {}
      for (const fact of [sentence, hit?.title, 'Ada Fixture', '2026-01-05', url])
        expect(text).toContain(fact)
    })

    test('[tool.search] each passage has a URL with its heading and a text fragment', async () => {
      for (const query of ['described repeat', 'bold by hand', 'method', 'naïve 日本', 'table code']) {
        const { structuredContent, content } = await tool('search_archive_posts', { query })
        for (const { url, passages } of (structuredContent?.['hits'] ?? []) as Hit[])
          for (const passage of passages) {
            const [page, fragment = ''] = passage.url.split('#')
            const [anchor = '', words = ''] = fragment.split(':~:text=')
            expect([page, decodeURIComponent(anchor)]).toEqual([url, passage.anchor])
            for (const part of words.split(',')) expect(passage.text).toContain(decodeURIComponent(part))
            expect(content[0]?.text).not.toContain(':~:text=')
          }
      }
      const { structuredContent } = await tool('search_archive_posts', { query: 'described repeat' })
      const [hit] = (structuredContent?.['hits'] ?? []) as Hit[]
      expect(hit?.passages[0]?.url).toMatch(/:~:text=\S+/)
    })

    test('[tool.search] explains its ranking with explain, and returns markdown with markdown', async () => {
      const search = async (more: object) => {
        const asked = { query: 'described repeat', ...more }
        const { structuredContent } = await tool('search_archive_posts', asked)
        return structuredContent as { interpreted?: object; hits: (Hit & { explanation?: object })[] }
      }
      const plain = await search({})
      const explained = await search({ explain: true })
      expect([plain.interpreted, plain.hits[0]?.explanation]).toEqual([undefined, undefined])
      expect(explained.interpreted).toMatchObject({ terms: ['described', 'repeat'] })
      expect(explained.hits[0]?.explanation).toMatchObject({ matchedIn: 'body', score: expect.any(Number) })
      const [first] = (await search({ markdown: true })).hits
      expect((await site.ask('/posts/week-01.md')).text).toContain(first?.passages[0]?.text)
    })

    test('[tool.get] returns a section by anchor or heading, and a post by any of its addresses', async () => {
      const { structuredContent } = await tool('search_archive_posts', { query: 'bold by hand' })
      const [hit] = (structuredContent?.['hits'] ?? []) as Hit[]
      const { id = '', url = '', title = '', passages = [] } = hit ?? {}
      const { anchor = '', heading = '' } = passages[0] ?? {}
      expect(anchor).toBe('objections')
      const textOf = async (given: object) => String((await tool('get_archive_post', given)).content[0]?.text)
      const section = await textOf({ id, section: anchor })
      expect(section).toContain(`## ${heading}`)
      expect(section).toContain(`${url}#${anchor}`)
      expect(section.length).toBeLessThan((await textOf({ id })).length)
      for (const address of [`${url}#${anchor}`, `${id}#${anchor}`])
        expect(await textOf({ id: address })).toBe(section)
      for (const name of [heading, `#${anchor}`]) expect(await textOf({ id, section: name })).toBe(section)
      const full = await textOf({ id })
      const path = new URL(url).pathname
      const addresses = [url, `${url}.md`, `${url}/`, path, path.slice(1), `${path}.md`]
      const names = [title, title.toUpperCase(), 'week 7', 'Week 07', 'week7']
      for (const address of [...addresses, ...names, site.url(`/api/v1/posts/${id}.json`)])
        expect(await textOf({ id: address }), address).toBe(full)
      expect(await textOf({ id, section: 'nothing' })).toMatch(/no such section\. Its sections: /)
    })

    test.each([
      ['titles', 'plainest', 'week-02'],
      ['summaries', 'survives', 'week-01'],
      ['tags', 'encoding', 'week-06'],
      ['bodies', 'undone', 'week-03'],
    ])('[tool.search] searches %s', async (_, query, id) => {
      const { structuredContent } = await tool('search_archive_posts', { query })
      const hits = structuredContent?.['hits'] as Hit[]
      expect(ids(hits)).toContain(id)
      for (const { passages } of hits) expect(passages[0]?.text).toMatch(/\S/)
    })

    test('[tool.search] has the heading of a passage, filters by series, and never finds drafts', async () => {
      const hit = async (given: object) =>
        (await tool('search_archive_posts', given)).structuredContent?.['hits'] as Hit[]
      const [first] = await hit({ query: 'bold by hand' })
      expect(first?.passages[0]).toMatchObject({ heading: 'Objections', anchor: 'objections' })
      expect(ids(await hit({ query: 'method', series: 'practice' }))).not.toContain('week-01')
      expect(await hit({ query: 'xylophone' })).toEqual([])
    })

    test('list and search return structured content that matches their output schema, and shorter text', async () => {
      for (const [name, given] of [
        ['list_archive_posts', { limit: 2 }],
        ['search_archive_posts', { query: 'post', limit: 1 }],
        ['search_archive_posts', { query: 'post unheard', explain: true, unknown: 1 }],
      ] as const) {
        const { content, structuredContent } = await tool(name, given)
        expect(String(content[0]?.text).length).toBeLessThan(JSON.stringify(structuredContent).length)
        const schema = (await tools()).find((one) => one.name === name)?.outputSchema ?? false
        const validate = validator.compile(schema)
        expect(validate(structuredContent), JSON.stringify(validate.errors)).toBe(true)
      }
    })
  })

  describe('resources and prompts', () => {
    test('every post is a resource with its canonical URL and its markdown', async () => {
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      const { result } = await rpc('resources/list')
      const listed = result?.['resources'] as { uri: string; mimeType: string }[]
      expect(listed.map(({ uri }) => uri)).toEqual(posts.map(({ url }) => url))
      const { result: read } = await rpc('resources/read', { uri: site.url('/posts/week-01') })
      const text = (await site.ask('/posts/week-01.md')).text
      expect(read?.['contents']).toEqual([
        { uri: site.url('/posts/week-01'), mimeType: 'text/markdown', text },
      ])
      const { result: templates } = await rpc('resources/templates/list')
      expect(templates?.['resourceTemplates']).toMatchObject([{ uriTemplate: site.url('/posts/{postId}') }])
    })

    test('[what-6.cite] the prompt has a citation with author, title and canonical URL', async () => {
      expect((await rpc('prompts/list')).result).toMatchObject({
        prompts: [{ name: 'cite_post', arguments: [{ name: 'id', required: true }] }],
      })
      const { result } = await rpc('prompts/get', { name: 'cite_post', arguments: { id: 'week-02' } })
      const text = JSON.stringify(result?.['messages'])
      for (const part of ['Ada Fixture', 'The plainest post', '2026-01-12', site.url('/posts/week-02')])
        expect(text).toContain(part)
    })
  })
}
