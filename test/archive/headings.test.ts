import fc from 'fast-check'
import GithubSlugger from 'github-slugger'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { fromFolder } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { attributes, destinations, found, one } from './build.ts'

const slugs = (...headings: string[]) =>
  parseMarkdown(headings.map((heading) => `## ${heading}\n`).join('\n')).headings.map(({ slug }) => slug)

test.each([
  // Lower case, hyphens for spaces, no punctuation.
  ['What was measured', 'what-was-measured'],
  ['A/B & C?', 'ab--c'],
  ['Node.js 20', 'nodejs-20'],
  ['snake_case and kebab-case', 'snake_case-and-kebab-case'],
  // Letters of every script stay.
  ['Größe', 'größe'],
  ['Результаты', 'результаты'],
  ['日本語 と', '日本語-と'],
  ['Zażółć', 'zażółć'],
  // The text of emphasis, links and code.
  ['**Bold** and `code()`', 'bold-and-code'],
  ['[A link](https://example.org)', 'a-link'],
  ['![A figure](x.svg)', 'a-figure'],
])('the id of the heading %s is GitHub’s: %s', (heading, slug) => {
  expect(slugs(heading)).toEqual([slug])
})

test('random headings have GitHub’s ids', () => {
  const words = fc.array(
    fc.constantFrom(...'One one-1 ab ÄÖ 日本 ٣ e\u0301 ⓐ _ - & — . \u{1f600}'.split(' ')),
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
  const archive = fromFolder(fileURLToPath(new URL('../../archive', import.meta.url)))
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

test('repeated ids are numbered, and a heading without letters is a section', () => {
  expect(slugs('One', 'One', 'One', '!', '?')).toEqual(['one', 'one-1', 'one-2', 'section', 'section-1'])
})

test.each(['One|One|One 1', 'One 1|One|One', 'One|One 1|One'])('no two headings share an id: %s', (all) => {
  expect(new Set(slugs(...all.split('|'))).size).toBe(3)
})

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
    const links = fragments.map((fragment) => `[a](#${fragment})`).join(' ')
    const post = await one(`${links}\n\n## ${heading}\n\nText.\n\n## Other\n`)
    const slug = encodeURI(attributes(post.html, 'id')[0] ?? '')
    expect(attributes(post.html, 'href')).toEqual(fragments.map(() => `#${slug}`))
    expect(destinations(post)).toEqual(fragments.map(() => `https://example.org/posts/week-01#${slug}`))
  }
})

test('an ambiguous fragment, or one of another document, is unchanged', async () => {
  const { html } = await one('[a](#c) [b](week-02.md#Method)\n\n## C++\n\n## 2 C\n\nText.\n\n## #\n')
  expect(attributes(html, 'href')).toEqual(['#c', '/posts/week-02#Method'])
  const twice = await one('[a](#a-b-c)\n\n## A BC\n\n## AB C\n\nText.')
  expect(attributes(twice.html, 'href')).toEqual(['#a-b-c'])
})
