import { expect, test } from 'vitest'
import { compile, fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { readContent } from '../../src/content/read.ts'
import { answering } from '../answering.ts'
import { build, post } from './build.ts'

const plainFacts = { method: 'GET', accept: undefined, acceptEncoding: 'identity' }

/** Responses of a server with these files, as text. */
async function answers(files: Readonly<Record<string, string>>) {
  const { value } = await compile(fromMemory(files), {
    baseUrl: 'https://example.org',
    encodings: ['identity'],
  })
  if (!value) throw new Error('not compiled')
  const handler = answering(value)
  const get = (target: string) => {
    const { status, headers, body } = handler({ ...plainFacts, target } as Parameters<typeof handler>[0])
    return { status, headers: headers.join('\n'), text: new TextDecoder().decode(body ?? new Uint8Array()) }
  }
  return { get, paths: [...value.resources.keys()], search: value.mcp.search }
}

const files = {
  'posts/week-01.md': post('First.', 'published: 2026-01-05\ntags: [tides]\n'),
  'posts/week-02.md': post(
    'Of the xylophone.',
    'published: 2026-01-12\ntags: [tides, secrets]\nunlisted: true\n',
  ).replace('A title', 'Nobody is told'),
  'posts/week-03.md': post('Third.', 'published: 2026-01-19\ntags: [tides]\n'),
  'pages/offer.md': '---\ntitle: An offer\nunlisted: true\n---\n\nFor one reader.\n',
}

test('an unlisted post is published at its URL, in every form', async () => {
  const { get } = await answers(files)
  for (const path of [
    '/posts/week-02',
    '/posts/week-02.md',
    '/api/v1/posts/week-02.json',
    '/posts/week-02.bib',
  ])
    expect(get(path), path).toMatchObject({ status: 200, text: expect.stringContaining('Nobody is told') })
  expect(get('/offer').status).toBe(200)
})

test('no other resource mentions an unlisted post', async () => {
  const { get, paths, search } = await answers(files)
  const others = paths.filter((path) => !/week-02|\/offer/.test(path))
  expect(others).toEqual(
    expect.arrayContaining([
      ...['/', '/feed.xml', '/llms.txt', '/api/v1/posts.json', '/search/titles.json', '/sitemap.xml'],
    ]),
  )
  for (const path of others) {
    const { text, headers } = get(path)
    expect(text + headers, path).not.toMatch(/week-02|Nobody is told|secrets|An offer|\/offer/)
  }
  expect(new TextDecoder().decode(search)).not.toContain('xylophone')
  expect(JSON.parse(get('/api/v1/stats.json').text)).toMatchObject({ totalPosts: 2, tags: ['tides'] })
})

test('a mistyped URL does not suggest an unlisted post', async () => {
  const { get } = await answers(files)
  expect(get('/posts/week-2').text).not.toContain('week-02')
  expect(get('/offr').text, 'a page').not.toContain('/offer')
  const moved = await answers({ ...files, 'archive.yaml': 'urls: /{slug}/\n' })
  expect(moved.get('/week-02/').status).toBe(200)
  expect(moved.get('/week-2/').text, 'where posts live elsewhere').not.toContain('week-02')
})

test('the page of an unlisted post links to no list, and asks crawlers not to index it', async () => {
  const { get } = await answers(files)
  const { text, headers } = get('/posts/week-02')
  expect(text).toContain('<meta name="robots" content="noindex">')
  expect(text + headers).not.toMatch(/\/tags\/secrets|\/series\/research|week-0[13]/)
  expect(get('/posts/week-01').text).not.toContain('noindex')
})

test('every form of an unlisted post or page asks crawlers not to index it, and no other does', async () => {
  const { get, paths } = await answers(files)
  const hidden = paths.filter((path) => /week-02|\/offer/.test(path))
  expect(hidden).toEqual(
    expect.arrayContaining(['/offer', '/offer.md', '/posts/week-02.md', '/posts/week-02.bib']),
  )
  const asks = (path: string) => /^X-Robots-Tag\nnoindex$/m.test(get(path).headers)
  expect(paths.filter(asks).sort()).toEqual(hidden.sort())
  const hasElement = (path: string) => get(path).text.includes('<meta name="robots" content="noindex">')
  expect(paths.filter((path) => !path.endsWith('.md') && hasElement(path)).sort()).toEqual([
    '/offer',
    '/posts/week-02',
  ])
})

test('an unlisted post uses up no series number', async () => {
  const { posts, unlisted } = await build(files)
  expect(posts.map(({ seriesNumber }) => seriesNumber)).toEqual([2, 1])
  expect(unlisted.posts.map(({ seriesNumber }) => seriesNumber)).toEqual([2])
})

test.each([
  ['Hugo', { 'hugo.toml': '' }, 'content/posts/a.md', 'build: { list: never }'],
  ['Hugo, as it was', { 'hugo.toml': '' }, 'content/posts/a.md', '_build: { list: false }'],
  ['Eleventy', { 'eleventy.config.js': '' }, 'content/blog/a.md', 'eleventyExcludeFromCollections: true'],
  ['Pelican', { 'pelicanconf.py': '' }, 'content/a.md', 'status: hidden'],
  ['Docusaurus', { 'docusaurus.config.js': '' }, 'blog/a.md', 'unlisted: true'],
  ['Jekyll', { '_config.yml': '' }, '_posts/2020-01-02-a.md', 'hidden: true'],
  ['a plain folder', {}, 'posts/a.md', 'unlisted: yes'],
])('%s: a post can be unlisted', async (_, site, path, line) => {
  const other = {
    [path.replace('a.md', 'b.md')]: '---\nunlisted: false\nbuild: { list: always }\n---\n\nText.\n',
  }
  const { posts, unlisted } = await build({ ...site, ...other, [path]: `---\n${line}\n---\n\nText.\n` })
  expect([posts, unlisted.posts].map((all) => all.map(({ id }) => id))).toEqual([['b'], ['a']])
})

test.each([
  ['Hugo', { 'hugo.toml': '' }, 'content/posts/a.md', 'build: { render: never }'],
  ['Hugo, with a link only', { 'hugo.toml': '' }, 'content/posts/a.md', 'build: { render: link }'],
  ['Hugo, as it was', { 'hugo.toml': '' }, 'content/posts/a.md', '_build: { render: false }'],
  ['Eleventy', { 'eleventy.config.js': '' }, 'content/blog/a.md', 'permalink: false'],
  ['Pelican', { 'pelicanconf.py': '' }, 'content/a.md', 'status: private'],
  ['a plain folder', {}, 'posts/a.md', 'status: private'],
  ['a plain folder, before review', {}, 'posts/a.md', 'status: pending'],
])('%s: a post that the site holds back is a draft', async (_, site, path, line) => {
  const shown = 'build: { render: always }\nstatus: published'
  const other = { [path.replace('a.md', 'b.md')]: `---\n${shown}\npermalink: /b/\n---\n\nText.\n` }
  const { posts, drafts } = await readContent(
    fromMemory({ ...site, ...other, [path]: `---\n${line}\n---\n\nText.\n` }),
  )
  expect(posts.map(({ file }) => file.path)).toEqual(Object.keys(other))
  expect([...drafts]).toEqual([path])
})

test('the permalink of other generators holds nothing back', async () => {
  const { posts } = await build({
    '_config.yml': '',
    '_posts/2020-01-02-a.md': '---\npermalink: false\n---\n\nText.\n',
  })
  expect(posts.map(({ id }) => id)).toEqual(['a'])
})

test('an archive with only unlisted posts is not published', async () => {
  const { diagnostics } = await compile(fromMemory({ 'posts/a.md': '---\nunlisted: true\n---\n\nText.\n' }))
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['no-posts'])
})

test('an unlisted post may have the number of another post in its series', async () => {
  const numbered = (more: string) => post('Text.', `seriesNumber: 1\n${more}`)
  const rules = async (unlisted: string) => {
    const posts = { 'posts/one.md': numbered(''), 'posts/two.md': numbered(unlisted) }
    const { diagnostics } = await readArchive(fromMemory(posts), { baseUrl: 'https://example.org' })
    return diagnostics.map(({ rule }) => rule)
  }
  expect(await rules('unlisted: true\n')).not.toContain('duplicate-series-number')
  expect(await rules('')).toContain('duplicate-series-number')
})
