import { describe, expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'

const body = 'One sentence of text.\n'
const read = async (files: Readonly<Record<string, string>>) => {
  const { value, diagnostics } = await readArchive(fromMemory(files), { baseUrl: 'https://archive.example' })
  if (!value) throw new Error(diagnostics.map(({ path, message }) => `${path}: ${message}`).join('\n'))
  return { archive: value, diagnostics }
}

describe('a post redirects from its generator’s URL', () => {
  const [jekyll, hugo, astro] = [{ '_config.yml': '' }, { 'hugo.toml': '' }, { 'astro.config.mjs': '' }]
  const old = (urls: string) => ({ 'archive.yaml': `oldUrls: ${urls}` })
  type Site = Readonly<Record<string, string>>

  /** Of the one post of a site: its path and front matter, and the URLs that its generator gives it. */
  const sites: readonly (readonly [site: Site, path: string, front: string, addresses: string])[] = [
    // Jekyll, categories and the name’s own letters.
    [jekyll, 'en/_posts/2020-01-02-Swift-5.6.md', 'category: News', '/en/news/2020/01/02/Swift-5.6.html'],
    // Jekyll, without hyphens around the name.
    [
      jekyll,
      '_posts/2018-12-04-5-2--out-.markdown',
      '',
      '/2018/12/04/5-2-out.html | /2018/12/04/5-2--out-.html',
    ],
    // Jekyll, the day in a time zone that is not the date’s.
    [
      jekyll,
      '_posts/2020-01-02-one.md',
      'date: 2020-01-03 00:30:00 +0530',
      '/2020/01/03/one.html | /2020/01/02/one.html',
    ],
    // Jekyll, a folder and a category of the same name, once.
    [jekyll, 'News/_posts/2020-01-02-one.md', 'categories: news sea', '/news/sea/2020/01/02/one.html'],
    // Jekyll, one category of several words.
    [
      jekyll,
      '_posts/2020-01-02-one.md',
      'category: The deep sea',
      '/the deep sea/2020/01/02/one.html | /the-deep-sea/2020/01/02/one.html',
    ],
    // Jekyll, a name that ends like a file.
    [jekyll, '_posts/2020-01-02-node.js.md', '', '/2020/01/02/node.js.html'],
    // Jekyll, months and days without a zero.
    [
      { ...jekyll, ...old('"/{year}/{i_month}/{i_day}/{slug}/"') },
      '_posts/2020-01-12-one.md',
      '',
      '/2020/1/12/one/',
    ],
    // Hugo, aliases as seen from the folder of the page.
    [
      hugo,
      'content/posts/2020/one.md',
      'aliases: [old, ../older/, /oldest]',
      '/posts/2020/old/ | /posts/older/ | /oldest',
    ],
    // Hugo, a name that says its language.
    [
      { ...hugo, ...old('["/{path}/", "/{year}/{slug}/"]') },
      'content/posts/one.en.md',
      'date: 2020-01-02',
      '/posts/one/ | /2020/one/',
    ],
    // Hugo, in lower case below content/ and its language.
    [hugo, 'content/en/posts/My Post.md', '', '/posts/my-post/ | /posts/my-post/index.html'],
    // Middleman, a name that says what becomes of it.
    [
      { 'config.rb': '' },
      'source/blog/2020-01-02-one.html.md',
      '',
      '/2020/01/02/one.html | /blog/2020/01/02/one/',
    ],
    // VuePress, below its folder.
    [{ 'docs/.vuepress/config.js': '' }, 'docs/blog/one.md', '', '/blog/one.html | /blog/one/'],
    // Quarto, a folder and a file.
    [{ '_quarto.yml': '' }, 'posts/one/index.qmd', '', '/posts/one/ | /posts/one/index.html'],
    // Zola, as slugs and without the name’s day.
    [{ 'config.toml': '', 'templates/p.html': '' }, 'content/notes/2020-01-02-a_b.md', '', '/notes/a-b/'],
    // Eleventy, a post named as its folder.
    [{ 'eleventy.config.js': '' }, 'content/blog/one/one.md', '', '/blog/one/'],
    // Astro, a page by its file, whatever its slug.
    [astro, 'src/pages/posts/one.md', 'slug: two', '/posts/one/'],
    // Astro, a post of a collection by its slug.
    [astro, 'src/content/posts/one.md', 'slug: two', '/posts/two/'],
    // Docusaurus, a day in folder and file.
    [{ 'docusaurus.config.js': '' }, 'blog/2022/08-01-one/index.md', '', '/blog/2022/08/01/one | /blog/one'],
    // A slug that is a whole path.
    [{}, 'posts/one.md', 'slug: /long/ago/one', '/long/ago/one'],
  ]

  test.each(sites)('%j, %s, %s', async (site, path, front, all) => {
    const addresses = all.split(' | ')
    const text = front === '' ? body : `---\ntitle: T\n${front}\n---\n${body}`
    const { archive } = await read({ ...site, [path]: text })
    const targets = addresses.map((address) => [address, archive.redirects.get(encodeURI(address))])
    expect(targets).toEqual(addresses.map((address) => [address, archive.posts[0]?.path]))
  })
})

test('does not repeat a folder as a category, resolve a relative alias at the top, or strip a file extension that is part of the name', async () => {
  const jekyll = await read({
    '_config.yml': '',
    'news/_posts/2020-01-02-node.js.md': `---\ntitle: T\ncategory: news\n---\n${body}`,
  })
  const hugo = await read({ 'hugo.toml': '', 'content/posts/one.md': `---\naliases: [old]\n---\n${body}` })
  const paths = [...jekyll.archive.redirects.keys(), ...hugo.archive.redirects.keys()]
  expect(paths.filter((path) => /news\/news|^\/old|node\.html/.test(path))).toEqual([])
})

describe('a link post, whose address in front matter is another site’s', () => {
  const file = 'posts/one.md'
  const linkPost = (address: string) => ({ [file]: `---\ntitle: T\n${address}\n---\n${body}` })
  const article = 'other.example/2019/05/06/article/'
  for (const address of [
    ...[`url: https://${article}`, `permalink: http://${article}`, `path: //${article}`],
    ...[`url: www.${article}`, `aliases: [https://${article}]`],
  ])
    for (const setting of ['', 'urls: /{slug}/\n', 'originals: https://blog.example\noldUrls: /{slug}/\n'])
      test(`${address} gives it no day and no path: ${setting.trim() || 'no settings'}`, async () => {
        const { archive } = await read({ ...linkPost(address), 'archive.yaml': setting })
        const [post] = archive.posts
        const isOriginal = setting.startsWith('originals')
        const path = setting.startsWith('urls') ? '/one/' : '/posts/one'
        expect(post?.datePublished).toBeNull()
        expect(post?.path).toBe(path)
        expect(post?.url).toBe(isOriginal ? 'https://blog.example/one/' : `https://archive.example${path}`)
        expect([...archive.redirects.keys()].filter((from) => /article|2019/.test(from))).toEqual([])
      })

  for (const setting of [
    'baseUrl: https://blog.example\n',
    'baseUrl: https://www.blog.example\n',
    'originals: https://blog.example\n',
  ])
    test(`an address of its own site gives both: ${setting.trim()}`, async () => {
      const files = linkPost('url: https://blog.example/2019/05/06/article/')
      const { archive } = await read({ ...files, 'archive.yaml': `${setting}urls: /{slug}/\n` })
      expect(archive.posts[0]?.datePublished).toBe('2019-05-06')
      expect(archive.posts[0]?.path).toBe('/2019/05/06/article/')
    })
})

test('an address leads to the post that had it, not to a newer one with a URL of its own', async () => {
  const { archive } = await read({
    'config.toml': '',
    'templates/page.html': '',
    'archive.yaml': 'ids: "{day}-{slug}"\n',
    'content/blog/2024-05-03-weekly.md': body,
    'content/blog/2024-05-31-weekly.md': `+++\npath = "blog/31/weekly"\n+++\n${body}`,
  })
  expect(archive.redirects.get('/blog/weekly/')).toBe('/posts/03-weekly')
  expect(archive.redirects.get('/blog/31/weekly/')).toBe('/posts/31-weekly')
  expect(archive.redirects.get('/blog/2024-05-31-weekly/'), 'no other post had it').toBe('/posts/31-weekly')
})

test('finds a file beside a post by the post’s old URL, and below the path of the site', async () => {
  const { archive, diagnostics } = await read({
    'archive.yaml': 'posts: content/**/*.md\noldUrls: "/{year}/{slug}/"\n',
    'content/2020-01-02-one/index.md':
      '![a](/2020/one/a.png) ![b](/blog/pictures/b.png) ![c](../../pictures/b.png)\n',
    'content/2020-01-02-one/a.png': 'a',
    'pictures/b.png': 'b',
  })
  expect(diagnostics).toEqual([])
  expect(archive.assets.map(({ path }) => path)).toEqual(['/content/2020-01-02-one/a.png', '/pictures/b.png'])
})

test('the hint for a duplicate id gives every post a different id', async () => {
  const days = ['2013-08-29', '2014-09-10', '2014-11-10']
  const files = Object.fromEntries(days.map((day) => [`posts/${day}-call.md`, body]))
  const { diagnostics } = await readArchive(fromMemory(files))
  const { hint = '' } = diagnostics.find(({ rule }) => rule === 'duplicate-id') ?? {}
  const [, ids = ''] = /`ids: "(.*?)"`/.exec(hint) ?? []
  const { archive } = await read({ ...files, 'archive.yaml': `ids: "${ids}"\n` })
  expect(archive.posts.map(({ id }) => id)).toEqual(['2014-11-call', '2014-09-call', '2013-08-call'])
})

test('reports leftover generator syntax at its position, unless it is escaped', async () => {
  const { diagnostics } = await read({
    'posts/one.md':
      'A {{image "x.png"}} and\n{% tag %} here.\n\n<b style={{a: 1}}>x</b> but \\<i a={1}> and `{{ code }}`.\n',
  })
  expect(diagnostics.map(({ rule, line, column }) => [rule, line, column])).toEqual([
    ['shortcode', 1, 3],
    ['shortcode', 2, 1],
    ['raw-html', 4, 1],
  ])
})

test('reads literal values from JavaScript front matter without running it', async () => {
  const post = (script: string) => `---js\n${script}\n---\n${body}`
  const values = '// what it is\nconst title = "One";\nconst tags = ["a", "b"];\nconst date = "2020-01-02";'
  const { archive } = await read({
    'posts/one.md': post(values),
    'posts/two.md': post('const draft = true;'),
  })
  expect(archive.posts).toMatchObject([{ title: 'One', tags: ['a', 'b'], datePublished: '2020-01-02' }])
  const source = fromMemory({ 'posts/one.md': post('const title = make(\n  { a() { } });') })
  const computed = await readArchive(source)
  expect(computed.diagnostics).toMatchObject([{ rule: 'front-matter-syntax', severity: 'error' }])
})

describe('the feed redirects from its generator’s URL', () => {
  test.each([
    ['hugo.toml', 'content/posts/one.md', ['/index.xml', '/posts/index.xml']],
    ['astro.config.mjs', 'src/content/blog/one.md', ['/rss.xml']],
    ['pelicanconf.py', 'content/one.md', ['/feeds/all.atom.xml']],
  ])('%s', async (sign, post, feeds) => {
    const site = (front: string) => ({ [sign]: '', [post]: `---\ntitle: T\n${front}---\n${body}` })
    const { archive } = await read(site('date: 2020-01-02\n'))
    for (const path of feeds) expect(archive.redirects.get(path), path).toBe('/feed.xml')
    const { archive: undated } = await read(site(''))
    for (const path of feeds) expect(undated.redirects.has(path), 'there is no feed').toBe(false)
  })
})

test('an alias or slug with any characters is an old URL', async () => {
  const { archive } = await read({
    'posts/one.md': `---\ntitle: T\naliases: ['\\[x', '\\\\a:b\\c', '//[y']\n---\n${body}`,
    'posts/two.md': `---\ntitle: T\nslug: '\\[z/two'\n---\n${body}`,
  })
  expect(Object.fromEntries(archive.redirects)).toMatchObject({
    '/%5Bx': '/posts/one',
    '/a:b/c': '/posts/one',
    '/%5By': '/posts/one',
    '/%5Bz/two': '/posts/two',
  })
})
