import { expect, test } from 'vitest'
import { countWords, readingTime } from '../../src/archive/words.ts'
import { one } from './build.ts'

const counted: readonly (readonly [text: string, words: number])[] = [
  ['', 0],
  ['  \n\t ', 0],
  ['one', 1],
  ['one two\nthree\tfour', 4],
  ['well-known, isn’t it?', 3],
  ['a — b … c', 3],
  ['3.14 and 100%', 3],
  ['naïve café Ünder', 3],
  ['no\u00a0break and\u3000wide', 4],
  ['日本語', 3],
  ['ภาษาไทย', 7],
  ['ພາສາລາວ', 7],
  ['𠮷野家', 3],
  ['カタカナ・ワード', 7],
  ['한국어 문장입니다', 2],
  ['Привет мир', 2],
  ['© ® + = — 🎉', 0],
]

for (const [text, words] of counted) {
  test(`${JSON.stringify(text)} has ${words} words`, () => expect(countWords(text)).toBe(words))
}

test('a body is counted as it reads: labels and alternative text, no addresses, marks or comments', async () => {
  const assets = { 'assets/a.svg': '<svg/>' }
  const { wordCount } = await one(
    '## Two words\n\n**Bold** [label](https://example.net/not-counted "nor this") ![alt text](../assets/a.svg)\n\n' +
      '| cell | cell |\n|---|---|\n| cell | cell |\n\n<!-- not counted -->\n\n```\ncode counts\n```',
    assets,
  )
  expect(wordCount).toBe(2 + 2 + 2 + 4 + 2)
})

test('reading time is in whole minutes and never less than one', () => {
  expect([0, 1, 238, 356, 358, 2380].map(readingTime)).toEqual([
    '1 min read',
    '1 min read',
    '1 min read',
    '1 min read',
    '2 min read',
    '10 min read',
  ])
})
