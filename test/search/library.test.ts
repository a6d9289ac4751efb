import { describe, expect, test } from 'vitest'
import { type ArchiveSearchOptions, compile, fromMemory, search, serve } from '../../src/citable.ts'
import { call, connected, served } from '../mcp/archive.ts'

const post = (title: string, published: string, more: string, body: string) =>
  `---\ntitle: ${title}\npublished: ${published}\n${more}---\n\n${body}\n`
const files = {
  'archive.yaml': 'title: The Review\nauthor: Ada\n',
  'posts/caches.md': post('Caches', '2026-03-01', '', '## Vary\n\nA cache keys what it keeps by Vary.'),
  'posts/other.md': post('Other', '2026-03-02', '', 'Nothing of it.'),
  'posts/one.md': post('Lantern one', '2024-03-01', 'tags: [Wick Lamps]\nseries: lamps\n', 'A lantern.'),
  'posts/two.md': post(
    'Lantern two',
    '2025-03-01',
    'tags: [Wick Lamps]\nauthor: Mary Shelley\n',
    'A lantern.',
  ),
  'posts/three.md': post('On mirrors', '2026-01-01', 'series: lamps\n', 'Also seen: a lantern and a lens.'),
}
const { value: snapshot } = await compile(fromMemory(files), { baseUrl: 'https://example.org' })
if (!snapshot) throw new Error('the archive has errors')
const idsOf = (query: string, options?: ArchiveSearchOptions) =>
  search(snapshot, query, options)?.hits.map(({ id }) => id)

test('search() returns ids, citations and passages from a snapshot', () => {
  const { total, hits } = search(snapshot, 'how does Vary work') ?? {}
  expect(total).toBe(1)
  expect(hits?.[0]).toMatchObject({
    id: 'caches',
    citation: 'Ada (2026-03-01). “Caches”. The Review. https://example.org/posts/caches',
    passages: [{ text: 'A cache keys what it keeps by Vary.', heading: 'Vary', anchor: 'vary' }],
  })
  expect(search(snapshot, 'xylophone')).toEqual({ total: 0, hits: [] })
  expect(search(snapshot, '?'), 'a query without words').toBeUndefined()
})

describe('options of search()', () => {
  const everything = ['one', 'two', 'three']

  test.each<[ArchiveSearchOptions, string[]]>([
    [{}, everything],
    [{ tag: 'wick-lamps' }, ['one', 'two']],
    [{ series: 'Lamps' }, ['one', 'three']],
    [{ author: 'shelley' }, ['two']],
    [{ since: '2025' }, ['two', 'three']],
    [{ until: '2025-03' }, ['one', 'two']],
    [{ tag: 'wick lamps', since: '2025-01-01', until: '2025-12-31' }, ['two']],
    [{ tag: 'no such tag' }, []],
    [{ tag: '', series: '', author: '', since: '', until: '' }, everything],
    [{ tag: undefined, sort: 'relevance', limit: undefined, offset: undefined }, everything],
  ])('%j', (options, expected) => {
    expect(idsOf('lantern', options)?.sort()).toEqual(expected.toSorted())
    expect(search(snapshot, 'lantern', options)?.total).toBe(expected.length)
  })

  test('sort: newest is the order of time', () => {
    expect(idsOf('lantern', { sort: 'newest', tag: 'Wick Lamps' })).toEqual(['two', 'one'])
  })

  test('limit and offset return a part of all hits', () => {
    const all = idsOf('lantern')
    expect(all).toHaveLength(3)
    expect([0, 1, 2, 3].flatMap((offset) => idsOf('lantern', { limit: 1, offset }))).toEqual(all)
    expect(search(snapshot, 'lantern', { limit: 1, offset: 1 })?.total).toBe(3)
  })

  test('find what the MCP tool finds', async () => {
    const client = await connected(await served(serve(snapshot)))
    const given: ArchiveSearchOptions[] = [
      {},
      { tag: 'WICK_LAMPS' },
      { series: 'lamps', sort: 'newest' },
      { author: 'ADA', since: '2026' },
      { until: '2024-12-31', limit: 1 },
    ]
    for (const options of given) {
      const args = { query: 'a lantern', ...options }
      const { found } = await call<{ hits: { id: string }[] }>(client, 'search_archive_posts', args)
      expect(idsOf('a lantern', options)).toEqual(found?.hits.map(({ id }) => id))
    }
  })

  test.each([
    [{ since: 'yesterday' }, 'since must be a day, month or year, such as 2026-11-17: yesterday'],
    [{ until: '17.11.2026' }, 'until must be a day, month or year, such as 2026-11-17: 17.11.2026'],
    [{ sort: 'oldest' as never }, 'sort must be newest or relevance: oldest'],
    [{ limit: 1.5 }, 'limit must be a whole number: 1.5'],
    [{ offset: -1 }, 'offset must be a whole number: -1'],
    [{ maxChars: '9' as never }, 'maxChars must be a whole number: 9'],
  ])('%j is rejected', (options, message) => {
    expect(() => search(snapshot, 'lantern', options)).toThrow(new TypeError(message))
  })
})

test.each([
  [{ asOf: 'tomorrow' }, 'asOf must be a date such as 2026-11-17'],
  [{ baseUrl: 'ftp://x' }, 'baseUrl must be an absolute http or https URL: ftp://x'],
  [{ encodings: ['zstd'] as never }, 'encodings may only contain br, gzip, identity: zstd'],
])('compile() rejects %j', async (options, message) => {
  await expect(compile(fromMemory(files), options)).rejects.toThrow(message)
})
