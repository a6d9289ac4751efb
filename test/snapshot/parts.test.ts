import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { RequestFacts } from '../../src/answer/request.ts'
import { serve } from '../../src/serve.ts'
import { type Head, headName, openParts, PartAnswer, shardOf } from '../../src/snapshot/open-parts.ts'
import type { Snapshot } from '../../src/snapshot/resource.ts'
import { split } from '../../src/snapshot/split.ts'
import { everyRequest, fixture } from './fixture.ts'

const original = await fixture()
const parts = new Map(Array.from(split(original), ({ name, body }) => [name, body]))
const head = JSON.parse(Buffer.from(parts.get(headName) ?? []).toString()) as Head

/** A handler over the parts, and the names of those that it has asked for. `held` is how much it may keep. */
function opened(held?: number) {
  const asked: string[] = []
  const getPart = async (name: string) => {
    asked.push(name)
    const body = parts.get(name)
    if (!body) throw new Error(`there is no part ${name}`)
    return new Response(Buffer.from(body))
  }
  const { snapshot, loader } = openParts(head, getPart, held)
  const handler = serve(snapshot)
  const answer = async (request: RequestFacts) => {
    const made = await loader.runUntilLoaded(() => handler(request))
    const { status, headers } = made
    const body = made instanceof PartAnswer ? await made.open() : made.body
    return { status, headers, body: body && Buffer.from(await new Response(body).arrayBuffer()) }
  }
  return { answer, asked }
}

const post = (body: object): RequestFacts => ({
  method: 'POST',
  target: '/mcp',
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
})
const call = (name: string, args: object, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** What is asked of a snapshot as a whole, and what only parts could answer wrongly: searches, their own names, and MCP. */
function everyRequestOf(snapshot: Snapshot): RequestFacts[] {
  const targets = [
    '/search?q=method',
    '/search.md?q=metod',
    '/shards/0',
    '/head.json',
    '/search/0',
    '/worker.js',
  ]
  return [
    ...everyRequest(snapshot),
    ...targets.map((target) => ({ method: 'GET', target })),
    post({ jsonrpc: '2.0', id: 1, method: 'resources/list' }),
    post(call('list_archive_posts', { series: 'research' })),
    post(call('get_archive_post', { id: 'week-07', section: 'objections' })),
    post(call('search_archive_posts', { query: 'metod encoding', markdown: true, explain: true, limit: 50 })),
    {
      ...post([
        call('search_archive_posts', { query: 'http' }),
        call('get_archive_post', { id: 'week-01' }, 2),
      ]),
    },
  ]
}

test.each([
  ['kept', undefined],
  ['never kept', 1],
])('a snapshot in parts that are %s gives the same answers to every request', async (_, held) => {
  const whole = serve(original)
  const { answer } = opened(held)
  const requests = everyRequestOf(original)
  expect(requests.length).toBeGreaterThan(original.resources.size * 2)
  for (const request of requests) {
    const expected = whole(request)
    const got = await answer(request)
    const what = JSON.stringify({ ...request, body: request.body && String(request.body) })
    expect([got.status, got.headers], what).toEqual([expected.status, expected.headers])
    expect(got.body?.equals(expected.body ?? new Uint8Array()) ?? expected.body === null, what).toBe(true)
  }
})

test('the parts of a snapshot are the same each time', () => {
  const again = [...split(original)]
  expect(again.map(({ name }) => name)).toEqual([...parts.keys()])
  for (const { name, body } of again)
    expect(Buffer.from(body).equals(parts.get(name) ?? new Uint8Array()), name).toBe(true)
})

test('a page costs one part, a request for what is kept none', async () => {
  const { answer, asked } = opened()
  const page = { method: 'GET', target: '/posts/week-01', acceptEncoding: 'gzip' }
  expect((await answer(page)).status).toBe(200)
  expect(asked).toEqual([`shards/${shardOf('/posts/week-01', head.shards)}`])
  await answer({ ...page, accept: 'text/markdown' })
  await answer({ ...page, target: '/posts/week-01.bib' })
  await answer({ ...page, target: '/posts/week-01/' })
  expect(asked, 'its twin, citation and old address').toHaveLength(1)
})

test('searching reads the posts and the index once, and of the hits all that is wanted at once', async () => {
  const { answer, asked } = opened()
  const found = await answer(post(call('search_archive_posts', { query: 'method' })))
  expect(found.status).toBe(200)
  expect(asked.slice(0, 2)).toEqual(['posts/0', 'search/0'])
  expect(new Set(asked).size, 'nothing is asked for twice').toBe(asked.length)
  const before = asked.length
  await answer(post(call('search_archive_posts', { query: 'method' })))
  expect(asked.slice(before)).toEqual([])
})

test('greeting a client and telling it the tools reads nothing', async () => {
  const { answer, asked } = opened()
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  expect((await answer(post({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))).status).toBe(200)
  expect((await answer(post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }))).status).toBe(200)
  expect(asked).toEqual([])
})

test('requests at the same time wait for one index', async () => {
  const { answer, asked } = opened()
  const search = post(call('search_archive_posts', { query: 'method' }))
  const answers = await Promise.all(Array.from({ length: 20 }, () => answer(search)))
  expect(new Set(answers.map(({ body }) => String(body))).size).toBe(1)
  expect(asked.filter((name) => name === 'search/0')).toHaveLength(1)
})

test('a part that cannot be had is an error, and is asked for again by the next request', async () => {
  const name = `shards/${shardOf('/about', head.shards)}`
  const bytes = parts.get(name) ?? new Uint8Array()
  const { answer } = opened()
  parts.delete(name)
  await expect(answer({ method: 'GET', target: '/about' })).rejects.toThrow(`there is no part ${name}`)
  parts.set(name, bytes)
  expect((await answer({ method: 'GET', target: '/about' })).status).toBe(200)
})

test('an index that did not come whole is an error, and is asked for again', async () => {
  const search = post(call('search_archive_posts', { query: 'method' }))
  const bytes = parts.get('search/0') ?? new Uint8Array()
  const { answer } = opened()
  parts.set('search/0', bytes.subarray(1))
  await expect(answer(search)).rejects.toThrow('search/0 has the wrong length')
  parts.set('search/0', bytes)
  expect((await answer(search)).status).toBe(200)
})

test('a body that is kept as gzip alone is decompressed to what it was', () => {
  let pairs = 0
  for (const { representations } of original.resources.values()) {
    for (const { variants } of representations) {
      const [gzip, plain] = ['gzip', 'identity'].map((one) =>
        variants.find(({ encoding }) => encoding === one),
      )
      if (!gzip?.full.body || !plain?.full.body) continue
      pairs++
      expect(gunzipSync(gzip.full.body).equals(plain.full.body)).toBe(true)
    }
  }
  expect(pairs).toBeGreaterThan(50)
})

test('every resource and redirect is in one shard, and shards are about as full as each other', () => {
  const counts = new Map<number, number>()
  for (let post = 0; post < 25_600; post++) {
    const shard = shardOf(`/posts/week-${post}`, 256)
    counts.set(shard, (counts.get(shard) ?? 0) + 1)
  }
  expect(counts.size).toBe(256)
  expect(Math.max(...counts.values())).toBeLessThan(160)
  for (const path of ['/posts/a.md', '/posts/a/', '/posts/a.csl.json', '/posts/a.bib'])
    expect(shardOf(path, 2 ** 20), path).toBe(shardOf('/posts/a', 2 ** 20))
  for (const folder of ['/posts', '/v1.2'])
    for (const ending of ['', '/', '.md'])
      expect(shardOf(`${folder}/b${ending}`, 2 ** 20)).not.toBe(shardOf(`${folder}/a${ending}`, 2 ** 20))
})
