import { expect, test } from 'vitest'
import type { RequestFacts } from '../../src/answer/request.ts'
import { runUntilLoaded } from '../../src/base/bytes-missing.ts'
import { answering } from '../answering.ts'
import { type Head, headName, openParts, PartAnswer, shardOf } from '../../src/snapshot/open-parts.ts'
import type { Snapshot } from '../../src/snapshot/resource.ts'
import { split } from '../../src/snapshot/split.ts'
import { everyRequest, fixture } from './fixture.ts'

const original = await fixture()
const parts = new Map(Array.from(split(original), ({ name, body }) => [name, body]))
const head = JSON.parse(Buffer.from(parts.get(headName) ?? []).toString()) as Head

/** A handler over the parts, and the names of the parts it fetched. `cacheBytes` limits its cache. */
function open(cacheBytes?: number) {
  const fetched: string[] = []
  const getPart = async (name: string) => {
    fetched.push(name)
    const body = parts.get(name)
    if (!body) throw new Error(`there is no part ${name}`)
    return new Response(Buffer.from(body))
  }
  const snapshot = openParts(head, getPart, cacheBytes)
  const handler = answering(snapshot)
  const answer = async (request: RequestFacts) => {
    const made = await runUntilLoaded(() => handler(request))
    const { status, headers } = made
    const body = made instanceof PartAnswer ? await made.open() : made.body
    return { status, headers, body: body && Buffer.from(await new Response(body).arrayBuffer()) }
  }
  return { answer, fetched }
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

/** Every request, and those that only a snapshot in parts could get wrong: searches, the names of parts, and MCP. */
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
  ['a cache', undefined],
  ['no cache', 1],
])('a snapshot in parts, with %s, returns the same responses', async (_, cacheBytes) => {
  const serveOriginal = answering(original)
  const { answer } = open(cacheBytes)
  const requests = everyRequestOf(original)
  expect(requests.length).toBeGreaterThan(original.resources.size * 2)
  for (const request of requests) {
    const expected = serveOriginal(request)
    const got = await answer(request)
    const what = JSON.stringify({ ...request, body: request.body && String(request.body) })
    expect([got.status, got.headers], what).toEqual([expected.status, expected.headers])
    expect(got.body?.equals(expected.body ?? new Uint8Array()) ?? expected.body === null, what).toBe(true)
  }
})

test('splitting is deterministic', () => {
  const again = [...split(original)]
  expect(again.map(({ name }) => name)).toEqual([...parts.keys()])
  for (const { name, body } of again)
    expect(Buffer.from(body).equals(parts.get(name) ?? new Uint8Array()), name).toBe(true)
})

test('a page fetches one part, and a cached one none', async () => {
  const { answer, fetched } = open()
  const page = { method: 'GET', target: '/posts/week-01', acceptEncoding: 'gzip' }
  expect((await answer(page)).status).toBe(200)
  expect(fetched).toEqual([`shards/${shardOf('/posts/week-01', head.shards)}`])
  await answer({ ...page, accept: 'text/markdown' })
  await answer({ ...page, target: '/posts/week-01.bib' })
  await answer({ ...page, target: '/posts/week-01/' })
  expect(fetched, 'its twin, citation and redirect are in the same part').toHaveLength(1)
})

test('a search fetches each part once, and a repeated search none', async () => {
  const { answer, fetched } = open()
  const found = await answer(post(call('search_archive_posts', { query: 'method' })))
  expect(found.status).toBe(200)
  expect(fetched.slice(0, 2)).toEqual(['posts/0', 'search/0'])
  expect(new Set(fetched).size, 'no part is fetched twice').toBe(fetched.length)
  const before = fetched.length
  await answer(post(call('search_archive_posts', { query: 'method' })))
  expect(fetched.slice(before)).toEqual([])
})

test('initialize and tools/list fetch nothing', async () => {
  const { answer, fetched } = open()
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  expect((await answer(post({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))).status).toBe(200)
  expect((await answer(post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }))).status).toBe(200)
  expect(fetched).toEqual([])
})

test('concurrent searches share one fetch of the index', async () => {
  const { answer, fetched } = open()
  const search = post(call('search_archive_posts', { query: 'method' }))
  const answers = await Promise.all(Array.from({ length: 20 }, () => answer(search)))
  expect(new Set(answers.map(({ body }) => String(body))).size).toBe(1)
  expect(fetched.filter((name) => name === 'search/0')).toHaveLength(1)
})

test('a missing part is an error, and the next request fetches it again', async () => {
  const name = `shards/${shardOf('/about', head.shards)}`
  const bytes = parts.get(name) ?? new Uint8Array()
  const { answer } = open()
  parts.delete(name)
  await expect(answer({ method: 'GET', target: '/about' })).rejects.toThrow(`there is no part ${name}`)
  parts.set(name, bytes)
  expect((await answer({ method: 'GET', target: '/about' })).status).toBe(200)
})

test('a truncated index is an error, and the next request fetches it again', async () => {
  const search = post(call('search_archive_posts', { query: 'method' }))
  const bytes = parts.get('search/0') ?? new Uint8Array()
  const { answer } = open()
  parts.set('search/0', bytes.subarray(1))
  await expect(answer(search)).rejects.toThrow('search/0 has the wrong length')
  parts.set('search/0', bytes)
  expect((await answer(search)).status).toBe(200)
})

test('shards are evenly filled, and all files of a post are in one shard', () => {
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
