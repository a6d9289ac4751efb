import { expect, test } from 'vitest'
import { one } from './build.ts'

/** What an author writes, and the text of its first bold or slanted words. */
test.each([
  ['これは**「重要」**です。', '「重要」'],
  ['**注意：**请先看这里。', '注意：'],
  ['请看**《手册》**第二章', '《手册》'],
  ['이것은 **중요(important)**합니다.', '중요(important)'],
  ['**𠮷（よし）**です', '𠮷（よし）'],
  ['彼は*「はい」*と言った', '「はい」'],
  ['値段は~~「千円」~~です', '「千円」'],
])('beside letters that are written without spaces, marks are not needed: %s', async (written, words) => {
  const { html } = await one(written)
  expect(html).toContain(`>${words}</`)
  expect(html).not.toMatch(/[*~]/)
})

test.each([
  ['a space keeps asterisks what they are', '二 * 三 * 四', '<p>二 * 三 * 四</p>'],
  ['and so do other letters', 'a**(b)**c', '<p>a**(b)**c</p>'],
  ['underscores are read as ever', 'これは_「それ」_です', '<p>これは_「それ」_です</p>'],
])('%s', async (_, written, html) => {
  const body = await one(written)
  expect(body.html).toBe(html)
})
