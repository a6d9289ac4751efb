import { expect, test } from 'vitest'
import { memo, once } from '../../src/base/caches.ts'

function counting(bytes = 10_000) {
  let made = 0
  const remember = memo(
    (key: string) => `${key}#${++made}`,
    bytes,
    () => 1000,
  )
  return { remember, made: () => made }
}

test('computes a value once per key', () => {
  const { remember, made } = counting()
  expect(remember('a')).toBe(remember('a'))
  expect(remember('')).toBe(remember(''))
  expect(made()).toBe(2)
})

test('evicts values beyond its size limit', () => {
  const { remember, made } = counting(10_000)
  const keys = Array.from({ length: 100 }, (_, nth) => `key ${nth}`)
  for (const key of keys) remember(key)
  const before = made()
  const cached = keys.toReversed().filter((key) => {
    const count = made()
    remember(key)
    return made() === count
  })
  expect(before).toBe(100)
  expect(cached.length, 'values of a thousand bytes each, plus overhead').toBeLessThan(10)
  expect(cached.length).toBeGreaterThan(3)
})

test('does not cache a value with a long key', () => {
  const { remember, made } = counting()
  for (const key of ['x'.repeat(300), 'x'.repeat(300), 'not', 'not']) remember(key)
  expect(made()).toBe(3)
})

test('once is lazy, and caches undefined too', () => {
  let made = 0
  const value = once(() => void made++)
  expect(made).toBe(0)
  expect([value(), value(), made]).toEqual([undefined, undefined, 1])
})
