import { expect, test } from 'vitest'
import { textPart } from '../../src/mcp/post-text.ts'

test('a part never splits a surrogate pair', () => {
  const text = '🎉a'.repeat(1000)
  for (let offset = 0; offset < 6; offset++) {
    for (let length = 190; length < 196; length++) {
      const [part = ''] = textPart(text, offset, length, 'post').split('\n')
      expect(part, `${length} characters from ${offset}`).not.toMatch(/\p{Surrogate}/u)
      expect(text).toContain(part)
    }
  }
})

test('a part ends at a line break if its second half has one', () => {
  const text = `${'a'.repeat(600)}\n${'b'.repeat(1000)}`
  expect(textPart(text, 0, 1000, 'post')).toContain('characters 0 to 601 of 1601')
  expect(textPart(text, 0, 1500, 'post')).toMatch(/characters 0 to 13\d\d of 1601/)
})
