import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import * as formats from 'ajv-formats'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { listsOf } from '../../src/archive/lists.ts'
import type { Post } from '../../src/archive/model.ts'
import { fromFolder } from '../../src/compile.ts'
import { type Publication, publish } from '../../src/representations/publication.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { noHighlight } from '../../src/markdown/decorate/highlight.ts'
import { renderBody } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { feedHtml, bodyHtml } from '../../src/representations/body-html.ts'
import { atomFeed, type Feed, jsonFeed } from '../../src/representations/feeds.ts'
import { feedLinks } from '../../src/representations/html.ts'
import { buildWithSlots as build, found, post } from '../archive/build.ts'
import { fixtureDir } from '../snapshot/fixture.ts'
import { imported } from '../installed.ts'
import { cases } from '../thorough.ts'
import { elements } from './elements.ts'

/** The part of feedsmith that this test uses. */
interface Feedsmith {
  parseAtomFeed(text: string): {
    readonly title?: { readonly value: string }
    readonly links?: readonly { readonly rel?: string; readonly type?: string; readonly href: string }[]
    readonly updated?: string
    readonly entries?: readonly {
      readonly id: string
      readonly title?: { readonly value: string }
      readonly links?: readonly { readonly href: string }[]
      readonly summary?: { readonly value: string }
      readonly published?: string
      readonly updated?: string
      readonly content?: { readonly value: string }
      readonly categories?: readonly { readonly term: string }[]
      readonly authors?: readonly { readonly name: string }[]
    }[]
  }
  parseJsonFeed(value: object): {
    readonly title?: string
    readonly home_page_url?: string
    readonly feed_url?: string
    readonly items?: readonly {
      readonly [key: string]: unknown
      readonly authors?: readonly { readonly name: string }[]
    }[]
  }
}
const feedsmith = await imported<[Feedsmith]>('feedsmith')

const schema = createRequire(import.meta.url)('jsonfeed-schema/schema-v1.1.json')
const ajv = new Ajv({ strict: false })
formats.default.default(ajv)
const isJsonFeed = ajv.compile(schema)

/** Posts of 2026, the last is the newest; `front` adds front matter to each. */
function posts(count: number, front: (at: number) => string = () => '') {
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `posts/post-${String(at).padStart(3, '0')}.md`,
      post(`Body ${at}, [next](/posts/post-000).`, `published: ${day(at)}\n${front(at)}`),
    ]),
  )
}

async function archiveOf(dir: string): Promise<Publication> {
  const { value } = await readArchive(fromFolder(dir), { baseUrl: 'https://example.org/review' })
  return publish(found(value))
}

function wellFormed(xml: string): string {
  const sent = new TextDecoder().decode(new TextEncoder().encode(xml))
  let text = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.write(sent).close()
  return text
}

const feedsOf = ({ feeds }: Publication): Feed[] => [...feeds.values()]

describe('feeds', () => {
  test('exist for the archive, every series, and tags of three or more posts', async () => {
    const archive = await build(
      posts(6, (at) => `tags: [all, ${at < 3 ? 'some' : `only-${at}`}, ${at % 3}]\n`),
    )
    expect(feedsOf(archive).map(({ atom, json }) => [atom, json])).toEqual([
      ['/feed.xml', '/feed.json'],
      ['/series/research/feed.xml', '/series/research/feed.json'],
      ['/tags/all/feed.xml', '/tags/all/feed.json'],
      ['/tags/some/feed.xml', '/tags/some/feed.json'],
    ])
  })

  test('exist in a large archive only for tags of one post in ten', async () => {
    const archive = await build(
      posts(120, (at) => `tags: [${at < 12 ? 'twelve' : 'rest'}, ${at < 11 ? 'eleven' : 'rest'}]\n`),
    )
    expect(feedsOf(archive).map(({ path }) => path)).toEqual([
      '/',
      '/series/research',
      '/tags/rest',
      '/tags/twelve',
    ])
  })

  test('have the newest 20 posts, or 10 for a list, up to a million characters', async () => {
    const archive = await build(posts(60))
    const sizes = (of: Publication) => feedsOf(of).map((feed) => feed.posts.length)
    expect(sizes(archive)).toEqual([20, 10])
    expect(feedsOf(archive)[0]?.posts.map(({ id }) => id)).toEqual(
      archive.posts.slice(0, 20).map(({ id }) => id),
    )
    const long = archive.posts.map((one) => ({ ...one, html: 'x'.repeat(300_000) }))
    const withThese = (posts: Publication['posts']) =>
      publish({ ...archive, posts, lists: listsOf(posts, archive.series) })
    expect(sizes(withThese(long))).toEqual([3, 3])
    const [first, ...rest] = long
    const longest = { ...found(first), html: 'x'.repeat(2_000_000) }
    expect(sizes(withThese([longest, ...rest]))).toEqual([1, 1])
  })

  test('have no posts without a date, and an archive without dates has no feed', async () => {
    const archive = await build({ ...posts(2), 'posts/undated.md': post() })
    expect(archive.posts).toHaveLength(3)
    expect(feedsOf(archive)[0]?.posts).toHaveLength(2)
    expect(feedsOf(await build({ 'posts/undated.md': post() }))).toEqual([])
  })
})

describe('Atom and JSON Feed', async () => {
  const archives = [
    await archiveOf(fixtureDir),
    await archiveOf(fileURLToPath(new URL('../../archive', import.meta.url))),
  ]

  test('are well-formed and match the published schema', () => {
    for (const archive of archives)
      for (const feed of feedsOf(archive)) {
        wellFormed(atomFeed(feed, archive))
        const value = JSON.parse(JSON.stringify(jsonFeed(feed, archive)))
        expect(isJsonFeed(value), JSON.stringify(isJsonFeed.errors)).toBe(true)
      }
  })

  test.runIf(feedsmith)('have equal entries with full content, as parsed by feedsmith', () => {
    const [{ parseAtomFeed, parseJsonFeed }] = found(feedsmith)
    let compared = 0
    for (const archive of archives) {
      for (const feed of feedsOf(archive)) {
        const atom = parseAtomFeed(atomFeed(feed, archive))
        const json = parseJsonFeed(JSON.parse(JSON.stringify(jsonFeed(feed, archive))))
        expect([json.title, json.home_page_url]).toEqual([
          atom.title?.value,
          atom.links?.find(({ rel, type }) => rel === 'alternate' && type === 'text/html')?.href,
        ])
        expect(atom.links?.find(({ rel }) => rel === 'self')?.href).toBe(archive.urls.url(feed.atom))
        expect(json.feed_url).toBe(archive.urls.url(feed.json))
        const inJson = json.items?.map((item) => [
          ...['id', 'title', 'url', 'summary', 'date_published', 'date_modified', 'content_html'].map(
            (key) => item[key],
          ),
          ...[item['tags'] ?? [], item.authors?.map(({ name }) => name)],
        ])
        const inAtom = atom.entries?.map((entry) => [
          ...[
            entry.id,
            entry.title?.value,
            entry.links?.[0]?.href,
            entry.summary?.value,
            entry.published,
            entry.updated,
          ],
          ...[
            entry.content?.value,
            entry.categories?.map(({ term }) => term) ?? [],
            entry.authors?.map(({ name }) => name),
          ],
        ])
        expect(inAtom).toEqual(inJson)
        expect(inJson?.map(([id]) => id)).toEqual(feed.posts.map(({ path }) => archive.urls.url(path)))
        expect(atom.updated).toBe(
          inAtom
            ?.map((entry) => String(entry[5]))
            .sort()
            .at(-1),
        )
        compared += inAtom?.length ?? 0
      }
    }
    expect(compared).toBeGreaterThan(40)
  })

  test('link to the canonical URL of a post if it is elsewhere', async () => {
    const archive = await build(posts(1, () => 'canonical: https://other.example/original\n'))
    const feed = found(feedsOf(archive)[0])
    expect(jsonFeed(feed, archive).items[0]).toMatchObject({
      id: 'https://example.org/posts/post-000',
      url: 'https://example.org/posts/post-000',
      external_url: 'https://other.example/original',
    })
    expect(atomFeed(feed, archive)).toContain('<link rel="canonical" href="https://other.example/original"/>')
  })

  test('are valid with any characters in a post', async () => {
    const archive = await build(posts(1))
    const feed = found(feedsOf(archive)[0])
    const plain = found(feed.posts[0])
    const anything = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'<>&"\'\0\u0001\u001b\ud800\udfff\ufffe]]>'),
        fc.nat(0xffff).map((code) => String.fromCharCode(code)),
      ),
    })
    const inXml = (value: string) =>
      value
        .replaceAll(/[^\t\n\r -\ufffd]/g, '')
        .replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
        .replaceAll(/\r\n?/g, '\n')
    let compared = 0
    fc.assert(
      fc.property(anything, anything, anything, (title, html, tag) => {
        const odd: Post = { ...plain, title, html: `<p>${html.replaceAll(/[<>]/g, '')}</p>`, tags: [tag] }
        const text = wellFormed(atomFeed({ ...feed, posts: [odd] }, archive))
        expect(text).toContain(`\n${inXml(odd.title)}\n`)
        expect(text).toContain(inXml(odd.html))
        expect(isJsonFeed(JSON.parse(JSON.stringify(jsonFeed({ ...feed, posts: [odd] }, archive))))).toBe(
          true,
        )
        compared++
      }),
      { numRuns: cases(60, 2000) },
    )
    expect(compared).toBe(cases(60, 2000))
  })
})

describe('the HTML of a feed entry', async () => {
  const archive = await build(posts(1), 'https://example.org/blog')
  const page = 'https://example.org/blog/posts/one'
  const attribute = /^(?:href|src|poster|cite)$/
  const inFeed = (markdown: string) => {
    const [post] = archive.posts
    if (!post) throw new Error('the archive has no posts')
    const html = renderBody(parseMarkdown(markdown), new Map(), noHighlight)
    return feedHtml({ ...post, html, path: '/posts/one' }, archive)
  }

  test.each([
    ['<a href="/blog/posts/two#x">x</a>', '<a href="https://example.org/blog/posts/two#x">'],
    ['[x](/blog/posts/two#x)', '<a href="https://example.org/blog/posts/two#x">'],
    ['[x](#fn1)', `<a href="${page}#fn1">`],
    ['x[^1]\n\n[^1]: note', `<a href="${page}#fn1" id="fnref1">`],
    ['x[^1]\n\n[^1]: note', `<a href="${page}#fnref1" class="footnote-backref">`],
    ['## Two', `<a class="anchor" href="${page}#two">`],
    ['<a href="?q=1&amp;r=2">x</a>', `<a href="${page}?q=1&#x26;r=2">`],
    ['[x]()', `<a href="${page}">`],
    ['[x](two/three)', '<a href="https://example.org/blog/posts/two/three">'],
    ['<img src="//cdn.example/x.png">', '<img src="https://cdn.example/x.png">'],
    ['[x](mailto:a@b.example)', '<a href="mailto:a@b.example">'],
    ['<q cite="/x">y</q>', '<q cite="https://example.org/x">'],
    ['![> href=x](data:image/png;base64,AA==)', '<img src="data:image/png;base64,AA==" alt="&gt; href=x">'],
    [
      '<picture><source srcset="/a.png 1x, /b.png 2x"></picture>',
      '<source srcset="https://example.org/a.png 1x, https://example.org/b.png 2x">',
    ],
    [
      'Write href="/x" `<a href="/y">`',
      'Write href=&quot;/x&quot; <code>&lt;a href=&quot;/y&quot;&gt;</code>',
    ],
    [
      'A \uFDD0l/x\uFDD1, &#xFDD0;l/y&#xFDD1; <b>&#xFDD0;l/z&#xFDD1;</b>',
      'A \uFFFDl/x\uFFFD, \uFFFDl/y\uFFFD <b>\uFFFDl/z\uFFFD</b>',
    ],
    ['<b title="&#xFDD0;l/z&#xFDD1;">x</b>', '<b title="\uFFFDl/z\uFFFD">'],
  ])('%s', (markdown, expected) => expect(inFeed(markdown)).toContain(expected))

  test("has the text of the page, and the page's links made absolute", async () => {
    let compared = 0
    for (const dir of [fixtureDir, fileURLToPath(new URL('../../archive', import.meta.url))]) {
      const archive = await archiveOf(dir)
      for (const post of archive.posts) {
        const { path } = post
        const before = elements(bodyHtml(post, archive))
        const after = elements(feedHtml(post, archive))
        expect(after.map(({ name, text }) => [name, text])).toEqual(
          before.map(({ name, text }) => [name, text]),
        )
        for (const [at, { attributes }] of after.entries()) {
          for (const [name, value] of Object.entries(before[at]?.attributes ?? {})) {
            if (!attribute.test(name)) expect(attributes[name]).toBe(value)
            else {
              expect(attributes[name]).toMatch(/^[a-z]+:/)
              const current = value.replace(/\/_files\/[\da-f]{16}(?=\/)/, '')
              expect(new URL(attributes[name] ?? '').href).toBe(new URL(current, archive.urls.url(path)).href)
              compared++
            }
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(50)
  })
})

test("pages link to the archive's feed, and lists to their own first", async () => {
  const archive = await build(posts(3))
  const hrefs = (path: string) =>
    feedLinks(path, archive).map(({ text }) => / href="([^"]+)"/.exec(text)?.[1])
  const archiveFeeds = ['https://example.org/feed.xml', 'https://example.org/feed.json']
  expect(hrefs('/')).toEqual(archiveFeeds)
  expect(hrefs('/posts/post-001')).toEqual(archiveFeeds)
  expect(hrefs('/series/research')).toEqual([
    'https://example.org/series/research/feed.xml',
    'https://example.org/series/research/feed.json',
    ...archiveFeeds,
  ])
  expect(archive.feeds.get('/series/research')?.title).toBe('Series: research · Untitled archive')
})
