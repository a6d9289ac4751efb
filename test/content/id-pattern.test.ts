import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idMatcher, isIdPattern } from '../../src/content/id-pattern.ts'
import { growth, linear } from '../linear/ratio.ts'
import { cases } from '../thorough.ts'

describe('a pattern of ids', () => {
  for (const [pattern, matching, others] of [
    ['^week-\\d{2}$', ['week-01'], ['week-1', 'week-001', 'xweek-01', 'week-01x', '']],
    ['^[a-z0-9]+(-[a-z0-9]+)*$', ['a', 'a-b-c2'], ['-a', 'a--b', 'A', 'a-']],
    ['^[a-z0-9-]+-\\d{4}$', ['a-b-2026'], ['2026', 'a-202']],
    ['^(?:week|month)-\\d{1,3}$', ['week-1', 'month-123'], ['year-1', 'week-1234']],
    ['^(research|practice)\\.\\d+$', ['practice.10'], ['practice-10', 'researchpractice.1']],
    ['^no?[^x-z]{0,2}$', ['n', 'no', 'noab'], ['noabc', 'nx']],
    ['^a{2,}?b$', ['aab', 'aaaab'], ['ab']],
    ['^$', [''], ['a']],
    ['^(a|)+$', ['', 'a', 'aa'], ['b']],
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
    'is no regular expression': '^(week$',
    'refers back': '^(a+)-\\1$',
    'refers back by name': '^(?<n>a)\\k<n>$',
    'looks ahead': '^(?=a).*$',
    'looks behind': '^.*(?<!a)$',
    'has a word boundary': '^a\\b$',
    'has an anchor within': '^a$b$',
    'repeats more than any id is long': '^(a{99}){99}$',
    'is very long': `^${'a'.repeat(300)}$`,
    'is nested very deep': `^${'('.repeat(20_000)}a${')'.repeat(20_000)}$`,
  })) {
    test(`is refused when it ${why}`, () => {
      expect(isIdPattern(pattern)).toBe(false)
      expect(() => idMatcher(pattern)).toThrow()
    })
  }
})

test('it matches what JavaScript’s regular expression matches', () => {
  const { pattern } = fc.letrec<{ part: string; pattern: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom('a', 'b', '-', '.', '\\d', '\\.', '[ab]', '[^a]', '[\\d\\]-]', ''),
      fc.tuple(tie('part'), tie('part')).map(([a, b]) => a + b),
      fc.tuple(tie('part'), tie('part')).map(([a, b]) => `(${a}|${b})`),
      fc
        .tuple(tie('part'), fc.constantFrom('?', '*', '+', '{2}', '{0}', '{1,}', '{0,2}', '*?', '{1,2}?'))
        .map(([a, times]) => `(?:${a})${times}`),
    ),
    pattern: tie('part').map((part) => `^${part}$`),
  }))
  const id = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '1', ']'), maxLength: 6 })
  let compared = 0
  let matched = 0
  fc.assert(
    fc.property(pattern, fc.array(id, { minLength: 5, maxLength: 10 }), (text, ids) => {
      if (!isIdPattern(text)) return
      const matches = idMatcher(text)
      const expected = new RegExp(text, 'u')
      for (const one of ids) {
        expect(matches(one), `${text} on ${one}`).toBe(expected.test(one))
        compared++
        if (matches(one)) matched++
      }
    }),
    { numRuns: cases(1_000, 4_000) },
  )
  expect(compared).toBeGreaterThan(cases(5_000, 20_000))
  expect(matched).toBeGreaterThan(cases(250, 1_000))
})

describe('it takes time in proportion to the id, whatever the pattern', () => {
  for (const pattern of [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^([a-z]+-?)*$',
    '^a*a*a*a*a*a*$',
    '^(a?){20}a{20}$',
  ]) {
    test(pattern, () => {
      const matches = idMatcher(pattern)
      expect(growth((n) => `${'a'.repeat(n)}!`, matches, 500)).toBeLessThan(linear)
    })
  }
})
