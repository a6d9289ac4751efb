import fc from 'fast-check'
import GithubSlugger from 'github-slugger'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { folder } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { attributes, destinations, found, one } from './build.ts'

const slugs = (...headings: string[]) =>
  parseMarkdown(headings.map((heading) => `## ${heading}\n`).join('\n')).headings.map(({ slug }) => slug)

test('heading ids are GitHub’s: lower case, hyphens for spaces, no punctuation', () => {
  expect(slugs('What was measured', 'A/B & C?', 'Node.js 20', 'snake_case and kebab-case')).toEqual([
    'what-was-measured',
    'ab--c',
    'nodejs-20',
    'snake_case-and-kebab-case',
  ])
})

test('random headings have GitHub’s ids', () => {
  const words = fc.array(
    fc.constantFrom(
      'One',
      'one-1',
      'ab',
      'ÄÖ',
      '日本',
      '٣',
      'e\u0301',
      'ⓐ',
      '_',
      '-',
      '&',
      '—',
      '.',
      '\u{1f600}',
    ),
    { minLength: 1, maxLength: 4 },
  )
  let compared = 0
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), (headings) => {
      const texts = headings.map((heading) => `a${heading.join(' ')}`)
      const slugger = new GithubSlugger()
      expect(slugs(...texts)).toEqual(texts.map((text) => slugger.slug(text)))
      compared += texts.length
    }),
    { numRuns: 500 },
  )
  expect(compared).toBeGreaterThan(1000)
})

test('the ids of headings in the shipped archive never change', async () => {
  const archive = folder(fileURLToPath(new URL('../../archive', import.meta.url)))
  const { posts, pages } = found((await readArchive(archive)).value)
  let compared = 0
  for (const { markdown, path } of [...posts, ...pages]) {
    for (const { text, slug } of parseMarkdown(markdown).headings) {
      const letters = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      expect(slug, `${text} in ${path}`).toBe(letters.trim().replaceAll(' ', '-'))
      compared++
    }
  }
  expect(compared).toBeGreaterThan(50)
})

test('ids keep letters of every script', () => {
  expect(slugs('Größe', 'Результаты', '日本語 と', 'Zażółć')).toEqual([
    'größe',
    'результаты',
    '日本語-と',
    'zażółć',
  ])
})

test('ids use the text of emphasis, links and code', () => {
  expect(slugs('**Bold** and `code()`', '[A link](https://example.org)', '![A figure](x.svg)')).toEqual([
    'bold-and-code',
    'a-link',
    'a-figure',
  ])
})

test('repeated ids are numbered, and a heading without letters is a section', () => {
  expect(slugs('One', 'One', 'One', '!', '?')).toEqual(['one', 'one-1', 'one-2', 'section', 'section-1'])
})

for (const headings of [
  ['One', 'One', 'One 1'],
  ['One 1', 'One', 'One'],
  ['One', 'One 1', 'One'],
]) {
  test(`no two of the headings ${headings.join(', ')} share an address`, () => {
    expect(new Set(slugs(...headings)).size, slugs(...headings).join(' ')).toBe(headings.length)
  })
}

test('links are checked against the ids on the page', async () => {
  const { html } = await one('[a](#zwei-drei) [b](#zwei-drei-1)\n\n## Zwei, drei!\n\n## Zwei drei\n\nText.')
  expect(attributes(html, 'id')).toEqual(['zwei-drei', 'zwei-drei-1'])
  expect(attributes(html, 'href')).toEqual(['#zwei-drei', '#zwei-drei-1'])
})

test('a percent-encoded fragment finds its heading', async () => {
  const { html } = await one('[a](#gr%C3%B6%C3%9Fe) [b](#größe)\n\n## Größe\n\nText.')
  expect(attributes(html, 'id')).toEqual(['größe'])
})

test('a fragment in another generator’s spelling finds its heading', async () => {
  const written = {
    'Parts & pieces': ['parts-pieces', 'parts_pieces', 'Parts-Pieces', 'parts-%26-pieces'],
    'site.example': ['site-example'],
    'Élan brisé': ['elan-brise', '-lan-bris-'],
    '3. Third of all': ['third-of-all', '3-third-of-all'],
    'ガラス と木': ['ガラスと木'],
  }
  for (const [heading, fragments] of Object.entries(written)) {
    const { html, markdown } = await one(
      `${fragments.map((fragment) => `[a](#${fragment})`).join(' ')}\n\n## ${heading}\n\nText.\n\n## Other\n`,
    )
    const slug = encodeURI(attributes(html, 'id')[0] ?? '')
    expect(attributes(html, 'href')).toEqual(fragments.map(() => `#${slug}`))
    expect(destinations({ markdown })).toEqual(
      fragments.map(() => `https://example.org/posts/week-01#${slug}`),
    )
  }
})

test('an ambiguous fragment, or one of another document, is unchanged', async () => {
  const { html } = await one('[a](#c) [b](week-02.md#Method)\n\n## C++\n\n## 2 C\n\nText.\n\n## #\n')
  expect(attributes(html, 'href')).toEqual(['#c', '/posts/week-02#Method'])
  const twice = await one('[a](#a-b-c)\n\n## A BC\n\n## AB C\n\nText.')
  expect(attributes(twice.html, 'href')).toEqual(['#a-b-c'])
})
