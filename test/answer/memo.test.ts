import { expect, test } from 'vitest'
import { memo, once } from '../../src/answer/memo.ts'

function counting(bounds?: { entries?: number; longestKey?: number }) {
  let made = 0
  const remember = memo((key: string) => `${key}#${++made}`, bounds)
  return { remember, made: () => made }
}

test('a value is made once for each key', () => {
  const { remember, made } = counting()
  expect(remember('a')).toBe(remember('a'))
  expect(remember('')).toBe(remember(''))
  expect(made()).toBe(2)
})

test('no more keys are kept than the bound', () => {
  const { remember, made } = counting({ entries: 2 })
  for (const key of ['a', 'b', 'a', 'b', 'c', 'c', 'a']) remember(key)
  // The third key empties the memory, so the first has to be made again.
  expect(made()).toBe(4)
})

test('a long key is answered and never kept', () => {
  const { remember, made } = counting({ longestKey: 3 })
  for (const key of ['long', 'long', 'not', 'not']) remember(key)
  expect(made()).toBe(3)
})

test('a value that is made once is made when it is first needed, even if it is nothing', () => {
  let made = 0
  const value = once(() => void made++)
  expect(made).toBe(0)
  expect([value(), value(), made]).toEqual([undefined, undefined, 1])
})
