import { describe, expect, test } from 'vitest'
import { memory } from '../../src/compile.ts'
import { readShown } from '../archive/build.ts'

async function read(files: Record<string, string>) {
  const { value, diagnostics } = await readShown(memory(files))
  return {
    posts: value?.posts ?? [],
    told: diagnostics.map(({ rule, line, column }) => ({ rule, line, column })),
  }
}
const one = async (text: string) => {
  const { posts, told } = await read({ 'posts/a.md': text })
  return { post: posts[0], told }
}

describe('Pelican’s metadata lines', () => {
  test('can have two colons (Logseq)', async () => {
    const { post, told } = await one('title:: Of tides\ntags:: moon, water\n\nThe text.\n')
    expect(told).toEqual([])
    expect(post).toMatchObject({ title: 'Of tides', tags: ['moon', 'water'] })
  })

  test('are front matter up to the first empty line', async () => {
    const { post, told } = await one(
      'Title: Of tides: one\nDate: 2010-12-03 10:20\nCategory: Sea\nTags: moon, water\nAuthors: Ada Lovelace, Charles Babbage\nSummary: One sentence\n    in two lines.\n\nThe text.\n\nNote: this is text.\n',
    )
    expect(told).toEqual([])
    expect(post).toMatchObject({
      title: 'Of tides: one',
      datePublished: '2010-12-03',
      summary: 'One sentence in two lines.',
      tags: ['moon', 'water', 'Sea'],
      authors: [{ name: 'Ada Lovelace' }, { name: 'Charles Babbage' }],
    })
    expect(post?.html).toBe('<p>The text.</p>\n<p>Note: this is text.</p>')
  })

  test('can be the whole file', async () => {
    const { posts } = await read({ 'posts/b.md': 'Text.', 'posts/a.md': 'Title: A\nDate: 2010-12-03' })
    expect(posts.map(({ title }) => title)).toEqual(['B'])
  })

  test.each([
    ['.. title: Of tides\n.. date: 2010-12-03 10:20\n.. tags: moon, water\n\nThe text.\n'],
    ['<!--\n.. title: Of tides\n.. date: 2010-12-03 10:20\n.. tags: moon, water\n-->\n\nThe text.\n'],
    ['\n<!-- .. title: Of tides\n   .. date: 2010-12-03 10:20\n   .. tags: moon, water -->\nThe text.\n'],
  ])('can be reStructuredText or HTML comments: %j', async (text) => {
    const { post, told } = await one(text)
    expect(told).toEqual([])
    expect(post).toMatchObject({
      title: 'Of tides',
      datePublished: '2010-12-03',
      tags: ['moon', 'water'],
      html: '<p>The text.</p>',
    })
  })

  test.each(['.. image:: a.png\n\nText.\n', '<!-- a comment: of HTML -->\n\nText.\n'])(
    'other comments are not metadata: %j',
    async (text) => {
      const { post } = await one(text)
      expect(post?.html).toContain('Text.')
      expect(post?.title).toBe('A')
    },
  )

  test('have the position of the key', async () => {
    const { told } = await one('<!--\n.. title: A\n.. date: someday\n-->\nText.\n')
    expect(told).toEqual([{ rule: 'bad-date', line: 3, column: 10 }])
  })

  test('report an invalid value at its position', async () => {
    const { told } = await one('Title: A\nDate: someday\n\nText.\n')
    expect(told).toEqual([{ rule: 'bad-date', line: 2, column: 7 }])
  })

  test.each([
    'Title: a word that the text begins with.\n\nText.\n',
    'Title: a word that the text begins with,\nand goes on.\n',
  ])('are no text that only looks similar: %j', async (text) => {
    const { post } = await one(text)
    expect(post?.html).toContain('Title: a word')
  })
})

test('resolves Pelican’s link placeholders', async () => {
  const post = (body: string) => `Title: A\nDate: 2010-12-03\n\n${body}\n`
  const { posts, told } = await read({
    'pelicanconf.py': "SITENAME = 'A'\n",
    'content/sea/a.md': post(
      '[b]({filename}../b.md) [b]({filename}/b.md) [old](|filename|/b.md) [c]({static}/c.txt)',
    ),
    'content/b.md': post('Text.'),
    'content/c.txt': 'A file.',
    'content/pages/about.md': 'Title: About\nStatus: hidden\n\nText.\n',
  })
  expect(told).toEqual([])
  const html = posts.find(({ id }) => id === 'a')?.html ?? ''
  expect(Array.from(html.matchAll(/href="([^"]+)"/g), ([, href]) => href)).toEqual([
    '/posts/b',
    '/posts/b',
    '/posts/b',
    expect.stringMatching(/c\.txt$/),
  ])
})

test('a post with draft status is not published', async () => {
  const { posts } = await read({
    'posts/a.md': '---\ntitle: A\nstatus: Draft\n---\nText.\n',
    'posts/b.md': '---\ntitle: B\nstatus: published\n---\nText.\n',
    'posts/c.md': '---\ntitle: C\ndate: { created: 2020-01-02, updated: 2020-02-03 }\n---\nText.\n',
  })
  expect(posts.map(({ title, datePublished, dateModified }) => [title, datePublished, dateModified])).toEqual(
    [
      ['C', '2020-01-02', '2020-02-03T00:00:00Z'],
      ['B', null, null],
    ],
  )
})
