import { describe, expect, test } from 'vitest'
import { bareNumbers, identityOf } from '../../src/archive/identity.ts'
import { draftPath, draftText } from '../../src/cli/draft.ts'
import { readContent } from '../../src/content/read.ts'
import { memory } from '../../src/content/source.ts'
import { generators } from '../../src/generators/registry.ts'
import { sites } from './sites.ts'

const draft = { title: 'Of tides', day: '2026-05-04', name: 'of-tides', series: undefined, number: 1 }

describe.each(generators.map((one) => [one.title, one] as const))('%s', (_, generator) => {
  test('the first post from `citable new` is found as a draft', async () => {
    const { files = [], posts = [] } = sites[generator.name] ?? {}
    const rest = files.filter((path) => !posts.includes(path) && !/\.(?:md|mdx|qmd|markdown|txt)$/.test(path))
    const empty = {
      ...Object.fromEntries(rest.map((path) => [path, ''])),
      'archive.yaml': `generator: ${generator.name}\n`,
    }
    const content = await readContent(memory(empty))
    const path = draftPath(undefined, draft, content)
    const text = draftText([], { ...draft, path }, content)
    const source = memory({ ...empty, [path]: `${text}Text.\n` })
    expect((await readContent(source)).drafts, text).toEqual(new Set([path]))
    const shown = await readContent(source, { withDrafts: true })
    expect(shown.diagnostics).toEqual([])
    expect(shown.posts.map((post) => identityOf(post, shown))).toMatchObject([
      { id: 'of-tides', published: draft.day },
    ])
    expect(shown.posts[0]?.facts.title?.text).toBe('Of tides')
  })

  test('old URLs only use known placeholders', async () => {
    const content = await readContent(memory({ 'posts/one.md': 'Text.' }))
    const parts = content.posts.flatMap((post) => Object.keys(identityOf(post, content).parts))
    for (const [, part] of (generator.oldUrls ?? []).join().matchAll(/\{(\w+)\}/g))
      expect([...parts, ...Object.keys(bareNumbers)]).toContain(part)
  })
})
