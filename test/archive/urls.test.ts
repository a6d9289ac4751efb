import { describe, expect, test } from 'vitest'
import { compile, fromMemory } from '../../src/compile.ts'
import { describeSite } from '../../src/build/seal-archive.ts'
import { publish } from '../../src/representations/publication.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { represent } from '../../src/representations/represent.ts'
import { staticFiles } from '../../src/build/export/static.ts'
import { answering } from '../answering.ts'

const post = (more = '') =>
  `---\ntitle: A title\ndate: 2024-01-02\n${more}---\n\nText of [the other](two.md).\n`

async function served(
  settings: string,
  { files = {}, baseUrl = 'https://example.org' }: { files?: Record<string, string>; baseUrl?: string } = {},
) {
  const source = fromMemory({
    'archive.yaml': `author: Ada\n${settings}`,
    'posts/one.md': post(),
    'posts/two.md': post().replace('two.md', 'one.md'),
    ...files,
  })
  const { value, diagnostics } = await compile(source, { baseUrl })
  const handler = value && answering(value)
  const get = (target: string, accept = '*/*') => {
    const answer = handler?.({ method: 'GET', target, accept })
    const header = (name: string) => answer?.headers[answer.headers.indexOf(name) + 1]
    return { status: answer?.status, header, text: Buffer.from(answer?.body ?? '').toString() }
  }
  return { source, diagnostics, get }
}

describe('`urls` in archive.yaml sets the URLs of posts', () => {
  test.each([
    ['/{year}/{month}/{day}/{slug}/', '/2024/01/02/one/', '/2024/01/02/one/index.md', '/2024/01/02/one'],
    ['/{year}/{slug}.html', '/2024/one.html', '/2024/one.html.md', '/2024/one.html/'],
    ['/blog/{slug}', '/blog/one', '/blog/one.md', '/blog/one/'],
  ])('%s', async (pattern, page, twin, otherSlash) => {
    const { get, diagnostics, source } = await served(`urls: "${pattern}"\n`)
    expect(diagnostics).toEqual([])
    const url = `https://example.org${page}`
    const html = get(page, 'text/html')
    expect(html.status).toBe(200)
    expect(html.text).toContain(`<link rel="canonical" href="${url}"`)
    expect(html.text, 'links between posts').toContain(`href="${page.replace('one', 'two')}"`)
    expect(get(twin)).toMatchObject({ status: 200, text: expect.stringContaining(`canonical_url: ${url}`) })
    expect(get(page, 'text/markdown').header('Content-Location')).toBe(twin)
    expect(JSON.parse(get('/api/v1/posts/one.json').text)).toMatchObject({
      url,
      markdownUrl: `https://example.org${twin}`,
    })
    for (const list of ['/feed.xml', '/sitemap.xml', '/posts/one.bib'])
      expect(get(list).text, list).toContain(url)
    expect(get('/llms.txt').text).toContain(`https://example.org${twin}`)
    for (const [from, to] of [
      ['/posts/one', page],
      ['/posts/one/', page],
      ['/posts/one.md', twin],
      [otherSlash, page],
    ] as const) {
      expect(get(from).status, from).toBe(308)
      expect(get(from).header('Location'), from).toBe(to)
    }
    const { value: archive } = await readArchive(source)
    if (!archive) throw new Error('the archive has errors')
    const published = publish(archive)
    const files = Array.from(
      staticFiles(represent(published), describeSite(published), published),
      ({ path }) => path,
    )
    expect(files).toContain(
      page.endsWith('/')
        ? `${page.slice(1)}index.html`
        : page.endsWith('.html')
          ? page.slice(1)
          : `${page.slice(1)}.html`,
    )
    expect(files).toContain(twin.slice(1))
  })

  test('front matter overrides the pattern', async () => {
    const { get } = await served('urls: /{year}/{slug}/\n', {
      files: { 'posts/one.md': post('permalink: /essays/first/\n') },
    })
    expect(get('/essays/first/', 'text/html').status).toBe(200)
    expect(get('/posts/one').header('Location')).toBe('/essays/first/')
  })

  test('a post without one of the parts keeps the contract’s URL', async () => {
    const { get } = await served('urls: /{year}/{slug}/\n', {
      files: { 'posts/three.md': '---\ntitle: Undated\n---\n\nText.\n' },
    })
    expect(get('/posts/three').status).toBe(200)
  })

  test('does not repeat the path of the base URL', async () => {
    const { get } = await served('urls: /blog/{slug}/\n', { baseUrl: 'https://example.org/blog' })
    expect(get('/blog/one/', 'text/html')).toMatchObject({
      status: 200,
      text: expect.stringContaining('href="https://example.org/blog/one/"'),
    })
    const old = await served('oldUrls: /blog/{year}/{slug}/\n', { baseUrl: 'https://example.org/blog' })
    expect(old.get('/blog/2024/one/').header('Location')).toBe('/blog/posts/one')
  })

  test('a post at a reserved path is an error', async () => {
    const { diagnostics } = await served('urls: /{slug}/\n', {
      files: { 'posts/tags.md': post('tags: [x]\n') },
    })
    expect(diagnostics).toMatchObject([{ rule: 'duplicate-path', path: 'posts/tags.md', severity: 'error' }])
  })

  test('an unknown part is an error', async () => {
    const { diagnostics } = await served('urls: /{yaer}/{slug}/\n')
    expect(diagnostics).toMatchObject([{ path: 'archive.yaml', severity: 'error' }])
    expect(diagnostics[0]?.hint).toContain('{year}')
  })
})

describe('`originals` in archive.yaml', () => {
  test('Eleventy: a post named as its folder is at the address of the folder', async () => {
    const settings = 'generator: eleventy\nposts: content/blog/**/*.md\noriginals: https://blog.example.com\n'
    const files = { 'content/blog/sea/sea.md': '---\ntitle: A title\ndate: 2024-01-02\n---\n\nText.\n' }
    const { get } = await served(settings, { files })
    const { url } = JSON.parse(get('/api/v1/posts/sea.json').text)
    expect(url).toBe('https://blog.example.com/blog/sea/')
  })

  test('cites each post at its original URL', async () => {
    const { get, diagnostics } = await served(
      'originals: https://blog.example.com\noldUrls: /{year}/{month}/{slug}/\n',
      { files: { 'posts/two.md': post('permalink: /essays/two.html\n').replace('two.md', 'one.md') } },
    )
    expect(diagnostics).toEqual([])
    const original = 'https://blog.example.com/2024/01/one/'
    const page = get('/posts/one', 'text/html').text
    expect(page).toContain(`<link rel="canonical" href="${original}"`)
    expect(page).toContain(`Originally published at <a href="${original}">`)
    expect(get('/posts/one.md').text).toContain(`canonical_url: ${original}`)
    expect(get('/posts/one.bib').text).toContain(original)
    expect(JSON.parse(get('/api/v1/posts/two.json').text).url).toBe(
      'https://blog.example.com/essays/two.html',
    )
    expect(get('/2024/01/one/').header('Location')).toBe('/posts/one')
  })
})

describe('old lists redirect to their replacements', () => {
  test.each([
    ['/blog', '/'],
    ['/blog/', '/'],
    ['/blog/page2/', '/years'],
    ['/blog/page/2/', '/years'],
    ['/blog/tag/two-words/', '/tags/two-words'],
    ['/blog/categories/two-words', '/tags/two-words'],
    ['/atom.xml', '/feed.xml'],
  ])('%s to %s', async (from, to) => {
    const posts = Array.from({ length: 8 }, (_, nth) => [
      `_posts/2024-01-0${nth + 1}-p${nth}.md`,
      post('tags: [Two words]\n'),
    ])
    const { get } = await served('generator: jekyll\noldUrls: /blog/{year}/{slug}/\nposts: _posts/*.md\n', {
      files: Object.fromEntries(posts.map(([path, text]) => [path, text?.replace('two.md', 'one.md')])),
    })
    expect(get(from).status).toBe(308)
    expect(get(from).header('Location')).toBe(to)
  })
})
