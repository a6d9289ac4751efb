import { expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readShown } from '../archive/build.ts'

const site = {
  'conf.py': 'BLOG_TITLE = "Coils"\n',
  'posts/2021/welcome.md': `<!--
.. title: Of coils: one
.. slug: coils
.. date: 2021-03-04 19:52:05 UTC
.. tags: copper, sparks
.. category: Physics
.. link:
.. description: How they are wound.
.. type: text
.. previewimage: /images/coil.png
-->

See [the other](link://slug/sparks), [its file](link://filename/posts/sparks.txt) and ![A coil](/images/coil.png).

{{% media url="https://videos.example/a" %}}
`,
  'posts/sparks.txt': `.. title: Sparks
.. slug: sparks
.. date: 2021-03-05
.. status: featured

They **jump**.
`,
  'posts/notes.txt': 'A list of mine, and no post.\n',
  'posts/hidden.md': '<!--\n.. title: Hidden\n.. date: 2021-03-06\n.. status: private\n-->\n\nText.\n',
  'posts/draft.md': '<!--\n.. title: Draft\n.. status: draft\n-->\n\nText.\n',
  'images/coil.png': 'not a picture, but a file',
  'files/a.txt': 'A file.',
}

const { value, diagnostics } = await readShown(fromMemory(site))

test('Nikola: metadata is read from .md and .txt; drafts are held back, and private posts are unlisted', () => {
  expect(diagnostics.map(({ path, line, rule }) => [path, line, rule])).toEqual([
    ['posts/2021/welcome.md', 15, 'shortcode'],
    ['posts/draft.md', 1, 'draft'],
  ])
  const posts = value?.posts ?? []
  expect(posts.map(({ id }) => id)).toEqual(['sparks', 'coils'])
  expect(value?.unlisted.posts.map(({ id }) => id)).toEqual(['hidden'])
  expect(posts[1]).toMatchObject({
    title: 'Of coils: one',
    datePublished: '2021-03-04',
    summary: 'How they are wound.',
    tags: ['copper', 'sparks', 'Physics'],
  })
  expect(posts[1]?.image?.url).toMatch(/\/images\/coil\.png$/)
  expect(posts[0]?.html).toBe('<p>They <strong>jump</strong>.</p>')
})

test('Nikola: links by slug and file work, and old URLs with and without PRETTY_URLS', () => {
  const html = value?.posts.find(({ id }) => id === 'coils')?.html ?? ''
  expect(Array.from(html.matchAll(/href="([^"]+)"/g), ([, href]) => href)).toEqual([
    '/posts/sparks',
    '/posts/sparks',
  ])
  for (const old of ['/posts/2021/coils/', '/posts/2021/coils.html'])
    expect(value?.redirects.get(old), old).toBe('/posts/coils')
})
