import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { toYaml } from '../../src/base/yaml-text.ts'
import { cases } from '../thorough.ts'

/** Text that has a meaning in some version of YAML. */
const pieces = [
  ...['null', 'true', 'No', 'y', 'on', 'x', 'e', 'Word', '---', '<<', '🎉'],
  ...['0', '12', '0x1f', '1e3', '.inf', '1_000', '12:30:00', '2026-01-05', 'T10:00:00Z'],
  ...' \t\n\r#:-?,./=%@!&*|>[]{}"\'\\~é',
  ...'\u0000\u007f\u0085\u2028\ufeff\uffff\ud800',
]

function expectSame(value: unknown): void {
  const yaml = toYaml(value)
  for (const version of ['1.2', '1.1'] as const) {
    expect(parse(yaml, { version }), `parsed as YAML ${version}`).toEqual(value)
  }
}

describe('YAML round trip through 1.2 and 1.1 parsers', () => {
  const most = cases('two', 'three')
  test(`any text of up to ${most} special pieces`, () => {
    let compared = 0
    for (const first of pieces) {
      const texts = [
        first,
        ...pieces.flatMap((second) => [
          first + second,
          ...cases([], pieces).map((third) => first + second + third),
        ]),
      ]
      expectSame(texts)
      compared += texts.length
    }
    expect(compared).toBeGreaterThan(cases(2_000, 100_000))
  })

  test('two special pieces as a key and as a value', () => {
    for (const first of pieces)
      expectSame(Object.fromEntries(pieces.map((second) => [first + second, second + first])))
  })

  test('any plain data', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(...pieces))
    const { data } = fc.letrec((tie) => ({
      data: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('data'), { maxLength: 4 }),
        fc.array(fc.tuple(text, tie('data')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
      ),
    }))
    fc.assert(fc.property(data, expectSame), { numRuns: cases(150, 3_000) })
  })
})

test('plain words, sentences and URLs are not quoted; ambiguous values are', () => {
  const data = {
    title: 'A sentence of plain words.',
    url: 'https://example.org/a-b',
    list: ['research', 'two words', 'no', '2026-01-05', 'C #', 'a, b', 7, null],
    groups: [{ name: 'It’s a: b', empty: [] }, {}],
  }
  expect(toYaml(data)).toBe(`title: A sentence of plain words.
url: https://example.org/a-b
list: [research, two words, "no", "2026-01-05", "C #", "a, b", 7, null]
groups:
  - name: "It’s a: b"
    empty: []
  - {}
`)
})
