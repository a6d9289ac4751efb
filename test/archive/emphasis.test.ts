import { expect, test } from 'vitest'
import { one } from './build.ts'

/** Markdown, and the text of its first emphasis. */
test.each([
  ['これは**「重要」**です。', '「重要」'],
  ['**注意：**请先看这里。', '注意：'],
  ['请看**《手册》**第二章', '《手册》'],
  ['이것은 **중요(important)**합니다.', '중요(important)'],
  ['**𠮷（よし）**です', '𠮷（よし）'],
  ['彼は*「はい」*と言った', '「はい」'],
  ['値段は~~「千円」~~です', '「千円」'],
])('emphasis needs no space beside letters of unspaced scripts: %s', async (written, words) => {
  const { html } = await one(written)
  expect(html).toContain(`>${words}</`)
  expect(html).not.toMatch(/[*~]/)
})

test.each([
  ['asterisks with spaces are literal', '二 * 三 * 四', '<p>二 * 三 * 四</p>'],
  ['asterisks beside spaced letters follow CommonMark', 'a**(b)**c', '<p>a**(b)**c</p>'],
  ['underscores follow CommonMark', 'これは_「それ」_です', '<p>これは_「それ」_です</p>'],
])('%s', async (_, written, html) => {
  const body = await one(written)
  expect(body.html).toBe(html)
})
