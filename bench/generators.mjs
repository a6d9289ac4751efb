import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cli } from './processes.mjs'

/**
 * @typedef {object} Generator Each has a folder of its own with the same posts, and what its documentation has a new blog begin with.
 * @property {string} name
 * @property {string} makes What a build of it writes, for the table.
 * @property {string | undefined} version Undefined if it is not installed.
 * @property {Record<string, string>} files Of the site, besides the posts.
 * @property {string} posts Where they are.
 * @property {readonly string[]} build
 * @property {readonly string[]} written Folders that a build writes, caches among them.
 * @property {true} [again] Built again, after one post has changed, with all that earlier builds wrote.
 * @property {((port: number) => readonly string[]) | undefined} watch Serves, and builds again what changes.
 * @property {(id: string) => string} page The address of a post's page, and of the file that a build writes for it.
 * @property {(id: string) => string} file
 */

const peers = join(tmpdir(), 'citable-bench-generators')
/** Astro 6 and later want a later Node. */
const astroVersion = Number(process.versions.node.split('.')[0]) < 22 ? '5.18.2' : '7.3.5'
const packages = {
  '@11ty/eleventy': '3.1.2',
  '@11ty/eleventy-plugin-rss': '3.0.0',
  '@11ty/eleventy-plugin-syntaxhighlight': '5.0.2',
  astro: astroVersion,
  '@astrojs/rss': '4.0.19',
  '@astrojs/sitemap': '3.7.4',
}

/** From npm, once for all runs. Hugo is the system's. */
export function install() {
  const manifest = join(peers, 'package.json')
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: packages })
  if (existsSync(join(peers, 'node_modules')) && readFileSync(manifest, 'utf8') === wanted) return
  mkdirSync(peers, { recursive: true })
  writeFileSync(manifest, wanted)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: peers, stdio: 'inherit' })
}

/** Lays out the site of a generator; gives its folder. @param {Generator} generator @param {string} posts @param {string} dir */
export function layOut({ files, posts: to }, posts, dir) {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  cpSync(posts, join(dir, to), { recursive: true })
  if (to !== 'archive/posts') symlinkSync(join(peers, 'node_modules'), join(dir, 'node_modules'))
}

const title = 'The Bench Review'
const description = 'Generated posts of about a thousand words, to measure with.'
const site = 'https://bench.example.net'
const bin = (/** @type {string} */ path) => [process.execPath, join(peers, 'node_modules', path)]
const eleventy = bin('@11ty/eleventy/cmd.cjs')
const astro = bin('astro/astro.js')

/** @returns {Generator[]} */
export function generators() {
  const ours = {
    version: /** @type {string} */ (
      JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
    ),
    files: {
      'archive/archive.yaml': `title: ${title}\ndescription: ${description}\nauthor:\n  name: Bea Bench\nbaseUrl: ${site}\nidPattern: '^week-\\d{5}$'\n`,
    },
    posts: 'archive/posts',
    written: ['out', '.cache'],
    page: (/** @type {string} */ id) => `/posts/${id}`,
    file: (/** @type {string} */ id) => `out/posts/${id}.html`,
  }
  const ofEleventy = {
    version: packages['@11ty/eleventy'],
    posts: 'content/posts',
    written: ['out'],
    page: (/** @type {string} */ id) => `/posts/${id}/`,
    file: (/** @type {string} */ id) => `out/posts/${id}/index.html`,
  }
  return [
    {
      ...ours,
      name: 'Citable',
      makes: 'pages, markdown, JSON, citations, feeds',
      build: [process.execPath, cli, 'build', 'archive', '--out', 'out', '--cache-dir', '.cache'],
      watch: (port) => [process.execPath, cli, 'dev', 'archive', '--port', String(port)],
    },
    {
      ...ours,
      name: 'Citable, again, one post changed',
      makes: 'what has changed',
      build: [process.execPath, cli, 'build', 'archive', '--out', 'out', '--cache-dir', '.cache'],
      again: true,
      watch: undefined,
    },
    {
      ...ours,
      name: 'Citable, `--compress`',
      makes: 'the same, each text in br and gzip too',
      build: [
        process.execPath,
        cli,
        'build',
        'archive',
        '--out',
        'out',
        '--cache-dir',
        '.cache',
        '--compress',
      ],
      watch: undefined,
    },
    {
      ...ofEleventy,
      name: 'Eleventy, markdown alone',
      makes: 'the HTML of the posts, without a page around it',
      files: {
        'eleventy.config.mjs':
          "export default () => ({ markdownTemplateEngine: false, templateFormats: ['md'], dir: { input: 'content', output: 'out' } })\n",
      },
      build: [...eleventy, '--quiet'],
      watch: undefined,
    },
    {
      ...ofEleventy,
      name: 'Eleventy',
      makes: 'pages, a feed; its plugins for feeds and highlighting',
      files: {
        'eleventy.config.mjs': `import { feedPlugin } from '@11ty/eleventy-plugin-rss'
import highlight from '@11ty/eleventy-plugin-syntaxhighlight'
export default (config) => {
  config.addPlugin(highlight)
  config.addPlugin(feedPlugin, { collection: { name: 'posts', limit: 20 }, metadata: { language: 'en', title: '${title}', base: '${site}/', author: { name: 'Bea Bench' } } })
  return { dir: { input: 'content', output: 'out' } }
}
`,
        'content/posts/posts.json': JSON.stringify({ layout: 'post.njk', tags: ['posts'] }),
        'content/_includes/post.njk': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title><meta name="description" content="{{ summary }}"></head>
<body><article><h1>{{ title }}</h1><ul>{% for tag in tags %}<li>{{ tag }}</li>{% endfor %}</ul>{{ content | safe }}</article></body></html>\n`,
        'content/index.njk': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><ul>{% for post in collections.posts %}<li><a href="{{ post.url }}">{{ post.data.title }}</a></li>{% endfor %}</ul></body></html>\n`,
      },
      build: [...eleventy, '--quiet'],
      watch: (port) => [...eleventy, '--quiet', '--serve', `--port=${port}`],
    },
    {
      name: 'Astro',
      makes: 'pages, a feed, a site map; highlighting is part of it',
      version: astroVersion,
      files: {
        'package.json': '{ "type": "module" }\n',
        'astro.config.mjs': `import sitemap from '@astrojs/sitemap'
export default { site: '${site}', outDir: 'out', cacheDir: '.cache', integrations: [sitemap()], devToolbar: { enabled: false } }
`,
        'src/content.config.mjs': `import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
export const collections = { posts: defineCollection({ loader: glob({ pattern: '*.md', base: './posts' }) }) }
`,
        'src/pages/posts/[id].astro': `---
import { getCollection, render } from 'astro:content'
export async function getStaticPaths() {
  return (await getCollection('posts')).map((post) => ({ params: { id: post.id }, props: { post } }))
}
const { post } = Astro.props
const { Content } = await render(post)
---
<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{post.data.title}</title><meta name="description" content={post.data.summary}></head>
<body><article><h1>{post.data.title}</h1><ul>{post.data.tags.map((tag) => <li>{tag}</li>)}</ul><Content /></article></body></html>
`,
        'src/pages/index.astro': `---
import { getCollection } from 'astro:content'
const posts = await getCollection('posts')
---
<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><ul>{posts.map((post) => <li><a href={\`/posts/\${post.id}/\`}>{post.data.title}</a></li>)}</ul></body></html>
`,
        'src/pages/rss.xml.js': `import rss from '@astrojs/rss'
import { getCollection } from 'astro:content'
export async function GET(context) {
  const posts = (await getCollection('posts')).slice(-20)
  return rss({ title: '${title}', description: '${description}', site: context.site,
    items: posts.map((post) => ({ title: post.data.title, pubDate: post.data.published, link: \`/posts/\${post.id}/\`, content: post.rendered.html })) })
}
`,
      },
      posts: 'posts',
      build: [...astro, 'build', '--silent'],
      written: ['out', '.cache', '.astro'],
      watch: (port) => [...astro, 'dev', '--silent', '--host', '127.0.0.1', '--port', String(port)],
      page: (id) => `/posts/${id}/`,
      file: (id) => `out/posts/${id}/index.html`,
    },
    {
      name: 'Hugo',
      makes: 'pages, a feed of each tag, a site map; highlighting is part of it. Not JavaScript',
      version: hugoVersion(),
      files: {
        'hugo.toml': `baseURL = '${site}/'\ntitle = '${title}'\n[services.rss]\nlimit = 20\n`,
        'layouts/_default/single.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title><meta name="description" content="{{ .Summary }}"></head>
<body><article><h1>{{ .Title }}</h1><ul>{{ range .Params.tags }}<li>{{ . }}</li>{{ end }}</ul>{{ .Content }}</article></body></html>\n`,
        'layouts/_default/list.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title></head>
<body><ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul></body></html>\n`,
      },
      posts: 'content/posts',
      build: ['hugo', '--quiet', '--destination', 'out'],
      written: ['out', 'resources', '.hugo_build.lock'],
      watch: (port) => [
        'hugo',
        'server',
        '--bind',
        '127.0.0.1',
        '--port',
        String(port),
        '--disableLiveReload',
      ],
      page: (id) => `/posts/${id}/`,
      file: (id) => `out/posts/${id}/index.html`,
    },
  ]
}

function hugoVersion() {
  try {
    return /v([\d.]+)/.exec(execFileSync('hugo', ['version'], { encoding: 'utf8' }))?.[1]
  } catch {
    return undefined
  }
}
