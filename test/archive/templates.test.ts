import { describe, expect, test } from 'vitest'
import { memory, readArchive } from '../../src/compile.ts'

const read = (files: Readonly<Record<string, string>>) =>
  readArchive(memory(files), { baseUrl: 'https://archive.example' })
const post = (body: string) => `---\ntitle: One\ndate: 2020-01-02\n---\n\n${body}\n`
const template = '---\nlayout: null\n---\n{% for post in site.posts %}{{ post.title }}{% endfor %}\n'

describe('site sources are not published as files', () => {
  const site = {
    '_config.yml': '',
    'tags.xml': template,
    'older.html': template,
    'names/näher.json': template,
    'notes.md': '---\ntitle: Not for publishing\n---\n\nSecret.\n',
    'plain.html': '<p>As it is.</p>',
    'rules.txt': 'Text\n---\nMore.\n',
    'compose.yml': '---\na: 1\n---\nb: 2\n',
  }
  const links = '[a](/tags.xml) [b](/older.html) [c](/names/n%C3%A4her.json) [d](/notes.md) [e](/plain.html)'

  test('files with front matter are not published, other files are', async () => {
    const body = `${links} [f](/rules.txt) [g](/compose.yml)`
    const { value, diagnostics } = await read({ ...site, '_posts/2020-01-02-one.md': post(body) })
    expect(value?.assets.map(({ path }) => path)).toEqual(['/compose.yml', '/plain.html', '/rules.txt'])
    expect(diagnostics.map(({ rule, message }) => `${rule}: ${message.split(' ')[0]}`)).toEqual([
      'outside-link: /tags.xml',
      'outside-link: /older.html',
      'outside-link: /names/n%C3%A4her.json',
      'outside-link: /notes.md',
    ])
  })

  test('a relative link to one is reported with a hint', async () => {
    const { value, diagnostics } = await read({
      ...site,
      '_posts/2020-01-02-one.md': post('[d](../notes.md)'),
    })
    expect(value?.assets).toEqual([])
    expect(diagnostics).toMatchObject([
      { rule: 'dead-link', line: 6, column: 5, hint: expect.stringContaining('notes.md is a template') },
    ])
  })
})

describe('files without text are neither posts nor pages', () => {
  const idsOf = async (files: Readonly<Record<string, string>>) => {
    const { value, diagnostics } = await read(files)
    return {
      posts: value?.posts.map(({ id }) => id),
      pages: value?.pages.map(({ path }) => path),
      rules: diagnostics.map(({ rule }) => rule),
    }
  }

  test('pages filled by a layout', async () => {
    const found = await idsOf({
      '_config.yml': '',
      '_posts/2020-01-02-one.md': post('Text.'),
      '_pages/tags.md': '---\nlayout: tags\ntitle: Tags\n---\n',
      '_pages/years.md': `---\nlayout: page\n---\n# All posts\n\n<!-- by year -->\n<ul>{% for p in site.posts %}<li><a href="{{ p.url }}">{{ p.title }}</a>{% endfor %}</ul>\n`,
      '_pages/portrait.md': '---\ntitle: Portrait\n---\n<img src="/me.png" alt="">\n',
      '_pages/team.md': '---\ntitle: Team\n---\nWe.\n',
      'me.png': 'x',
    })
    expect(found.pages).toEqual(['/portrait', '/team'])
  })

  test('the index of a section, and pages among posts', async () => {
    const found = await idsOf({
      'hugo.toml': '',
      'content/blog/index.md': '---\ntitle: Blog\n---\n',
      'content/blog/search.md': '---\ntitle: Search\nlayout: search\n---\n',
      'content/blog/one.md': post('Text.'),
    })
    expect(found).toEqual({ posts: ['one'], pages: [], rules: [] })
  })

  test('a dated post is published, and so is an index with text', async () => {
    const found = await idsOf({
      'content/blog/index.md': '---\ntitle: Blog\n---\nWelcome.\n',
      'content/blog/one.md': post(''),
      'archive.yaml': 'posts: content/blog/**/*.md\n',
    })
    expect(found).toEqual({ posts: ['one', 'index'], pages: [], rules: ['empty-body'] })
  })
})
