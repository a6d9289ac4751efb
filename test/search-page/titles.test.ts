import { describe, expect, test } from 'vitest'
import { titleFinder, type TitleRow } from '../../src/pages/browser/titles.ts'
import { answering, textOf } from '../answering.ts'
import { compiled, pairs } from '../snapshot/fixture.ts'

const files = {
  'archive.yaml': 'title: The Example Review\n',
  'posts/old.md':
    '---\ntitle: An *old* post\npublished: 2020-01-02\n---\n\n## Why `code` matters\n\nText.\n\n## In C#: a + b\n\nText.\n',
  'posts/new.md':
    '---\ntitle: 日本語\npublished: 2021-01-02\n---\n\nText.\n\n## Why\n\n### Because\n\n#### A detail\n\n## Why\n',
  'posts/undated.md': '---\ntitle: Undated\n---\n\nText.\n',
  'posts/draft.md': '---\ntitle: Draft\ndraft: true\n---\n\n## Draft\n\nText.\n',
  'posts/hidden.md': '---\ntitle: Hidden\nunlisted: true\n---\n\n## Hidden\n\nText.\n',
  'posts/later.md': '---\ntitle: Later\npublished: 2022-01-02\n---\n\n## Later\n\nText.\n',
  'pages/about.md': '# About\n\n## Us\n\nText.\n',
}

test('the file of titles has the published posts, newest first, with their headings up to the third level', async () => {
  const snapshot = await compiled(files, { baseUrl: 'https://example.org/below', asOf: '2021-06-01' })
  const ask = (path: string) => answering(snapshot)({ method: 'GET', target: `/below${path}` })
  const file = ask('/search/titles.json')
  expect(JSON.parse(textOf(file))).toEqual([
    ['/below/posts/new', '日本語', 'Why', 'Because', 'Why#why-1'],
    ['/below/posts/old', 'An *old* post', 'Why code matters', 'In C#: a + b#in-c-a--b'],
    ['/below/posts/undated', 'Undated'],
  ])
  const shared = (headers: readonly string[]) =>
    pairs(headers).filter(([name]) => !['Content-Type', 'Content-Length', 'ETag'].includes(name))
  expect(shared(file.headers), 'the headers of its siblings').toEqual(shared(ask('/feed.json').headers))
})

const rows: readonly TitleRow[] = [
  ['/z', 'Notes on the Zürcher Straße', 'First steps', 'HTTP/1.1, and what “caching” means#b'],
  ['/y', 'Steps', 'Caching', 'C# and F##and-f'],
  ['/x', '日本語で書かれた記事', '見出しの例#見出し'],
  ['/w', 'الذَّكاء'],
  ['/many', 'Many', ...Array.from({ length: 12 }, (_, at) => `Number ${at}`)],
]
const find = titleFinder(rows)
const found = (query: string) => find(query).map(({ href }) => href)

describe('suggestions', () => {
  test.each([
    ['the beginnings of words, in any order', 'stra zur', ['/z']],
    ['any case', 'NOTES', ['/z']],
    ['words without their diacritics', 'strasse zurcher', ['/z']],
    ['words with diacritics that the title lacks', 'stéps', ['/y', '/z#first-steps']],
    ['words in punctuation', '“caching', ['/z#b', '/y#caching']],
    ['numbers', 'http 1.1', ['/z#b']],
    ['full-width letters', 'ＨＴＴＰ', ['/z#b']],
    ['a title that begins with the words before others', 'steps', ['/y', '/z#first-steps']],
    ['a heading by words of its own and of its title', 'notes steps', ['/z#first-steps']],
    ['scripts without spaces anywhere', '記事', ['/x']],
    ['headings with a fragment in any script', '例', ['/x#見出し']],
    ['a heading with the mark of a fragment in its text', 'c f', ['/y#and-f']],
    ['Arabic without vowel signs', 'الذكاء', ['/w']],
  ])('find %s', (_, query, hrefs) => {
    expect(found(query)).toEqual(hrefs)
  })

  test.each(['', ' ', '?!', 'otes', 'notes missing'])('find nothing for "%s"', (query) => {
    expect(found(query)).toEqual([])
  })

  test('are at most eight, with the title of the post for headings alone', () => {
    expect(found('number')).toEqual(Array.from({ length: 8 }, (_, at) => `/many#number-${at}`))
    expect(find('steps').map(({ label, post }) => [label, post])).toEqual([
      ['Steps', ''],
      ['First steps', 'Notes on the Zürcher Straße'],
    ])
  })
})
