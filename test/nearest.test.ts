import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { didYouMean, editDistance, nearest, nearFinder } from '../src/base/nearest.ts'
import { cases } from './thorough.ts'

/** The textbook algorithm with the full matrix. */
function slowDistance(a: string, b: string): number {
  const at = (i: number, j: number): number => matrix[i]?.[j] ?? 0
  const matrix: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    matrix.push([i])
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(i - 2, j - 2) + 1)
      matrix[i]?.push(cost)
    }
  }
  return at(a.length, b.length)
}

test('editDistance() is exact up to its limit, and otherwise the limit plus one', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), maxLength: 12 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 3 }), (a, b, limit) => {
      expect(editDistance(a, b, limit)).toBe(Math.min(slowDistance(a, b), limit + 1))
    }),
    { numRuns: cases(800, 3000) },
  )
})

describe('nearest match', () => {
  for (const [word, candidates, expected] of [
    ['wek-01', ['week-01', 'week-02', 'week-10'], ['week-01']],
    ['tilte', ['title', 'tags', 'series'], ['title']],
    ['week-99', ['week-09', 'week-19', 'week-29', 'week-39'], ['week-09', 'week-19', 'week-29']],
    ['entirely', ['different', 'words'], []],
    ['ab', ['abc', 'xyz'], ['abc']],
    ['x', ['y', 'xy'], []],
    ['', ['a'], []],
  ] as const) {
    test(`${word} → ${expected.join(', ') || 'nothing'}`, () => {
      expect(nearest(word, candidates)).toEqual(expected)
    })
  }
})

test('a hint lists the nearest matches', () => {
  const names = ['a', 'b', 'c']
  expect([0, 1, 2, 3].map((count) => didYouMean(names.slice(0, count)))).toEqual([
    '',
    'Did you mean a?',
    'Did you mean a or b?',
    'Did you mean a, b or c?',
  ])
})

describe('nearest match among 10,000 names', () => {
  const names = Array.from(
    { length: 10_000 },
    (_, number) => `posts/week-${String(number).padStart(5, '0')}.md`,
  )
  const near = nearFinder(names)
  for (const [word, expected] of [
    ['posts/wek-04321.md', 'posts/week-04321.md'],
    ['post/week-04321.md', 'posts/week-04321.md'],
    ['posts/week-04321.m', 'posts/week-04321.md'],
    ['posts/week-0432.md', 'posts/week-00432.md'],
    ['pages/about.md', undefined],
    ['', undefined],
  ] as const) {
    test(`${word} → ${expected ?? 'nothing'}`, () => expect(near(word)).toBe(expected))
  }
})
