import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { archiveKeys } from '../../src/content/archive-keys.ts'
import { gotFrom } from './got.ts'
import { canRunAsNobody, emptyFolder, folderWith, run, runAsNobody } from './run.ts'

const settingsIn = (dir: string) => readFileSync(join(dir, 'archive.yaml'), 'utf8')
const valuesIn = (dir: string): Record<string, unknown> => parse(settingsIn(dir))
const filesIn = (dir: string) => readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
const png = 'not a picture, but a file'
/** Runs `init` in a folder with these files, or in a folder. */
async function init(site: Readonly<Record<string, string>> | string, ...options: readonly string[]) {
  const dir = typeof site === 'string' ? site : folderWith(site)
  return { dir, ...(await run(['init', dir, ...options])) }
}
const text = 'One sentence of text that is long enough to be one.\n'

describe('a folder of posts', () => {
  /** Sites of each generator, and the settings that archive.yaml must have. */
  const sites: Readonly<
    Record<
      string,
      {
        readonly files: Readonly<Record<string, string>>
        readonly settings: Readonly<Record<string, unknown>>
      }
    >
  > = {
    jekyll: {
      files: {
        '_config.yml':
          'title: Field notes\ndescription: Notes from the field.\nurl: https://notes.example\nbaseurl: /blog\npermalink: /:year/:month/:title/\nauthor: { name: Ada }\n',
        '_data/authors.yml':
          'ada: { name: Ada Lovelace, web: "https://ada.example" }\nunused: { name: Nobody }\n',
        '_posts/2020-01-02-one.md': `---\ntitle: One\nauthor: ada\n---\n${text}`,
      },
      settings: {
        title: 'Field notes',
        description: 'Notes from the field.',
        baseUrl: 'https://notes.example/blog',
        author: { name: 'Ada Lovelace', type: 'person', url: 'https://ada.example' },
        authors: { ada: { name: 'Ada Lovelace', url: 'https://ada.example' } },
        generator: 'jekyll',
        posts: '_posts/**/*.md',
        oldUrls: '/{year}/{month}/{slug}/',
      },
    },
    'jekyll, with variables': {
      files: {
        '_config.yml':
          'title: Notes\nimages: "/img/"\nversion: 2.5\nshop: { name: "Tea: all of it" }\nmade: "{{ site.images }}a"\nlist: [1]\nunused: x\n',
        '_posts/2020-01-02-one.md': `---\ntitle: One\n---\n${text}![A]({{ site.images }}a.png) {{site.version}} {{- site.shop.name | escape }} {{ site.title }} {{ site.made }} {{ site.list }} {{ page.images }}\n`,
        'img/a.png': png,
      },
      settings: {
        components: { 'site.images': '/img/', 'site.shop.name': 'Tea: all of it', 'site.version': '2.5' },
      },
    },
    'eleventy, with variables': {
      files: {
        '.eleventy.js': '',
        'src/_data/metadata.json': '{"title": "Notes", "owner": {"city": "Ulm"}}',
        'src/blog/one.md': `---\ntitle: One\ndate: 2020-01-02\n---\n${text}{{ metadata.owner.city }}\n`,
      },
      settings: { generator: 'eleventy', components: { 'metadata.owner.city': 'Ulm' } },
    },
    hugo: {
      files: {
        'hugo.toml':
          'title = "Deep sea"\nbaseURL = "https://sea.example/"\ndefaultContentLanguage = "en"\n[permalinks]\nposts = "/:year/:slug/"\n',
        'content/en/posts/one.md': `+++\ntitle = "One"\ndate = 2020-01-02\n+++\n${text}`,
        'content/de/posts/one.md': `+++\ntitle = "Eins"\ndate = 2020-01-02\n+++\n${text}`,
      },
      settings: {
        title: 'Deep sea',
        baseUrl: 'https://sea.example',
        language: 'en',
        generator: 'hugo',
        posts: 'content/en/posts/**/*.md',
        oldUrls: ['/{year}/{slug_or_title}/', '/{year}/{slug}/', '/{path}/'],
      },
    },
    hexo: {
      files: {
        '_config.yml':
          'title: Notes\nurl: https://notes.example\nauthor: Ada\npermalink: news/:year/:title/\n',
        'source/_posts/one.md': `---\ntitle: One\ndate: 2020-01-02\n---\n${text}![A](/a.png)\n`,
        'source/a.png': png,
      },
      settings: {
        title: 'Notes',
        generator: 'hexo',
        posts: 'source/_posts/**/*.md',
        files: 'source',
        oldUrls: '/news/{year}/{slug}/',
      },
    },
    pelican: {
      files: {
        'pelicanconf.py': "AUTHOR = 'Ada'\nSITENAME = 'Of snakes'\nSITEURL = 'https://snakes.example'\n",
        'content/one.md': `Title: One\nDate: 2020-01-02\n\n${text}`,
        'content/pages/about.md': `Title: About\nDate: 2020-01-02\n\n${text}`,
      },
      settings: {
        title: 'Of snakes',
        author: { name: 'Ada', type: 'person' },
        baseUrl: 'https://snakes.example',
        generator: 'pelican',
        posts: ['content/**/*.md', '!content/pages/**'],
      },
    },
    zola: {
      files: {
        'config.toml': 'title = "Zed"\nbase_url = "https://zed.example"\n',
        'templates/page.html': '',
        'content/one.md': `+++\ntitle = "One"\ndate = 2020-01-02\n+++\n${text}`,
      },
      settings: { title: 'Zed', baseUrl: 'https://zed.example', generator: 'zola', posts: 'content/**/*.md' },
    },
    docusaurus: {
      files: {
        'docusaurus.config.js':
          "export default { title: 'Dino', tagline: 'It is large.', url: 'https://dino.example', baseUrl: '/rex/' }\n",
        'blog/authors.yml': 'lin:\n  name: Lin Clark\n  url: https://lin.example\n',
        'blog/2020-01-02-one.mdx': `---\ntitle: One\nauthors: [lin]\n---\n${text}`,
      },
      settings: {
        title: 'Dino',
        description: 'It is large.',
        baseUrl: 'https://dino.example/rex',
        authors: { lin: { name: 'Lin Clark', url: 'https://lin.example' } },
        posts: 'blog/**/*.mdx',
      },
    },
    bridgetown: {
      files: {
        'bridgetown.config.yml': 'url: "https://river.example"\npermalink: simple\n',
        'src/_data/site_metadata.yml': 'title: Rivers\ndescription: Of water.\nauthor: Ada\n',
        'src/_posts/2022-04-07-one.md': `---\ntitle: One\n---\n${text}![A](/images/a.png)\n`,
        'src/images/a.png': png,
      },
      settings: {
        title: 'Rivers',
        description: 'Of water.',
        author: { name: 'Ada', type: 'person' },
        baseUrl: 'https://river.example',
        generator: 'bridgetown',
        posts: 'src/_posts/**/*.md',
        files: 'src',
        oldUrls: '/{categories}/{slug}/',
      },
    },
    'bridgetown, with settings in Ruby': {
      files: {
        'config/initializers.rb':
          'Bridgetown.configure do |config|\n  url "https://river.example"\n  permalink "/:locale/news/:year/:slug.*"\nend\n',
        'src/_posts/2022-04-07-one.md': `---\ntitle: One\n---\n${text}`,
      },
      settings: { baseUrl: 'https://river.example', oldUrls: '/news/{year}/{slug}.html' },
    },
    nikola: {
      files: {
        'conf.py':
          'BLOG_AUTHOR = "Ada"  # (translatable)\nBLOG_TITLE = "Coils"\nBLOG_DESCRIPTION = "Ada\'s notes."\nSITE_URL = "https://coils.example/"\nDEFAULT_LANG = "en"\nPOSTS = (\n    ("posts/*.rst", "posts", "post.tmpl"),\n    ("posts/*.md", "posts", "post.tmpl"),\n)\n',
        'posts/one.md': `<!--\n.. title: One\n.. slug: one\n.. date: 2020-01-02 10:00:00 UTC\n-->\n\n${text}`,
      },
      settings: {
        title: 'Coils',
        description: "Ada's notes.",
        author: { name: 'Ada', type: 'person' },
        baseUrl: 'https://coils.example',
        language: 'en',
        generator: 'nikola',
        posts: 'posts/**/*.md',
      },
    },
    'nikola, with posts elsewhere': {
      files: {
        'conf.py':
          '# POSTS = (("a/*.md", "a", "post.tmpl"))\nPOSTS = [\n#("old/*.md", "gone", "post.tmpl"),\n("texts/*.txt", "blog", "post.tmpl"), ("posts/*.rst", "posts", "post.tmpl")]\n',
        'posts/two.rst': text,
        'texts/one.txt': `.. title: One\n.. slug: one\n.. date: 2020-01-02\n\n${text}`,
        'pages/three.md': text,
      },
      settings: {
        generator: 'nikola',
        posts: 'texts/**/*.txt',
        oldUrls: ['/blog/{slug}/', '/blog/{slug}.html'],
      },
    },
    'hugo, in a subfolder': {
      files: {
        'README.md': '# The program\n',
        'src/notes.md': text,
        'site/hugo.yaml': 'title: Deep sea\nbaseURL: https://sea.example/\n',
        'site/content/posts/one.md': `---\ntitle: One\ndate: 2020-01-02\n---\n![A](/a.png) ${text}`,
        'site/static/a.png': 'a',
        'node_modules/theme/hugo.yaml': '',
        'node_modules/theme/content/posts/none.md': text,
      },
      settings: {
        title: 'Deep sea',
        generator: 'hugo',
        posts: 'site/content/posts/**/*.md',
        files: ['site/static', 'site/content'],
      },
    },
    'jekyll, two folders down, next to a smaller site': {
      files: {
        'packages/blog/_config.yml': 'title: Field notes\n',
        'packages/blog/_posts/2020-01-02-one.md': `![A](/img/a.png) {% post_url 2020-01-03-two %} ${text}`,
        'packages/blog/_posts/2020-01-03-two.md': text,
        'packages/blog/img/a.png': 'a',
        'packages/example/_config.yml': '',
        'packages/example/_posts/2020-01-02-not-this.md': text,
      },
      settings: {
        title: 'Field notes',
        generator: 'jekyll',
        posts: 'packages/blog/_posts/**/*.md',
        files: 'packages/blog',
      },
    },
    'a plain folder, with custom keys and a repeated name': {
      files: {
        'go/errors.md': `---\nheadline: Errors\nwentOutOnDay: 2020-01-02\ncontributors: [Ada]\n---\n${text}`,
        'rust/errors.md': `---\nheadline: Errors again\nwentOutOnDay: 2020-01-03\ncontributors: [Lin]\n---\n${text}`,
      },
      settings: {
        generator: 'none',
        posts: '**/*.md',
        ids: '{folder}-{slug}',
        fields: { title: 'headline', published: 'wentOutOnDay', authors: 'contributors' },
      },
    },
  }

  for (const [name, { files, settings }] of Object.entries(sites)) {
    test(`${name}: archive.yaml has the settings of the site, and nothing else is needed`, async () => {
      const { dir, code, stdout, stderr } = await init(files)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/, ready to serve|, and 1 that is not published/)
      expect(valuesIn(dir)).toMatchObject(settings)
      expect(archiveKeys.safeParse(valuesIn(dir)).error, settingsIn(dir)).toBeUndefined()
      expect((await run(['check', dir])).code, 'what `check` says of it').toBe(0)
      expect(
        filesIn(dir).filter((path) => path.includes('.citable')),
        'leftover files',
      ).toEqual([])
    })
  }

  test('excludes translations by file name, unless a post exists only in that language', async () => {
    const { dir } = await init({
      'hugo.toml': 'title = "Sea"\ndefaultContentLanguage = "en"\n',
      ...Object.fromEntries(
        ['one/index.md', 'one/index.es.md', 'two.en.md', 'two.es.md', 'tres.es.md', 'node.js.md'].map(
          (name) => [`content/posts/${name}`, `---\ntitle: T\n---\n${text}`],
        ),
      ),
    })
    expect(valuesIn(dir)['posts']).toEqual([
      'content/posts/**/*.md',
      '!**/*.es.md',
      'content/posts/tres.es.md',
    ])
    const list = await gotFrom(dir, '/api/v1/posts.json')
    expect(
      list
        .match(/"id": ?"[^"]*"/g)
        ?.map((id) => id.split('"')[3])
        .sort(),
    ).toEqual(['node-js', 'one', 'tres-es', 'two-en'])
  })

  test('adds a hash to ids if names in another script give no distinct slugs', async () => {
    const { dir, stdout } = await init({ '引用之一.md': text, 'JS引用之二.md': text, 'JS引用之三.md': text })
    expect(stdout).toContain('3 posts, ready to serve')
    expect(valuesIn(dir)['ids']).toBe('{slug}-{hash}')
  })

  test('old addresses work, and authors have their names', async () => {
    const { dir } = await init(sites['jekyll']?.files ?? {})
    const old = await gotFrom(dir, '/2020/01/one/', '-i')
    expect(old).toMatch(/^HTTP\/1\.1 308/)
    expect(old).toMatch(/^location: \/posts\/one$/im)
    const post = await gotFrom(dir, '/api/v1/posts/one.json')
    expect(JSON.parse(post).authors).toEqual([{ name: 'Ada Lovelace', url: 'https://ada.example' }])
  })

  test('a site in a subfolder: old addresses work, and the output names the folder', async () => {
    for (const [name, where, address, state] of [
      ['hugo, in a subfolder', 'site', '/posts/one/', 'ready to serve'],
      ['jekyll, two folders down, next to a smaller site', 'packages/blog', '/2020/01/02/one.html', 'and 1'],
    ] as const) {
      const { dir, stdout } = await init(sites[name]?.files ?? {})
      expect(stdout).toContain(`site in ${where}, ${state}`)
      const old = await gotFrom(dir, address, '-i')
      expect(old).toMatch(/^HTTP\/1\.1 308/)
      expect(old).toMatch(/^location: \/posts\/one$/im)
    }
  })

  test('suggests siteLinks for the parts of the site that posts link to', async () => {
    const { dir } = await init({
      'hugo.toml': '',
      'content/posts/one.md': `[docs](/docs/a) [b](/docs/b) ${text}`,
    })
    expect(settingsIn(dir)).toContain('# siteLinks: /docs/')
  })

  test('suggests siteLinks only for the parts with the most links', async () => {
    const once = Array.from({ length: 8 }, (_, nth) => `[${nth}](/part-${nth}/a)`).join(' ')
    const { dir } = await init({
      'hugo.toml': '',
      'content/posts/one.md': `${once} [a](/zoo/a) [b](/zoo/b) ${text}`,
    })
    expect(settingsIn(dir)).toContain('# siteLinks: [/zoo/, /part-0/, ')
    expect(settingsIn(dir)).not.toContain('/part-7/')
  })

  test('suggests no siteLinks for paths of posts', async () => {
    const { dir } = await init({
      '_config.yml': 'permalink: /:year/:title/',
      '_posts/2020-01-02-One-.md': text,
      '_posts/2020-01-03-two.md': `[it](/2020/One/) [its file](/2020/One-/) [gone](/2020/three/) [docs](/docs/a) ${text}`,
    })
    expect(settingsIn(dir)).toContain('# siteLinks: /docs/')
    expect((await run(['check', dir])).stdout.match(/\S+ is not part of this archive/g)).toEqual([
      '/2020/three/ is not part of this archive',
      '/docs/a is not part of this archive',
    ])
  })

  test('a repository with other content: uses only the folder with a usual name and dated posts', async () => {
    const post = (title: string, more = '') => `---\ntitle: ${title}\n---\n${text}${more}`
    const { dir, stdout } = await init({
      'package.json': '{ "name": "monorepo", "description": "A package." }',
      'docs/guide/start.md': post('Start'),
      'docs/guide/more.md': post('More'),
      'site/app/content/blog/2020-01-02-one.md': post(
        'One',
        '\n[Two](/journal/2020/two), [as browsers follow it](two) ![A](/a.png)',
      ),
      'site/app/content/blog/2020-02-03-two.md': post('Two', '\n[One](/journal/2020/one)'),
      'site/app/content/blog/2021-03-04-three.md': post('Three', '\n[One](/journal/2020/one)'),
      'site/app/static/a.png': png,
    })
    expect(stdout).toContain('3 posts, ready to serve')
    expect(valuesIn(dir)).toMatchObject({
      title: 'monorepo',
      posts: 'site/app/content/blog/**/*.md',
      files: ['site/app/static', '.'],
      oldUrls: '/journal/{year}/{slug}',
    })
    expect(valuesIn(dir), 'not the description of the package').not.toHaveProperty('description')
    expect(valuesIn(dir), 'not the author of the package').not.toHaveProperty('author')
    expect((await run(['check', dir])).stdout, 'no broken links between posts').not.toMatch(/link|image:/)
  })

  test('infers URLs from Liquid links, and from absolute links to a site with the same folders', async () => {
    const { dir: eleventy } = await init({
      '.eleventy.js': '',
      'data/site.yaml': 'title: Rivers\n',
      'posts/2020-01-02-one.md': `${text}[Two]({{ "/2020/02/two/" | url }})\n`,
      'posts/2020-02-03-two.md': `${text}[One]({{ site.baseurl }}/2020/01/one/)\n`,
    })
    expect(valuesIn(eleventy)).toMatchObject({
      title: 'Rivers',
      oldUrls: ['/{year}/{month}/{slug}/', '/{path}/'],
    })
    const { dir: plain } = await init({
      'sea/one.md': `${text}[Two](https://notes.example/land/two) [Elsewhere](https://other.example/sea/three)\n`,
      'land/two.md': `${text}[One](https://notes.example/sea/one#end)\n`,
    })
    expect(valuesIn(plain)).toMatchObject({ oldUrls: '/{path}' })
    expect(await gotFrom(plain, '/land/two', '-i')).toMatch(/^HTTP\/1\.1 308/)
  })

  test('Hugo params come from the page or the site, and a missing one is reported', async () => {
    const params = '{{< param "edition" >}}, {{% param river.name %}} and {{< param name="none" >}}.'
    const { dir, stdout } = await init({
      'hugo.toml': 'title = "T"\n[params]\nedition = "2"\n[params.river]\nname = "Ouse"\n',
      'content/posts/one.md': `---\ntitle: One\n---\n${text}\n${params}\n`,
      'content/posts/two.md': `---\ntitle: Two\nedition: third\n---\n${text}\n${params}\n`,
    })
    expect(stdout).toContain('2 posts from a Hugo site, ready to serve: 2 warnings.')
    expect(await gotFrom(dir, '/posts/one.md')).toContain('\n2, Ouse and .\n')
    expect(await gotFrom(dir, '/posts/two.md')).toContain('\nthird, Ouse and .\n')
  })

  test('uses the default author of a Bridgetown site', async () => {
    const { dir } = await init({
      'bridgetown.config.yml': 'url: "https://river.example"\n',
      'src/_data/authors.yml': 'ada: { name: Ada Lovelace }\n',
      'src/_posts/_defaults.yml': 'layout: post\nauthor: ada\n',
      'src/_posts/2022-04-07-one.md': `---\ntitle: One\n---\n${text}`,
    })
    expect(valuesIn(dir)).toMatchObject({ author: { name: 'Ada Lovelace', type: 'person' } })
  })

  test('prefers a folder for posts to one for all content, at any depth', async () => {
    const { dir } = await init({
      'gatsby-config.js': 'module.exports = {}',
      'content/events/one.md': `---\ntitle: E\n---\n${text}`,
      'src/templates/mail.md': text,
      ...Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [
          `src/posts/${name}/index.md`,
          `---\ntitle: T\ndate: 2020-01-02\n---\n${text}`,
        ]),
      ),
    })
    expect(valuesIn(dir)['posts']).toBe('src/posts/**/*.md')
  })

  test.each([
    ['{ "assets/images": "img" }', 'assets/images/a.svg', { 'assets/images': '/img/' }],
    ['{ "./assets/img/": "/img" }', 'assets/img/a.svg', { 'assets/img': '/img/' }],
    ['{ "theme/pub": "/" }', 'theme/pub/img/a.svg', 'theme/pub'],
    ['{ "theme/pics/**/*.svg": "img" }', 'theme/pics/a.svg', { 'theme/pics': '/img/' }],
    ['"site/img"); dir = ({ input: "site" }', 'site/img/a.svg', 'site'],
  ])('Eleventy: finds files copied by addPassthroughCopy(%s)', async (copied, place, root) => {
    const { dir } = await init({
      '.eleventy.js': `module.exports = (config) => { config.addPassthroughCopy(${copied}) }`,
      'posts/one.md': `---\ntitle: One\n---\n${text}![A](/img/a.svg)\n`,
      [place]: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
    expect(valuesIn(dir)['files']).toContainEqual(root)
    expect((await run(['check', dir])).stdout).not.toContain('missing-image')
    expect(await gotFrom(dir, '/img/a.svg', '-i')).toMatch(/^HTTP\/1\.1 200/)
  })

  test('VuePress: finds files in its public folder', async () => {
    const { dir, stdout } = await init({
      'docs/.vuepress/config.js': "module.exports = { title: 'Field notes' }",
      'docs/.vuepress/public/img/a.png': png,
      'docs/blog/one.md': `---\ntitle: T\n---\n${text}\n![A](/img/a.png =300x)\n`,
    })
    expect(stdout).toContain('no problems found')
    expect(valuesIn(dir)).toMatchObject({
      title: 'Field notes',
      generator: 'vuepress',
      posts: 'docs/blog/**/*.md',
    })
  })

  test('Hugo: finds files of a theme', async () => {
    const { dir, stdout } = await init({
      'hugo.toml': 'title = "Sea"\n',
      'themes/deep/static/img/a.png': png,
      'themes/deep/exampleSite/content/posts/none.md': text,
      'content/posts/one.md': `---\ntitle: T\n---\n${text}\n![A](/img/a.png)\n`,
    })
    expect(stdout).toContain('no problems found')
    expect(valuesIn(dir)['files']).toEqual(['content', 'themes/deep/static'])
  })

  test('finds the folder of images, and does not guess the language', async () => {
    const german = 'Das ist ein Satz, und der ist nicht lang, aber mit Wörtern auf Deutsch.\n'.repeat(5)
    const { dir, stdout } = await init({
      'articles/2020-01-02-eins.md': `---\ntitle: Eins\nauthor: Ada\n---\n${german}\n![A](/img/a.png) ![B](/img/b.png)\n`,
      'web/public-files/img/a.png': png,
      'web/public-files/img/b.png': png,
    })
    expect(stdout).toContain('no problems found')
    expect(valuesIn(dir)['files']).toEqual(['.', 'web/public-files'])
    expect(valuesIn(dir)).not.toHaveProperty('language')
  })

  test('reads authors from the settings of the site', async () => {
    const { dir } = await init({
      '_config.yml': 'title: Notes\nauthors:\n  ada: { name: Ada Lovelace, site: "https://ada.example" }\n',
      '_posts/2020-01-02-one.md': `---\ntitle: One\nauthor: ada\n---\n${text}`,
    })
    expect(valuesIn(dir)['authors']).toEqual({ ada: { name: 'Ada Lovelace', url: 'https://ada.example' } })
  })

  test('reads authors from a list of people by name', async () => {
    const team = { core: [{ username: 'ada', name: 'Ada Lovelace', website: 'https://ada.example' }] }
    const { dir } = await init({
      'eleventy.config.js': '',
      'package.json': '{ "name": "x", "homepage": "https://github.com/x/x#readme" }',
      'src/_data/team.json': JSON.stringify(team),
      'src/blog/one.md': `---\ntitle: T\nauthor: ada\n---\n${text}`,
    })
    expect(valuesIn(dir)).toMatchObject({
      authors: { ada: { name: 'Ada Lovelace', url: 'https://ada.example' } },
    })
    expect(valuesIn(dir)['baseUrl'], 'a repository URL is not the base URL').toBeUndefined()
  })

  describe('finds authors', () => {
    const post = (front: string) => `---\ntitle: One\n${front}---\n${text}`
    const ada = { name: 'Ada Lovelace', url: 'https://ada.example' }
    const inYaml = 'name: Ada Lovelace\nurl: https://ada.example\n'
    for (const [what, files, authors] of [
      [
        'in several data files',
        {
          '_config.yml': '',
          '_data/authors.yml': `ada:\n  name: Ada Lovelace\n  url: https://ada.example\n`,
          '_data/team/alumni.yml': 'navy:\n  grace: { name: Grace Hopper }\n',
          '_posts/2020-01-02-one.md': post('authors: [ada, grace]\n'),
        },
        { ada, grace: { name: 'Grace Hopper' } },
      ],
      [
        'in a collection, by file and by short name',
        {
          '_config.yml': '',
          '_people/ada.md': `---\n${inYaml}---\nWho she is.\n`,
          '_authors/hopper.md': '---\nshort_name: grace\nname: Grace Hopper\n---\n',
          '_posts/2020-01-02-one.md': post('authors: [ada, grace]\n'),
        },
        { ada, grace: { name: 'Grace Hopper' } },
      ],
      [
        'in taxonomy pages, with a different spelling of the name',
        {
          'hugo.toml': 'title = "Sea"\n',
          'content/authors/ada-lovelace/_index.md':
            '---\ntitle: Ada Lovelace\nwebsite: https://ada.example\n---\n',
          'content/posts/one.md': post('authors: [Ada lovelace]\n'),
        },
        { 'Ada lovelace': ada },
      ],
      [
        'in one data file each',
        {
          'hugo.toml': 'title = "Sea"\n',
          'data/authors/ada.yaml': inYaml,
          'content/posts/one.md': post('author: ada\n'),
        },
        { ada },
      ],
      [
        'in a content collection',
        {
          'astro.config.mjs': '',
          'src/content/authors/ada.json': JSON.stringify(ada),
          'src/content/blog/one.md': post('author: ada\n'),
        },
        { ada },
      ],
    ] as const) {
      test(what, async () => {
        const { dir } = await init(files)
        expect(valuesIn(dir)['authors']).toEqual(authors)
      })
    }

    const team = {
      '_people/sam.md': '---\nname: Sam Example\ngithub: navy\n---\n',
      '_people/grace.es.md': '---\nname: La Sra. Hopper\n---\n',
      '_people/grace.md': '---\nname: Grace Hopper\n---\n',
      '_people/hopper.md': '---\nname: Grace Hopper\nshort_name: sam\n---\n',
      '_people/mary.md': '---\nname: Mary Somerville\ntwitter: m\n---\n',
      '_people/may.md': '---\nname: May Other\nnickname: M\n---\n',
      '_data/authors.yml': 'ada: { name: Ada Lovelace }\nsomerville: { name: Mary Somerville, github: ms }\n',
      '_data/team.yml': 'ada: { name: Ada Other }\n',
    }
    for (const [what, key, author, people] of [
      ['a file name before a handle in another file', 'sam', 'Sam Example', undefined],
      ['a handle that one file has', 'navy', 'Sam Example', undefined],
      ['a file before its translation', 'grace', 'Grace Hopper', undefined],
      ['a handle in two files of one person', 'ms', 'Mary Somerville', undefined],
      [
        'nobody for a key of two people',
        'ada',
        undefined,
        /Ada Lovelace in _data\/authors\.yml, Ada Other in _data\/team\.yml/,
      ],
      [
        'nobody for a handle of two people',
        'm',
        undefined,
        /Mary Somerville in _people\/mary\.md, May Other in _people\/may\.md/,
      ],
    ] as const)
      test(`takes ${what}`, async () => {
        const { dir, stdout } = await init({
          '_config.yml': '',
          ...team,
          '_posts/2020-01-02-one.md': post(`author: ${key}\n`),
        })
        const authors = valuesIn(dir)['authors'] as Record<string, { name: string }> | undefined
        expect(authors?.[key]?.name).toBe(author)
        if (people === undefined) expect(stdout).not.toContain('it may be')
        else {
          expect(stdout).toMatch(`1 post by "${key}", credited as written: it may be `)
          expect(stdout).toMatch(people)
        }
      })

    test('without values that archive.yaml would reject', async () => {
      const { dir, stdout } = await init({
        '_config.yml': '',
        '_data/authors.yml': 'ada: { name: Ada Lovelace, url: "https://ada.example/#me", email: "ada@" }\n',
        '_posts/2020-01-02-one.md': post('author: ada\n'),
      })
      expect(stdout).toContain('ready to serve')
      expect(valuesIn(dir)['authors']).toEqual({ ada: { name: 'Ada Lovelace' } })
    })

    test('with their pictures, if these are files of the site', async () => {
      const { dir } = await init({
        '_config.yml': '',
        '_data/authors.yml':
          'ada: { name: Ada Lovelace, avatar: /img/ada.png }\nbo: { name: Bo Example, avatar: "https://bo.example/bo.png" }\ncy: { name: Cy Example, photo: ada.png }\n',
        'assets/img/ada.png': 'png',
        '_posts/2020-01-02-one.md': post('authors: [ada, bo, cy]\n'),
      })
      expect(valuesIn(dir)['authors']).toEqual({
        ada: { name: 'Ada Lovelace', picture: 'assets/img/ada.png' },
        bo: { name: 'Bo Example' },
        cy: { name: 'Cy Example' },
      })
      const files = {
        'site/_config.yml': '',
        'site/_data/authors.yml': 'ada: { name: Ada, avatar: /img/ada.png }\n',
      }
      const { dir: below } = await init({
        ...files,
        'site/img/ada.png': 'png',
        'site/_posts/2020-01-02-one.md': post('author: ada\n'),
      })
      expect(valuesIn(below)['authors'], 'in a subfolder').toEqual({
        ada: { name: 'Ada', picture: 'site/img/ada.png' },
      })
    })

    test('and does not publish their files as posts', async () => {
      const { dir, stdout } = await init({
        'author/ada.md': `---\n${inYaml}---\nWho she is.\n`,
        'author/grace.md': '---\nname: Grace Hopper\n---\nWho she is.\n',
        'content/one.md': post('authors: [ada]\n'),
      })
      expect(stdout).toContain('1 post, ready to serve')
      expect(valuesIn(dir)['posts']).toEqual(['**/*.md', '!author/**'])
    })
  })

  describe('finds the default author in the settings of', () => {
    const hugo = { 'content/posts/one.md': text }
    for (const [what, files, name = 'Ada Lovelace'] of [
      [
        'Jekyll, in defaults for posts',
        {
          '_config.yml':
            'defaults:\n  - scope: { path: "", type: posts }\n    values: { author: Ada Lovelace }\n',
          '_posts/2020-01-02-a.md': text,
        },
      ],
      [
        'Jekyll, by a key',
        {
          '_config.yml': 'author: ada\n',
          '_data/authors.yml': 'ada: { name: Ada Lovelace }\n',
          '_posts/2020-01-02-a.md': text,
        },
      ],
      ['Hugo, in any case', { 'config.toml': '[Params]\n  Author = "Ada Lovelace"\n', ...hugo }],
      [
        'Hugo, in a params file',
        {
          'config/_default/hugo.toml': '',
          'config/_default/params.toml': '[author]\nname = "Ada Lovelace"\n',
          ...hugo,
        },
      ],
      ['Hugo, as a table', { 'hugo.toml': '[author]\nname = "Ada Lovelace"\n', ...hugo }],
      ['Hexo', { '_config.yml': 'author: Ada Lovelace\n', 'source/_posts/a.md': text }],
      [
        'Eleventy',
        {
          '.eleventy.js': '',
          '_data/metadata.js': 'module.exports = { title: "T", author: { name: "Ada Lovelace" } }',
          'posts/a.md': text,
        },
      ],
      [
        'Zola',
        {
          'config.toml': 'author = "Ada Lovelace <ada@example.org>"\n',
          'templates/a.html': '',
          'content/a.md': text,
        },
      ],
      [
        'Astro',
        {
          'astro.config.mjs': '',
          'src/consts.ts': "export const SITE_AUTHOR = 'Ada Lovelace'\n",
          'src/content/blog/a.md': text,
        },
      ],
      [
        'Next',
        {
          'next.config.js': '',
          'data/siteMetadata.js': "const siteMetadata = { author: 'Ada Lovelace' }\n",
          'data/blog/a.md': text,
        },
      ],
      [
        'Next, as the default author',
        {
          'next.config.js': '',
          'data/authors/default.mdx': '---\nname: Ada Lovelace\n---\n',
          'data/blog/a.md': text,
        },
      ],
    ] as const) {
      test(what, async () => {
        const { dir, stdout } = await init(files)
        expect(valuesIn(dir)['author']).toEqual({ name, type: 'person' })
        expect(stdout).not.toContain('without an author')
      })
    }
  })

  test.each([
    ['uglyURLs = true\n', '/{path}.html'],
    [
      'uglyurls = true\n[permalinks]\nposts = "/:year/:slug/"\n',
      ['/{year}/{slug_or_title}.html', '/{year}/{slug}.html', '/{path}.html'],
    ],
    ['[uglyURLs]\nposts = true\n', '/{path}.html'],
    ['[uglyURLs]\ntalks = true\n', undefined],
    ['uglyURLs = false\n', undefined],
  ])('Hugo URLs that end in .html: %j', async (settings, oldUrls) => {
    const { dir } = await init({
      'hugo.toml': settings,
      'content/posts/one.md': `---\ntitle: T\ndate: 2020-01-02\n---\n${text}`,
    })
    expect(valuesIn(dir)['oldUrls']).toEqual(oldUrls)
    if (oldUrls) expect(await gotFrom(dir, '/posts/one.html', '-i')).toMatch(/^HTTP\/1\.1 308/)
  })

  test('a name such as node.js.md next to node.md is not a translation', async () => {
    const { stdout } = await init({
      'hugo.toml': '',
      'content/posts/node.js.md': text,
      'content/posts/node.md': text,
    })
    expect(stdout).toContain('2 posts from a Hugo site')
  })

  test.each([
    ['Jekyll', '_posts/2020-01-02-a.md'],
    ['Hexo', 'source/_posts/a.md'],
  ])('dates are in the time zone of the site: %s', async (_, path) => {
    const { dir } = await init({
      '_config.yml': 'timezone: America/New_York\n',
      [path]: `---\ntitle: A\ndate: 2020-01-03T01:00:00Z\n---\n${text}`,
    })
    expect(valuesIn(dir)).toMatchObject({ timeZone: 'America/New_York' })
    expect(await gotFrom(dir, '/api/v1/posts/a.json')).toContain('"datePublished":"2020-01-02"')
  })

  test('says who is credited if the site has no author', async () => {
    const jekyll = await init({ '_config.yml': 'title: Field notes', '_posts/2020-01-02-a.md': text })
    expect(jekyll.stdout).toContain(
      '1 post without an author, and the site names none. Credited to “Field notes”. Change `author` in archive.yaml if that is wrong.\n',
    )
    const plain = await init({ 'posts/a.md': text })
    expect(plain.stdout).toContain('Credited to “The editors” until `author` is set')
  })

  test('does not publish templates of a notes folder', async () => {
    const { stdout } = await init({ 'one.md': text, 'Templates/Day.md': '---\ncreated: {{date}}\n---\n' })
    expect(stdout).toContain('1 post, ready to serve')
  })

  test('detects Jekyll without settings, as GitHub Pages builds it', async () => {
    const { dir, stdout } = await init({
      '_layouts/post.html': '{{ content }}',
      '_posts/2020-01-02-one.md': `---\ntitle: One\nauthor: Ada\n---\n# {{ page.title }}\n\n${text}`,
    })
    expect(stdout).toContain('1 post from a Jekyll site, ready to serve: no problems found')
    expect((await gotFrom(dir, '/posts/one.md')).match(/^# .*/gm)).toEqual(['# One'])
  })

  test('infers title and base URL if the settings have neither', async () => {
    const named = join(emptyFolder(), 'ada.example')
    const posts = { 'one.md': text, 'two.md': text }
    mkdirSync(named)
    for (const [name, body] of Object.entries(posts)) writeFileSync(join(named, name), body)
    writeFileSync(join(named, 'package.json'), '{ "name": "@starters/minimal" }')
    await init(named)
    expect(valuesIn(named), 'a folder with the name of the site').toMatchObject({ title: 'ada.example' })
    const { dir: astro } = await init({
      'package.json': '{ "name": "@starters/minimal" }',
      'astro.config.mjs':
        "export default defineConfig({\n  site: PREVIEW || 'https://ada.example.org',\n})\n",
      'src/content/blog/one.md': text,
    })
    expect(valuesIn(astro)).toMatchObject({ title: 'ada.example.org', baseUrl: 'https://ada.example.org' })
  })

  test('reads metadata exported by MDX posts, and authors from a script', async () => {
    const { dir, stdout } = await init({
      'next.config.mjs': '',
      'src/authors.js':
        "import face from './ada.jpg'\n\nexport const ada = { name: 'Ada Byron', face, url: 'https://ada.example' }\nexport const bo = {\n  name: 'Bo',\n}\n",
      'src/pages/one/index.mdx': `import { ada } from '@/authors'\n\nexport const meta = {\n  title: 'The first',\n  date: '2020-01-02',\n  authors: [ada],\n}\n\n${text}`,
    })
    expect(stdout).toContain('1 post from a Next site, ready to serve')
    expect(valuesIn(dir)).toMatchObject({
      authors: { ada: { name: 'Ada Byron', url: 'https://ada.example' } },
    })
    expect(valuesIn(dir)['authors'], 'only authors of posts').not.toHaveProperty('bo')
    const post = await gotFrom(dir, '/posts/one.md')
    expect(post).toMatch(/^---\ntitle: The first\n/)
    expect(post).toContain('author: Ada Byron')
  })

  test('finds an author key that only one folder of posts uses, and counts its posts as attributed', async () => {
    const post = (front: string) => `---\ntitle: T\ndate: 2020-01-02\n${front}---\n${text}`
    const names = ['one', 'two', 'three', 'four']
    const { dir, stdout } = await init({
      'hugo.toml': 'title = "Sea"\n',
      'data/authors.yml': 'ada: { name: Ada Lovelace }\n',
      ...Object.fromEntries(names.map((name) => [`content/blog/${name}.md`, post('attribution: ada\n')])),
      ...Object.fromEntries([...names, 'five'].map((name) => [`content/news/n-${name}.md`, post('')])),
    })
    expect(stdout).toContain('\n5 posts without an author')
    expect(valuesIn(dir)).toMatchObject({
      fields: { authors: 'attribution' },
      authors: { ada: { name: 'Ada Lovelace' } },
    })
    expect(await gotFrom(dir, '/posts/one.md')).toContain('author: Ada Lovelace\n')
  })

  test('detects Eleventy by its older settings file, and Docusaurus with quoted keys', async () => {
    const { dir: eleventy, stdout } = await init({
      '.eleventy.js': 'module.exports = () => ({})',
      'content/posts/one.md': `{{ "/about/" | url }} ${text}`,
      'test/fixtures/posts/two.md': text,
    })
    expect(stdout).toContain('1 post from an Eleventy site, ready')
    expect(valuesIn(eleventy)).toMatchObject({ generator: 'eleventy', posts: 'content/posts/**/*.md' })
    const { dir: docusaurus } = await init({
      'docusaurus.config.js':
        'module.exports = { "title": "The site", "url": "https://site.example", footer: { title: "Docs" } }',
      'blog/2024-01-02-one.md': text,
    })
    expect(valuesIn(docusaurus)).toMatchObject({ title: 'The site', baseUrl: 'https://site.example' })
  })

  test('pages in the app folder of Next are named after their folders', async () => {
    const { dir } = await init({
      'next.config.mjs': '',
      'app/n/first/page.mdx': `export const metadata = { title: 'The first' }\n\n${text}`,
      'app/n/second/page.mdx': `# The second\n\n[first](/n/first) ${text}`,
    })
    expect(await gotFrom(dir, '/n/first', '-i')).toMatch(/^HTTP\/1\.1 308[\s\S]*^location: \/posts\/first$/im)
    expect(await gotFrom(dir, '/posts/second.md')).toMatch(/^---\ntitle: The second/)
  })

  test('finds a Jekyll collection with a usual name for posts', async () => {
    const post = (day: string, link: string) => `---\ndate: ${day}\n---\n${text}\n[Another](${link})\n`
    const { dir, stdout } = await init({
      '_config.yml':
        'author: Ada\npermalink: pretty\ncollections_dir: collections\ncollections: { article: { output: true } }\n',
      'collections/_article/one.md': post('2020-01-02', '/article/two/'),
      'collections/_article/two.md': post('2020-02-03', '/article/three/'),
      'collections/_article/three.md': post('2020-03-04', 'one.html'),
      'collections/_people/ada.md': text,
    })
    expect(stdout).toContain('3 posts from a Jekyll site, ready to serve: no problems found.')
    expect(valuesIn(dir)).toMatchObject({
      posts: 'collections/_article/**/*.md',
      oldUrls: ['/article/{slug}/', '/{categories}/{year}/{month}/{day}/{slug}.html'],
    })
  })

  test('publishes everything if folders of posts are among undated notes', async () => {
    const { dir } = await init({
      'news/one.md': text,
      'news/two.md': text,
      'gardens/three.md': text,
      'gardens/2020-01-02-four.md': text,
    })
    expect(valuesIn(dir)).toMatchObject({ posts: '**/*.md' })
  })

  test('the default title is the host, or else the folder name', async () => {
    const { dir: named } = await init({
      '_config.yml': 'url: https://www.notes.example',
      '_posts/2020-01-02-a.md': text,
    })
    expect(valuesIn(named)).toMatchObject({ title: 'notes.example' })
    const { dir: html } = await init({
      '_config.yml': 'title: Notes &amp; <em>more</em>',
      '_posts/2020-01-02-a.md': text,
    })
    expect(valuesIn(html)).toMatchObject({ title: 'Notes & more' })
    const { dir: unnamed, stdout } = await init({ 'posts/a.md': text })
    expect(valuesIn(unnamed)).toMatchObject({ title: basename(unnamed) })
    expect(stdout).toContain(
      `The site states no title. It is called “${basename(unnamed)}”, after its folder, until`,
    )
    expect(readFileSync(join(unnamed, 'archive.yaml'), 'utf8')).toMatch(/^# After the folder .*\ntitle: /m)
  })

  test.each(['_content', 'content', 'posts', 'src', 'docs', 'Blog'])(
    'a folder called %s says nothing of the publication',
    async (name) => {
      const dir = join(emptyFolder(), name)
      mkdirSync(dir)
      writeFileSync(join(dir, 'one.md'), text)
      writeFileSync(join(dir, 'package.json'), '{ "name": "site" }')
      const { stdout } = await init(dir)
      expect(stdout).toContain(
        'The site states no title. It is called “Untitled archive” until you change `title`',
      )
      expect(valuesIn(dir)).not.toHaveProperty('title')
      expect(valuesIn(dir)).not.toHaveProperty('description')
    },
  )

  test('archive.yaml has a comment for settings without a counterpart', async () => {
    const { dir } = await init({
      '_config.yml': 'title: T\npermalink: /:year/:y_day/:title/\n',
      '_posts/2020-01-02-one.md': text,
    })
    expect(settingsIn(dir)).toContain('# Not carried over: `:y_day`')
    expect(valuesIn(dir)).not.toHaveProperty('oldUrls')
  })

  test('archive.yaml has a comment for an unknown placeholder in a URL pattern', async () => {
    for (const permalink of ['constructor', '/:constructor/:title/']) {
      const { dir } = await init({
        '_config.yml': `title: T\npermalink: ${permalink}\n`,
        '_posts/2020-01-02-one.md': text,
      })
      expect(settingsIn(dir)).toMatch(/# Not carried over: `:?constructor`/)
    }
  })
})

test.each([
  [
    'hugo',
    { 'hugo.toml': 'title = "T"\n', 'content/posts/a.md': '---\ntitle: A\ndate: 2999-01-02\n---\n\nText.\n' },
  ],
  ['jekyll', { '_config.yml': 'title: T\n', '_posts/2999-01-02-a.md': text }],
])('a scheduled post of a %s site is counted separately', async (_, files) => {
  const path = Object.keys(files).at(-1) ?? ''
  const more = { [path.replace('2999-01-02-a', '2020-01-02-b').replace('/a.md', '/b.md')]: text }
  const { dir, stdout } = await init({ ...files, ...more })
  expect(stdout).toMatch(/^1 post from an? \w+ site, ready/m)
  expect(stdout).toContain(`1 post is scheduled: 2999-01-02 ${dir}/${path}\n`)
})

test.each([
  ['Jekyll', '_config.yml', 'future: true', '_posts/2020-01-02-a.md'],
  ['Hexo', '_config.yml', 'future: true', 'source/_posts/a.md'],
  ['Hugo', 'hugo.toml', 'buildFuture = true', 'content/posts/a.md'],
  ['Pelican', 'pelicanconf.py', 'WITH_FUTURE_DATES = True', 'content/a.md'],
  ['Nikola', 'conf.py', 'FUTURE_IS_NOW = True', 'posts/a.md'],
  ['Middleman', 'config.rb', '  blog.publish_future_dated = true', 'source/blog/2020-01-02-a.html.md'],
])('keeps the %s setting for future posts', async (_, path, line, post) => {
  const { dir } = await init({ [path]: `${line}\n`, [post]: text })
  expect(settingsIn(dir)).toMatch(/^future: true$/m)
})

test('a Docusaurus site says whether markdown is MDX', async () => {
  const options = (format: string) => `export default { markdown: { format: '${format}' } }`
  const syntaxesOf = async (format: string) => {
    const { dir } = await init({ 'docusaurus.config.js': options(format), 'blog/2020-01-02-a.md': text })
    return valuesIn(dir)['syntaxes']
  }
  expect([await syntaxesOf('detect'), await syntaxesOf('md'), await syntaxesOf('mdx')]).toEqual([
    'jsx',
    'jsx',
    undefined,
  ])
})

test('counts problems like check', async () => {
  const tagged = (tag: string) => `---\ntags: [${tag}]\n---\n${text}\n[x](none.md)\n`
  const { dir, stdout } = await init({ 'posts/a.md': tagged('HTTP'), 'posts/b.md': tagged('Http') })
  expect(stdout).toContain('ready to serve: 4 warnings.')
  expect((await run(['check', dir])).stdout).toMatch(/: 4 warnings\.\n$/)
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

  const cc = (name: string, path: string) =>
    `terms: "[CC ${name}](https://creativecommons.org/licenses/${path}/)"\n`
  const jekyll = { '_config.yml': 'title: T\n', '_posts/2020-01-02-one.md': text }
  const hugo = { 'hugo.toml': '', 'content/posts/one.md': text }
  const legalCode = 'Attribution-ShareAlike 4.0 International\n\nCreative Commons Corporation ("…")\n'
  test.each([
    ['settings', { ...jekyll, '_config.yml': 'license: CC-BY-SA-4.0\n' }, cc('BY-SA 4.0', 'by-sa/4.0')],
    [
      'grouped settings',
      {
        ...hugo,
        'hugo.toml': '[params.footer]\nlicense = "Creative Commons Attribution-NonCommercial 3.0"\n',
      },
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
    ['front matter', { 'posts/one.md': `---\nlicense: CC BY 4.0\n---\n${text}` }, cc('BY 4.0', 'by/4.0')],
    [
      'settings that reserve all rights',
      { ...hugo, 'hugo.toml': 'copyright = "All rights reserved"\n' },
      'terms: All rights reserved.\n',
    ],
  ])('are taken from %s', async (_, files, line) => {
    const { dir, stdout } = await init(files)
    expect(settingsIn(dir)).toContain(`\n${line}`)
    expect(stdout).not.toContain('Set `terms`')
  })

  test.each([
    ['a code license', { ...jekyll, LICENSE: 'MIT License\n\nAll rights reserved.\n' }],
    ['only some posts', { 'posts/one.md': `---\nlicense: CC BY 4.0\n---\n${text}`, 'posts/two.md': text }],
  ])('are not taken from %s', async (_, files) => {
    const { dir } = await init(files)
    expect(settingsIn(dir)).not.toMatch(/^terms/m)
  })
})

describe('a folder without posts', () => {
  for (const [name, dir] of Object.entries({
    empty: emptyFolder(),
    new: join(emptyFolder(), 'not', 'there'),
    'a fresh repository': folderWith({ 'README.md': '# Mine\n', LICENSE: 'MIT\n' }),
  })) {
    test(`${name}: writes a small archive that works at once`, async () => {
      const { code, stdout } = await init(dir)
      expect(code).toBe(0)
      expect(stdout, 'next steps').toMatch(/citable check .*\n.*citable serve /)
      expect((await run(['check', dir])).stdout).toContain('no problems found')
      const index = JSON.parse(await gotFrom(dir, '/api/v1/posts.json')) as { posts: { id: string }[] }
      expect(index.posts.map(({ id }) => id)).toEqual(['links-and-pictures', 'a-first-post'])
      expect(await gotFrom(dir, '/about', '-i')).toMatch(/^HTTP\/1\.1 200/)
    })
  }
})

describe('a project without markdown', () => {
  test('gets no example posts', async () => {
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
    const dir = folderWith({ 'pages/about.md': '# Us\n', 'README.md': 'x' })
    writeFileSync(join(dir, 'archive.yaml'), 'title: Mine\n')
    const before = filesIn(dir)
    const { code, stdout, stderr } = await init(dir)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/archive\.yaml already exists/)
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
    const dir = folderWith({ notes: 'x' })
    const { code, stderr } = await init(join(dir, 'notes'))
    expect({ code, stderr }).toEqual({ code: 2, stderr: `citable: ${join(dir, 'notes')} is not a folder.\n` })
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
  const site = () =>
    folderWith({
      '_config.yml':
        'title: Notes\nurl: https://notes.example\npermalink: /:year/:month/:title/\nauthor: Ada\n',
      '_posts/2020-01-02-one.md': `---\ntitle: One\n---\n${text}`,
    })

  test('--keep-urls writes the pattern of the site, and posts are served there', async () => {
    const dir = site()
    expect(await init(dir, '--keep-urls')).toMatchObject({ code: 0 })
    expect(valuesIn(dir)).toMatchObject({ urls: '/{year}/{month}/{slug}/' })
    const { stdout } = await run(['get', '/2020/01/one/', '--dir', dir, '-H', 'Accept: text/markdown'])
    expect(stdout).toContain('canonical_url: https://notes.example/2020/01/one/')
  })

  test('--keep-urls fails if the pattern is unknown', async () => {
    const dir = folderWith({ 'posts/one.md': text })
    expect(await init(dir, '--keep-urls')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('set `urls` in archive.yaml'),
    })
  })

  test('posts whose file is their route are cited there, not where links between them lead', async () => {
    const linked = (slug: string) =>
      `---\ntitle: T\ndate: 2020-01-02\nslug: ${slug}\n---\n${text}[1](/2020/01/02/a/) [2](/2020/01/02/b/)\n`
    const dir = folderWith({
      'astro.config.mjs': '',
      'src/pages/posts/one.md': linked('a'),
      'src/pages/posts/two.md': linked('b'),
    })
    await init(dir, '--originals', 'https://notes.example')
    expect(valuesIn(dir)['oldUrls']).toEqual(['/{path}/', '/{year}/{month}/{day}/{slug}/'])
    expect(await gotFrom(dir, '/posts/a.md')).toContain('canonical_url: https://notes.example/posts/one/\n')
  })

  test('citations of Zola posts leave out the date of the file name, unless a setting keeps it', async () => {
    const files = {
      'templates/page.html': '',
      'content/blog/2020-01-02-one/index.md': text,
      'content/blog/2020/01/02-two.md': text,
    }
    const dir = folderWith({ ...files, 'config.toml': '' })
    await init(dir, '--originals', 'https://notes.example')
    expect(await gotFrom(dir, '/posts/one.md')).toContain('canonical_url: https://notes.example/blog/one/\n')
    expect(await gotFrom(dir, '/posts/two.md')).toContain('/blog/2020/01/02-two/\n')
    const { dir: dated } = await init({ ...files, 'config.toml': '[slugify]\npaths_keep_dates = true\n' })
    expect(await init(dated, '--originals', 'https://notes.example')).toMatchObject({ code: 1 })
    expect(settingsIn(dated)).toContain('# Not carried over: `slugify.paths_keep_dates`')
    expect(await gotFrom(dated, '/blog/2020-01-02-one/', '-i')).toMatch(/^location: \/posts\/one$/im)
  })

  /** A Hugo site with one post in each of these sections, and how it spells their URLs. */
  const sectioned = (permalinks: string, ...sections: readonly string[]) =>
    folderWith({
      'hugo.toml': `baseURL = "https://sea.example"\n${permalinks}\n`,
      ...Object.fromEntries(
        sections.map((section) => [
          `content/${section}/${section}-one.md`,
          `+++\ntitle = "One"\ndate = 2020-01-02\n+++\n${text}`,
        ]),
      ),
    })
  const originals = ['--originals', 'https://sea.example']

  test.each([
    ['of a section without posts', 'case-studies = "/:slug"', '/blog/blog-one/'],
    ['of the section with the posts', 'talks = "/t/:slug/"\nblog = "/:year/:slug/"', '/2020/one/'],
    ['by file name', 'blog = "/:year/:slugorfilename/"', '/2020/blog-one/'],
  ])('the pattern %s: only the posts of its section have it', async (_, patterns, path) => {
    const dir = sectioned(`[permalinks]\n${patterns}`, 'blog')
    expect(await init(dir, ...originals)).toMatchObject({ code: 0 })
    expect(await gotFrom(dir, '/posts/blog-one.md')).toContain(`canonical_url: https://sea.example${path}\n`)
  })

  test(':slug is the slug, spelled as in URLs, or else the title', async () => {
    const dir = folderWith({
      'hugo.toml': 'baseURL = "https://sea.example"\n[permalinks]\nblog = "/:year/:slug/"\n',
      'content/blog/a.md': `+++\ntitle = "One"\nslug = "My Slug"\ndate = 2020-01-02\n+++\n${text}`,
      'content/blog/b.md': `+++\ntitle = "Two Words"\ndate = 2020-01-02\n+++\n${text}`,
    })
    await init(dir, ...originals)
    expect(await gotFrom(dir, '/posts/my-slug.md')).toContain('https://sea.example/2020/my-slug/\n')
    expect(await gotFrom(dir, '/posts/b.md')).toContain('https://sea.example/2020/two-words/\n')
  })

  test('a section may be below the folder of its language', async () => {
    const dir = sectioned('[permalinks]\nblog = "/:year/:slug/"', 'english/blog')
    await init(dir, '--keep-urls')
    expect(valuesIn(dir)).toMatchObject({
      posts: 'content/english/blog/**/*.md',
      urls: '/{year}/{slug_or_title}/',
    })
  })

  test('--keep-urls writes the pattern that sections share', async () => {
    const dir = sectioned('[permalinks]\nblog = "/:year/:slug/"\nnews = "/:year/:slug/"', 'blog', 'news')
    await init(dir, '--keep-urls')
    expect(valuesIn(dir)).toMatchObject({ urls: '/{year}/{slug_or_title}/' })
  })

  test.each([
    ['--keep-urls', ['--keep-urls']],
    ['--originals', originals],
  ])(
    '%s fails if posts in different folders have different patterns, or one is unknown',
    async (_, options) => {
      const mixed = sectioned('[permalinks]\nblog = "/:year/:slug/"', 'blog', 'news')
      expect(await init(mixed, ...options)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Posts in blog, news have different URL patterns'),
      })
      expect(await init(mixed)).toMatchObject({ code: 0 })
      expect(settingsIn(mixed)).toContain('# Posts in blog, news have different URL patterns.')
      expect(valuesIn(mixed)['oldUrls']).toEqual(['/{year}/{slug_or_title}/', '/{year}/{slug}/', '/{path}/'])
      const unknown = sectioned('[permalinks]\nblog = "/:yearday/:slug/"', 'blog')
      expect(await init(unknown, ...options)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('URL pattern is unknown'),
      })
    },
  )

  const dated = (more = '') => `---\ntitle: T\ndate: 2020-01-02\ncategory: sea\n---\n${text}${more}\n`
  const twice = (address: string) => `[1](${address}) [2](${address})`
  const astro = { 'astro.config.mjs': '', 'src/content/blog/one.md': dated() }
  const docusaurus = (options: string) => ({
    'docusaurus.config.js': `export default { presets: [['classic', { ${options} }]] }`,
    'blog/2020-01-02-one.md': dated(),
  })
  const route = (params: string) => `getStaticPaths = () => posts.map((post) => ({ params: { ${params} } }))`
  for (const [what, files, line, pattern] of [
    [
      'links among posts',
      { ...astro, 'src/content/blog/two.md': dated(twice('/b/2020/one')) },
      '/b/{year}/{slug} (from 2 links among posts)',
    ],
    [
      'a route of Astro',
      {
        ...astro,
        'src/pages/blog/[...slug].astro': route('slug: post.id'),
        'src/pages/tags/[tag].astro': '',
      },
      '/{path}/ (from src/pages/blog/[...slug].astro)',
    ],
    [
      'a route with a date',
      { ...astro, 'src/pages/b/[year]/[slug].astro': route('year: y(post), slug: post.slug') },
      '/b/{year}/{slug}/ (from src/pages/b/[year]/[slug].astro)',
    ],
    [
      'a route of Next',
      { 'next.config.js': '', 'posts/one.md': dated(), 'app/(main)/blog/[slug]/page.tsx': '' },
      '/blog/{slug} (from app/(main)/blog/[slug]/page.tsx)',
    ],
    [
      'a route of SvelteKit',
      { 'posts/one.md': dated(), 'src/routes/blog/[slug]/+page.svelte': '' },
      '/blog/{slug} (from src/routes/blog/[slug]/+page.svelte)',
    ],
    [
      'its own sitemap',
      {
        'next.config.js': 'siteUrl = "https://sea.example"',
        'package.json': '{ "homepage": "https://sea.example" }',
        'posts/one.md': dated(),
        'posts/two.md': dated(),
        'public/sitemap.xml':
          '<urlset><url><loc>https://sea.example/b/one/</loc></url><url><loc>https://sea.example/b/two/</loc></url></urlset>',
      },
      '/b/{slug}/ (from 2 addresses in public/sitemap.xml)',
    ],
    [
      'the default of a generator',
      { 'hugo.toml': '', 'content/blog/one.md': dated() },
      '/{path}/ (Hugo’s default)',
    ],
    [
      'a default that no code changes',
      { '.eleventy.js': '', 'blog/one.md': dated(), 'blog/blog.11tydata.js': 'module.exports = {}' },
      '/{path}/ (Eleventy’s default)',
    ],
    [
      'code that computes them: a guess',
      {
        ...astro,
        'src/pages/b/[category]/[id].astro': route(
          'category: post.data.category, id: post.id.split("_").pop()',
        ),
      },
      'guessed: src/pages/b/[category]/[id].astro computes them; check `oldUrls`',
      '/b/{category}/{slug}/',
    ],
    [
      'a computed permalink: a guess',
      {
        '.eleventy.js': '',
        'blog/one.md': dated(),
        'blog/blog.11tydata.js': 'module.exports = { permalink: p }',
      },
      'guessed: blog/blog.11tydata.js computes them; check `oldUrls`',
      undefined,
    ],
    [
      "Docusaurus's route of the blog",
      docusaurus(
        "docs: { routeBasePath: '/' }, blog: { a(x) { return { x } },\n// routeBasePath: 'no'\nrouteBasePath: '/news/' }",
      ),
      '/news/{year}/{month}/{day}/{name} (from the site’s settings).',
      undefined,
    ],
    [
      "Docusaurus's route of the docs",
      docusaurus("docs: { routeBasePath: '/' }, blog: { path: 'blog' }"),
      '/blog/{year}/{month}/{day}/{name} (Docusaurus’s default).',
      undefined,
    ],
    [
      'a route of the blog that code computes: a guess',
      docusaurus('blog: { routeBasePath: process.env.ROUTE }'),
      'guessed: nothing in this folder shows where posts live; set `oldUrls`',
      undefined,
    ],
    [
      'a setting that is not read: a guess',
      { 'pelicanconf.py': "ARTICLE_URL = 'blog/{slug}/'\n", 'content/one.md': dated() },
      'guessed: pelicanconf.py computes them; check `oldUrls`',
      undefined,
    ],
    [
      'nothing: a guess',
      astro,
      'guessed: nothing in this folder shows where posts live; set `oldUrls`',
      undefined,
    ],
  ] as const)
    test(`init says how sure it is of them: by ${what}`, async () => {
      const isGuess = line.startsWith('guessed')
      const { dir, stdout } = await init(files)
      expect(stdout).toContain(`\nAddresses: ${line}`)
      const [first] = [valuesIn(dir)['oldUrls'] ?? pattern].flat()
      if (first !== undefined) expect(first).toBe(isGuess ? pattern : line.split(' ')[0])
      for (const option of ['--originals=https://sea.example', '--keep-urls']) {
        const { code, stderr } = await init(files, option)
        expect([option, code]).toEqual([option, isGuess ? 1 : 0])
        if (isGuess)
          expect(stderr).toMatch(
            /pattern is unknown: .* set `(?:originals` and `oldUrls|urls)` in archive\.yaml/,
          )
      }
    })

  test('a folder that was never a site has no addresses to guess', async () => {
    expect((await init({ 'posts/one.md': text })).stdout).not.toContain('Addresses')
  })

  test('--originals keeps the blog in place, and each post cites its original', async () => {
    const dir = site()
    expect(await init(dir, '--originals', 'https://notes.example')).toMatchObject({ code: 0 })
    expect(valuesIn(dir)).toMatchObject({ originals: 'https://notes.example' })
    const { stdout } = await run(['get', '/posts/one.md', '--dir', dir])
    expect(stdout).toContain('canonical_url: https://notes.example/2020/01/one/')
  })
})
