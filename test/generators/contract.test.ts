import { describe, expect, test } from 'vitest'
import { bareNumbers, identityOf } from '../../src/archive/identity.ts'
import { draftPath, draftText } from '../../src/cli/commands/new.ts'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { layoutOf } from '../../src/content/layout.ts'
import { readContent } from '../../src/content/read.ts'
import { detectGenerator, generators } from '../../src/generators/registry.ts'
import { sites } from './sites.ts'

const draft = { title: 'Of tides', day: '2026-05-04', name: 'of-tides', series: undefined, number: 1 }

const known = sites.map(({ generator }) => generator)

describe.each(sites)('$title', ({ name, generator, site, paths }) => {
  const { files, posts, markdown, address } = site
  const options = { generators: known.filter((one) => !generators.includes(one)) }

  test('is told by its files, and its posts are found', () => {
    expect(detectGenerator(paths, known)).toBe(generator)
    expect(layoutOf(paths, {}, known).posts.map(({ path }) => path)).toEqual(Object.keys(posts))
  })

  test('its syntax becomes markdown, and its address leads to the post', async () => {
    const empty = Object.fromEntries(files.map((path) => [path, '']))
    const source = fromMemory({ ...empty, ...posts })
    const { value } = await readArchive(source, { ...options, baseUrl: 'https://example.org' })
    const path = value?.redirects.get(address) ?? address
    expect(value?.posts.find((post) => post.path === path)?.markdown.trim()).toBe(markdown)
  })

  test('the first post from `citable new` is found as a draft', async () => {
    const rest = files.filter((path) => !/\.(?:md|mdx|qmd|markdown|txt)$/.test(path))
    const settings = { 'archive.yaml': `generator: ${name}\n` }
    const folder = { ...Object.fromEntries(rest.map((path) => [path, ''])), ...settings }
    const content = await readContent(fromMemory(folder), options)
    const path = draftPath(undefined, draft, content)
    const text = draftText([], { ...draft, path }, content)
    const source = fromMemory({ ...folder, [path]: `${text}Text.\n` })
    expect((await readContent(source, options)).drafts, text).toEqual(new Set([path]))
    const shown = await readContent(source, { ...options, withDrafts: true })
    expect(shown.diagnostics).toEqual([])
    expect(shown.posts.map((post) => identityOf(post, shown))).toMatchObject([
      { id: 'of-tides', published: draft.day },
    ])
    expect(shown.posts[0]?.facts.title?.text).toBe('Of tides')
  })

  test('its addresses only have known placeholders', async () => {
    const content = await readContent(fromMemory({ 'posts/one.md': 'Text.' }))
    const parts = content.posts.flatMap((post) => Object.keys(identityOf(post, content).parts))
    for (const [, part] of (generator.addresses.posts ?? []).join().matchAll(/\{(\w+)\}/g))
      expect([...parts, ...Object.keys(bareNumbers)]).toContain(part)
  })
})
