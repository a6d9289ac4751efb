import { expect, test } from 'vitest'
import { partOf } from '../../src/mcp/post-text.ts'

test('a part never splits a surrogate pair', () => {
  const text = '🎉a'.repeat(1000)
  for (let offset = 0; offset < 6; offset++) {
    for (let length = 10; length < 16; length++) {
      const [part = ''] = partOf(text, offset, length, 'post').split('\n')
      expect(part, `${length} characters from ${offset}`).not.toMatch(/\p{Surrogate}/u)
      expect(text).toContain(part)
    }
  }
})

test('a part ends at a line break if its second half has one', () => {
  const text = `${'a'.repeat(60)}\n${'b'.repeat(100)}`
  expect(partOf(text, 0, 100, 'post')).toContain('characters 0 to 61 of 161')
  expect(partOf(text, 0, 140, 'post')).toContain('characters 0 to 140 of 161')
})
