import { describe, expect, test } from 'vitest'
import { idMatcher, isIdPattern } from '../../src/content/archive-keys.ts'
import { isThorough } from '../thorough.ts'

describe('`idPattern`', () => {
  for (const [pattern, matching, others] of [
    ['^week-\\d{2}$', ['week-01'], ['week-1', 'week-001', 'xweek-01', 'week-01x', '']],
    ['^[a-z0-9]+(-[a-z0-9]+)*$', ['a', 'a-b-c2'], ['-a', 'a--b', 'A', 'a-']],
    ['^[a-z0-9-]+-\\d{4}$', ['a-b-2026'], ['2026', 'a-202']],
    ['^(?:week|month)-\\d{1,3}$', ['week-1', 'month-123'], ['year-1', 'week-1234']],
    ['^(research|practice)\\.\\d+$', ['practice.10'], ['practice-10', 'researchpractice.1']],
    ['^(a|b)(c|d)(?:e|(f|g))$', ['ace', 'bdg'], ['abe', 'ac']],
    ['^no?[^x-z]{0,2}$', ['n', 'no', 'noab'], ['noabc', 'nx']],
    ['^a{2,}?b$', ['aab', 'aaaab'], ['ab']],
    ['^$', [''], ['a']],
    ['^[a-z]+(?:-[a-z]+(?:_[a-z])*)*$', ['a', 'a-b_c-d'], ['a-', 'a_b']],
    ['^.$', ['é', '🎉'], ['', 'ab', '\n']],
  ] as const) {
    test(`${pattern} matches ${matching.join(', ')} and not ${others.join(', ')}`, () => {
      expect(matching.filter(idMatcher(pattern))).toEqual(matching)
      expect(others.filter(idMatcher(pattern))).toEqual([])
    })
  }

  for (const [why, pattern] of Object.entries({
    'is not anchored': 'week-\\d{2}',
    'is anchored on one side only': '^week-\\d{2}',
    'ends in a dollar sign that is part of the id': '^week\\$',
    'has alternatives of which each is anchored on one side only': '^a|b$',
    'is not a regular expression': '^(week$',
    'has a backreference': '^(a+)-\\1$',
    'has a named backreference': '^(?<n>a)\\k<n>$',
    'has a lookahead': '^(?=a).*$',
    'has a lookbehind': '^.*(?<!a)$',
    'has a word boundary': '^a\\b$',
    'has an anchor within': '^a$b$',
    'repeats beyond the length of any id': '^(a{99}){99}$',
    'repeats a repetition': '^(a+)+$',
    'repeats alternatives': '^(a|a)*$',
    'repeats alternatives, of which one is empty': '^(a|)+$',
    'repeats an ambiguous group': '^([a-z]+-?)*$',
    'repeats a group with an ambiguous separator': '^(-[a-z-]+)*$',
    'repeats an option': '^(a?){20}a{20}$',
    'has more than four ambiguous parts': '^a*a*a*a*a*$',
    'has more than four groups with alternatives': `^${'(a|aa)'.repeat(5)}$`,
    'repeats a character beyond the length of any id': '^a{2,100000}$',
    'is very long': `^${'a'.repeat(300)}$`,
    'is deeply nested': `^${'('.repeat(20_000)}a${')'.repeat(20_000)}$`,
  })) {
    test(`is refused when it ${why}`, () => {
      expect(isIdPattern(pattern)).toBe(false)
      expect(() => idMatcher(pattern)).toThrow()
    })
  }
})

test.runIf(isThorough)('the most expensive pattern and id match quickly', () => {
  const matches = idMatcher('^a*a*a*a*$')
  const before = process.cpuUsage()
  expect(matches(`${'a'.repeat(199)}!`)).toBe(false)
  expect(process.cpuUsage(before).user).toBeLessThan(5e6)
})

test('an id has at most 200 characters', () => {
  expect(idMatcher('^a+$')('a'.repeat(200))).toBe(true)
  expect(idMatcher('^a+$')('a'.repeat(201)), 'longer than any id').toBe(false)
})
