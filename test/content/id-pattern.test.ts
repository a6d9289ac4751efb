import { describe, expect, test } from 'vitest'
import { idMatcher } from '../../src/content/archive-keys.ts'
import { isThorough } from '../thorough.ts'

describe('`idPattern`', () => {
  for (const [pattern, matching, others] of [
    ['^week-\\d{2}$', ['week-01'], ['week-1', 'week-001', 'xweek-01', 'week-01x', '']],
    ['^[a-z0-9-]+$', ['a', 'a-b-c2'], ['A', 'a_b', '']],
    ['^[a-z0-9-]+-\\d{4}$', ['a-b-2026'], ['2026', 'a-202']],
    ['^n[^x-z]{2}\\.\\w{2,}$', ['noo.aa'], ['noo.a', 'nox.aa']],
    ['^[\\]a]+$', ['a]'], ['b']],
    ['^$', [''], ['a']],
    ['^.$', ['é', '🎉'], ['', 'ab', '\n']],
  ] as const) {
    test(`${pattern} matches ${matching.join(', ')}, not ${others.join(', ')}`, () => {
      expect(matching.filter(idMatcher(pattern))).toEqual(matching)
      expect(others.filter(idMatcher(pattern))).toEqual([])
    })
  }

  for (const [why, pattern] of Object.entries({
    'is not anchored': 'week-\\d{2}',
    'is anchored on one side only': '^week-\\d{2}',
    'ends in a dollar sign that is part of the id': '^week\\$',
    'has alternatives': '^a|b$',
    'has a group': '^(week)-\\d$',
    'is not a regular expression': '^[z-a]$',
    'has a lookahead': '^(?=a).*$',
    'has a word boundary': '^a\\b$',
    'has an anchor within': '^a$b$',
    'has an option': '^a?$',
    'has a range of repetitions': '^a{1,3}$',
    'repeats lazily': '^a+?$',
    'repeats a repetition': '^a+{2}$',
    'has two open-ended quantifiers': '^a+-a*$',
    'is very long': `^${'a'.repeat(300)}$`,
    'is deeply nested': `^${'('.repeat(20_000)}a${')'.repeat(20_000)}$`,
  })) {
    test(`is refused when it ${why}`, () => {
      expect(() => idMatcher(pattern)).toThrow('Unsupported')
    })
  }
})

test.runIf(isThorough)('the most expensive pattern and id match quickly', () => {
  const matches = idMatcher(`^a*${'a{9}'.repeat(20)}b{0}$`)
  const before = process.cpuUsage()
  for (let time = 0; time < 1000; time++) matches(`${'a'.repeat(199)}!`)
  expect(process.cpuUsage(before).user).toBeLessThan(5e6)
})

test('an id has at most 200 characters', () => {
  expect(idMatcher('^a+$')('a'.repeat(200))).toBe(true)
  expect(idMatcher('^a+$')('a'.repeat(201)), 'longer than any id').toBe(false)
})
