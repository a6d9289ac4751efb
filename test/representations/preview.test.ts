import { imageSize } from 'image-size'
import { describe, expect, test } from 'vitest'
import { compile, fromMemory } from '../../src/compile.ts'
import { represent } from '../../src/representations/represent.ts'
import { bytesOf, decodeUtf8 } from '../../src/base/utf8.ts'
import { build, found, post } from '../archive/build.ts'
import { elements } from './elements.ts'

async function siteOf(files: Readonly<Record<string, string | Uint8Array>>, baseUrl?: string) {
  const archive = await build(files, baseUrl)
  const bodies = new Map(
    Array.from(represent(archive), ({ path, forms }) => [path, bytesOf(forms[0]?.body ?? '')]),
  )
  const elementsOf = (path: string) => elements(decodeUtf8(found(bodies.get(path))))
  const meta = (path: string, name: string) =>
    elementsOf(path)
      .filter(({ attributes }) => attributes['property'] === name || attributes['name'] === name)
      .map(({ attributes }) => attributes['content'])
  const images = (path: string) =>
    elementsOf(path)
      .filter(({ attributes }) => attributes['type'] === 'application/ld+json')
      .map(({ text }) => JSON.parse(text).image)
  return { bodies, meta, images }
}

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

describe('the preview image', () => {
  test("is a post's own image if it has one, with its size", async () => {
    const { meta } = await siteOf({
      'posts/week-01.md': post('Text.', 'image: ../img/one.png\n'),
      'posts/week-02.md': post('Text.', 'image: {src: https://images.example.net/two, alt: Two}\n'),
      'img/one.png': png,
    })
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

  test('is `look.card` on all other pages', async () => {
    const { bodies, meta, images } = await siteOf({
      'archive.yaml': 'title: A <Reader>\nlook: {card: brand/all.png}\n',
      'posts/week-01.md': post(),
      'brand/all.png': png,
    })
    expect(bodies.get('/brand/all.png'), 'unchanged bytes').toEqual(png)
    for (const page of ['/', '/series', '/developers', '/search', '/posts/week-01']) {
      expect(meta(page, 'og:image'), page).toEqual(['https://example.org/brand/all.png'])
      expect(meta(page, 'og:image:width'), page).toEqual(['1'])
      expect(meta(page, 'og:image:alt'), page).toEqual(['A <Reader>'])
    }
    expect(images('/posts/week-01')[0]).toBe('https://example.org/brand/all.png')
    expect(images('/')).toEqual(['https://example.org/brand/all.png'])
  })

  test.each(['', 'look: {card: false}\n'])('is missing if there is none (%j)', async (settings) => {
    const { meta, images } = await siteOf({ 'archive.yaml': settings, 'posts/week-01.md': post() })
    for (const path of ['/', '/series', '/posts/week-01']) {
      expect(meta(path, 'og:image'), path).toEqual([])
      expect(meta(path, 'twitter:card'), path).toEqual(['summary'])
      expect(images(path)[0], path).toBeUndefined()
    }
  })

  test('is an error if `look.card` names a missing file', async () => {
    const { diagnostics } = await compile(
      fromMemory({ 'archive.yaml': 'look: {card: brand/card.png}\n', 'posts/week-01.md': post() }),
    )
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '`look.card` points to brand/card.png, which does not exist.',
    ])
  })
})

test('the site icon has the accent, and the touch icon is a PNG of 180×180', async () => {
  const { bodies } = await siteOf({
    'archive.yaml': 'look: {accent: "#aa0000"}\n',
    'posts/week-01.md': post(),
  })
  expect(decodeUtf8(found(bodies.get('/favicon.svg')))).toContain('fill="#aa0000"')
  expect(imageSize(found(bodies.get('/apple-touch-icon.png')))).toMatchObject({
    type: 'png',
    width: 180,
    height: 180,
  })
})
