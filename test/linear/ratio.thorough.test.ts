import { expect, test } from 'vitest'
import { growth, linear } from './ratio.ts'

const text = (n: number) => 'a'.repeat(n)

/** Work that the compiler cannot optimize away. */
function steps(count: number): number {
  let sum = 0
  for (let i = 0; i < count; i++) sum = (sum * 31 + i) % 1_000_003
  return sum
}

test('distinguishes linear from quadratic cost', () => {
  expect(growth(text, ({ length }) => steps(length * 1000), 4000)).toBeLessThan(linear)
  expect(growth(text, ({ length }) => steps(length ** 2), 4000)).toBeGreaterThan(linear)
})

test('returns 1 for cost too small to measure', () => {
  expect(growth(text, () => steps(10), 4000)).toBe(1)
})
