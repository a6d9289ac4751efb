import { describe, expect, test } from 'vitest'
import { indexOf } from '../../src/mcp/posts.ts'
import { search } from '../../src/search/search.ts'
import { compiled } from '../snapshot/fixture.ts'
import { indexed, prose } from './documents.ts'
import lists from './queries.json' with { type: 'json' }

/** A document for each kind of query, and by its name the queries that find it first. */
const { texts, withoutTerms } = lists
const finds = [
  ...Object.entries(lists.finds).flatMap(([name, queries]) => queries.map((query) => [query, name] as const)),
  ...['zzz '.repeat(300), 'x'.repeat(5000)].map((long) => [`archive ${long}`, 'plain'] as const),
]
const withoutHits = [
  ...lists.withoutHits,
  ...['x'.repeat(10_000), '\ufdfa'.repeat(1024), 'zzzz '.repeat(1000)],
]
const names = Object.keys(texts)
const index = indexed(Object.values(texts))
const ask = (query: string) => search(index, query, { limit: 100 })
const titles = (query: string) => ask(query)?.hits.map(({ document }) => names[document])

describe('unusual queries', () => {
  test.each(withoutTerms)('%j has no terms', (query) => expect(ask(query)).toBeUndefined())
  test.each(finds)('%j finds %s first', (query, first) => expect(titles(query)?.[0]).toBe(first))
  test.each(withoutHits)('%j has no hits', (query) =>
    expect(ask(query)).toMatchObject({ total: 0, hits: [] }),
  )
})

describe('interpretation of a query', () => {
  test.each<[query: string, expected: Partial<NonNullable<ReturnType<typeof ask>>['interpreted']>]>([
    // Stop words are dropped, unless there is nothing else.
    ['what is the weather', { terms: ['weather'], dropped: ['what', 'is', 'the'] }],
    ['the', { terms: ['the'], dropped: [] }],
    ['"about the weather"', { terms: ['about', 'the', 'weather'], dropped: [] }],
    // An unknown word is corrected to a longer or similar one, unstemmed.
    ['publishe weather', { corrected: [], unknown: [] }],
    [
      'archi waether',
      {
        corrected: [
          { term: 'archi', to: ['archive'] },
          { term: 'waether', to: ['weather'] },
        ],
      },
    ],
    // Never to a much longer one.
    ['weather pub', { corrected: [], unknown: ['pub'] }],
    ['weather win', { corrected: [], unknown: ['win'] }],
    ['weather java', { corrected: [], unknown: ['java'] }],
    // Without a similar one it is unknown, and a word that occurs is never corrected.
    ['archive qqqqqqqq', { corrected: [], unknown: ['qqqqqqqq'] }],
    ['cost', { corrected: [] }],
    // Terms have at most 64 characters.
    ['y'.repeat(500), { terms: ['y'.repeat(64)] }],
  ])('of %s', (query, expected) => expect(ask(query)?.interpreted).toMatchObject(expected))

  test.each([
    ['jsno', ['json']],
    ['jsn', []],
    ['jso', []],
    ['rust', []],
    ['hedaer', ['header']],
    ['leader', []],
    ['federation', []],
    ['conections', ['connections']],
    ['катологов', ['каталог']],
    ['вилка', []],
  ])('corrects %s to %j: never the first letter, rarely short words', (query, to) => {
    const text = 'The rest must trust JSON, a header and fewer connections. Каталог, вода.'
    const { corrected } = search(indexed([prose([text], { title: 'A' })]), query)?.interpreted ?? {}
    expect(corrected?.flatMap(({ to }) => to)).toEqual(to)
  })

  test('uses at most 32 terms, and reports the rest as dropped', () => {
    const words = Array.from({ length: 60 }, (_, at) => `w${at}`)
    const { terms, dropped } = ask(words.join(' '))?.interpreted ?? { terms: [], dropped: [] }
    expect([terms.length, dropped.length]).toEqual([32, 28])
  })

  test('lists the matched terms of each hit', () => {
    const matched = ask('weather window c++')?.hits.map((hit) => hit.matchedTerms)
    expect(matched).toEqual([['weather', 'window'], ['c++']])
  })
})

test('adjacent words score higher, however many pairs a query has', () => {
  const letters = [...'bcdefghjklmnopqruvwxyz']
  const walk = letters.flatMap((one, at) => letters.slice(at + 1).flatMap((other) => [one, other]))
  const pairs = [...new Set(walk.slice(1).map((letter, at) => `${walk[at]} ${letter}`))]
  expect(pairs.length).toBeGreaterThan(400)
  for (const pair of [pairs[0], pairs[255], pairs[400]]) {
    const [one, other] = (pair ?? '').split(' ')
    const hits = search(indexed([`${one} between ${other}`, `${one} ${other} after`]), walk.join(' '))?.hits
    const found = hits?.map(({ document }) => document)
    expect(found, pair).toEqual([1, 0])
  }
})

test('"latest" finds the newest of the posts whose title matches or that are as good, and quotes its beginning', () => {
  const post = (title: string, ...sentences: string[]) => prose(sentences, { title })
  const older = Array.from({ length: 90 }, (_, at) =>
    post(`Gazette ${at}`, 'The gazette prints the gazette.'),
  )
  const newest = post('Gazette 91', 'This opens it.', `Then ${'it goes on and '.repeat(60)}the gazette ends.`)
  const passing = post(
    'Others',
    'In passing they mention a gazette, and go on about other things for a while.',
  )
  const [first] = search(indexed([passing, newest, ...older]), 'latest gazette')?.hits ?? []
  expect(first?.document).toBe(1)
  expect(first?.passages[0]?.text).toContain('This opens it.')
  const good = post('Others', 'Gazette, gazette, gazette.')
  expect(search(indexed([good, newest, ...older]), 'latest gazette')?.hits[0]?.document).toBe(0)
})

test('"latest" goes by date where every word is in most posts', () => {
  const filler = 'and it goes on about other things for a while, as notes do. '
  const post = (title: string, text: string) =>
    prose([text, ...Array.from({ length: 12 }, () => filler)], { title })
  const older = Array.from({ length: 20 }, (_, at) =>
    post(`Notes ${at}`, 'This version of the kiln fires clay.'),
  )
  const titled = post('The version of a kiln', 'The version of a kiln is a version of that kiln.')
  const newest = post('Glass', 'This version of the kiln fires glass.')
  const index = indexed([newest, ...older.slice(0, 10), titled, ...older.slice(10)])
  const { hits = [] } = search(index, 'latest version of the kiln', { limit: 22 }) ?? {}
  expect(hits[0]?.document).toBe(0)
})

describe('words about time', () => {
  test.each<[language: string, query: string, terms: string[], isForNewest: boolean]>([
    ['en', 'latest news about water', ['water'], true],
    ['en', 'most recent water release announced on the blog', ['water', 'release'], true],
    ['en', 'blog about water', ['blog', 'water'], false],
    ['en', '"the latest tag"', ['the', 'latest', 'tag'], false],
    ['en', 'newest "blog post" about water', ['water', 'blog', 'post'], true],
    ['en', 'the latest posts', [], true],
    ['en', 'this year', [], true],
    ['en', 'water "this year"', ['water', 'this', 'year'], false],
    ['en', 'ultima online', ['ultima', 'online'], false],
    ['en', 'zuletzt 最新 últimas', ['zuletzt', '最新', 'últimas'], false],
    ['de', 'neueste Artikel über Wasser', ['wasser'], true],
    ['de', 'the water', ['the', 'water'], false],
    ['fr', 'le dernier billet sur Vue', ['vue'], true],
    ['ja', '新しいRustの記事', ['rust'], true],
    ['ja', '新着 Rust', ['rust'], true],
    ['zh', '最新的Rust文章', ['rust'], true],
  ])('in %s: %s', (language, query, terms, isForNewest) => {
    const text = prose(['Text.'], { language })
    const found = search(indexed([text, text]), query)
    expect(found?.interpreted.terms).toEqual(expect.arrayContaining([...terms]))
    expect(found?.interpreted.terms).toHaveLength(terms.length)
    expect(found?.question.isForNewest).toBe(isForNewest)
  })

  test('a question of nothing else lists all posts, newest first', () => {
    const { total, hits } = search(indexed(['One.', 'Two.']), 'what are the latest posts?') ?? {}
    expect(total).toBe(2)
    expect(hits?.map(({ document, passages }) => `${document} ${passages[0]?.text}`)).toEqual([
      '0 One.',
      '1 Two.',
    ])
  })

  test('"this year" is the year of the newest post', () => {
    const index = indexed(['Water.', 'Water.', 'Water.'])
    const days = ['2026-03-01', '2026-01-01', '2025-12-31']
    const options = { published: (document: number) => days[document] }
    const { total, interpreted } = search(index, 'water this year', options) ?? {}
    expect([total, interpreted?.year]).toEqual([2, '2026'])
    expect(search(index, 'water "this year"', options)?.interpreted.year).toBeUndefined()
  })
})

test('`sort: newest` returns the posts that match well, in date order', () => {
  const index = indexed(['A lake, water and more.', 'Water, water.', 'Nothing.', 'Water.'])
  const { hits = [], total } = search(index, 'water', { sort: 'newest' }) ?? {}
  const found = hits.map(({ document }) => document)
  expect(found).toEqual(found.toSorted())
  expect(total).toBe(found.length)
})

test('as many posts in two languages: only stop words of the archive’s language are dropped', async () => {
  const post = (text: string) => `---\ntitle: One\n---\n\n${text.repeat(8)}\n`
  const files = {
    'archive.yaml': 'language: en\n',
    'posts/a.md': post('It was not what they had said about the die and all of its faces. '),
    'posts/b.md': post('Das ist nicht, was sie über den Würfel und alle seine Seiten gesagt haben. '),
  }
  expect(search(indexOf(await compiled(files)), 'the die')?.interpreted.terms).toEqual(['die'])
})
