import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, connected, servedFixture, servedPosts } from './archive.ts'
import { isThorough } from '../thorough.ts'
import { type Client, officialClients, info } from './official.ts'

describe.each(officialClients)('official client (%s)', (_, connectClient) => {
  let client: Client
  beforeAll(async () => {
    client = await connectClient(await servedFixture({ exposure: 'loopback' }))
  })
  afterAll(() => client.close())

  test('receives server info, capabilities and instructions on connect', () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'org.example/archive', version: '1.0.0' })
    expect(Object.keys(client.getServerCapabilities() ?? {}).sort()).toEqual([
      'completions',
      'prompts',
      'resources',
      'tools',
    ])
    expect(client.getInstructions()).toContain('cite')
  })

  test('lists and calls every tool; results match their schemas', async () => {
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(3)
    expect(
      await client.callTool({ name: 'list_archive_posts', arguments: { series: 'research' } }),
    ).toMatchObject({ structuredContent: { total: 2, posts: [{ id: 'week-06' }, { id: 'week-01' }] } })
    expect(
      await client.callTool({ name: 'search_archive_posts', arguments: { query: 'measurement' } }),
    ).toMatchObject({ structuredContent: { hits: [{ id: 'week-01' }] } })
    expect(await client.callTool({ name: 'get_archive_post', arguments: { id: 'week-02' } })).toMatchObject({
      content: [
        { type: 'text', text: expect.stringContaining('canonical_url: https://example.org/posts/week-02') },
      ],
    })
    expect(await client.callTool({ name: 'get_archive_post', arguments: { id: 'week-99' } })).toMatchObject({
      isError: true,
    })
  })

  test('gets an error for an unknown tool', async () => {
    await expect(client.callTool({ name: 'nothing' })).rejects.toThrow('There is no such tool')
  })

  test('lists and reads resources', async () => {
    const uri = 'https://example.org/posts/week-01'
    expect((await client.listResources()).resources.map((one) => one.uri)).toContain(uri)
    expect(await client.listResourceTemplates()).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'https://example.org/posts/{postId}' }],
    })
    expect(await client.readResource({ uri })).toMatchObject({
      contents: [{ uri, mimeType: 'text/markdown', text: expect.stringContaining('# How the first') }],
    })
    await expect(client.readResource({ uri: 'https://example.org/posts/week-99' })).rejects.toThrow()
  })

  test('gets the size and lastModified of each resource', async () => {
    for (const { uri, size, annotations } of (await client.listResources()).resources) {
      const [content] = (await client.readResource({ uri })).contents as { text: string }[]
      const [, changed] = /^last_updated: "?([^"\n]+)/m.exec(content?.text ?? '') ?? []
      expect(size, uri).toBe(Buffer.byteLength(content?.text ?? ''))
      expect(annotations, uri).toEqual(changed === undefined ? undefined : { lastModified: changed })
    }
  })

  test('completes ids, tags and series, prefix matches first', async () => {
    const prompt = { type: 'ref/prompt', name: 'cite_post' } as const
    const template = { type: 'ref/resource', uri: 'https://example.org/posts/{postId}' } as const
    const completed = async (ref: typeof prompt | typeof template, name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion
    const { found } = await call<{ posts: { id: string }[] }>(client, 'list_archive_posts', {})
    const all = found?.posts.map(({ id }) => id) ?? []
    const every = { values: all, total: all.length, hasMore: false }
    for (const value of ['', 'week', 'WEEK-0']) {
      expect(await completed(prompt, 'id', value), value).toMatchObject(every)
      expect(await completed(template, 'postId', value), value).toMatchObject(every)
    }
    expect(await completed(prompt, 'id', '07')).toMatchObject({ values: ['week-07'], total: 1 })
    expect(await completed(template, 'tag', 'TT')).toMatchObject({ values: ['http'] })
    expect(await completed(template, 'tag', 'e')).toMatchObject({ values: ['encoding', 'method'] })
    expect(await completed(template, 'series', 'r')).toMatchObject({ values: ['research', 'practice'] })
    expect(await completed(prompt, 'id', 'x')).toMatchObject({ values: [], total: 0, hasMore: false })
  })

  test('lists prompts and gets one', async () => {
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['cite_post'])
    const { messages } = await client.getPrompt({ name: 'cite_post', arguments: { id: 'week-01' } })
    expect(JSON.stringify(messages)).toContain('Ada Fixture')
  })
})

test('version negotiation picks the newest protocol version', async () => {
  const client = new Client2(info, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new Transport2(new URL(await servedFixture())))
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  await client.close()
})

test.runIf(isThorough)('resources/list of a large archive is paginated', async () => {
  const ids = Array.from({ length: 250 }, (_, at) => `post-${String(at).padStart(3, '0')}`)
  const url = await servedPosts(
    Object.fromEntries(ids.map((id) => [id, 'Text.'])),
    'idPattern: ^post-\\d{3}$\n',
  )
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const params = cursor === undefined ? {} : { cursor }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/list', params }),
    })
    const { result: page } = (await response.json()) as {
      readonly result: { readonly resources: { readonly uri: string }[]; readonly nextCursor?: string }
    }
    expect(page.resources.length).toBeLessThanOrEqual(100)
    seen.push(...page.resources.map(({ uri }) => uri))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(seen).toHaveLength(250)
  const { resources } = await (await connected(url)).listResources()
  expect(resources, 'the client follows the cursors').toHaveLength(250)
  expect(seen.sort()).toEqual(ids.map((id) => `https://example.org/posts/${id}`))
})

test('the parts of a very long post join to its full text', async () => {
  const lines = Array.from({ length: 4000 }, (_, at) => `Line ${at} of a post that never seems to end. 🎉`)
  const body = lines.join('\n')
  const client = await connected(await servedPosts({ 'week-01': body }))
  const parts: string[] = []
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const given: object = { id: 'week-01', offset }
    const { text } = await call(client, 'get_archive_post', given)
    expect(text.length).toBeLessThan(20_500)
    const [, part = '', note = ''] = /^([\s\S]*)\n(\[[^\n]+\])\n$/.exec(text) ?? []
    parts.push(part)
    const next = /"offset": (\d+)/.exec(note)?.[1]
    expect(note).toMatch(next ? /For the next part, call get_archive_post/ : /the last part/)
    offset = next === undefined ? undefined : Number(next)
  }
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.join('')).toContain(body)
})
