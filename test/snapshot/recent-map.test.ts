import { expect, test } from 'vitest'
import { lruMap } from '../../src/base/caches.ts'

/** A map over sizes by key, and the keys of the values it made, in order. */
function mapOf(sizes: Readonly<Record<string, number>>, limit: number) {
  const made: string[] = []
  const map = lruMap(
    new Map(Object.entries(sizes)),
    (key, size) => {
      made.push(key)
      return { value: { key }, size }
    },
    limit,
  )
  return { map, made }
}

test('makes a value on first use, and caches it within the limit', () => {
  const { map, made } = mapOf({ a: 4, b: 4 }, 16)
  expect([map.size, ...map.keys(), ...made]).toEqual([2, 'a', 'b'])
  expect(map.get('a')).toBe(map.get('a'))
  expect([...map.values()]).toEqual([{ key: 'a' }, { key: 'b' }])
  expect(map.get('a')).toEqual({ key: 'a' })
  expect(made).toEqual(['a', 'b'])
  expect(map.get('c')).toBeUndefined()
})

test('evicts the least recently used values', () => {
  const { map, made } = mapOf({ a: 4, b: 4, c: 4, d: 4, e: 4 }, 16)
  // Two values fill a generation; a is used in each.
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'e']) map.get(key)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'e'])
  map.get('a')
  expect(made, 'a is cached').toEqual(['a', 'b', 'c', 'd', 'e'])
  map.get('b')
  expect(made, 'b was evicted').toEqual(['a', 'b', 'c', 'd', 'e', 'b'])
})

test('two generations fill the limit', () => {
  const { map, made } = mapOf({ a: 4, b: 4, c: 4, d: 4 }, 16)
  for (const key of ['a', 'b', 'c', 'd', 'a']) map.get(key)
  expect(made, 'a is in the previous generation').toEqual(['a', 'b', 'c', 'd'])
})

test('never exceeds its limit', () => {
  const sizes = Object.fromEntries(Array.from({ length: 100 }, (_, nth) => [`${nth}`, 1 + (nth % 7)]))
  const { map, made } = mapOf(sizes, 40)
  for (let step = 0; step < 2000; step++) map.get(`${(step * step) % 100}`)
  const before = made.length
  const cached = Object.keys(sizes).filter((key) => {
    const count = made.length
    map.get(key)
    return made.length === count
  })
  expect(before).toBeGreaterThan(100)
  expect(cached.reduce((sum, key) => sum + (sizes[key] ?? 0), 0)).toBeLessThanOrEqual(40)
})

test('does not cache values above the limit, and evicts nothing for them', () => {
  const { map, made } = mapOf({ a: 4, large: 99 }, 8)
  for (const key of ['a', 'large', 'large', 'a']) map.get(key)
  expect(made).toEqual(['a', 'large', 'large'])
})
