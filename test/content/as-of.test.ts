import { expect, test } from 'vitest'
import { compile, memory } from '../../src/compile.ts'
import { inShort, post } from './mistakes.ts'

const files = {
  'posts/today.md': post('See [next](later.md).', 'published: 2026-05-01\n'),
  'posts/later.md': post('Text.', 'published: 2026-05-02\n'),
  'posts/2999-01-01-far.md': post(),
  'posts/undated.md': post(),
}

async function read(asOf?: string) {
  const { value, diagnostics } = await compile(memory(files), { asOf, encodings: ['identity'] })
  const ids = value?.mcp.posts.map(({ entry }) => entry.id)
  return { ids, found: diagnostics.map((one) => inShort(one)), hints: diagnostics.map(({ hint }) => hint) }
}

test('without a day no clock is asked: everything is published', async () => {
  expect(await read()).toEqual({ ids: ['far', 'later', 'today', 'undated'], found: [], hints: [] })
})

test('as of a day, posts dated later are left out and told, and links to them as well', async () => {
  const { ids, found, hints } = await read('2026-05-01')
  expect(ids).toEqual(['today', 'undated'])
  expect(found).toEqual([
    'posts/2999-01-01-far.md:1:1 future-date',
    'posts/later.md:5:12 future-date',
    'posts/today.md:8:12 dead-link',
  ])
  expect(hints.at(-1)).toMatch(/is a draft/)
})

test('a day is as good as its posts: on the day they are there', async () => {
  expect((await read('2026-05-02')).ids).toEqual(['later', 'today', 'undated'])
})
