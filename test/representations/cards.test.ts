import { imageSize } from 'image-size'
import { describe, expect, test } from 'vitest'
import { compile, memory } from '../../src/compile.ts'
import { represent } from '../../src/representations/represent.ts'
import { build, post } from '../archive/build.ts'
import { isThorough } from '../thorough.ts'
import { elements } from './elements.ts'

async function siteOf(files: Readonly<Record<string, string | Uint8Array>>, baseUrl?: string) {
  const archive = await build(files, baseUrl)
  const drafts = [...represent(archive)]
  const bodies = new Map(drafts.map(({ path, forms }) => [path, forms[0]?.body ?? '']))
  const meta = (path: string, name: string) =>
    elements(String(bodies.get(path)))
      .filter(({ attributes }) => attributes['property'] === name || attributes['name'] === name)
      .map(({ attributes }) => attributes['content'])
  const images = (path: string) =>
    elements(String(bodies.get(path)))
      .filter(({ attributes }) => attributes['type'] === 'application/ld+json')
      .map(({ text }) => JSON.parse(text).image)
  const cards = [...bodies.keys()].filter((path) => /^(?:\/blog)?\/cards?[./]/.test(path))
  return { bodies, meta, images, cards }
}

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

describe('the preview image', () => {
  test('is its own card for a post, and the site card for every other page', async () => {
    const { bodies, meta, images, cards } = await siteOf(
      { 'archive.yaml': 'title: A <Reader>\n', 'posts/week-01.md': post() },
      'https://example.org/blog',
    )
    expect(cards.sort()).toEqual(['/blog/card.png', '/blog/cards/week-01.png'])
    const facts = {
      'og:image:type': ['image/png'],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'twitter:card': ['summary_large_image'],
    }
    const pages = ['/blog', '/blog/series', '/blog/developers', '/blog/search']
    for (const path of [...pages, '/blog/posts/week-01'])
      for (const [name, values] of Object.entries(facts)) expect(meta(path, name), path).toEqual(values)
    for (const path of pages) {
      expect(meta(path, 'og:image'), path).toEqual(['https://example.org/blog/card.png'])
      expect(meta(path, 'og:image:alt'), path).toEqual(['A <Reader>'])
    }
    expect(meta('/blog/posts/week-01', 'og:image')).toEqual(['https://example.org/blog/cards/week-01.png'])
    expect(meta('/blog/posts/week-01', 'og:image:alt')).toEqual(['A title · A <Reader>'])
    expect(images('/blog/posts/week-01')[0]).toBe('https://example.org/blog/cards/week-01.png')
    expect(images('/blog')).toEqual(['https://example.org/blog/card.png'])
    for (const path of cards)
      expect(imageSize(bodies.get(path) as Uint8Array)).toMatchObject({
        type: 'png',
        width: 1200,
        height: 630,
      })
  })

  test("is a post's own image if it has one, with its size, instead of a card", async () => {
    const { meta, cards } = await siteOf({
      'posts/week-01.md': post('Text.', 'image: ../img/one.png\n'),
      'posts/week-02.md': post('Text.', 'image: {src: https://images.example.net/two, alt: Two}\n'),
      'img/one.png': png,
    })
    expect(cards).toEqual(['/card.png'])
    const names = ['og:image', 'og:image:type', 'og:image:width', 'og:image:alt', 'twitter:card']
    expect(names.flatMap((name) => meta('/posts/week-01', name))).toEqual([
      'https://example.org/img/one.png',
      'image/png',
      '1',
      'summary_large_image',
    ])
    expect(names.flatMap((name) => meta('/posts/week-02', name))).toEqual([
      'https://images.example.net/two',
      'Two',
      'summary_large_image',
    ])
  })

  test("is the publisher's image for all pages, even if it is named like the site card", async () => {
    for (const [file, path] of [
      ['card.png', '/card.png'],
      ['brand/all.png', '/brand/all.png'],
    ] as const) {
      const { bodies, meta, cards } = await siteOf({
        'archive.yaml': `look: {card: ${file}}\n`,
        'posts/week-01.md': post(),
        [file]: png,
      })
      expect(bodies.get(path), 'unchanged bytes').toEqual(png)
      expect(cards.filter((one) => one !== path)).toEqual([])
      for (const page of ['/', '/posts/week-01']) {
        expect(meta(page, 'og:image')).toEqual([`https://example.org${path}`])
        expect(meta(page, 'og:image:width')).toEqual(['1'])
      }
    }
  })

  test('is missing with `card: false`', async () => {
    const { meta, images, cards } = await siteOf({
      'archive.yaml': 'look: {card: false}\n',
      'posts/week-01.md': post(),
    })
    expect(cards).toEqual([])
    for (const path of ['/', '/series', '/posts/week-01']) {
      expect(meta(path, 'og:image'), path).toEqual([])
      expect(meta(path, 'twitter:card'), path).toEqual(['summary'])
      expect(images(path)[0], path).toBeUndefined()
    }
  })

  test.runIf(isThorough)('is the site card for all but the newest 1,000 posts', async () => {
    const numbers = Array.from({ length: 1_003 }, (_, at) => at)
    const dated = (at: number) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10)
    const posts = numbers.map((at) => [`posts/p-${at}.md`, post('Text.', `published: ${dated(at)}\n`)])
    const { meta, cards } = await siteOf({
      ...Object.fromEntries(posts),
      'archive.yaml': 'idPattern: ^p-\\d+$\n',
    })
    expect(cards).toHaveLength(1_001)
    const imageOf = (at: number) => meta(`/posts/p-${at}`, 'og:image')
    expect(imageOf(3)).toEqual(['https://example.org/cards/p-3.png'])
    expect(imageOf(2)).toEqual(['https://example.org/card.png'])
  })
})

test('a file at the path of a card is an error', async () => {
  const files = (name: string) => ({
    'posts/week-01.md': post(`![A card](/${name})`),
    'archive.yaml': 'files: ["static"]\n',
    [`static/${name}`]: png,
  })
  const rulesFor = async (name: string) =>
    (await compile(memory(files(name)), { encodings: ['identity'] })).diagnostics.map(({ rule }) => rule)
  expect(await rulesFor('card.png')).toEqual(['duplicate-path'])
  expect(await rulesFor('cards/week-01.png')).toEqual(['duplicate-path'])
  expect(await rulesFor('cards/ace-of-spades.png')).toEqual([])
})

test('a missing `look.card` file is an error', async () => {
  const { diagnostics } = await compile(
    memory({ 'archive.yaml': 'look: {card: brand/card.png}\n', 'posts/week-01.md': post() }),
  )
  expect(diagnostics.map(({ message }) => message)).toEqual([
    '`look.card` points to brand/card.png, which does not exist.',
  ])
})

test('only HTML pages mention cards', async () => {
  const { bodies } = await siteOf({ 'posts/week-01.md': post('Text.', 'published: 2026-01-01\n') })
  let read = 0
  for (const [path, body] of bodies) {
    if (!/\.(?:json|xml|txt|md|yaml|bib)$|well-known/.test(path)) continue
    expect(String(body).includes('/card'), path).toBe(false)
    read++
  }
  expect(read).toBeGreaterThan(20)
})
