import { expect, test } from 'vitest'
import { compile, fromMemory } from '../../src/compile.ts'
import { inShort, post } from './mistakes.ts'

const files = {
  'posts/today.md': post('See [next](later.md).', 'published: 2026-05-01\n'),
  'posts/later.md': post('Text.', 'published: 2026-05-02\n'),
  'posts/2999-01-01-far.md': post(),
  'posts/undated.md': post(),
}

async function read(asOf?: string) {
  const { value, diagnostics } = await compile(fromMemory(files), { asOf, encodings: ['identity'] })
  const ids = value?.mcp.posts.map(({ entry }) => entry.id)
  return { ids, found: diagnostics.map((one) => inShort(one)), hints: diagnostics.map(({ hint }) => hint) }
}

test('without a day, everything is published', async () => {
  expect(await read()).toEqual({ ids: ['far', 'later', 'today', 'undated'], found: [], hints: [] })
})

test('as of a day, later posts are held back and reported, and so are links to them', async () => {
  const { ids, found, hints } = await read('2026-05-01')
  expect(ids).toEqual(['today', 'undated'])
  expect(found).toEqual([
    'posts/2999-01-01-far.md:1:1 future-date',
    'posts/later.md:5:12 future-date',
    'posts/today.md:8:12 dead-link',
  ])
  expect(hints.at(-1)).toMatch(/is a draft, scheduled, expired or empty/)
})

test('posts are published on their day', async () => {
  expect((await read('2026-05-02')).ids).toEqual(['later', 'today', 'undated'])
})

test('the hint names `future: true` only where it would help', async () => {
  for (const [settings, hint] of [
    ['', 'Use `--future` to include it, or `future: true` in archive.yaml to include all future posts.'],
    ['future: true\n', 'Use a later `--as-of`, or `--future` to include it.'],
  ] as const) {
    const { diagnostics } = await compile(fromMemory({ ...files, 'archive.yaml': settings }), {
      asOf: '2026-05-01',
    })
    const hints = diagnostics.filter(({ rule }) => rule === 'future-date').map((one) => one.hint)
    expect(hints).toEqual([hint, hint])
  }
})
