import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { archiveKeys } from '../../src/content/archive-keys.ts'
import { gotFrom } from './got.ts'
import { canRunAsNobody, emptyFolder, folderWith, run, runAsNobody } from './run.ts'

type Files = Readonly<Record<string, string>>

const settingsIn = (dir: string) => readFileSync(join(dir, 'archive.yaml'), 'utf8')
const valuesIn = (dir: string): Record<string, unknown> => parse(settingsIn(dir))
const filesIn = (dir: string) => readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
const png = 'not a picture, but a file'
const text = 'One sentence of text that is long enough to be one.\n'
const post = (front = 'title: One\n', more = '') => `---\n${front}---\n${text}${more}`
const dated = post('title: One\ndate: 2020-01-02\n')

/** Runs `init` in a folder with these files, or in a folder. */
async function init(site: Files | string, ...options: readonly string[]) {
  const dir = typeof site === 'string' ? site : folderWith(site)
  return { dir, ...(await run(['init', dir, ...options])) }
}

/** Where the archive in a folder redirects an address. */
async function redirectOf(dir: string, path: string): Promise<string | undefined> {
  return /^HTTP\/1\.1 308[\s\S]*^location: (.*)$/im.exec(await gotFrom(dir, path, '-i'))?.[1]
}

/**
 * A test of `init` with these files: archive.yaml has these settings, and no setting that is `undefined`; nothing else is needed
 * to publish.
 */
function site(what: string, files: Files) {
  type Also = (result: { readonly dir: string; readonly stdout: string }) => unknown
  return {
    gives: (settings: Readonly<Record<string, unknown>>, also: Also = () => {}) =>
      test(what, async () => {
        const { dir, code, stdout, stderr } = await init(files)
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
        expect(stdout).toMatch(/, ready to serve|, and 1 that is not published/)
        const values = valuesIn(dir)
        expect(values).toEqual({ ...values, ...settings })
        expect(archiveKeys.safeParse(values).error, settingsIn(dir)).toBeUndefined()
        expect((await run(['check', dir])).code, 'what `check` says of it').toBe(0)
        const leftovers = filesIn(dir).filter((path) => path.includes('.citable'))
        expect(leftovers).toEqual([])
        await also({ dir, stdout })
      }),
  }
}

const isWithoutProblems = ({ stdout }: { readonly stdout: string }) =>
  expect(stdout).toContain('no problems found')

describe('a folder of posts', () => {
  site('jekyll', {
    '_config.yml':
      'title: Field notes\ndescription: Notes from the field.\nurl: https://notes.example\nbaseurl: /blog\npermalink: /:year/:month/:title/\nauthor: { name: Ada }\n',
    '_data/authors.yml':
      'ada: { name: Ada Lovelace, web: "https://ada.example" }\nunused: { name: Nobody }\n',
    '_posts/2020-01-02-one.md': post('title: One\nauthor: ada\n'),
  }).gives(
    {
      title: 'Field notes',
      description: 'Notes from the field.',
      baseUrl: 'https://notes.example/blog',
      author: { name: 'Ada Lovelace', type: 'person', url: 'https://ada.example' },
      authors: { ada: { name: 'Ada Lovelace', url: 'https://ada.example' } },
      generator: 'jekyll',
      posts: '_posts/**/*.md',
      oldUrls: '/{year}/{month}/{slug}/',
    },
    async ({ dir }) => {
      expect(await redirectOf(dir, '/2020/01/one/')).toBe('/posts/one')
      const { authors } = JSON.parse(await gotFrom(dir, '/api/v1/posts/one.json'))
      expect(authors).toEqual([{ name: 'Ada Lovelace', url: 'https://ada.example' }])
    },
  )

  site('jekyll, with variables', {
    '_config.yml':
      'title: Notes\nimages: "/img/"\nversion: 2.5\nshop: { name: "Tea: all of it" }\nmade: "{{ site.images }}a"\nlist: [1]\nunused: x\n',
    '_posts/2020-01-02-one.md': post(
      undefined,
      '![A]({{ site.images }}a.png) {{site.version}} {{- site.shop.name | escape }} {{ site.title }} {{ site.made }} {{ site.list }} {{ page.images }}\n',
    ),
    'img/a.png': png,
  }).gives({
    components: { 'site.images': '/img/', 'site.shop.name': 'Tea: all of it', 'site.version': '2.5' },
  })

  site('jekyll without settings, as GitHub Pages builds it', {
    '_layouts/post.html': '{{ content }}',
    '_posts/2020-01-02-one.md': `---\ntitle: One\nauthor: Ada\n---\n# {{ page.title }}\n\n${text}`,
  }).gives({ generator: 'jekyll' }, async ({ dir, stdout }) => {
    expect(stdout).toContain('1 post from a Jekyll site, ready to serve: no problems found')
    expect((await gotFrom(dir, '/posts/one.md')).match(/^# .*/gm)).toEqual(['# One'])
  })

  const inArticle = (day: string, link: string) => post(`date: ${day}\n`, `\n[Another](${link})\n`)
  site('jekyll, with posts in a collection of a usual name', {
    '_config.yml':
      'author: Ada\npermalink: pretty\ncollections_dir: collections\ncollections: { article: { output: true } }\n',
    'collections/_article/one.md': inArticle('2020-01-02', '/article/two/'),
    'collections/_article/two.md': inArticle('2020-02-03', '/article/three/'),
    'collections/_article/three.md': inArticle('2020-03-04', 'one.html'),
    'collections/_people/ada.md': text,
  }).gives(
    {
      posts: 'collections/_article/**/*.md',
      oldUrls: ['/article/{slug}/', '/{categories}/{year}/{month}/{day}/{slug}.html'],
    },
    ({ stdout }) =>
      expect(stdout).toContain('3 posts from a Jekyll site, ready to serve: no problems found.'),
  )

  site('jekyll, two folders down, next to a smaller site', {
    'packages/blog/_config.yml': 'title: Field notes\n',
    'packages/blog/_posts/2020-01-02-one.md': `![A](/img/a.png) {% post_url 2020-01-03-two %} ${text}`,
    'packages/blog/_posts/2020-01-03-two.md': text,
    'packages/blog/img/a.png': 'a',
    'packages/example/_config.yml': '',
    'packages/example/_posts/2020-01-02-not-this.md': text,
  }).gives(
    {
      title: 'Field notes',
      generator: 'jekyll',
      posts: 'packages/blog/_posts/**/*.md',
      files: 'packages/blog',
    },
    async ({ dir, stdout }) => {
      expect(stdout).toContain('site in packages/blog, and 1')
      expect(await redirectOf(dir, '/2020/01/02/one.html')).toBe('/posts/one')
    },
  )

  site('hugo', {
    'hugo.toml':
      'title = "Deep sea"\nbaseURL = "https://sea.example/"\ndefaultContentLanguage = "en"\n[permalinks]\nposts = "/:year/:slug/"\n',
    'content/en/posts/one.md': `+++\ntitle = "One"\ndate = 2020-01-02\n+++\n${text}`,
    'content/de/posts/one.md': `+++\ntitle = "Eins"\ndate = 2020-01-02\n+++\n${text}`,
  }).gives({
    title: 'Deep sea',
    baseUrl: 'https://sea.example',
    language: 'en',
    generator: 'hugo',
    posts: 'content/en/posts/**/*.md',
    oldUrls: ['/{year}/{slug_or_title}/', '/{year}/{slug}/', '/{path}/'],
  })

  site('hugo, in a subfolder', {
    'README.md': '# The program\n',
    'src/notes.md': text,
    'site/hugo.yaml': 'title: Deep sea\nbaseURL: https://sea.example/\n',
    'site/content/posts/one.md': `---\ntitle: One\ndate: 2020-01-02\n---\n![A](/a.png) ${text}`,
    'site/static/a.png': 'a',
    'node_modules/theme/hugo.yaml': '',
    'node_modules/theme/content/posts/none.md': text,
  }).gives(
    {
      title: 'Deep sea',
      generator: 'hugo',
      posts: 'site/content/posts/**/*.md',
      files: ['site/static', 'site/content'],
    },
    async ({ dir, stdout }) => {
      expect(stdout).toContain('site in site, ready to serve')
      expect(await redirectOf(dir, '/posts/one/')).toBe('/posts/one')
    },
  )

  site('hugo, with files of a theme', {
    'hugo.toml': 'title = "Sea"\n',
    'themes/deep/static/img/a.png': png,
    'themes/deep/exampleSite/content/posts/none.md': text,
    'content/posts/one.md': post(undefined, '\n![A](/img/a.png)\n'),
  }).gives({ files: ['content', 'themes/deep/static'] }, isWithoutProblems)

  const params = '\n{{< param "edition" >}}, {{% param river.name %}} and {{< param name="none" >}}.\n'
  site('hugo, with params of the page or the site, and a missing one is reported', {
    'hugo.toml': 'title = "T"\n[params]\nedition = "2"\n[params.river]\nname = "Ouse"\n',
    'content/posts/one.md': post(undefined, params),
    'content/posts/two.md': post('title: Two\nedition: third\n', params),
  }).gives({}, async ({ dir, stdout }) => {
    expect(stdout).toContain('2 posts from a Hugo site, ready to serve: 2 warnings.')
    expect(await gotFrom(dir, '/posts/one.md')).toContain('\n2, Ouse and .\n')
    expect(await gotFrom(dir, '/posts/two.md')).toContain('\nthird, Ouse and .\n')
  })

  for (const [settings, oldUrls] of [
    ['uglyURLs = true\n', '/{path}.html'],
    [
      'uglyurls = true\n[permalinks]\nposts = "/:year/:slug/"\n',
      ['/{year}/{slug_or_title}.html', '/{year}/{slug}.html', '/{path}.html'],
    ],
    ['[uglyURLs]\nposts = true\n', '/{path}.html'],
    ['[uglyURLs]\ntalks = true\n', undefined],
    ['uglyURLs = false\n', undefined],
  ] as const)
    site(`hugo, with URLs that end in .html: ${JSON.stringify(settings)}`, {
      'hugo.toml': settings,
      'content/posts/one.md': dated,
    }).gives({ oldUrls }, async ({ dir }) =>
      expect(await redirectOf(dir, '/posts/one.html')).toBe(oldUrls && '/posts/one'),
    )

  const translated = ['one/index.md', 'one/index.es.md', 'two.en.md', 'two.es.md', 'tres.es.md', 'node.js.md']
  site('hugo, without translations by file name, unless a post exists only in that language', {
    'hugo.toml': 'title = "Sea"\ndefaultContentLanguage = "en"\n',
    ...Object.fromEntries(translated.map((name) => [`content/posts/${name}`, post()])),
  }).gives(
    { posts: ['content/posts/**/*.md', '!**/*.es.md', 'content/posts/tres.es.md'] },
    async ({ dir }) => {
      const { posts } = JSON.parse(await gotFrom(dir, '/api/v1/posts.json')) as { posts: { id: string }[] }
      expect(posts.map(({ id }) => id).sort()).toEqual(['node-js', 'one', 'tres-es', 'two-en'])
    },
  )

  site('hugo: a name such as node.js.md next to node.md is not a translation', {
    'hugo.toml': '',
    'content/posts/node.js.md': text,
    'content/posts/node.md': text,
  }).gives({}, ({ stdout }) => expect(stdout).toContain('2 posts from a Hugo site'))

  site('hexo', {
    '_config.yml': 'title: Notes\nurl: https://notes.example\nauthor: Ada\npermalink: news/:year/:title/\n',
    'source/_posts/one.md': `${dated}![A](/a.png)\n`,
    'source/a.png': png,
  }).gives({
    title: 'Notes',
    generator: 'hexo',
    posts: 'source/_posts/**/*.md',
    files: 'source',
    oldUrls: '/news/{year}/{slug}/',
  })

  site('pelican', {
    'pelicanconf.py': "AUTHOR = 'Ada'\nSITENAME = 'Of snakes'\nSITEURL = 'https://snakes.example'\n",
    'content/one.md': `Title: One\nDate: 2020-01-02\n\n${text}`,
    'content/pages/about.md': `Title: About\nDate: 2020-01-02\n\n${text}`,
  }).gives({
    title: 'Of snakes',
    author: { name: 'Ada', type: 'person' },
    baseUrl: 'https://snakes.example',
    generator: 'pelican',
    posts: ['content/**/*.md', '!content/pages/**'],
  })

  site('zola', {
    'config.toml': 'title = "Zed"\nbase_url = "https://zed.example"\n',
    'templates/page.html': '',
    'content/one.md': `+++\ntitle = "One"\ndate = 2020-01-02\n+++\n${text}`,
  }).gives({ title: 'Zed', baseUrl: 'https://zed.example', generator: 'zola', posts: 'content/**/*.md' })

  site('docusaurus', {
    'docusaurus.config.js':
      "export default { title: 'Dino', tagline: 'It is large.', url: 'https://dino.example', baseUrl: '/rex/' }\n",
    'blog/authors.yml': 'lin:\n  name: Lin Clark\n  url: https://lin.example\n',
    'blog/2020-01-02-one.mdx': post('title: One\nauthors: [lin]\n'),
  }).gives({
    title: 'Dino',
    description: 'It is large.',
    baseUrl: 'https://dino.example/rex',
    authors: { lin: { name: 'Lin Clark', url: 'https://lin.example' } },
    posts: 'blog/**/*.mdx',
  })

  site('docusaurus, with quoted keys', {
    'docusaurus.config.js':
      'module.exports = { "title": "The site", "url": "https://site.example", footer: { title: "Docs" } }',
    'blog/2024-01-02-one.md': text,
  }).gives({ title: 'The site', baseUrl: 'https://site.example' })

  for (const [format, syntaxes] of Object.entries({ detect: 'jsx', md: 'jsx', mdx: undefined }))
    site(`docusaurus says whether markdown is MDX: ${format}`, {
      'docusaurus.config.js': `export default { markdown: { format: '${format}' } }`,
      'blog/2020-01-02-a.md': text,
    }).gives({ syntaxes })

  site('bridgetown', {
    'bridgetown.config.yml': 'url: "https://river.example"\npermalink: simple\n',
    'src/_data/site_metadata.yml': 'title: Rivers\ndescription: Of water.\nauthor: Ada\n',
    'src/_posts/2022-04-07-one.md': post(undefined, '![A](/images/a.png)\n'),
    'src/images/a.png': png,
  }).gives({
    title: 'Rivers',
    description: 'Of water.',
    author: { name: 'Ada', type: 'person' },
    baseUrl: 'https://river.example',
    generator: 'bridgetown',
    posts: 'src/_posts/**/*.md',
    files: 'src',
    oldUrls: '/{categories}/{slug}/',
  })

  site('bridgetown, with settings in Ruby', {
    'config/initializers.rb':
      'Bridgetown.configure do |config|\n  url "https://river.example"\n  permalink "/:locale/news/:year/:slug.*"\nend\n',
    'src/_posts/2022-04-07-one.md': post(),
  }).gives({ baseUrl: 'https://river.example', oldUrls: '/news/{year}/{slug}.html' })

  site('nikola', {
    'conf.py':
      'BLOG_AUTHOR = "Ada"  # (translatable)\nBLOG_TITLE = "Coils"\nBLOG_DESCRIPTION = "Ada\'s notes."\nSITE_URL = "https://coils.example/"\nDEFAULT_LANG = "en"\nPOSTS = (\n    ("posts/*.rst", "posts", "post.tmpl"),\n    ("posts/*.md", "posts", "post.tmpl"),\n)\n',
    'posts/one.md': `<!--\n.. title: One\n.. slug: one\n.. date: 2020-01-02 10:00:00 UTC\n-->\n\n${text}`,
  }).gives({
    title: 'Coils',
    description: "Ada's notes.",
    author: { name: 'Ada', type: 'person' },
    baseUrl: 'https://coils.example',
    language: 'en',
    generator: 'nikola',
    posts: 'posts/**/*.md',
  })

  site('nikola, with posts elsewhere', {
    'conf.py':
      '# POSTS = (("a/*.md", "a", "post.tmpl"))\nPOSTS = [\n#("old/*.md", "gone", "post.tmpl"),\n("texts/*.txt", "blog", "post.tmpl"), ("posts/*.rst", "posts", "post.tmpl")]\n',
    'posts/two.rst': text,
    'texts/one.txt': `.. title: One\n.. slug: one\n.. date: 2020-01-02\n\n${text}`,
    'pages/three.md': text,
  }).gives({
    generator: 'nikola',
    posts: 'texts/**/*.txt',
    oldUrls: ['/blog/{slug}/', '/blog/{slug}.html'],
  })

  site('eleventy, with variables', {
    '.eleventy.js': '',
    'src/_data/metadata.json': '{"title": "Notes", "owner": {"city": "Ulm"}}',
    'src/blog/one.md': `${dated}{{ metadata.owner.city }}\n`,
  }).gives({ generator: 'eleventy', components: { 'metadata.owner.city': 'Ulm' } })

  site('eleventy, by its older settings file', {
    '.eleventy.js': 'module.exports = () => ({})',
    'content/posts/one.md': `{{ "/about/" | url }} ${text}`,
    'test/fixtures/posts/two.md': text,
  }).gives({ generator: 'eleventy', posts: 'content/posts/**/*.md' }, ({ stdout }) =>
    expect(stdout).toContain('1 post from an Eleventy site, ready'),
  )

  for (const [copied, place, root] of [
    ['{ "assets/images": "img" }', 'assets/images/a.svg', { 'assets/images': '/img/' }],
    ['{ "./assets/img/": "/img" }', 'assets/img/a.svg', { 'assets/img': '/img/' }],
    ['{ "theme/pub": "/" }', 'theme/pub/img/a.svg', 'theme/pub'],
    ['{ "theme/pics/**/*.svg": "img" }', 'theme/pics/a.svg', { 'theme/pics': '/img/' }],
    ['"site/img"); dir = ({ input: "site" }', 'site/img/a.svg', 'site'],
  ] as const)
    site(`eleventy, with files copied by addPassthroughCopy(${copied})`, {
      '.eleventy.js': `module.exports = (config) => { config.addPassthroughCopy(${copied}) }`,
      'posts/one.md': post(undefined, '![A](/img/a.svg)\n'),
      [place]: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }).gives({}, async ({ dir }) => {
      expect(valuesIn(dir)['files']).toContainEqual(root)
      expect((await run(['check', dir])).stdout).not.toContain('missing-image')
      expect(await gotFrom(dir, '/img/a.svg', '-i')).toMatch(/^HTTP\/1\.1 200/)
    })

  site('vuepress, with files in its public folder', {
    'docs/.vuepress/config.js': "module.exports = { title: 'Field notes' }",
    'docs/.vuepress/public/img/a.png': png,
    'docs/blog/one.md': post(undefined, '\n![A](/img/a.png =300x)\n'),
  }).gives({ title: 'Field notes', generator: 'vuepress', posts: 'docs/blog/**/*.md' }, isWithoutProblems)

  site('next, with metadata exported by MDX posts, and authors from a script', {
    'next.config.mjs': '',
    'src/authors.js':
      "import face from './ada.jpg'\n\nexport const ada = { name: 'Ada Byron', face, url: 'https://ada.example' }\nexport const bo = {\n  name: 'Bo',\n}\n",
    'src/pages/one/index.mdx': `import { ada } from '@/authors'\n\nexport const meta = {\n  title: 'The first',\n  date: '2020-01-02',\n  authors: [ada],\n}\n\n${text}`,
  }).gives(
    // Only authors of posts.
    { authors: { ada: { name: 'Ada Byron', url: 'https://ada.example' } } },
    async ({ dir, stdout }) => {
      expect(stdout).toContain('1 post from a Next site, ready to serve')
      expect(await gotFrom(dir, '/posts/one.md')).toMatch(/^---\ntitle: The first\n[\s\S]*author: Ada Byron/)
    },
  )

  site('next: pages in the app folder are named after their folders', {
    'next.config.mjs': '',
    'app/n/first/page.mdx': `export const metadata = { title: 'The first' }\n\n${text}`,
    'app/n/second/page.mdx': `# The second\n\n[first](/n/first) ${text}`,
  }).gives({}, async ({ dir }) => {
    expect(await redirectOf(dir, '/n/first')).toBe('/posts/first')
    expect(await gotFrom(dir, '/posts/second.md')).toMatch(/^---\ntitle: The second/)
  })

  site('gatsby: prefers a folder for posts to one for all content, at any depth', {
    'gatsby-config.js': 'module.exports = {}',
    'content/events/one.md': post(),
    'src/templates/mail.md': text,
    ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`src/posts/${name}/index.md`, dated])),
  }).gives({ posts: 'src/posts/**/*.md' })

  site('a plain folder, with custom keys and a repeated name', {
    'go/errors.md': post('headline: Errors\nwentOutOnDay: 2020-01-02\ncontributors: [Ada]\n'),
    'rust/errors.md': post('headline: Errors again\nwentOutOnDay: 2020-01-03\ncontributors: [Lin]\n'),
  }).gives({
    generator: 'none',
    posts: '**/*.md',
    ids: '{folder}-{slug}',
    fields: { title: 'headline', published: 'wentOutOnDay', authors: 'contributors' },
  })

  site('names in another script that give no distinct slugs: ids have a hash', {
    '引用之一.md': text,
    'JS引用之二.md': text,
    'JS引用之三.md': text,
  }).gives({ ids: '{slug}-{hash}' }, ({ stdout }) => expect(stdout).toContain('3 posts, ready to serve'))

  site('templates of a notes folder are not published', {
    'one.md': text,
    'Templates/Day.md': '---\ncreated: {{date}}\n---\n',
  }).gives({}, ({ stdout }) => expect(stdout).toContain('1 post, ready to serve'))

  site('folders of posts among undated notes: everything is published', {
    'news/one.md': text,
    'news/two.md': text,
    'gardens/three.md': text,
    'gardens/2020-01-02-four.md': text,
  }).gives({ posts: '**/*.md' })

  const german = 'Das ist ein Satz, und der ist nicht lang, aber mit Wörtern auf Deutsch.\n'.repeat(5)
  site('finds the folder of images, and does not guess the language', {
    'articles/2020-01-02-eins.md': `---\ntitle: Eins\nauthor: Ada\n---\n${german}\n![A](/img/a.png) ![B](/img/b.png)\n`,
    'web/public-files/img/a.png': png,
    'web/public-files/img/b.png': png,
  }).gives({ files: ['.', 'web/public-files'], language: undefined }, isWithoutProblems)

  const links = '\n[Two](/journal/2020/two), [as browsers follow it](two) ![A](/a.png)'
  site('a repository with other content: uses only the folder with a usual name and dated posts', {
    'package.json': '{ "name": "monorepo", "description": "A package." }',
    'docs/guide/start.md': post('title: Start\n'),
    'docs/guide/more.md': post('title: More\n'),
    'site/app/content/blog/2020-01-02-one.md': post('title: One\n', links),
    'site/app/content/blog/2020-02-03-two.md': post('title: Two\n', '\n[One](/journal/2020/one)'),
    'site/app/content/blog/2021-03-04-three.md': post('title: Three\n', '\n[One](/journal/2020/one)'),
    'site/app/static/a.png': png,
  }).gives(
    {
      title: 'monorepo',
      // Of the package, not of the posts.
      description: undefined,
      author: undefined,
      posts: 'site/app/content/blog/**/*.md',
      files: ['site/app/static', '.'],
      oldUrls: '/journal/{year}/{slug}',
    },
    async ({ dir, stdout }) => {
      expect(stdout).toContain('3 posts, ready to serve')
      expect((await run(['check', dir])).stdout, 'no broken links between posts').not.toMatch(/link|image:/)
    },
  )

  site('URLs from Liquid links', {
    '.eleventy.js': '',
    'data/site.yaml': 'title: Rivers\n',
    'posts/2020-01-02-one.md': `${text}[Two]({{ "/2020/02/two/" | url }})\n`,
    'posts/2020-02-03-two.md': `${text}[One]({{ site.baseurl }}/2020/01/one/)\n`,
  }).gives({ title: 'Rivers', oldUrls: ['/{year}/{month}/{slug}/', '/{path}/'] })

  site('URLs from absolute links to a site with the same folders', {
    'sea/one.md': `${text}[Two](https://notes.example/land/two) [Elsewhere](https://other.example/sea/three)\n`,
    'land/two.md': `${text}[One](https://notes.example/sea/one#end)\n`,
  }).gives({ oldUrls: '/{path}' }, async ({ dir }) =>
    expect(await redirectOf(dir, '/land/two')).toBe('/posts/two'),
  )

  for (const [name, path] of Object.entries({ jekyll: '_posts/2020-01-02-a.md', hexo: 'source/_posts/a.md' }))
    site(`dates are in the time zone of the site: ${name}`, {
      '_config.yml': 'timezone: America/New_York\n',
      [path]: post('title: A\ndate: 2020-01-03T01:00:00Z\n'),
    }).gives({ timeZone: 'America/New_York' }, async ({ dir }) =>
      expect(await gotFrom(dir, '/api/v1/posts/a.json')).toContain('"datePublished":"2020-01-02"'),
    )

  test.each([
    ['Jekyll', '_config.yml', 'future: true', '_posts/2020-01-02-a.md'],
    ['Hexo', '_config.yml', 'future: true', 'source/_posts/a.md'],
    ['Hugo', 'hugo.toml', 'buildFuture = true', 'content/posts/a.md'],
    ['Pelican', 'pelicanconf.py', 'WITH_FUTURE_DATES = True', 'content/a.md'],
    ['Nikola', 'conf.py', 'FUTURE_IS_NOW = True', 'posts/a.md'],
    ['Middleman', 'config.rb', '  blog.publish_future_dated = true', 'source/blog/2020-01-02-a.html.md'],
  ])('keeps the %s setting for future posts', async (_, path, line, post) => {
    const { dir } = await init({ [path]: `${line}\n`, [post]: text })
    expect(valuesIn(dir)).toMatchObject({ future: true })
  })

  test.each([
    ['hugo', { 'hugo.toml': 'title = "T"\n' }, 'content/posts/a.md', 'content/posts/b.md'],
    ['jekyll', { '_config.yml': 'title: T\n' }, '_posts/2999-01-02-a.md', '_posts/2020-01-02-b.md'],
  ])('a scheduled post of a %s site is counted separately', async (_, settings, later, now) => {
    const { dir, stdout } = await init({ ...settings, [later]: post('date: 2999-01-02\n'), [now]: text })
    expect(stdout).toMatch(/^1 post from an? \w+ site, ready/m)
    expect(stdout).toContain(`1 post is scheduled: 2999-01-02 ${dir}/${later}\n`)
  })

  test('counts problems like check', async () => {
    const tagged = (tag: string) => post(`tags: [${tag}]\n`, '\n[x](none.md)\n')
    const { dir, stdout } = await init({ 'posts/a.md': tagged('HTTP'), 'posts/b.md': tagged('Http') })
    expect(stdout).toContain('ready to serve: 4 warnings.')
    expect((await run(['check', dir])).stdout).toMatch(/: 4 warnings\.\n$/)
  })
})

describe('suggests siteLinks', () => {
  site('for the parts of the site that posts link to', {
    'hugo.toml': '',
    'content/posts/one.md': `[docs](/docs/a) [b](/docs/b) ${text}`,
  }).gives({}, ({ dir }) => expect(settingsIn(dir)).toContain('# siteLinks: /docs/'))

  const eightParts = Array.from({ length: 8 }, (_, nth) => `[${nth}](/part-${nth}/a)`).join(' ')
  site('only for the parts with the most links', {
    'hugo.toml': '',
    'content/posts/one.md': `${eightParts} [a](/zoo/a) [b](/zoo/b) ${text}`,
  }).gives({}, ({ dir }) => {
    expect(settingsIn(dir)).toContain('# siteLinks: [/zoo/, /part-0/, ')
    expect(settingsIn(dir)).not.toContain('/part-7/')
  })

  site('not for paths of posts', {
    '_config.yml': 'permalink: /:year/:title/',
    '_posts/2020-01-02-One-.md': text,
    '_posts/2020-01-03-two.md': `[it](/2020/One/) [its file](/2020/One-/) [gone](/2020/three/) [docs](/docs/a) ${text}`,
  }).gives({}, async ({ dir }) => {
    expect(settingsIn(dir)).toContain('# siteLinks: /docs/')
    expect((await run(['check', dir])).stdout.match(/\S+ is not part of this archive/g)).toEqual([
      '/2020/three/ is not part of this archive',
      '/docs/a is not part of this archive',
    ])
  })
})

describe('finds authors', () => {
  const ada = { name: 'Ada Lovelace', url: 'https://ada.example' }
  const inYaml = 'name: Ada Lovelace\nurl: https://ada.example\n'
  const by = (names: string) => post(`title: One\nauthors: ${names}\n`)

  site('in the settings of the site', {
    '_config.yml': 'title: Notes\nauthors:\n  ada: { name: Ada Lovelace, site: "https://ada.example" }\n',
    '_posts/2020-01-02-one.md': by('ada'),
  }).gives({ authors: { ada } })

  site('in a list of people by name', {
    'eleventy.config.js': '',
    'package.json': '{ "name": "x", "homepage": "https://github.com/x/x#readme" }',
    'src/_data/team.json':
      '{ "core": [{ "username": "ada", "name": "Ada Lovelace", "website": "https://ada.example" }] }',
    'src/blog/one.md': by('ada'),
    // A repository URL is not the base URL.
  }).gives({ authors: { ada }, baseUrl: undefined })

  site('in several data files', {
    '_config.yml': '',
    '_data/authors.yml': `ada:\n  name: Ada Lovelace\n  url: https://ada.example\n`,
    '_data/team/alumni.yml': 'navy:\n  grace: { name: Grace Hopper }\n',
    '_posts/2020-01-02-one.md': by('[ada, grace]'),
  }).gives({ authors: { ada, grace: { name: 'Grace Hopper' } } })

  site('in a collection, by file and by short name', {
    '_config.yml': '',
    '_people/ada.md': `---\n${inYaml}---\nWho she is.\n`,
    '_authors/hopper.md': '---\nshort_name: grace\nname: Grace Hopper\n---\n',
    '_posts/2020-01-02-one.md': by('[ada, grace]'),
  }).gives({ authors: { ada, grace: { name: 'Grace Hopper' } } })

  site('in taxonomy pages, with a different spelling of the name', {
    'hugo.toml': 'title = "Sea"\n',
    'content/authors/ada-lovelace/_index.md': '---\ntitle: Ada Lovelace\nwebsite: https://ada.example\n---\n',
    'content/posts/one.md': by('[Ada lovelace]'),
  }).gives({ authors: { 'Ada lovelace': ada } })

  site('in one data file each', {
    'hugo.toml': 'title = "Sea"\n',
    'data/authors/ada.yaml': inYaml,
    'content/posts/one.md': by('ada'),
  }).gives({ authors: { ada } })

  site('in a content collection', {
    'astro.config.mjs': '',
    'src/content/authors/ada.json': JSON.stringify(ada),
    'src/content/blog/one.md': by('ada'),
  }).gives({ authors: { ada } })

  site('without values that archive.yaml would reject', {
    '_config.yml': '',
    '_data/authors.yml': 'ada: { name: Ada Lovelace, url: "https://ada.example/#me", email: "ada@" }\n',
    '_posts/2020-01-02-one.md': by('ada'),
  }).gives({ authors: { ada: { name: 'Ada Lovelace' } } })

  site('with their pictures, if these are files of the site', {
    '_config.yml': '',
    '_data/authors.yml':
      'ada: { name: Ada Lovelace, avatar: /img/ada.png }\nbo: { name: Bo Example, avatar: "https://bo.example/bo.png" }\ncy: { name: Cy Example, photo: ada.png }\n',
    'assets/img/ada.png': 'png',
    '_posts/2020-01-02-one.md': by('[ada, bo, cy]'),
  }).gives({
    authors: {
      ada: { name: 'Ada Lovelace', picture: 'assets/img/ada.png' },
      bo: { name: 'Bo Example' },
      cy: { name: 'Cy Example' },
    },
  })

  site('with their pictures, in a subfolder', {
    'site/_config.yml': '',
    'site/_data/authors.yml': 'ada: { name: Ada, avatar: /img/ada.png }\n',
    'site/img/ada.png': 'png',
    'site/_posts/2020-01-02-one.md': by('ada'),
  }).gives({ authors: { ada: { name: 'Ada', picture: 'site/img/ada.png' } } })

  site('and does not publish their files as posts', {
    'author/ada.md': `---\n${inYaml}---\nWho she is.\n`,
    'author/grace.md': '---\nname: Grace Hopper\n---\nWho she is.\n',
    'content/one.md': by('[ada]'),
  }).gives({ posts: ['**/*.md', '!author/**'] }, ({ stdout }) =>
    expect(stdout).toContain('1 post, ready to serve'),
  )

  const [attributed, other] = [
    'title: T\ndate: 2020-01-02\nattribution: ada\n',
    'title: T\ndate: 2020-01-02\n',
  ]
  const names = ['one', 'two', 'three', 'four']
  site('by a key that only one folder of posts uses, and counts its posts as attributed', {
    'hugo.toml': 'title = "Sea"\n',
    'data/authors.yml': 'ada: { name: Ada Lovelace }\n',
    ...Object.fromEntries(names.map((name) => [`content/blog/${name}.md`, post(attributed)])),
    ...Object.fromEntries([...names, 'five'].map((name) => [`content/news/n-${name}.md`, post(other)])),
  }).gives(
    { fields: { authors: 'attribution' }, authors: { ada: { name: 'Ada Lovelace' } } },
    async ({ dir, stdout }) => {
      expect(stdout).toContain('\n5 posts without an author')
      expect(await gotFrom(dir, '/posts/one.md')).toContain('author: Ada Lovelace\n')
    },
  )

  const team = {
    '_config.yml': '',
    '_people/sam.md': '---\nname: Sam Example\ngithub: navy\n---\n',
    '_people/grace.es.md': '---\nname: La Sra. Hopper\n---\n',
    '_people/grace.md': '---\nname: Grace Hopper\n---\n',
    '_people/hopper.md': '---\nname: Grace Hopper\nshort_name: sam\n---\n',
    '_people/mary.md': '---\nname: Mary Somerville\ntwitter: m\n---\n',
    '_people/may.md': '---\nname: May Other\nnickname: M\n---\n',
    '_data/authors.yml': 'ada: { name: Ada Lovelace }\nsomerville: { name: Mary Somerville, github: ms }\n',
    '_data/team.yml': 'ada: { name: Ada Other }\n',
  }
  test.each([
    ['a file name before a handle in another file', 'sam', 'Sam Example'],
    ['a handle that one file has', 'navy', 'Sam Example'],
    ['a file before its translation', 'grace', 'Grace Hopper'],
    ['a handle in two files of one person', 'ms', 'Mary Somerville'],
  ])('takes %s', async (_, key, name) => {
    const { dir, stdout } = await init({ ...team, '_posts/2020-01-02-one.md': by(key) })
    expect(valuesIn(dir)['authors']).toMatchObject({ [key]: { name } })
    expect(stdout).not.toContain('it may be')
  })

  test.each([
    ['key', 'ada', 'Ada Lovelace in _data/authors.yml, Ada Other in _data/team.yml'],
    ['handle', 'm', 'Mary Somerville in _people/mary.md, May Other in _people/may.md'],
  ])('takes nobody for a %s of two people', async (_, key, people) => {
    const { dir, stdout } = await init({ ...team, '_posts/2020-01-02-one.md': by(key) })
    expect(valuesIn(dir)).not.toHaveProperty('authors')
    expect(stdout).toContain(`1 post by "${key}", credited as written: it may be ${people}`)
  })
})

describe('finds the default author in the settings of', () => {
  const hugo = { 'content/posts/one.md': text }
  for (const [what, files] of Object.entries<Files>({
    'Jekyll, in defaults for posts': {
      '_config.yml':
        'defaults:\n  - scope: { path: "", type: posts }\n    values: { author: Ada Lovelace }\n',
      '_posts/2020-01-02-a.md': text,
    },
    'Jekyll, by a key': {
      '_config.yml': 'author: ada\n',
      '_data/authors.yml': 'ada: { name: Ada Lovelace }\n',
      '_posts/2020-01-02-a.md': text,
    },
    Bridgetown: {
      'bridgetown.config.yml': 'url: "https://river.example"\n',
      'src/_data/authors.yml': 'ada: { name: Ada Lovelace }\n',
      'src/_posts/_defaults.yml': 'layout: post\nauthor: ada\n',
      'src/_posts/2022-04-07-one.md': post(),
    },
    'Hugo, in any case': { 'config.toml': '[Params]\n  Author = "Ada Lovelace"\n', ...hugo },
    'Hugo, in a params file': {
      'config/_default/hugo.toml': '',
      'config/_default/params.toml': '[author]\nname = "Ada Lovelace"\n',
      ...hugo,
    },
    'Hugo, as a table': { 'hugo.toml': '[author]\nname = "Ada Lovelace"\n', ...hugo },
    Hexo: { '_config.yml': 'author: Ada Lovelace\n', 'source/_posts/a.md': text },
    Eleventy: {
      '.eleventy.js': '',
      '_data/metadata.js': 'module.exports = { title: "T", author: { name: "Ada Lovelace" } }',
      'posts/a.md': text,
    },
    Zola: {
      'config.toml': 'author = "Ada Lovelace <ada@example.org>"\n',
      'templates/a.html': '',
      'content/a.md': text,
    },
    Astro: {
      'astro.config.mjs': '',
      'src/consts.ts': "export const SITE_AUTHOR = 'Ada Lovelace'\n",
      'src/content/blog/a.md': text,
    },
    Next: {
      'next.config.js': '',
      'data/siteMetadata.js': "const siteMetadata = { author: 'Ada Lovelace' }\n",
      'data/blog/a.md': text,
    },
    'Next, as the default author': {
      'next.config.js': '',
      'data/authors/default.mdx': '---\nname: Ada Lovelace\n---\n',
      'data/blog/a.md': text,
    },
  }))
    site(what, files).gives({ author: { name: 'Ada Lovelace', type: 'person' } }, ({ stdout }) =>
      expect(stdout).not.toContain('without an author'),
    )

  test('nobody: says who is credited', async () => {
    const jekyll = await init({ '_config.yml': 'title: Field notes', '_posts/2020-01-02-a.md': text })
    expect(jekyll.stdout).toContain(
      '1 post without an author, and the site names none. Credited to “Field notes”. Change `author` in archive.yaml if that is wrong.\n',
    )
    const plain = await init({ 'posts/a.md': text })
    expect(plain.stdout).toContain('Credited to “The editors” until `author` is set')
  })
})

describe('the title', () => {
  const named = join(emptyFolder(), 'ada.example')
  mkdirSync(named)
  for (const name of ['one.md', 'two.md']) writeFileSync(join(named, name), text)
  writeFileSync(join(named, 'package.json'), '{ "name": "@starters/minimal" }')

  test('is the name of the folder, if that is of a site', async () => {
    await init(named)
    expect(valuesIn(named)).toMatchObject({ title: 'ada.example' })
  })

  site('is the host, which may be an expression', {
    'package.json': '{ "name": "@starters/minimal" }',
    'astro.config.mjs': "export default defineConfig({\n  site: PREVIEW || 'https://ada.example.org',\n})\n",
    'src/content/blog/one.md': text,
  }).gives({ title: 'ada.example.org', baseUrl: 'https://ada.example.org' })

  site('is the host without www.', {
    '_config.yml': 'url: https://www.notes.example',
    '_posts/2020-01-02-a.md': text,
  }).gives({ title: 'notes.example' })

  site('has no HTML', {
    '_config.yml': 'title: Notes &amp; <em>more</em>',
    '_posts/2020-01-02-a.md': text,
  }).gives({ title: 'Notes & more' })

  site('is the name of the folder, if nothing else is known', { 'posts/a.md': text }).gives(
    {},
    ({ dir, stdout }) => {
      expect(valuesIn(dir)).toMatchObject({ title: basename(dir) })
      expect(stdout).toContain(
        `The site states no title. It is called “${basename(dir)}”, after its folder, until`,
      )
      expect(settingsIn(dir)).toMatch(/^# After the folder .*\ntitle: /m)
    },
  )

  test.each(['_content', 'content', 'posts', 'src', 'docs', 'Blog'])(
    'is not the name of a folder called %s',
    async (name) => {
      const dir = join(
        folderWith({ [`${name}/one.md`]: text, [`${name}/package.json`]: '{ "name": "site" }' }),
        name,
      )
      const { stdout } = await init(dir)
      expect(stdout).toContain(
        'The site states no title. It is called “Untitled archive” until you change `title`',
      )
      expect(valuesIn(dir)).not.toHaveProperty('title')
      expect(valuesIn(dir)).not.toHaveProperty('description')
    },
  )
})

describe('terms', () => {
  const dirs = { 'existing posts': folderWith({ 'posts/one.md': text }), 'a new archive': emptyFolder() }
  test.each(Object.entries(dirs))(
    '%s: prints the default terms, and its example is valid',
    async (_, dir) => {
      const { stdout } = await init(dir)
      expect(stdout).toContain(
        'Set `terms` in archive.yaml to license your posts; until then, readers get no rights to reuse them.\n',
      )
      const get = (path: string) => gotFrom(dir, path)
      expect(await get('/privacy.md')).toContain('has not stated terms of use')
      expect(await get('/robots.txt')).not.toContain('Content-Signal')
      writeFileSync(
        join(dir, 'archive.yaml'),
        settingsIn(dir).replace(/^# (?=(?:terms: All|contentSignals: ))/gm, ''),
      )
      expect(await get('/privacy.md')).toContain('All rights reserved.')
      expect(await get('/robots.txt')).toContain('ai-train=no')
    },
  )

  const cc = (name: string, path: string) => `[CC ${name}](https://creativecommons.org/licenses/${path}/)`
  const jekyll = { '_config.yml': 'title: T\n', '_posts/2020-01-02-one.md': text }
  const hugo = { 'hugo.toml': '', 'content/posts/one.md': text }
  const licensed = { 'posts/one.md': post('license: CC BY 4.0\n') }
  const footer = 'Creative Commons Attribution-NonCommercial 3.0'
  const legalCode = 'Attribution-ShareAlike 4.0 International\n\nCreative Commons Corporation ("…")\n'
  for (const [what, files, terms] of [
    ['settings', { ...jekyll, '_config.yml': 'license: CC-BY-SA-4.0\n' }, cc('BY-SA 4.0', 'by-sa/4.0')],
    [
      'grouped settings',
      { ...hugo, 'hugo.toml': `[params.footer]\nlicense = "${footer}"\n` },
      cc('BY-NC 3.0', 'by-nc/3.0'),
    ],
    [
      'settings in JavaScript',
      { 'docusaurus.config.js': 'footer: { copyright: "© Ada, CC BY 4.0" }', 'blog/one.md': text },
      cc('BY 4.0', 'by/4.0'),
    ],
    [
      'a footer',
      { ...jekyll, '_includes/footer.html': '<a href="https://creativecommons.org/licenses/by-nd/4.0/">' },
      cc('BY-ND 4.0', 'by-nd/4.0'),
    ],
    ['a file', { ...hugo, 'content/LICENSE': legalCode }, cc('BY-SA 4.0', 'by-sa/4.0')],
    ['front matter', licensed, cc('BY 4.0', 'by/4.0')],
    [
      'settings that reserve all rights',
      { ...hugo, 'hugo.toml': 'copyright = "All rights reserved"\n' },
      'All rights reserved.',
    ],
  ] as const)
    site(`are taken from ${what}`, files).gives({ terms }, ({ stdout }) =>
      expect(stdout).not.toContain('Set `terms`'),
    )

  site('are not taken from a code license', {
    ...jekyll,
    LICENSE: 'MIT License\n\nAll rights reserved.\n',
  }).gives({ terms: undefined })

  site('are not taken from only some posts', { ...licensed, 'posts/two.md': text }).gives({
    terms: undefined,
  })
})

test.each([
  ['_config.yml', 'index.md', '_posts/2020-01-02-one.md'],
  ['_config.yml', '_pages/index.md', '_posts/2020-01-02-one.md'],
  ['site/hugo.toml', 'site/content/_index.md', 'site/content/posts/one.md'],
])(
  'the home page of a site with %s and %s stays its own until `pages` names it',
  async (config, home, one) => {
    const { dir, stdout } = await init({ [config]: '', [home]: 'A home of my own.\n', [one]: dated })
    const setting = `pages: ${home}`
    expect(stdout).toContain(
      `${home} stays the home page of your site; the archive makes its own. To use this text there, add \`${setting}\` to archive.yaml.\n`,
    )
    expect(await gotFrom(dir, '/index.md')).not.toContain('A home')
    writeFileSync(join(dir, 'archive.yaml'), `${settingsIn(dir)}${setting}\n`)
    expect(await gotFrom(dir, '/index.md')).toContain('A home of my own.')
  },
)

test('the home page of a plain folder is the archive’s', async () => {
  const { dir, stdout } = await init({ 'pages/index.md': 'A home of my own.\n', 'posts/one.md': dated })
  expect(stdout).not.toContain('home page')
  expect(await gotFrom(dir, '/index.md')).toContain('A home of my own.')
})

describe('a folder without posts', () => {
  test.each([
    ['empty', emptyFolder()],
    ['new', join(emptyFolder(), 'not', 'there')],
    ['a fresh repository', folderWith({ 'README.md': '# Mine\n', LICENSE: 'MIT\n' })],
  ])('%s: writes a small archive that works at once', async (_, dir) => {
    const { code, stdout } = await init(dir)
    expect(code).toBe(0)
    expect(stdout, 'next steps').toMatch(/citable check .*\n.*citable serve /)
    expect((await run(['check', dir])).stdout).toContain('no problems found')
    const index = JSON.parse(await gotFrom(dir, '/api/v1/posts.json')) as { posts: { id: string }[] }
    expect(index.posts.map(({ id }) => id)).toEqual(['links-and-pictures', 'a-first-post'])
    expect(await gotFrom(dir, '/about', '-i')).toMatch(/^HTTP\/1\.1 200/)
  })

  test('a project without markdown gets no example posts', async () => {
    const { dir, code, stderr } = await init({ 'README.md': '# Mine\n', 'content/posts/one.dj': text })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/has no markdown posts .*name an empty folder;.*citable import/),
    })
    expect(filesIn(dir)).toEqual(['README.md', 'content', 'content/posts', 'content/posts/one.dj'])
  })
})

describe('existing files', () => {
  test('are reported if in the way, and nothing is written', async () => {
    const dir = folderWith({ 'pages/about.md': '# Us\n', 'README.md': 'x', 'archive.yaml': 'title: Mine\n' })
    const before = filesIn(dir)
    const stderr = expect.stringMatching(/archive\.yaml already exists/)
    expect(await init(dir)).toEqual({ dir, code: 2, stdout: '', stderr })
    expect(settingsIn(dir)).toBe('title: Mine\n')
    expect(filesIn(dir)).toEqual(before)
  })

  test('include archive.yaml of an earlier run', async () => {
    const { dir } = await init({ 'posts/one.md': text })
    const written = settingsIn(dir)
    expect((await init(dir)).code).toBe(2)
    expect(settingsIn(dir)).toBe(written)
  })

  test('are reported in place of the folder', async () => {
    const dir = join(folderWith({ notes: 'x' }), 'notes')
    expect(await init(dir)).toMatchObject({ code: 2, stderr: `citable: ${dir} is not a folder.\n` })
  })

  test.runIf(canRunAsNobody)('are unchanged after a failed write', async () => {
    const dir = emptyFolder()
    mkdirSync(join(dir, 'pages'))
    chmodSync(join(dir, 'pages'), 0o555)
    const { code, stderr } = await runAsNobody(['init', '.'], dir)
    chmodSync(join(dir, 'pages'), 0o755)
    expect(code).toBe(1)
    expect(stderr).toMatch(/permission denied|EACCES/i)
    expect(filesIn(dir)).toEqual(['pages'])
    expect(existsSync(join(dir, 'archive.yaml'))).toBe(false)
  })
})

describe('URLs of posts', () => {
  const notes = {
    '_config.yml':
      'title: Notes\nurl: https://notes.example\npermalink: /:year/:month/:title/\nauthor: Ada\n',
    '_posts/2020-01-02-one.md': post(),
  }
  const originals = ['--originals', 'https://sea.example']

  site('without a counterpart are named in a comment', {
    '_config.yml': 'title: T\npermalink: /:year/:y_day/:title/\n',
    '_posts/2020-01-02-one.md': text,
  }).gives({ oldUrls: undefined }, ({ dir }) =>
    expect(settingsIn(dir)).toContain('# Not carried over: `:y_day`'),
  )

  test.each(['constructor', '/:constructor/:title/'])(
    'with an unknown placeholder are named in a comment: %s',
    async (permalink) => {
      const { dir } = await init({
        '_config.yml': `title: T\npermalink: ${permalink}\n`,
        '_posts/2020-01-02-one.md': text,
      })
      expect(settingsIn(dir)).toMatch(/# Not carried over: `:?constructor`/)
    },
  )

  test('--keep-urls writes the pattern of the site, and posts are served there', async () => {
    const { dir, code } = await init(notes, '--keep-urls')
    expect(code).toBe(0)
    expect(valuesIn(dir)).toMatchObject({ urls: '/{year}/{month}/{slug}/' })
    const { stdout } = await run(['get', '/2020/01/one/', '--dir', dir, '-H', 'Accept: text/markdown'])
    expect(stdout).toContain('canonical_url: https://notes.example/2020/01/one/')
  })

  test('--originals keeps the blog in place, and each post cites its original', async () => {
    const { dir, code } = await init(notes, '--originals', 'https://notes.example')
    expect(code).toBe(0)
    expect(valuesIn(dir)).toMatchObject({ originals: 'https://notes.example' })
    const { stdout } = await run(['get', '/posts/one.md', '--dir', dir])
    expect(stdout).toContain('canonical_url: https://notes.example/2020/01/one/')
  })

  test('--keep-urls fails if the pattern is unknown', async () => {
    expect(await init({ 'posts/one.md': text }, '--keep-urls')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('set `urls` in archive.yaml'),
    })
  })

  test('posts whose file is their route are cited there, not where links between them lead', async () => {
    const linked = (slug: string) =>
      post(`title: T\ndate: 2020-01-02\nslug: ${slug}\n`, '[1](/2020/01/02/a/) [2](/2020/01/02/b/)\n')
    const { dir } = await init(
      {
        'astro.config.mjs': '',
        'src/pages/posts/one.md': linked('a'),
        'src/pages/posts/two.md': linked('b'),
      },
      ...originals,
    )
    expect(valuesIn(dir)['oldUrls']).toEqual(['/{path}/', '/{year}/{month}/{day}/{slug}/'])
    expect(await gotFrom(dir, '/posts/a.md')).toContain('canonical_url: https://sea.example/posts/one/\n')
  })

  test('citations of Zola posts leave out the date of the file name, unless a setting keeps it', async () => {
    const files = {
      'templates/page.html': '',
      'content/blog/2020-01-02-one/index.md': text,
      'content/blog/2020/01/02-two.md': text,
    }
    const { dir } = await init({ ...files, 'config.toml': '' }, ...originals)
    expect(await gotFrom(dir, '/posts/one.md')).toContain('canonical_url: https://sea.example/blog/one/\n')
    expect(await gotFrom(dir, '/posts/two.md')).toContain('/blog/2020/01/02-two/\n')
    const { dir: dated } = await init({ ...files, 'config.toml': '[slugify]\npaths_keep_dates = true\n' })
    expect(await init(dated, ...originals)).toMatchObject({ code: 1 })
    expect(settingsIn(dated)).toContain('# Not carried over: `slugify.paths_keep_dates`')
    expect(await redirectOf(dated, '/blog/2020-01-02-one/')).toBe('/posts/one')
  })

  /** A Hugo site with one post in each of these sections. */
  const sectioned = (permalinks: string, ...sections: readonly string[]) => ({
    'hugo.toml': `baseURL = "https://sea.example"\n[permalinks]\n${permalinks}\n`,
    ...Object.fromEntries(sections.map((section) => [`content/${section}/${section}-one.md`, dated])),
  })

  test.each([
    ['of a section without posts', 'case-studies = "/:slug"', '/blog/blog-one/'],
    ['of the section with the posts', 'talks = "/t/:slug/"\nblog = "/:year/:slug/"', '/2020/one/'],
    ['by file name', 'blog = "/:year/:slugorfilename/"', '/2020/blog-one/'],
  ])('the pattern %s: only the posts of its section have it', async (_, patterns, path) => {
    const { dir, code } = await init(sectioned(patterns, 'blog'), ...originals)
    expect(code).toBe(0)
    expect(await gotFrom(dir, '/posts/blog-one.md')).toContain(`canonical_url: https://sea.example${path}\n`)
  })

  test(':slug is the slug, spelled as in URLs, or else the title', async () => {
    const files = {
      'hugo.toml': 'baseURL = "https://sea.example"\n[permalinks]\nblog = "/:year/:slug/"\n',
      'content/blog/a.md': post('title: One\nslug: My Slug\ndate: 2020-01-02\n'),
      'content/blog/b.md': post('title: Two Words\ndate: 2020-01-02\n'),
    }
    const { dir } = await init(files, ...originals)
    expect(await gotFrom(dir, '/posts/my-slug.md')).toContain('https://sea.example/2020/my-slug/\n')
    expect(await gotFrom(dir, '/posts/b.md')).toContain('https://sea.example/2020/two-words/\n')
  })

  test('a section may be below the folder of its language', async () => {
    const { dir } = await init(sectioned('blog = "/:year/:slug/"', 'english/blog'), '--keep-urls')
    expect(valuesIn(dir)).toMatchObject({
      posts: 'content/english/blog/**/*.md',
      urls: '/{year}/{slug_or_title}/',
    })
  })

  test('--keep-urls writes the pattern that sections share', async () => {
    const patterns = 'blog = "/:year/:slug/"\nnews = "/:year/:slug/"'
    const { dir } = await init(sectioned(patterns, 'blog', 'news'), '--keep-urls')
    expect(valuesIn(dir)).toMatchObject({ urls: '/{year}/{slug_or_title}/' })
  })

  test.each([[['--keep-urls']], [originals]])(
    '%j fails if posts in different folders have different patterns, or one is unknown',
    async (options) => {
      const mixed = folderWith(sectioned('blog = "/:year/:slug/"', 'blog', 'news'))
      expect(await init(mixed, ...options)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Posts in blog, news have different URL patterns'),
      })
      expect(await init(mixed)).toMatchObject({ code: 0 })
      expect(settingsIn(mixed)).toContain('# Posts in blog, news have different URL patterns.')
      expect(valuesIn(mixed)['oldUrls']).toEqual(['/{year}/{slug_or_title}/', '/{year}/{slug}/', '/{path}/'])
      expect(await init(sectioned('blog = "/:yearday/:slug/"', 'blog'), ...options)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('URL pattern is unknown'),
      })
    },
  )

  /** A test of how sure `init` is of the addresses of these files; of a guess, it may still note a pattern. */
  const says = (line: string, files: Files, guess?: string) =>
    test(`says how sure it is of addresses: ${line}`, async () => {
      const isGuess = line.startsWith('guessed')
      const { dir, stdout } = await init(files)
      expect(stdout).toContain(`\nAddresses: ${line}`)
      const [first = guess] = [valuesIn(dir)['oldUrls'] ?? []].flat()
      if (first !== undefined) expect(first).toBe(isGuess ? guess : line.split(' ')[0])
      for (const option of ['--originals=https://sea.example', '--keep-urls']) {
        const { code, stderr } = await init(files, option)
        expect([option, code]).toEqual([option, isGuess ? 1 : 0])
        if (isGuess)
          expect(stderr).toMatch(
            /pattern is unknown: .* set `(?:originals` and `oldUrls|urls)` in archive\.yaml/,
          )
      }
    })

  const categorized = post('title: T\ndate: 2020-01-02\ncategory: sea\n')
  const astro = { 'astro.config.mjs': '', 'src/content/blog/one.md': categorized }
  const docusaurus = (options: string) => ({
    'docusaurus.config.js': `export default { presets: [['classic', { ${options} }]] }`,
    'blog/2020-01-02-one.md': dated,
  })
  const route = (params: string) => `getStaticPaths = () => posts.map((post) => ({ params: { ${params} } }))`

  says('/b/{year}/{slug} (from 2 links among posts)', {
    ...astro,
    'src/content/blog/two.md': `${dated}[1](/b/2020/one) [2](/b/2020/one)\n`,
  })
  says('/{path}/ (from src/pages/blog/[...slug].astro)', {
    ...astro,
    'src/pages/blog/[...slug].astro': route('slug: post.id'),
    'src/pages/tags/[tag].astro': '',
  })
  says('/b/{year}/{slug}/ (from src/pages/b/[year]/[slug].astro)', {
    ...astro,
    'src/pages/b/[year]/[slug].astro': route('year: y(post), slug: post.slug'),
  })
  says('/blog/{slug} (from app/(main)/blog/[slug]/page.tsx)', {
    'next.config.js': '',
    'posts/one.md': dated,
    'app/(main)/blog/[slug]/page.tsx': '',
  })
  says('/blog/{slug} (from src/routes/blog/[slug]/+page.svelte)', {
    'posts/one.md': dated,
    'src/routes/blog/[slug]/+page.svelte': '',
  })
  says('/b/{slug}/ (from 2 addresses in public/sitemap.xml)', {
    'next.config.js': 'siteUrl = "https://sea.example"',
    'package.json': '{ "homepage": "https://sea.example" }',
    'posts/one.md': dated,
    'posts/two.md': dated,
    'public/sitemap.xml':
      '<urlset><url><loc>https://sea.example/b/one/</loc></url><url><loc>https://sea.example/b/two/</loc></url></urlset>',
  })
  says('/{path}/ (Hugo’s default)', { 'hugo.toml': '', 'content/blog/one.md': dated })
  // No code changes the default.
  says('/{path}/ (Eleventy’s default)', {
    '.eleventy.js': '',
    'blog/one.md': dated,
    'blog/blog.11tydata.js': 'module.exports = {}',
  })
  says(
    '/news/{year}/{month}/{day}/{name} (from the site’s settings).',
    docusaurus(
      "docs: { routeBasePath: '/' }, blog: { a(x) { return { x } },\n// routeBasePath: 'no'\nrouteBasePath: '/news/' }",
    ),
  )
  says(
    '/blog/{year}/{month}/{day}/{name} (Docusaurus’s default).',
    docusaurus("docs: { routeBasePath: '/' }, blog: { path: 'blog' }"),
  )
  const computed = 'category: post.data.category, id: post.id.split("_").pop()'
  says(
    'guessed: src/pages/b/[category]/[id].astro computes them; check `oldUrls`',
    { ...astro, 'src/pages/b/[category]/[id].astro': route(computed) },
    '/b/{category}/{slug}/',
  )
  says('guessed: blog/blog.11tydata.js computes them; check `oldUrls`', {
    '.eleventy.js': '',
    'blog/one.md': dated,
    'blog/blog.11tydata.js': 'module.exports = { permalink: p }',
  })
  const unknown = 'guessed: nothing in this folder shows where posts live; set `oldUrls`'
  says(unknown, docusaurus('blog: { routeBasePath: process.env.ROUTE }'))
  says(unknown, astro)
  // A setting that is not read.
  says('guessed: pelicanconf.py computes them; check `oldUrls`', {
    'pelicanconf.py': "ARTICLE_URL = 'blog/{slug}/'\n",
    'content/one.md': dated,
  })

  test('a folder that was never a site has no addresses to guess', async () => {
    expect((await init({ 'posts/one.md': text })).stdout).not.toContain('Addresses')
  })
})
