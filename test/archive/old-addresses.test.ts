import { describe, expect, test } from 'vitest'
import { memory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'

const body = 'One sentence of text.\n'
const read = async (files: Readonly<Record<string, string>>) => {
  const { value, diagnostics } = await readArchive(memory(files), { baseUrl: 'https://archive.example' })
  if (!value) throw new Error(diagnostics.map(({ path, message }) => `${path}: ${message}`).join('\n'))
  return { archive: value, diagnostics }
}

describe('a post redirects from its generator’s URL', () => {
  /** Files of a site, and the URLs that its generator gives its one post. */
  const sites: readonly (readonly [
    name: string,
    files: Readonly<Record<string, string>>,
    addresses: readonly string[],
  ])[] = [
    [
      'Jekyll, categories and the name’s own letters',
      {
        '_config.yml': '',
        'en/_posts/2020-01-02-Swift-5.6.md': `---\ntitle: T\ncategory: News\n---\n${body}`,
      },
      ['/en/news/2020/01/02/Swift-5.6.html'],
    ],
    [
      'Jekyll, without hyphens around the name',
      { '_config.yml': '', '_posts/2018-12-04-Rails-5-2-2--has-been-released-.markdown': body },
      ['/2018/12/04/Rails-5-2-2-has-been-released.html', '/2018/12/04/Rails-5-2-2--has-been-released-.html'],
    ],
    [
      'Jekyll, the day in a time zone that is not the date’s',
      {
        '_config.yml': '',
        '_posts/2020-01-02-one.md': `---\ntitle: T\ndate: 2020-01-03 00:30:00 +0530\n---\n${body}`,
      },
      ['/2020/01/03/one.html', '/2020/01/02/one.html'],
    ],
    [
      'Jekyll, a folder and a category of the same name, once',
      {
        '_config.yml': '',
        'News/_posts/2020-01-02-one.md': `---\ntitle: T\ncategories: news sea\n---\n${body}`,
      },
      ['/news/sea/2020/01/02/one.html'],
    ],
    [
      'Jekyll, one category of several words',
      {
        '_config.yml': '',
        '_posts/2020-01-02-one.md': `---\ntitle: T\ncategory: The deep sea\n---\n${body}`,
      },
      ['/the deep sea/2020/01/02/one.html', '/the-deep-sea/2020/01/02/one.html'],
    ],
    [
      'Jekyll, a name that ends like a file',
      { '_config.yml': '', '_posts/2020-01-02-node.js.md': `---\ntitle: T\n---\n${body}` },
      ['/2020/01/02/node.js.html'],
    ],
    [
      'Hugo, aliases as seen from the folder of the page',
      {
        'hugo.toml': '',
        'content/posts/2020/one.md': `---\ntitle: T\naliases: [old, ../older/, /oldest]\n---\n${body}`,
      },
      ['/posts/2020/old/', '/posts/older/', '/oldest'],
    ],
    [
      'Middleman, a name that says what becomes of it',
      { 'config.rb': '', 'source/blog/2020-01-02-one.html.md': `---\ntitle: T\n---\n${body}` },
      ['/2020/01/02/one.html', '/blog/2020/01/02/one/'],
    ],
    [
      'VuePress, below its folder',
      { 'docs/.vuepress/config.js': '', 'docs/blog/one.md': `---\ntitle: T\n---\n${body}` },
      ['/blog/one.html', '/blog/one/'],
    ],
    [
      'Quarto, a folder and a file',
      { '_quarto.yml': '', 'posts/one/index.qmd': `---\ntitle: T\n---\n${body}` },
      ['/posts/one/', '/posts/one/index.html'],
    ],
    [
      'Hugo, a name that says its language',
      {
        'hugo.toml': 'title = "T"\n',
        'archive.yaml': 'oldUrls: ["/{path}/", "/{year}/{slug}/"]',
        'content/posts/one.en.md': `---\ntitle: T\ndate: 2020-01-02\n---\n${body}`,
      },
      ['/posts/one/', '/2020/one/'],
    ],
    [
      'Jekyll, months and days without a zero',
      {
        '_config.yml': '',
        'archive.yaml': 'oldUrls: "/{year}/{i_month}/{i_day}/{slug}/"',
        '_posts/2020-01-12-one.md': `---\ntitle: T\n---\n${body}`,
      },
      ['/2020/1/12/one/'],
    ],
    [
      'Hugo, in lower case below content/ and its language',
      { 'hugo.toml': '', 'content/en/posts/My Post.md': body },
      ['/posts/my-post/', '/posts/my-post/index.html'],
    ],
    [
      'Zola, as slugs and without the name’s day',
      { 'config.toml': '', 'templates/p.html': '', 'content/notes/2020-01-02-a_b.md': body },
      ['/notes/a-b/'],
    ],
    [
      'Eleventy, a post named as its folder',
      { 'eleventy.config.js': '', 'content/blog/one/one.md': body },
      ['/blog/one/'],
    ],
    [
      'Astro, a page by its file, whatever its slug',
      { 'astro.config.mjs': '', 'src/pages/posts/one.md': `---\ntitle: T\nslug: two\n---\n${body}` },
      ['/posts/one/'],
    ],
    [
      'Astro, a post of a collection by its slug',
      { 'astro.config.mjs': '', 'src/content/posts/one.md': `---\ntitle: T\nslug: two\n---\n${body}` },
      ['/posts/two/'],
    ],
    [
      'Docusaurus, a day in folder and file',
      { 'docusaurus.config.js': '', 'blog/2022/08-01-one/index.md': body },
      ['/blog/2022/08/01/one', '/blog/one'],
    ],
    [
      'a slug that is a whole path',
      { 'posts/one.md': `---\ntitle: T\nslug: /long/ago/one\n---\n${body}` },
      ['/long/ago/one'],
    ],
  ]

  for (const [name, files, addresses] of sites) {
    test(name, async () => {
      const { archive } = await read(files)
      const [post] = archive.posts
      const led = addresses.map((address) => [address, archive.redirects.get(encodeURI(address))])
      expect(led).toEqual(addresses.map((address) => [address, post?.path]))
    })
  }
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
  for (const address of [
    'url: https://other.example/2019/05/06/article/',
    'permalink: http://other.example/2019/05/06/article/',
    'path: //other.example/2019/05/06/article/',
    'url: www.other.example/2019/05/06/article/',
    'aliases: [https://other.example/2019/05/06/article/]',
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
  const files = {
    'posts/2013-08-29-call.md': body,
    'posts/2014-09-10-call.md': body,
    'posts/2014-11-10-call.md': body,
  }
  const { diagnostics } = await readArchive(memory(files))
  const [, ids = ''] =
    /`ids: "(.*?)"`/.exec(diagnostics.find(({ rule }) => rule === 'duplicate-id')?.hint ?? '') ?? []
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
  const post =
    '---js\n// what it is\nconst title = "One";\nconst tags = ["a", "b"];\nconst date = "2020-01-02";\n---\nText.\n'
  const { archive } = await read({
    'posts/one.md': post,
    'posts/two.md': `---js\nconst draft = true;\n---\n${body}`,
  })
  expect(archive.posts).toMatchObject([{ title: 'One', tags: ['a', 'b'], datePublished: '2020-01-02' }])
  const computed = await readArchive(
    memory({ 'posts/one.md': `---js\nconst title = make(\n  { a() { } });\n---\n${body}` }),
  )
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
