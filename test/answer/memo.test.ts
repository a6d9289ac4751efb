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

test('a value is made once for each key', () => {
  const { remember, made } = counting()
  expect(remember('a')).toBe(remember('a'))
  expect(remember('')).toBe(remember(''))
  expect(made()).toBe(2)
})

test('no more bytes are kept than the bound', () => {
  const { remember, made } = counting(10_000)
  const keys = Array.from({ length: 100 }, (_, nth) => `key ${nth}`)
  for (const key of keys) remember(key)
  const before = made()
  const kept = keys.toReversed().filter((key) => {
    const count = made()
    remember(key)
    return made() === count
  })
  expect(before).toBe(100)
  expect(kept.length, 'of a thousand bytes each, with what an entry takes').toBeLessThan(10)
  expect(kept.length).toBeGreaterThan(3)
})

test('a long key is answered and never kept', () => {
  const { remember, made } = counting()
  for (const key of ['x'.repeat(300), 'x'.repeat(300), 'not', 'not']) remember(key)
  expect(made()).toBe(3)
})

test('a value that is made once is made when it is first needed, even if it is nothing', () => {
  let made = 0
  const value = once(() => void made++)
  expect(made).toBe(0)
  expect([value(), value(), made]).toEqual([undefined, undefined, 1])
})
