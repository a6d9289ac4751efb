import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Post } from '../../src/archive/model.ts'
import { textFragment } from '../../src/base/text-fragment.ts'
import { alertNamed } from '../../src/generators/syntaxes/boxes.ts'
import { postHtml } from '../../src/representations/html.ts'
import { bodiesOf, build, found, post, versionOf } from '../archive/build.ts'

const headings = ['One', 'Two', 'Three', 'Four'].map((name) => `## ${name}\n\nText.`).join('\n\n')
/** An image of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const dated = (day: string, tags: string, more = '') => `published: 2026-01-${day}\ntags: [${tags}]\n${more}`
const archive = await build({
  'posts/week-01.md': post(headings, dated('01', 'a, b')),
  'posts/week-02.md': post('## One\n\nText.', dated('02', 'b', 'image: /one.png\n')),
  'posts/week-03.md': post('Text.', dated('03', 'common', 'canonical: https://example.net/first\n')),
  'posts/week-04.md': post('Text.', dated('04', 'a, b')),
  'posts/week-05.md': post('Text.', dated('05', 'common, c')),
  'one.png': png,
})
const named = (id: string): Post => found(archive.posts.find((one) => one.id === id))
const page = (id: string) => postHtml(named(id), archive)

describe('a post', () => {
  const ids = (id: string) => {
    const { previous, next, related } = archive.neighboursOf(named(id))
    return { previous: previous?.id, next: next?.id, related: related.map((one) => one.id) }
  }

  test('has the previous and next post of its series', () => {
    expect(ids('week-01')).toMatchObject({ previous: undefined, next: 'week-02' })
    expect(ids('week-03')).toMatchObject({ previous: 'week-02', next: 'week-04' })
    expect(ids('week-05')).toMatchObject({ previous: 'week-04', next: undefined })
  })

  test('has related posts with the most and rarest tags in common first, without its neighbors', () => {
    expect(ids('week-01').related).toEqual(['week-04'])
    expect(ids('week-04').related).toEqual(['week-01', 'week-02'])
    expect(ids('week-03').related).toEqual(['week-05'])
  })

  test('links to them on its page', () => {
    expect(page('week-01')).toContain('<a class="next" rel="next" href="/posts/week-02">')
    expect(page('week-04')).toMatch(/class="related">.*href="\/posts\/week-01"/s)
  })
})

test("the author's summary is shown below the title; a summary taken from the body is not", async () => {
  const opening = 'The words that this post begins with.'
  const files = { 'posts/own.md': post(opening), 'posts/none.md': `# A title\n\n${opening}\n` }
  const { posts, ...rest } = await build(files)
  const shown = (id: string) => {
    const one = found(posts.find((post) => post.id === id))
    const html = postHtml(one, { ...rest, posts })
    return { html, main: html.slice(html.indexOf('<main')) }
  }
  expect(shown('own').main).toContain('<p class="summary">One sentence.</p>')
  expect(shown('none').main).not.toContain('class="summary"')
  expect(shown('none').main.split(opening)).toHaveLength(2)
  expect(shown('none').html).toContain(`<meta name="description" content="${opening}">`)
})

test('backticks in a title are code on pages, and literal in JSON', async () => {
  const title = 'Why `npm ci <dir>` is not `npm install`, or ` is'
  const titled = await build({ 'posts/a.md': post('Text.').replace('A title', JSON.stringify(title)) })
  const bodies = bodiesOf(titled)
  const shown = 'Why <code>npm ci &lt;dir&gt;</code> is not <code>npm install</code>, or ` is</'
  for (const path of ['/posts/a', '/', '/series/research']) expect(bodies.get(path), path).toContain(shown)
  expect(bodies.get('/api/v1/posts.json')).toContain(title)
})

test('a post with at least four headings has a table of contents', () => {
  const [, contents = ''] = /<nav class="contents"(.*?)<\/nav>/s.exec(page('week-01')) ?? []
  expect(Array.from(contents.matchAll(/href="#(\w+)"/g), ([, id]) => id)).toEqual([
    'one',
    'two',
    'three',
    'four',
  ])
  expect(page('week-02')).not.toContain('class="contents"')
})

test('the cover has a size, to avoid layout shift, and a high fetch priority', () => {
  expect(page('week-02')).toContain(
    `<img src="${versionOf('/one.png', png)}" alt="" fetchpriority="high" width="1" height="1">`,
  )
})

test('a post with a canonical URL elsewhere links to it', () => {
  expect(page('week-03')).toContain('Originally published at <a href="https://example.net/first">')
  expect(page('week-01')).not.toContain('Originally published at')
})

test.each([
  ['a few words', ':~:text=a%20few%20words'],
  ['semi-colons, commas & more', ':~:text=semi%2Dcolons%2C%20commas%20%26%20more'],
  [
    'one two three four five six seven eight nine ten eleven twelve thirteen',
    ':~:text=one%20two%20three%20four%20five,nine%20ten%20eleven%20twelve%20thirteen',
  ],
  ['One line of words\nand another', ':~:text=One%20line%20of%20words,and%20another'],
  [
    'one two three four five six seven\na second line of words, longer than the first',
    ':~:text=one%20two%20three%20four%20five,words%2C%20longer%20than%20the%20first',
  ],
  ['短い文です。', `:~:text=${encodeURIComponent('短い文です。')}`],
  [
    'これは最初の文です。これは二番目の文であり、少し長いものです。最後の文はここで終わります。',
    `:~:text=${encodeURIComponent('これは最初の文です。これは二番目の文であり、')},${encodeURIComponent('最後の文はここで終わります。')}`,
  ],
  ['half of a pair \ud83d here', ':~:text=half%20of%20a%20pair%20%20here'],
])('links to a passage with a text fragment: %s', (passage, fragment) => {
  expect(textFragment(passage)).toBe(fragment)
})

test('style sheets only use classes of pages', () => {
  const sources = new URL('../../src/', import.meta.url)
  const read = (path: string) => readFileSync(new URL(path, sources), 'utf8')
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  const code = files
    .filter((path) => path.endsWith('.ts'))
    .map(read)
    .join('\n')
  let compared = 0
  for (const sheet of files.filter((path) => path.endsWith('.css'))) {
    const selectors = read(sheet)
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\{[^{}]*\}/g, '{}')
    for (const [, name = ''] of selectors.matchAll(/\.([a-z][a-z-]*)/g)) {
      // These class names are composed: tokens of code (`t-x`) and alerts (`alert-note`).
      const isKnown =
        /^t-.$/.test(name) ||
        alertNamed(/^alert-(\w+)$/.exec(name)?.[1] ?? '') !== undefined ||
        new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code)
      expect(isKnown, `.${name} in ${sheet}`).toBe(true)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(100)
})
