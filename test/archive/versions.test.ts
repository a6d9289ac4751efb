import { describe, expect, test } from 'vitest'
import { compile, fromMemory, packInMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { bytesOf, decodeUtf8 } from '../../src/base/utf8.ts'
import { represent } from '../../src/representations/represent.ts'
import { answering } from '../answering.ts'
import { unpack } from '../../src/snapshot/unpack.ts'
import { pagePicture } from '../../src/representations/site.ts'
import { asShown, build, buildWithSlots, found, post, versionOf } from './build.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4"/></svg>'
const files = {
  'img/a.svg': drawing,
  'img/b.mp4': 'video',
  'img/c.mp3': 'sound',
  'img/d.vtt': 'WEBVTT',
  'img/e.png': 'picture',
  'img/f.pdf': 'paper',
}
const loaded = (name: 'a.svg' | 'b.mp4' | 'c.mp3' | 'd.vtt' | 'e.png') =>
  versionOf(`/img/${name}`, files[`img/${name}`])

const shown = async (body: string, more: Readonly<Record<string, string>> = {}, front = '') => {
  const archive = await buildWithSlots({ 'posts/week-01.md': post(body, front), ...files, ...more })
  return { archive, html: found(asShown(archive).posts[0]).html }
}

describe('pages load files from versioned paths', () => {
  test.each([
    ['![A](/img/a.svg)', `<img src="${loaded('a.svg')}"`],
    ['![A][a]\n\n[a]: /img/a.svg', `<img src="${loaded('a.svg')}"`],
    ['[![A](/img/a.svg)](/img/f.pdf)', `<a href="/img/f.pdf"><img src="${loaded('a.svg')}"`],
    ['<img src="/img/a.svg#part" alt="A">', `<img src="${loaded('a.svg')}#part"`],
    ['<img src="/img/e.png?raw=true" alt="A">', `<img src="${loaded('e.png')}"`],
    [
      '<video src="/img/b.mp4" poster="/img/e.png"></video>',
      `<video src="${loaded('b.mp4')}" poster="${loaded('e.png')}"`,
    ],
    ['<audio><source src="/img/c.mp3"></audio>', `<source src="${loaded('c.mp3')}">`],
    ['<video><track src="/img/d.vtt"></video>', `<track src="${loaded('d.vtt')}">`],
    [
      '<picture><source srcset="/img/a.svg 1x, https://example.net/b.png 2x, /img/e.png 3x"></picture>',
      `srcset="${loaded('a.svg')} 1x, https://example.net/b.png 2x, ${loaded('e.png')} 3x"`,
    ],
  ])('%s', async (written, html) => {
    expect((await shown(`Text.\n\n${written}`)).html).toContain(html)
  })

  test('links to files are not versioned', async () => {
    const { archive, html } = await shown(
      '[A](/img/f.pdf) [B](/img/e.png) `<img src="/img/e.png">`\n\n<a href="/img/a.svg">C</a>',
    )
    expect(html).not.toContain('/_files/')
    expect(archive.assets.map(({ path, versions }) => [path, versions.length])).toEqual([
      ['/img/a.svg', 0],
      ['/img/e.png', 0],
      ['/img/f.pdf', 0],
    ])
  })

  test('the version changes only with the bytes', async () => {
    const one = await shown('![A](/img/a.svg)')
    const same = await shown('Another text. ![A](/img/a.svg)', { 'img/e.png': 'another' })
    const other = await shown('![A](/img/a.svg)', { 'img/a.svg': drawing.replace('h4', 'h3') })
    const addressIn = (html: string) => /src="([^"]*)"/.exec(html)?.[1]
    expect(addressIn(same.html)).toBe(addressIn(one.html))
    expect(addressIn(other.html)).toMatch(/^\/_files\/[\da-f]{16}\/img\/a\.svg$/)
    expect(addressIn(other.html)).not.toBe(addressIn(one.html))
  })
})

test('only pages use versioned paths; feeds and exports use the stable path', async () => {
  const front = 'published: 2026-01-01\nimage: /img/e.png\n'
  const { archive } = await shown('![A](/img/a.svg)\n\nText.', {}, front)
  const named: string[] = []
  for (const { path, forms } of represent(archive))
    for (const { contentType, body } of forms)
      if (
        /^text|json|xml|yaml/.test(contentType) &&
        /\/_files\/[\da-f]+\/img/.test(decodeUtf8(bytesOf(body)))
      )
        named.push(`${path} ${contentType.split(';')[0]}`)
  expect(named.sort()).toEqual(['/ text/html', '/posts/week-01 text/html'])
  const { markdown, image } = found(archive.posts[0])
  expect(markdown).toContain('![A](https://example.org/img/a.svg)')
  expect(image?.url).toBe('https://example.org/img/e.png')
  expect(image && pagePicture(image, archive).href).toBe(loaded('e.png'))
})

test('both paths have the same body, packed once', async () => {
  const noise = Uint8Array.from({ length: 100_000 }, (_, at) => (at * at * 7919) >> 5)
  const content = { 'posts/week-01.md': post('![A](/img/a.png)'), 'img/a.png': noise }
  const snapshot = found((await compile(fromMemory(content))).value)
  const linked = { ...content, 'posts/week-01.md': post('[A](/img/a.png)') }
  const without = found((await compile(fromMemory(linked))).value)
  const packed = packInMemory(snapshot)
  expect(packed.length - packInMemory(without).length, 'bytes for the second address').toBeLessThan(2_000)
  const answer = answering(unpack(packed))
  for (const target of ['/img/a.png', versionOf('/img/a.png', noise)]) {
    const { status, body } = answer({ method: 'GET', target })
    expect([target, status, Buffer.compare(body ?? new Uint8Array(), noise)]).toEqual([target, 200, 0])
  }
})

describe('a publisher’s file in the version folder', () => {
  const address = versionOf('/img/e.png', 'picture')
  const content = {
    'posts/week-01.md': post(`![A](/img/e.png) ![B](${address})`),
    'img/e.png': 'picture',
    [address.slice(1)]: 'another',
  }

  test('is reported', async () => {
    const { value, diagnostics } = await readArchive(fromMemory(content))
    expect(value).toBeUndefined()
    expect(diagnostics.map(({ path, rule, message }) => ({ path, rule, message }))).toEqual([
      {
        path: address.slice(1),
        rule: 'duplicate-path',
        message: `The archive itself is also published at ${address}.`,
      },
    ])
  })

  test('is not shadowed by a version', async () => {
    const settings = { 'archive.yaml': 'rules: {duplicate-path: warn}\n' }
    const { posts, assets } = await build({ ...content, ...settings })
    const at = (path: string) =>
      assets
        .flatMap((asset) => [asset, ...asset.versions])
        .filter((one) => one.path === path)
        .map(({ bytes }) => new TextDecoder().decode(bytes))
    expect(at(address)).toEqual(['another'])
    expect(at('/img/e.png')).toEqual(['picture'])
    expect(found(posts[0]).html).toContain('<img src="/img/e.png" alt="A">')
  })
})
