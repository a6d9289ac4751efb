import { expect, test } from 'vitest'
import { search } from '../../src/search/search.ts'
import { indexOf } from '../../src/mcp/posts.ts'
import { shippedArchive } from '../snapshot/fixture.ts'
import { questions } from './questions.ts'

const snapshot = await shippedArchive()
const { posts } = snapshot.mcp
const index = indexOf(snapshot)

const judged = questions.map(({ ask, post, quote }) => {
  const [first] = search(index, ask, { limit: 1 })?.hits ?? []
  const found = first && posts[first.document]?.entry.id
  return {
    ask,
    right: [post].flat().includes(found ?? ''),
    quoted:
      [post].flat().includes(found ?? '') &&
      [quote].flat().some((words) => first?.passages[0]?.text.includes(words)),
    first,
  }
})

const share = (rows: readonly boolean[]) => rows.filter(Boolean).length / rows.length
const wrong = (key: 'right' | 'quoted') =>
  judged
    .filter((row) => !row[key])
    .map(({ ask, first }) => `${ask} → ${first?.passages[0]?.text}`)
    .join('\n')

test('every post has a question', () => {
  expect(new Set(questions.flatMap(({ post }) => post))).toEqual(new Set(posts.map(({ entry }) => entry.id)))
})

test('at least 80% of questions find their post first', () => {
  expect(share(judged.map(({ right }) => right)), wrong('right')).toBeGreaterThanOrEqual(0.8)
})

test('at least 70% of questions quote the sentence that a person would quote', () => {
  expect(share(judged.map(({ quoted }) => quoted)), wrong('quoted')).toBeGreaterThanOrEqual(0.7)
})
