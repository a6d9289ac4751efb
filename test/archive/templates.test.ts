import { describe, expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'

const read = (files: Readonly<Record<string, string>>) =>
  readArchive(fromMemory(files), { baseUrl: 'https://archive.example' })
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
      'other-files: 1',
      'other-files: 1',
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
      { rule: 'other-files', path: 'notes.md' },
      { rule: 'other-files', path: 'older.html' },
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
    expect(found).toEqual({ posts: ['one'], pages: [], rules: ['list-page', 'list-page'] })
  })

  test('empty posts, indexes of dated posts, and files without date and title among dated ones', async () => {
    const files = {
      '2020-01-01-a.md': 'Text.',
      '2020-01-02-b.md': '![](b.png)',
      '2020-01-03-c.md': '{{ video }}',
      '2020-01-04-d.md': '---\ntitle: Empty\n---\n \n',
      'index.md': '---\ntitle: Blog\n---\nWelcome.\n',
      'list.md': '---\nlayout: list\n---\n{% for a in b %}{% endfor %}\n',
      'ideas.md': 'A list of ideas.\n',
      'misspelt.md': '---\nditle: One\n---\nText.\n',
      'named.md': '---\ntitle: Named\n---\nText.\n',
      'headed.md': '<!-- a --><!-- b -->\n# Headed\n\nText.\n',
      'b.png': 'x',
    }
    const inBlog = Object.fromEntries(Object.entries(files).map(([path, text]) => [`blog/${path}`, text]))
    const ids = ['c', 'b', 'a', 'named', 'headed']
    const dated = Object.fromEntries(
      Array.from({ length: 40 }, (_, nth) => [`blog/2019-01-02-x${nth}.md`, 'Text.']),
    )
    const settings = 'posts: [blog/**/*.md]\nrules: { missing-alt: off, shortcode: off, empty-body: off }\n'
    const { posts = [], rules } = await idsOf({ ...inBlog, ...dated, 'archive.yaml': settings })
    expect(posts.filter((id) => !/^x\d+$/.test(id))).toEqual(ids)
    expect(rules.filter((rule) => rule !== 'missing-author')).toEqual([
      ...['no-text', 'untitled', 'list-page', 'list-page', 'untitled', 'unknown-key'],
    ])
    const kept = settings.replace('blog/**/*.md', 'blog/**/*.md, blog/ideas.md, blog/index.md')
    expect((await idsOf({ ...inBlog, ...dated, 'archive.yaml': kept })).posts).toEqual(
      expect.arrayContaining(['ideas', 'index']),
    )
  })

  test.each([
    ...[
      '***',
      '<!-- to do -->',
      '<!-- a -->\n\n{/* b */}\n',
      '%% to do\n\nb %%',
      '{# to do #}',
      '# A title',
      '&nbsp;\n\n<br>',
    ],
    ...[
      '[a]: /b',
      '{% comment %}to do{% endcomment %}',
      '<meta http-equiv="refresh" content="0; url=/b">',
      '- \n- ',
    ],
  ])('a body that shows nothing is none: %j', async (body) => {
    expect(await idsOf({ 'posts/a.md': post(body), 'posts/b.md': post('Text.') })).toMatchObject({
      posts: ['b'],
      rules: ['no-text'],
    })
  })

  test.each([
    ...[
      '5',
      '…',
      '[a](/b)',
      '`<!-- a -->`',
      '```\n# a\n```',
      '![](b.png)',
      '{{< video a >}}',
      '<iframe src="/b"></iframe>',
    ],
    ...['<!-- a --> b', '%% a %% b', '## A section', '# A title\n\n> b'],
  ])('a body that shows something is one: %j', async (body) => {
    const files = { 'posts/a.md': post(body), 'posts/b.md': post('Text.'), 'posts/b.png': 'x' }
    expect((await idsOf(files)).posts).toEqual(['b', 'a'])
  })

  test('pages that only lead to another redirect to it', async () => {
    const stub = (target: string, more = '') => `---\n${more}redirect_to: ${target}\n---\n`
    const { value, diagnostics } = await read({
      '_config.yml': '',
      '_posts/2020-01-02-one.md': post('Text, [old](2020-01-04-moved.md).'),
      '_posts/2020-01-03-local.md': stub('/2020/01/02/one.html'),
      '_posts/2020-01-04-moved.md': stub('"../03/local.html#there"', 'aliases: /2020/01/04/was-here/\n'),
      '_posts/2020-01-05-own.md': stub('https://archive.example/posts/one'),
      '_posts/2020-01-06-other.md': stub('[https://other.example/posts/one]'),
      '_posts/2020-01-07-lost.md': stub('/nowhere'),
      '_posts/2020-01-08-text.md': `${stub('/posts/one')}Text of its own.\n`,
    })
    expect(value?.posts.map(({ id }) => id)).toEqual(['text', 'one'])
    const leading = ['/posts/local', '/2020/01/03/local.html', '/posts/moved', '/2020/01/04/was-here/']
    for (const path of [...leading, '/posts/own']) expect(value?.redirects.get(path), path).toBe('/posts/one')
    for (const path of ['/posts/other', '/posts/lost']) expect(value?.redirects.get(path)).toBeUndefined()
    expect(value?.posts.at(-1)?.markdown).toContain('[old](https://archive.example/posts/one)')
    expect(
      diagnostics
        .filter(({ rule }) => !['missing-author', 'assumed-time-zone'].includes(rule))
        .map(({ path, rule }) => `${path.slice(18)} ${rule}`),
    ).toEqual([
      ...['local.md redirect', 'moved.md redirect', 'own.md redirect', 'other.md redirect'],
      ...['lost.md redirect', 'lost.md dead-link'],
    ])
  })
})
