import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compile, folder } from '../src/compile.ts'
import { serve } from '../src/serve.ts'

/** What the posts in archive/ print of this archive's own answers, and would be wrong about when it changes. */
const archive = fileURLToPath(new URL('../archive/', import.meta.url))
const { value: snapshot } = await compile(folder(archive), { baseUrl: 'http://localhost:3000' })
if (!snapshot) throw new Error('the archive in archive/ is not published')
const ask = serve(snapshot)
const get = (target: string) =>
  ask({ method: 'GET', target, host: 'localhost:3000', body: new Uint8Array(0) })
const post = (id: string) => readFileSync(`${archive}posts/${id}.md`, 'utf8')

test('week-04 prints the 404 that is sent', () => {
  const [, printed = ''] = /```json\n([^`]*"resource_not_found"[^`]*)```/.exec(post('week-04')) ?? []
  const sent = new TextDecoder().decode(get('/api/v1/posts/week-1.json').body ?? undefined)
  expect(JSON.parse(printed)).toEqual(JSON.parse(sent))
})

test('week-08 prints the tag that the markdown of week-04 has', () => {
  const { headers } = get('/posts/week-04.md')
  const tag = headers[headers.indexOf('ETag') + 1] ?? 'no tag'
  const [, kept] = /"etag": "\\"([^\\]+)\\""/.exec(post('week-08')) ?? []
  expect(kept).toBe(tag.slice(1, -1))
  expect(post('week-08').split(tag.slice(1, -1))).toHaveLength(4)
})

test('a research post and a practice post take turns, a week apart', () => {
  const posts = [...snapshot.mcp.posts].reverse().map(({ entry }) => entry)
  expect(posts.map(({ id }) => id)).toEqual(
    Array.from({ length: posts.length }, (_, at) => `week-${String(at + 1).padStart(2, '0')}`),
  )
  for (const [at, { series, published }] of posts.entries()) {
    expect(series).toBe(at % 2 === 0 ? 'research' : 'practice')
    expect(Date.parse(published ?? '') - Date.parse(posts[0]?.published ?? '')).toBe(at * 7 * 86_400_000)
  }
})

test('every tag is used more than once', () => {
  const tags = snapshot.mcp.posts.flatMap(({ entry }) => entry.tags)
  for (const tag of new Set(tags)) expect(tags.filter((one) => one === tag).length, tag).toBeGreaterThan(1)
})
