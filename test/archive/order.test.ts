import { expect, test } from 'vitest'
import { build, post } from './build.ts'

const dated = (day: string, front = '') => post('Text.', `published: ${day}\n${front}`)
const practice = (text: string) => text.replace('research', 'practice')

test('sorts posts newest first, then by id, descending; undated posts last', async () => {
  const { posts } = await build({
    'posts/week-01.md': dated('2026-01-05'),
    'posts/week-02.md': post(),
    'posts/week-03.md': dated('2025-12-31'),
    'posts/week-04.md': dated('2026-01-05'),
    'posts/week-05.md': post(),
    'posts/2024/week-06.md': dated('2026-02-01'),
  })
  expect(posts.map(({ id }) => id.slice(-2)).join(' ')).toBe('06 04 01 03 05 02')
})

test('`modified` does not affect the order', async () => {
  const { posts } = await build({
    'posts/week-01.md': dated('2026-01-05', 'modified: 2026-06-01\n'),
    'posts/week-02.md': dated('2026-01-12'),
  })
  expect(posts.map(({ id }) => id)).toEqual(['week-02', 'week-01'])
})

test('numbers each series from its oldest post', async () => {
  const { posts } = await build({
    'posts/week-01.md': dated('2026-01-05'),
    'posts/week-02.md': practice(dated('2026-01-12')),
    'posts/week-03.md': dated('2026-01-19'),
    'posts/week-04.md': practice(dated('2026-01-26')),
  })
  const numbers = posts.map(({ id, series, seriesNumber }) => `${id} ${series} ${seriesNumber}`)
  const [older, newer] = [
    ['week-02 practice 1', 'week-01 research 1'],
    ['week-04 practice 2', 'week-03 research 2'],
  ]
  expect(numbers).toEqual([...newer, ...older])
})

test('a number in front matter wins, and the others keep their positions', async () => {
  const { posts } = await build({
    'posts/week-01.md': dated('2026-01-05'),
    'posts/week-02.md': dated('2026-01-12', 'seriesNumber: 40\n'),
    'posts/week-03.md': dated('2026-01-19'),
  })
  expect(posts.map(({ seriesNumber }) => seriesNumber)).toEqual([3, 40, 1])
})

test('a draft takes no number', async () => {
  const { posts } = await build({
    'posts/week-01.md': dated('2026-01-05', 'draft: true\n'),
    'posts/week-02.md': dated('2026-01-12'),
  })
  expect(posts.map(({ id, seriesNumber }) => [id, seriesNumber])).toEqual([['week-02', 1]])
})

test('dates: the day as written, the change in UTC to the second, null if unknown', async () => {
  const { posts, changedAt } = await build({
    'posts/week-01.md': dated('2026-01-05', 'modified: 2026-02-01T00:30:00.75+02:00\n'),
    'posts/week-02.md': dated('2026-01-04', 'modified: 2026-01-31\n'),
    'posts/week-03.md': dated('2026-01-03'),
    'posts/week-04.md': post(),
  })
  expect(
    posts.map(({ datePublished, dateModified, changedAt }) => [datePublished, dateModified, changedAt]),
  ).toEqual([
    ['2026-01-05', '2026-01-31T22:30:00Z', '2026-01-31T22:30:00Z'],
    ['2026-01-04', '2026-01-31T00:00:00Z', '2026-01-31T00:00:00Z'],
    ['2026-01-03', null, '2026-01-03T00:00:00Z'],
    [null, null, null],
  ])
  expect(changedAt, 'the archive changed when its newest change was made').toBe('2026-01-31T22:30:00Z')
})

test('an archive without dates has no last change', async () => {
  expect((await build({ 'posts/week-01.md': post() })).changedAt).toBeNull()
})

test('lists every used tag once, sorted by code unit', async () => {
  const { tags } = await build({
    'posts/week-01.md': dated('2026-01-05', 'tags: [http, Zebra]\n'),
    'posts/week-02.md': dated('2026-01-12', 'tags: [http, "c++"]\n'),
    'posts/week-03.md': dated('2026-01-12', 'tags: [hidden]\ndraft: true\n'),
  })
  expect(tags).toEqual(['Zebra', 'c++', 'http'])
})
