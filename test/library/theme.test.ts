import { describe, expect, test } from 'vitest'
import { compile, fromMemory } from '../../src/compile.ts'
import { defaultTheme, html, type Theme } from '../../src/theme.ts'
import { answering } from '../answering.ts'
import { bareTheme } from './bare-theme.ts'

/** The option `theme` of compile(). */

const post = (title: string, day: number) =>
  `---\ntitle: ${title}\nseries: research\nsummary: One sentence.\ntags: [a]\npublished: 2026-01-0${day}\n---\n\nText of ${title}.\n`
const files = {
  'archive.yaml': 'title: The archive\nlook: { foot: foot.html }\n',
  'foot.html': '<p>The foot</p>',
  'posts/week-01.md': post('One & all', 1),
  'posts/week-02.md': post('Two', 2),
}

async function site(theme?: Partial<Theme>) {
  const { value, diagnostics } = await compile(fromMemory(files), {
    baseUrl: 'https://example.org/blog',
    theme,
  })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  if (!value) throw new Error('not compiled')
  const handler = answering(value)
  const get = (path: string, accept = 'text/html') => {
    const { status, headers, body } = handler({ method: 'GET', target: `/blog${path}`, accept })
    return { status, headers, text: new TextDecoder().decode(body ?? undefined) }
  }
  return { get, paths: [...value.resources.keys()] }
}

const pages = [
  '/',
  '/posts/week-01',
  '/contact',
  '/developers',
  '/tags/a',
  '/years',
  '/search',
  '/search?q=text',
]

describe('a theme that makes every page', () => {
  test.each([
    ['/', '<p>home 1 Two 2</p></main>\n<hr>0 '],
    ['/posts/week-01', '<p>post One &amp; all by 1</p>'],
    ['/posts/week-01', '</main>\n<hr>15 '],
    ['/contact', '<p>page Contact</p>'],
    ['/tags/a', '<p>list <a href="/blog/posts/week-02">Two</a><a href="/blog/posts/week-01">'],
    ['/search?q=text', '<form role="search" action="/blog/search"><input name="q" value="text">'],
  ])('makes %s', async (path, made) => {
    const { get } = await site(bareTheme)
    expect(get(path).text).toContain(made)
  })

  test('leaves the head to the engine, and adds to it', async () => {
    const [themed, own] = await Promise.all([site(bareTheme), site()])
    const head = (text: string) =>
      text
        .slice(0, text.indexOf('</head>'))
        .replace(/<style>.*<\/style>/s, '')
        .replace(/<meta name="kind" content="\w+">/, '')
    for (const path of pages) {
      const page = themed.get(path)
      expect(page.status, path).toBe(200)
      expect(head(page.text), path).toBe(head(own.get(path).text))
      expect(page.headers, path).toContain('Content-Security-Policy')
      expect(page.text, path).toMatch(/<meta name="kind" content="(?:home|post|page|list|search)">/)
      expect(page.text, path).toContain('h1{color:red}</style>')
    }
  })

  test('changes nothing but pages', async () => {
    const [themed, own] = await Promise.all([site(bareTheme), site()])
    expect(themed.paths).toEqual(own.paths)
    for (const path of ['/index.md', '/posts/week-01.md', '/api/v1/posts.json', '/feed.xml', '/llms.txt'])
      expect(themed.get(path, '*/*').text, path).toBe(own.get(path, '*/*').text)
    const twin = (of: typeof own) => of.get('/posts/week-01', 'text/markdown').text
    expect(twin(themed)).toBe(twin(own))
  })
})

describe('a theme of a few functions', () => {
  test('leaves the others to the default theme', async () => {
    const [themed, own] = await Promise.all([
      site({ home: (_, { words }) => html`<p>${words.newest}</p>` }),
      site(),
    ])
    expect(themed.get('/').text).toContain('<main id="site:main">\n<p>Recent</p>\n</main>')
    for (const path of pages.slice(1)) expect(themed.get(path).text, path).toBe(own.get(path).text)
  })

  test('may wrap the default', async () => {
    const { get } = await site({
      post: (article, page) => html`<aside>Draft?</aside>${defaultTheme.post(article, page)}`,
    })
    expect(get('/posts/week-01').text).toMatch(/<aside>Draft\?<\/aside><article class="post">.*Text of One/s)
  })
})

test('a theme cannot be cached, because the cache cannot tell when its pages change', async () => {
  await expect(compile(fromMemory(files), { theme: bareTheme, cacheFolder: '/nowhere' })).rejects.toThrow(
    /theme cannot be combined with cacheFolder/,
  )
})
