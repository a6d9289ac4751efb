import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Asset } from '../../src/archive/model.ts'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { defaultAccent } from '../../src/pages/colours.ts'
import { styleFor } from '../../src/pages/style.ts'
import { isThorough } from '../thorough.ts'
import { bodiesOf, build, found, post, versionOf } from './build.ts'

const settings = { 'archive.yaml': 'images: {widths: [1280, 640]}\n' }

/** An image detailed enough that fewer pixels need fewer bytes: colour gradients with some noise. */
function photograph(width: number, height: number, alpha = false) {
  const channels = alpha ? 4 : 3
  const raw = Buffer.alloc(width * height * channels)
  for (let at = 0; at < raw.length; at++) {
    const [x, y] = [Math.floor(at / channels) % width, Math.floor(at / channels / width)]
    raw[at] =
      128 + 90 * Math.sin(x / 37 + (at % channels)) * Math.cos(y / 23) + ((x * 7919 + y * 104729) % 31)
  }
  return sharp(raw, { raw: { width, height, channels } })
}

const pictures = {
  'a.jpg': await photograph(1600, 400).jpeg().toBuffer(),
  'a.png': await photograph(1600, 400, true).png().toBuffer(),
  ...(isThorough && {
    'a.webp': await photograph(1600, 400).webp().toBuffer(),
    'a.avif': await photograph(1600, 400).avif({ effort: 0 }).toBuffer(),
  }),
}

async function assetOf(name: string, bytes: Uint8Array): Promise<Asset> {
  const { assets } = await build({
    ...settings,
    'posts/week-01.md': post(`![A](/img/${name})`),
    [`img/${name}`]: bytes,
  })
  return found(assets[0])
}

describe('an image is published in each smaller width of archive.yaml', () => {
  test.each(Object.entries(pictures))('%s', async (name, bytes) => {
    const { versions } = await assetOf(name, bytes)
    const [whole, ...smaller] = versions
    expect(Buffer.compare(found(whole).bytes, bytes), 'the whole is as it was').toBe(0)
    expect(smaller.map(({ width }) => width)).toEqual([640, 1280])
    for (const { path, width, bytes: made } of smaller) {
      expect(path).toBe(versionOf(`/img/${name}`, made))
      const [before, after] = [await sharp(bytes).metadata(), await sharp(made).metadata()]
      expect([after.format, after.width, after.height, after.hasAlpha]).toEqual([
        before.format,
        width,
        (found(width) * 400) / 1600,
        before.hasAlpha,
      ])
      expect((await sharp(made).raw().toBuffer()).length, 'it can be decoded').toBeGreaterThan(0)
      expect(made.length).toBeLessThan(bytes.length)
    }
  })

  test('a rotated photo is resized by its displayed width', async () => {
    const bytes = await photograph(400, 1600).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const [, small] = (await assetOf('a.jpg', bytes)).versions
    const { width, height, orientation = 1 } = await sharp(found(small).bytes).metadata()
    expect([width, height, orientation]).toEqual([640, 160, 1])
  })

  test('the same content gives the same bytes', async () => {
    const [one, other] = [
      await assetOf('a.jpg', pictures['a.jpg']),
      await assetOf('a.jpg', pictures['a.jpg']),
    ]
    expect(one.versions.map(({ path }) => path)).toEqual(other.versions.map(({ path }) => path))
  })
})

describe('images that are not resized', () => {
  const widthsOf = async (name: string, bytes: Uint8Array) =>
    (await assetOf(name, bytes)).versions.flatMap(({ width }) => width ?? [])

  test('an image of exactly that width', async () => {
    expect(await widthsOf('a.jpg', await photograph(640, 100).jpeg().toBuffer())).toEqual([])
    expect(await widthsOf('a.jpg', await photograph(641, 100).jpeg({ quality: 95 }).toBuffer())).toEqual([
      640,
    ])
  })

  test('a resized version with more bytes', async () => {
    const dull = await photograph(1600, 400).jpeg({ quality: 5 }).toBuffer()
    const large = (await assetOf('a.jpg', dull)).versions.filter(({ bytes }) => bytes.length > dull.length)
    expect(large).toEqual([])
    expect(await widthsOf('a.jpg', dull)).not.toContain(1280)
  })

  test('SVGs and animations', async () => {
    const join = { join: { animated: true } }
    const moving = [
      await photograph(800, 100).png().toBuffer(),
      await photograph(800, 100).negate().png().toBuffer(),
    ]
    expect(await widthsOf('a.gif', await sharp(moving, join).gif().toBuffer())).toEqual([])
    expect(await widthsOf('a.webp', await sharp(moving, join).webp().toBuffer())).toEqual([])
    const apng = Buffer.concat([
      found(moving[0]).subarray(0, 33),
      Buffer.from([0, 0, 0, 8, ...Buffer.from('acTL'), 0, 0, 0, 2, 0, 0, 0, 0, 0xf3, 0x8d, 0x93, 0x70]),
      found(moving[0]).subarray(33),
    ])
    expect(await widthsOf('a.png', found(moving[0]))).toEqual([640])
    expect(await widthsOf('a.png', apng)).toEqual([])
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4000 3000"><path d="M0 0h4"/></svg>'
    expect(await widthsOf('a.svg', Buffer.from(svg))).toEqual([])
  })

  test('all images without the setting', async () => {
    const { assets } = await build({ 'posts/week-01.md': post('![A](/a.jpg)'), 'a.jpg': pictures['a.jpg'] })
    expect(assets[0]?.versions).toHaveLength(1)
  })

  test('linked files and the logo', async () => {
    const { assets } = await build({
      'archive.yaml': `${settings['archive.yaml']}look: {logo: logo.png}\n`,
      'posts/week-01.md': post('[A](/a.jpg)'),
      'a.jpg': pictures['a.jpg'],
      'logo.png': pictures['a.png'],
    })
    expect(assets.map(({ path, versions }) => [path, versions.length])).toEqual([
      ['/a.jpg', 0],
      ['/logo.png', 1],
    ])
  })
})

describe('pages have srcset and sizes', async () => {
  const files = { ...settings, 'img/a.jpg': pictures['a.jpg'] }
  const { versions } = await assetOf('a.jpg', pictures['a.jpg'])
  const [whole = '', small = '', medium = ''] = versions.map(({ path }) => path)
  const srcset = `srcset="${small} 640w, ${medium} 1280w, ${whole} 1600w"`
  const shown = async (body: string) =>
    found((await build({ ...files, 'posts/week-01.md': post(body) })).posts[0]).html

  test('for the width of the text column', async () => {
    expect(await shown('![A](/img/a.jpg)')).toBe(
      `<figure><img src="${whole}" alt="A" width="1600" height="400" ${srcset} sizes="(min-width: 42.5rem) 39rem, 92vw"></figure>`,
    )
    const style = styleFor({ accent: defaultAccent, fonts: [] })('')
    expect(style).toContain('--measure:min(39rem,')
    expect(style).toMatch(/padding-inline:clamp\(1\.125rem,\s*4vw,\s*2\.5rem\)/)
  })

  test('for the width that the author set', async () => {
    expect(await shown('Text.\n\n<img src="/img/a.jpg" alt="A" width="200">')).toContain(
      `width="200" height="50" ${srcset} sizes="200px">`,
    )
  })

  test('beside the author’s own sources', async () => {
    const written = '<picture><source srcset="/img/a.jpg 2x"><img src="/img/a.jpg" alt="A"></picture>'
    const html = await shown(`Text.\n\n${written}`)
    expect(html).toContain(`<source srcset="${whole} 2x">`)
    expect(html).toContain(`<img src="${whole}" alt="A" width="1600" height="400" ${srcset} `)
  })

  test('for covers on the post’s page and on the home page', async () => {
    const archive = await build({
      ...files,
      'posts/week-01.md': post('Text.', 'published: 2026-01-01\nimage: /img/a.jpg\n'),
    })
    const pages = bodiesOf(archive)
    expect(pages.get('/posts/week-01')).toContain(`${srcset} sizes="(min-width: 42.5rem) 39rem, 92vw">`)
    expect(pages.get('/')).toContain(`${srcset} sizes="(min-width: 56rem) 34rem, 92vw">`)
    expect(pages.get('/posts/week-01')).toContain('content="https://example.org/img/a.jpg"')
  })
})

describe('an image that cannot be resized is reported where it is used', () => {
  const told = async (bytes: Uint8Array) => {
    const { value, diagnostics } = await readArchive(
      fromMemory({ ...settings, 'posts/week-01.md': post('Text.\n\n![A](/img/a.png)'), 'img/a.png': bytes }),
    )
    expect(value?.assets[0]?.versions).toHaveLength(1)
    return diagnostics.map(({ path, line, column, rule, severity, message }) => ({
      at: `${path}:${line}:${column}`,
      rule,
      severity,
      message,
    }))
  }
  const rule = { at: 'posts/week-01.md:9:6', rule: 'image-not-resized', severity: 'warning' }

  test('if it has more than 100 million pixels', async () => {
    // Only the header is read.
    const head = Buffer.from(pictures['a.png'].subarray(0, 33))
    head.writeUInt32BE(20_000, 16)
    head.writeUInt32BE(5_001, 20)
    expect(await told(head)).toEqual([
      { ...rule, message: 'img/a.png has 20000×5001 px, more than 100 million; it is not resized.' },
    ])
  })

  test('if it is truncated', async () => {
    expect(await told(pictures['a.png'].subarray(0, 2_000))).toEqual([
      { ...rule, message: expect.stringMatching(/^img\/a\.png cannot be read \(.+\); it is not resized\.$/) },
    ])
  })
})
