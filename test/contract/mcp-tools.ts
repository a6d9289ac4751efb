import formats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { PostList } from './resources.ts'
import { legacy } from './rpc.ts'
import type { Site } from './site.ts'

const validator = new Ajv2020({ strict: false })
formats.default(validator)

/** What the archive offers over MCP: three tools, every post as a resource, one prompt. */
export function mcpTools(site: Site): void {
  const { rpc, tool, tools } = legacy(site)
  const ids = (list: unknown) => (list as { id: string }[]).map(({ id }) => id)

  describe('the tools', () => {
    test('[mcp.tools-list] [what-5] are three, each with what a model needs to choose it', async () => {
      expect((await tools()).map(({ name }) => name)).toEqual([
        'list_archive_posts',
        'get_archive_post',
        'search_archive_posts',
      ])
      for (const { description, inputSchema, annotations } of await tools()) {
        expect(description).toContain('cite its author (Ada Fixture), its title and its canonical URL')
        for (const [name, { description }] of Object.entries(inputSchema.properties))
          expect(description, name).toMatch(/\S/)
        expect(annotations).toEqual({
          ...{ readOnlyHint: true, destructiveHint: false },
          ...{ idempotentHint: true, openWorldHint: false },
        })
      }
    })

    test('[decided-10.inputs] take what the design says', async () => {
      const inputs = (await tools()).map(({ inputSchema }) => Object.keys(inputSchema.properties))
      expect(inputs).toEqual([
        ['series', 'tag', 'limit', 'cursor'],
        ['id', 'offset', 'max_chars'],
        ['query', 'series', 'tag', 'limit', 'cursor'],
      ])
      expect((await tools()).map(({ outputSchema }) => outputSchema !== undefined)).toEqual([
        true,
        false,
        true,
      ])
    })

    test('[tool.list] lists posts as the API does, by series and by tag', async () => {
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
    })

    test('[tool.list] pages through all of them, each once', async () => {
      const seen: string[] = []
      let cursor: unknown
      do {
        const page = (await tool('list_archive_posts', { limit: 4, cursor })).structuredContent
        seen.push(...ids(page?.['posts']))
        cursor = page?.['nextCursor']
      } while (cursor !== undefined)
      expect(seen).toEqual(ids((await tool('list_archive_posts')).structuredContent?.['posts']))
    })

    test('[tool.get] reads a post in full: the very text of its twin, and nothing else', async () => {
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      for (const { id } of posts) {
        const result = await tool('get_archive_post', { id })
        expect(result).toEqual({
          content: [{ type: 'text', text: (await site.ask(`/posts/${id}.md`)).text }],
        })
      }
    })

    test('[tool.search] finds words in bodies, with the sentence they stand in', async () => {
      const { structuredContent: found } = await tool('search_archive_posts', { query: 'described repeat' })
      expect(found).toMatchObject({ query: 'described repeat', returned: 1 })
      expect(found?.['hits']).toEqual([
        expect.objectContaining({
          id: 'week-01',
          url: site.url('/posts/week-01'),
          sentence: 'The method is described in full, so that anybody can repeat it.',
          matchedIn: 'body',
          series: 'research',
          published: '2026-01-05',
        }),
      ])
    })

    test.each([
      ['titles', 'plainest', 'week-02'],
      ['summaries', 'survives', 'week-01'],
      ['tags', 'encoding', 'week-06'],
      ['bodies', 'undone', 'week-03'],
    ])('[tool.search] looks in %s', async (_, query, id) => {
      const { structuredContent } = await tool('search_archive_posts', { query })
      const hits = structuredContent?.['hits'] as { id: string; sentence: string }[]
      expect(ids(hits)).toContain(id)
      for (const { sentence } of hits) expect(sentence).toMatch(/\S/)
    })

    test('[tool.search] leads to the heading, keeps to series and tag, and never shows a draft', async () => {
      const hit = async (given: object) =>
        (await tool('search_archive_posts', given)).structuredContent?.['hits'] as Record<string, string>[]
      expect(await hit({ query: 'bold by hand' })).toMatchObject([
        { heading: 'Objections', anchorUrl: site.url('/posts/week-07#objections') },
      ])
      expect(ids(await hit({ query: 'method', series: 'practice' }))).not.toContain('week-01')
      expect(await hit({ query: 'xylophone' })).toEqual([])
    })

    test('list and search answer in both channels alike, as their output schemas say', async () => {
      for (const [name, given] of [
        ['list_archive_posts', { limit: 2 }],
        ['search_archive_posts', { query: 'post', limit: 1 }],
      ] as const) {
        const { content, structuredContent } = await tool(name, given)
        expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
        const schema = (await tools()).find((one) => one.name === name)?.outputSchema ?? false
        const validate = validator.compile(schema)
        expect(validate(structuredContent), JSON.stringify(validate.errors)).toBe(true)
      }
    })
  })

  describe('resources and prompts', () => {
    test('every post is a resource, at its canonical URL, as its twin', async () => {
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

    test('[what-6.cite] the prompt drafts a citation with author, title and canonical URL', async () => {
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
