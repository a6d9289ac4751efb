import { describe, expect, test } from 'vitest'
import { serve } from '../../src/serve.ts'
import { compiled } from '../snapshot/fixture.ts'
import { call, connected, served } from './archive.ts'

const post = (title: string, date: string, author: string, body: string) =>
  `---\ntitle: ${title}\nseries: practice\nsummary: A summary.\ndate: ${date}\nauthor: ${author}\n---\n\n${body}\n`
const files = {
  'archive.yaml': '',
  'posts/one.md': post('Lantern one is out', '2024-03-01', 'Ada King', 'The lantern has a wick.'),
  'posts/two.md': post('Lantern two is out', '2025-03-01', 'Mary Shelley', 'The lantern has a lens.'),
  'posts/three.md': post('Lantern three is out', '2026-03-01', 'Ada King', 'The lantern has a mirror.'),
  'posts/four.md': post('On other things', '2026-04-01', 'Mary Shelley', 'Nothing shines here.'),
  'posts/five.md': post(
    'Gardens',
    '2026-05-01',
    'Mary Shelley',
    '## Seeds\n\nSow them so:\n\n```sh\nsow --deep\nwater daily\n```',
  ),
}
const client = await connected(await served(serve(await compiled(files, { baseUrl: 'https://example.org' }))))

interface Found {
  readonly hits: readonly { readonly id: string; readonly passages: readonly { readonly text: string }[] }[]
  readonly notes?: readonly string[]
}

async function search(given: Record<string, unknown>) {
  const { text, isError, found } = await call<Found>(client, 'search_archive_posts', given)
  const { hits = [], notes = [] } = found ?? {}
  return { ids: hits.map(({ id }) => id), hits, notes, text, isError }
}

describe('dates', () => {
  test.each<[Record<string, string>, string[]]>([
    [{ since: '2025-03-02' }, ['three']],
    [{ since: '2025' }, ['three', 'two']],
    [{ until: '2024' }, ['one']],
    [{ until: '2025-03-01' }, ['two', 'one']],
    [{ since: '2025-01', until: '2025-12' }, ['two']],
  ])('%j', async (given, expected) => {
    const { ids, text } = await search({ query: 'lantern', ...given })
    expect(new Set(ids)).toEqual(new Set(expected))
    expect(text, 'a hit starts with its date').toMatch(/^1\. \d{4}-\d{2}-\d{2}: “/m)
  })

  test.each(['latest lantern', 'the newest lantern', 'most recent lantern'])(
    '"%s" finds the newest match first',
    async (query) => expect((await search({ query })).ids[0]).toBe('three'),
  )

  test('"this year" means the year of the newest post, with a note', async () => {
    const { ids, notes } = await search({ query: 'lantern this year' })
    expect(ids).toEqual(['three'])
    expect(notes).toEqual(['“This year” was read as 2026, the year of the newest post.'])
  })

  test('`sort: newest` returns matches in date order, and an unknown order is ignored with a note', async () => {
    expect((await search({ query: 'lantern', sort: 'date_desc' })).ids).toEqual(['three', 'two', 'one'])
    for (const sort of ['colour', 'oldest', 'date_asc'])
      expect((await search({ query: 'lantern', sort })).notes, sort).toEqual([
        '`sort` was ignored: write newest or relevance.',
      ])
  })

  test('a month finds the posts of that month', async () => {
    expect((await search({ query: 'March 2025' })).ids[0]).toBe('two')
  })

  test('an invalid date is ignored, with a note', async () => {
    const { ids, notes } = await search({ query: 'lantern', since: 'yesterday' })
    expect(ids).toHaveLength(3)
    expect(notes[0]).toContain('`since` was ignored')
  })
})

describe('author', () => {
  test('matches part of a name, in any case', async () => {
    expect(new Set((await search({ query: 'lantern', author: 'ada' })).ids)).toEqual(
      new Set(['one', 'three']),
    )
  })

  test('is an error that lists the authors if nobody matches', async () => {
    const { isError, text } = await search({ query: 'lantern', author: 'Byron' })
    expect(isError).toBe(true)
    expect(text).toContain('Ada King, Mary Shelley')
  })
})

test('a cursor past the last hit is an error', async () => {
  const beyond = await search({ query: 'lantern', cursor: btoa('hits:100') })
  expect(beyond).toMatchObject({ isError: true, text: expect.stringContaining('cursor') })
})

describe('passages', () => {
  test('never end between code and the sentence that introduces it', async () => {
    const { hits } = await search({ query: 'sow seeds', limit: 1 })
    expect(hits[0]?.passages[0]?.text).toBe('Sow them so:\nsow --deep\nwater daily')
  })
})
