import { expect, test } from 'vitest'
import { highlighter } from '../../src/search/excerpt.ts'
import { readQuestion } from '../../src/search/question.ts'
import { compiled } from '../snapshot/fixture.ts'
import { indexOf } from '../../src/mcp/posts.ts'

const body =
  'Caching is hard. Servers cached node.js answers; C++ and Zürich and l’été. 東京の天気は晴れ. Requests were measured.'
const post = `---\ntitle: T\nseries: research\nsummary: S.\n---\n\n${body}\n`
const index = indexOf(await compiled({ 'posts/week-01.md': post }))

test.each([
  ['caches', ['Caching', 'cached']],
  ['the CACHE is hard', ['Caching', 'hard', 'cached']],
  ['node', ['node.js']],
  ['zurich c++', ['C++', 'Zürich']],
  ['天気', ['天気']],
  ['requsets', ['Requests']],
  ['meas', ['measured']],
  ['nowhere', []],
])('"%s" highlights %j', (query, expected) => {
  const question = readQuestion(index, query)
  if (!question) throw new Error('the query has no words')
  const ranges = highlighter(index, question)(body)
  expect(ranges.map(([start, end]) => body.slice(start, end))).toEqual(expected)
})
