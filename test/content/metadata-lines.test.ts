import { describe, expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readShown } from '../archive/build.ts'

async function read(files: Record<string, string>) {
  const { value, diagnostics } = await readShown(fromMemory(files))
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
    const { post, told } = await one(`Title: Of tides: one
Date: 2010-12-03 10:20
Category: Sea
Tags: moon, water
Authors: Ada Lovelace, Charles Babbage
Summary: One sentence
    in two lines.

The text.

Note: this is text.
`)
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

  test.each([
    ['<!--\n.. title: A\n.. date: someday\n-->\nText.\n', 3, 10],
    ['Title: A\nDate: someday\n\nText.\n', 2, 7],
  ])('report an invalid value at its position: %j', async (text, line, column) => {
    expect((await one(text)).told).toEqual([{ rule: 'bad-date', line, column }])
  })

  test.each([
    ['Title: a word that the text begins with.\n\nText.\n', 'Title: a word'],
    ['Title: a word that the text begins with,\nand goes on.\n', 'Title: a word'],
    ['.. image:: a.png\n\nText.\n', 'Text.'],
    ['<!-- a comment: of HTML -->\n\nText.\n', 'Text.'],
  ])('are no text or comment that only looks similar: %j', async (text, shown) => {
    expect((await one(text)).post).toMatchObject({ title: 'A', html: expect.stringContaining(shown) })
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
  const hrefs = Array.from(html.matchAll(/href="([^"]+)"/g), ([, href]) => href)
  expect(hrefs).toEqual(['/posts/b', '/posts/b', '/posts/b', expect.stringMatching(/c\.txt$/)])
})

test('a post with draft status is not published', async () => {
  const { posts } = await read({
    'posts/a.md': '---\ntitle: A\nstatus: Draft\n---\nText.\n',
    'posts/b.md': '---\ntitle: B\nstatus: published\n---\nText.\n',
    'posts/c.md': '---\ntitle: C\ndate: { created: 2020-01-02, updated: 2020-02-03 }\n---\nText.\n',
  })
  expect(posts).toMatchObject([
    { title: 'C', datePublished: '2020-01-02', dateModified: '2020-02-03T00:00:00Z' },
    { title: 'B', datePublished: null, dateModified: null },
  ])
})
