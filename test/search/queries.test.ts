import { describe, expect, test } from 'vitest'
import { compile, memory } from '../../src/compile.ts'
import { indexOf } from '../../src/mcp/posts.ts'
import { buildIndex, type SearchDocument } from '../../src/search/build.ts'
import { openIndex } from '../../src/search/load.ts'
import { search } from '../../src/search/search.ts'

/** One document for each kind of query; its title is its name. */
const texts = {
  plain: 'The archive keeps running water and an open window. Publishing is what we do about the weather.',
  cpp: 'Written in C++ first.',
  csharp: 'Then in C# for .NET and ASP.NET Core.',
  c: 'The letter C alone.',
  node: 'It runs on Node.js 20.19.0 today.',
  emoji: 'We shipped it 🎉 with 👩‍💻 and 🇫🇷 flags ❤️.',
  japanese: '東京都は日本の首都です。',
  chinese: '我们研究搜索引擎。',
  korean: '한국어 문장입니다.',
  thai: 'ภาษาไทย',
  arabic: 'مرحبا بالعالم، كيف حالك؟',
  russian: 'Свободное программное обеспечение, ёлка.',
  french: 'Le café coûte naïvement cher à Zürich; straße, łódź, Ærø.',
  names: 'O’Brien and Jean-Luc wrote don’t to ada@example.org.',
  address: 'See https://docs.example.com/guide/start?x=1#top or /etc/hosts for it.',
  numbers: 'Version 1.2.3 costs 1,000 euros; 42 per cent in 2026.',
  operators: 'AND, OR and NOT are words here, title: too.',
  proto: 'Beware of __proto__ and constructor in JavaScript objects.',
  wide: 'ＦＵＬＬ width letters.',
  snake: 'Set max_old_space in snake_case.',
  us: 'The U.S. and the U.S.A. agreed.',
}
type Name = keyof typeof texts
const names = Object.keys(texts) as Name[]
const documents = names.map(
  (name): SearchDocument => ({
    title: '',
    tags: [],
    summary: [],
    units: [{ kind: 'prose', text: texts[name], anchor: '' }],
  }),
)
const index = openIndex(buildIndex(documents))
const ask = (query: string) => search(index, query, { limit: 100 })
const titles = (query: string) => ask(query)?.hits.map(({ document }) => names[document])

/** Queries without a term: the result is undefined. */
const empty = [
  ...[
    '',
    ' ',
    ' \n\t ',
    '"',
    '""',
    '" "',
    '"""',
    '- + * / ( ) [ ] { }',
    '?!.,;:',
    '...',
    '\u0000',
    '\ud800',
    '\udc00\ud800',
  ],
  ...['\u200b\u200d\ufeff', '́', '\u202e', '&&||', '"-"', '—', '\ufe0f'],
]

/** Each query, and the document that it finds first. */
const finds: readonly (readonly [query: string, first: Name])[] = [
  ['archive', 'plain'],
  ['ARCHIVES', 'plain'],
  ['  archive\n\tkeeps  ', 'plain'],
  ['run windows', 'plain'],
  ['publish', 'plain'],
  ['archive AND nonexistentword', 'plain'],
  ['+archive -keeps', 'plain'],
  ['-archive', 'plain'],
  ['body:archive', 'plain'],
  ['archive*', 'plain'],
  ['/archiv.*/', 'plain'],
  ["archive'; DROP TABLE posts; --", 'plain'],
  ['<script>archive</script>', 'plain'],
  ['"running water', 'plain'],
  ['"running water"', 'plain'],
  ['“running water”', 'plain'],
  ['"archive" "nowhere at all"', 'plain'],
  ['archi', 'plain'],
  ['archvie', 'plain'],
  ['waether', 'plain'],
  ['a\u0000rchive', 'plain'],
  ['ar\u00adchive', 'plain'],
  ['archive\ud800', 'plain'],
  ['c++', 'cpp'],
  ['C++.', 'cpp'],
  ['C#', 'csharp'],
  ['c# language', 'csharp'],
  ['.NET', 'csharp'],
  ['asp.net', 'csharp'],
  ['c', 'c'],
  ['node.js', 'node'],
  ['Node', 'node'],
  ['node.foo', 'node'],
  ['20.19.0', 'node'],
  ['🎉', 'emoji'],
  ['👩', 'emoji'],
  ['🇫🇷', 'emoji'],
  ['❤', 'emoji'],
  ['東京', 'japanese'],
  ['日', 'japanese'],
  ['都', 'japanese'],
  ['日本の首都', 'japanese'],
  ['"日本の"', 'japanese'],
  ['日 "日本の"', 'japanese'],
  ['"日" "日本の首"', 'japanese'],
  ['搜索', 'chinese'],
  ['擎', 'chinese'],
  ['한국', 'korean'],
  ['ไทย', 'thai'],
  ['مرحبا', 'arabic'],
  ['программное', 'russian'],
  ['программ', 'russian'],
  ['свобо\u0301дное', 'russian'],
  ['cafe', 'french'],
  ['CAFÉ', 'french'],
  ['cafe\u0301', 'french'],
  ['naïvement', 'french'],
  ['zurich', 'french'],
  ['strasse', 'french'],
  ['lodz', 'french'],
  ["o'brien", 'names'],
  ['O’Brien’s', 'names'],
  ['jean-luc', 'names'],
  ['ada@example.org', 'names'],
  ['https://docs.example.com/guide/start?x=1#top', 'address'],
  ['/etc/hosts', 'address'],
  ['1.2.3', 'numbers'],
  ['1,000', 'numbers'],
  ['42', 'numbers'],
  ['title:', 'operators'],
  ['__proto__', 'proto'],
  ['constructor', 'proto'],
  ['full', 'wide'],
  ['ｆｕｌｌ', 'wide'],
  ['max_old_space', 'snake'],
  ['u.s.', 'us'],
  [`archive ${'zzz '.repeat(300)}`, 'plain'],
  [`archive ${'x'.repeat(5000)}`, 'plain'],
]

/** Queries without hits. */
const nothing = [
  ...[
    'q',
    'qqqqqqqq',
    '"water running"',
    '"archive window"',
    'ё',
    '🦄',
    '龍',
    '𠮷',
    '3.14',
    '\ufdfa',
    'hasOwnProperty',
  ],
  ...['x'.repeat(10_000), '\ufdfa'.repeat(1024), 'zzzz '.repeat(1000), '<>&lt;qqqq'],
]

describe('unusual queries', () => {
  test.each(empty)('%j has no terms', (query) => expect(ask(query)).toBeUndefined())
  test.each(finds)('%j finds %s first', (query, first) => expect(titles(query)?.[0]).toBe(first))
  test.each(nothing)('%j has no hits', (query) => expect(ask(query)).toMatchObject({ total: 0, hits: [] }))
})

describe('interpretation of a query', () => {
  test('drops stop words, unless there is nothing else', () => {
    expect(ask('what is the weather')?.interpreted).toMatchObject({
      terms: ['weather'],
      dropped: ['what', 'is', 'the'],
    })
    expect(ask('the')?.interpreted).toMatchObject({ terms: ['the'], dropped: [] })
    expect(ask('"about the weather"')?.interpreted).toMatchObject({
      terms: ['about', 'the', 'weather'],
      dropped: [],
    })
  })

  test('corrects an unknown word to a longer or similar one, unstemmed', () => {
    expect(ask('publishe weather')?.interpreted).toMatchObject({ corrected: [], unknown: [] })
    expect(ask('archi waether')?.interpreted.corrected).toEqual([
      { term: 'archi', to: ['archive'] },
      { term: 'waether', to: ['weather'] },
    ])
  })

  test.each(['pub', 'win', 'java'])('does not complete %s to a much longer word', (query) => {
    expect(ask(`weather ${query}`)?.interpreted).toMatchObject({ corrected: [], unknown: [query] })
  })

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
    const document = {
      title: 'A',
      tags: [],
      summary: [],
      units: [{ kind: 'prose', text, anchor: '' }],
    } as const
    const { corrected } = search(openIndex(buildIndex([document])), query)?.interpreted ?? {}
    expect(corrected?.flatMap(({ to }) => to)).toEqual(to)
  })

  test('reports a word without a similar one as unknown', () => {
    expect(ask('archive qqqqqqqq')?.interpreted).toMatchObject({ corrected: [], unknown: ['qqqqqqqq'] })
  })

  test('never corrects a word that occurs', () => {
    expect(ask('cost')?.interpreted.corrected).toEqual([])
  })

  test('uses at most 32 terms, and reports the rest as dropped', () => {
    const words = Array.from({ length: 60 }, (_, at) => `w${at}`)
    const { terms, dropped } = ask(words.join(' '))?.interpreted ?? { terms: [], dropped: [] }
    expect([terms.length, dropped.length]).toEqual([32, 28])
  })

  test('truncates terms to 64 characters', () => {
    expect(ask('y'.repeat(500))?.interpreted.terms).toEqual(['y'.repeat(64)])
  })

  test('lists the matched terms of each hit', () => {
    expect(ask('weather window c++')?.hits.map((hit) => hit.matchedTerms)).toEqual([
      ['weather', 'window'],
      ['c++'],
    ])
  })
})

test('adjacent words score higher, however many pairs a query has', () => {
  const letters = [...'bcdefghjklmnopqruvwxyz']
  const walk = letters.flatMap((one, at) => letters.slice(at + 1).flatMap((other) => [one, other]))
  const pairs = [...new Set(walk.slice(1).map((letter, at) => `${walk[at]} ${letter}`))]
  expect(pairs.length).toBeGreaterThan(400)
  for (const pair of [pairs[0], pairs[255], pairs[400]]) {
    const [one, other] = (pair ?? '').split(' ')
    const texts = [`${one} between ${other}`, `${one} ${other} after`]
    const unit = (text: string) => ({ kind: 'prose' as const, text, anchor: '' })
    const both = texts.map((text) => ({ title: '', tags: [], summary: [], units: [unit(text)] }))
    const hits = search(openIndex(buildIndex(both)), walk.join(' '))?.hits
    expect(
      hits?.map(({ document }) => texts[document]),
      pair,
    ).toEqual(texts.toReversed())
  }
})

test('"latest" finds the newest of the posts whose title matches or that are as good, and quotes its beginning', () => {
  const post = (title: string, ...sentences: string[]): SearchDocument => ({
    ...{ title, tags: [], summary: [] },
    units: sentences.map((text) => ({ kind: 'prose', text, anchor: '' })),
  })
  const older = Array.from({ length: 90 }, (_, at) =>
    post(`Gazette ${at}`, 'The gazette prints the gazette.'),
  )
  const newest = post('Gazette 91', 'This opens it.', `Then ${'it goes on and '.repeat(60)}the gazette ends.`)
  const passing = post(
    'Others',
    'In passing they mention a gazette, and go on about other things for a while.',
  )
  const many = openIndex(buildIndex([passing, newest, ...older]))
  const [first] = search(many, 'latest gazette')?.hits ?? []
  expect(first?.document).toBe(1)
  expect(first?.passages[0]?.text).toContain('This opens it.')
  const good = post('Others', 'Gazette, gazette, gazette.')
  const goodAndNew = openIndex(buildIndex([good, newest, ...older]))
  expect(search(goodAndNew, 'latest gazette')?.hits[0]?.document).toBe(0)
})

test('"latest" goes by date where every word is in most posts', () => {
  const filler = 'and it goes on about other things for a while, as notes do. '
  const post = (title: string, text: string): SearchDocument => ({
    ...{ title, tags: [], summary: [] },
    units: [
      { kind: 'prose', text, anchor: '' },
      ...Array.from({ length: 12 }, () => ({ kind: 'prose' as const, text: filler, anchor: '' })),
    ],
  })
  const older = Array.from({ length: 20 }, (_, at) =>
    post(`Notes ${at}`, 'This version of the kiln fires clay.'),
  )
  const titled = post('The version of a kiln', 'The version of a kiln is a version of that kiln.')
  const newest = post('Glass', 'This version of the kiln fires glass.')
  const index = openIndex(buildIndex([newest, ...older.slice(0, 10), titled, ...older.slice(10)]))
  const { hits = [] } = search(index, 'latest version of the kiln', { limit: 22 }) ?? {}
  expect(hits[0]?.document).toBe(0)
})

const dated = (language: string, texts: readonly string[]) =>
  openIndex(
    buildIndex(
      texts.map((text) => ({
        ...{ title: '', tags: [], summary: [], language },
        units: [{ kind: 'prose', text, anchor: '' }],
      })),
    ),
  )
const about = (terms: readonly string[], isForNewest: boolean) => ({ terms, isForNewest })

describe('words about time', () => {
  test.each<[language: string, query: string, expected: ReturnType<typeof about>]>([
    ['en', 'latest news about water', about(['water'], true)],
    ['en', 'most recent water release announced on the blog', about(['water', 'release'], true)],
    ['en', 'blog about water', about(['blog', 'water'], false)],
    ['en', '"the latest tag"', about(['the', 'latest', 'tag'], false)],
    ['en', 'newest "blog post" about water', about(['water', 'blog', 'post'], true)],
    ['en', 'the latest posts', about([], true)],
    ['en', 'this year', about([], true)],
    ['en', 'water "this year"', about(['water', 'this', 'year'], false)],
    ['en', 'ultima online', about(['ultima', 'online'], false)],
    ['en', 'zuletzt 最新 últimas', about(['zuletzt', '最新', 'últimas'], false)],
    ['de', 'neueste Artikel über Wasser', about(['wasser'], true)],
    ['de', 'the water', about(['the', 'water'], false)],
    ['fr', 'le dernier billet sur Vue', about(['vue'], true)],
    ['ja', '新しいRustの記事', about(['rust'], true)],
    ['ja', '新着 Rust', about(['rust'], true)],
    ['zh', '最新的Rust文章', about(['rust'], true)],
  ])('in %s: %s', (language, query, { terms, isForNewest }) => {
    const found = search(dated(language, ['Text.', 'Text.']), query)
    expect(found?.interpreted.terms).toEqual(expect.arrayContaining([...terms]))
    expect(found?.interpreted.terms).toHaveLength(terms.length)
    expect(found?.question.isForNewest).toBe(isForNewest)
  })

  test('a question of nothing else lists all posts, newest first', () => {
    const { total, hits } = search(dated('en', ['One.', 'Two.']), 'what are the latest posts?') ?? {}
    expect([total, hits?.map(({ document, passages }) => [document, passages[0]?.text])]).toEqual([
      2,
      [
        [0, 'One.'],
        [1, 'Two.'],
      ],
    ])
  })

  test('"this year" is the year of the newest post', () => {
    const index = dated('en', ['Water.', 'Water.', 'Water.'])
    const days = ['2026-03-01', '2026-01-01', '2025-12-31']
    const options = { published: (document: number) => days[document] }
    const { total, interpreted } = search(index, 'water this year', options) ?? {}
    expect([total, interpreted?.year]).toEqual([2, '2026'])
    expect(search(index, 'water "this year"', options)?.interpreted.year).toBeUndefined()
  })
})

test('`sort: newest` returns the posts that match well, in date order', () => {
  const index = dated('en', ['A lake, water and more.', 'Water, water.', 'Nothing.', 'Water.'])
  const sorted = search(index, 'water', { sort: 'newest' })
  expect(sorted?.hits.map(({ document }) => document)).toEqual(
    sorted?.hits.map(({ document }) => document).toSorted(),
  )
  expect(sorted?.total).toBe(sorted?.hits.length)
})

test('as many posts in two languages: only stop words of the archive’s language are dropped', async () => {
  const post = (text: string) => `---\ntitle: One\n---\n\n${text.repeat(8)}\n`
  const files = {
    'archive.yaml': 'language: en\n',
    'posts/a.md': post('It was not what they had said about the die and all of its faces. '),
    'posts/b.md': post('Das ist nicht, was sie über den Würfel und alle seine Seiten gesagt haben. '),
  }
  const { value } = await compile(memory(files), { encodings: ['identity'] })
  if (!value) throw new Error('the archive has errors')
  expect(search(indexOf(value), 'the die')?.interpreted.terms).toEqual(['die'])
})
