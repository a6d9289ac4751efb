import { expect, test } from 'vitest'
import { growth, linear } from './ratio.ts'

const text = (n: number) => 'a'.repeat(n)

/** Work that a compiler cannot leave out. */
function steps(count: number): number {
  let sum = 0
  for (let i = 0; i < count; i++) sum = (sum * 31 + i) % 1_000_003
  return sum
}

test('a linear cost is told from a quadratic one', () => {
  expect(growth(text, ({ length }) => steps(length * 1000), 1000)).toBeLessThan(linear)
  expect(growth(text, ({ length }) => steps(length ** 2), 1000)).toBeGreaterThan(linear)
})

test('what takes no time at all does not grow', () => {
  expect(growth(text, () => steps(10), 1000)).toBe(1)
})
