import { expect, test } from 'vitest'
import { postsOf } from '../../src/mcp/posts.ts'
import { compiled } from '../snapshot/fixture.ts'

const text = (title: string, day: string) => `---\ntitle: ${title}\ndate: ${day}\n---\n\nText.\n`

test('an id names its post, even if the URL of a newer post ends in it', async () => {
  const files = {
    'archive.yaml': 'urls: /notes/{path}\nids: "{path}"\n',
    'posts/intro.md': text('Intro', '2026-01-01'),
    'posts/a/intro.md': text('Intro of A', '2026-01-02'),
  }
  const { find } = postsOf(await compiled(files))
  expect(find('intro')?.post.entry.title).toBe('Intro')
  expect(find('/notes/a/intro')?.post.entry.title).toBe('Intro of A')
})

test('a post is found by its id, without a list of all names of all posts', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, nth) => [`posts/note-${nth}.md`, text(`Note ${nth}`, '2026-01-01')]),
  )
  const value = await compiled(files, { baseUrl: 'https://example.org/archive' })
  let reads = 0
  const posts = value.mcp.posts.map((post) => ({
    ...post,
    get twin() {
      reads++
      return post.twin
    },
  }))
  const { find } = postsOf({ ...value, mcp: { ...value.mcp, posts } })
  expect(find('note-7')?.post.entry.title).toBe('Note 7')
  expect(reads).toBe(0)
  const paths = ['/posts/note-7', '/posts/note-7.md', '/api/v1/posts/note-7.json', '/posts/note-7.csl.json']
  const namesOf = (path: string) =>
    ['', '/archive', 'https://example.org/archive'].map((before) => before + path)
  for (const name of paths.flatMap((path) => [...namesOf(path), path.split('/').at(-1) ?? '']))
    expect(find(name)?.post.entry.title, name).toBe('Note 7')
})

test.each(['/2026/{slug}/', '/blog/{slug}.html'])('with %s, an empty name finds nothing', async (urls) => {
  const files = { 'archive.yaml': `urls: ${urls}\n`, 'posts/intro.md': text('Intro', '2026-01-01') }
  const { find } = postsOf(await compiled(files, { baseUrl: 'https://example.org' }))
  for (const name of ['', ' ', '/']) expect(find(name), name).toBeUndefined()
  const path = urls.replace('{slug}', 'intro')
  for (const name of [path, path.slice(1), `https://example.org${path}`, '/posts/intro.bib', 'intro.json'])
    expect(find(name)?.post.entry.title, name).toBe('Intro')
})
