import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolNames } from '../../src/mcp/protocol.ts'
import type { ToolResult } from '../contract/rpc.ts'
import { connected, servedPosts } from './archive.ts'
import { type Client, officialClients } from './official.ts'

/** Result shapes from https://platform.openai.com/docs/mcp: one text item with JSON, equal to the structured content. */

const bodies = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `week-${String(at + 1).padStart(2, '0')}`,
    `A glacier is a river of ice. Number ${at + 1} *moves* [slowly](https://example.org/slow).`,
  ]),
)

async function call(client: Client, name: string, given: Record<string, unknown>): Promise<unknown> {
  const result = (await client.callTool({ name, arguments: given })) as ToolResult
  expect(result.isError ?? false, result.content[0]?.text).toBe(false)
  expect(result.content).toEqual([{ type: 'text', text: expect.any(String) }])
  expect(JSON.parse(result.content[0]?.text ?? ''), 'text and structuredContent are equal').toEqual(
    result.structuredContent,
  )
  return result.structuredContent
}

interface Found {
  readonly results: readonly { readonly id: string; readonly title: string; readonly url: string }[]
}

const url = await servedPosts(bodies, 'mcp:\n  connectors: true\n')

describe.each(officialClients)('`connectors: true`, official client (%s)', (_, connectClient) => {
  let client: Client
  beforeAll(async () => {
    client = await connectClient(url)
  })
  afterAll(() => client.close())

  test('lists `search` and `fetch` after the other tools, each with one argument', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([...Object.values(toolNames), 'search', 'fetch'])
    const [search, fetch] = tools.slice(3).map(({ inputSchema }) => inputSchema)
    expect([search, fetch]).toMatchObject([{ required: ['query'] }, { required: ['id'] }])
    expect([search, fetch].map((schema) => Object.keys(schema?.properties ?? {}))).toEqual([
      ['query'],
      ['id'],
    ])
  })

  test('`search` returns id, title and URL of each match', async () => {
    const { results } = (await call(client, 'search', { query: 'number 7' })) as Found
    const url = 'https://example.org/posts/week-07'
    expect(results[0]).toEqual({ id: 'week-07', title: 'Post week-07', url })
    for (const result of results) expect(Object.keys(result)).toEqual(['id', 'title', 'url'])
  })

  test('`search` returns at most ten results, and none if nothing matches', async () => {
    const all = (await call(client, 'search', { query: 'glacier' })) as Found
    expect(new Set(all.results.map(({ id }) => id)).size).toBe(10)
    for (const query of ['xylophone', '?!'])
      expect(await call(client, 'search', { query }), query).toEqual({ results: [] })
  })

  test('`fetch` returns the full markdown of each result', async () => {
    const { results } = (await call(client, 'search', { query: 'glacier' })) as Found
    for (const { id, title, url: address } of results) {
      const twin = await (await fetch(url.replace('/mcp', `/posts/${id}.md`))).text()
      expect(await call(client, 'fetch', { id })).toEqual({
        ...{ id, title, text: twin, url: address },
        metadata: { authors: 'The editors', series: 'practice', tags: '' },
      })
    }
  })

  test('`fetch` of an unknown id is an error that refers to `search`', async () => {
    expect(await client.callTool({ name: 'fetch', arguments: { id: 'week-99' } })).toMatchObject({
      isError: true,
      content: [{ text: 'No document has that id. `search` returns them.' }],
    })
  })
})

test('`fetch` truncates a very long document and says how to read on', async () => {
  const bodies = { long: 'A line of the post.\n'.repeat(15_000) }
  const client = await connected(await servedPosts(bodies, 'mcp:\n  connectors: true\n'))
  const { text } = (await call(client, 'fetch', { id: 'long' })) as { readonly text: string }
  expect(text.length).toBeLessThan(201_000)
  expect(text).toMatch(/\[This is part of the post, .* get_archive_post with \{"id": "long", "offset": \d+\}/)
})

test.each(['', 'mcp:\n  connectors: false\n'])(
  'without `connectors: true` there are exactly three tools: %j',
  async (settings) => {
    const client = await connected(await servedPosts({ 'week-01': 'Text.' }, settings))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(Object.values(toolNames))
    for (const name of ['search', 'fetch'])
      await expect(client.callTool({ name, arguments: { query: 'text', id: 'week-01' } })).rejects.toThrow(
        'There is no such tool',
      )
  },
)
