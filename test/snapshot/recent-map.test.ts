import { expect, test } from 'vitest'
import { LruMap } from '../../src/base/caches.ts'

/** Sizes by name, and the names of what was made, in order. */
function mapOf(sizes: Readonly<Record<string, number>>, most: number) {
  const made: string[] = []
  const map = new LruMap(
    new Map(Object.entries(sizes)),
    (key, size) => {
      made.push(key)
      return { value: { key }, size }
    },
    most,
  )
  return { map, made }
}

test('a value is made when it is asked for, and kept while there is room', () => {
  const { map, made } = mapOf({ a: 4, b: 4 }, 16)
  expect([map.size, ...map.keys(), ...made]).toEqual([2, 'a', 'b'])
  expect(map.get('a')).toBe(map.get('a'))
  expect([...map.values()]).toEqual([{ key: 'a' }, { key: 'b' }])
  expect(map.get('a')).toEqual({ key: 'a' })
  expect(made).toEqual(['a', 'b'])
  expect(map.get('c')).toBeUndefined()
})

test('without room, what was not asked for lately goes', () => {
  const { map, made } = mapOf({ a: 4, b: 4, c: 4, d: 4, e: 4 }, 16)
  // Two fill a generation; a is asked for in each, and is kept.
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'e']) map.get(key)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'e'])
  map.get('a')
  expect(made, 'a is still there').toEqual(['a', 'b', 'c', 'd', 'e'])
  map.get('b')
  expect(made, 'b is not').toEqual(['a', 'b', 'c', 'd', 'e', 'b'])
})

test('each generation has its whole room', () => {
  const { map, made } = mapOf({ a: 4, b: 4, c: 4, d: 4 }, 16)
  for (const key of ['a', 'b', 'c', 'd', 'a']) map.get(key)
  expect(made, 'a was in the one before').toEqual(['a', 'b', 'c', 'd'])
})

test('no more is kept than there is room for, whatever is asked for', () => {
  const sizes = Object.fromEntries(Array.from({ length: 100 }, (_, nth) => [`${nth}`, 1 + (nth % 7)]))
  const { map, made } = mapOf(sizes, 40)
  for (let asked = 0; asked < 2000; asked++) map.get(`${(asked * asked) % 100}`)
  const before = made.length
  const kept = Object.keys(sizes).filter((key) => {
    const count = made.length
    map.get(key)
    return made.length === count
  })
  expect(before).toBeGreaterThan(100)
  expect(kept.reduce((sum, key) => sum + (sizes[key] ?? 0), 0)).toBeLessThanOrEqual(40)
})

test('what is larger than the room is made each time, and evicts nothing', () => {
  const { map, made } = mapOf({ a: 4, large: 99 }, 8)
  for (const key of ['a', 'large', 'large', 'a']) map.get(key)
  expect(made).toEqual(['a', 'large', 'large'])
})
