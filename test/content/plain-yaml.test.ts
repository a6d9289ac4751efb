import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { readPlainYaml } from '../../src/content/plain-yaml.ts'

/** The short way through common front matter may decline, but it must never read anything otherwise than YAML does. */
function agrees(yaml: string): void {
  const plain = readPlainYaml(yaml)
  if (plain === undefined) return
  const document = parseDocument(yaml)
  expect(document.errors, yaml).toEqual([])
  expect(plain, yaml).toEqual(document.toJS() ?? {})
}

const awkward = [
  'true',
  'False',
  'null',
  '~',
  'no',
  'On',
  '0x1f',
  '0o7',
  '1e3',
  '012',
  '.inf',
  '1_000',
  '12:30:00',
]
const value = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'ab \t:#-?,[]{}"\'\\&*!|>%@`=.\u0085\u2028\uFEFF0~\n') }),
  fc.integer().map(String),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.string().map((text) => JSON.stringify(text)),
  fc
    .array(fc.oneof(fc.string(), fc.constantFrom(...awkward, 'c++', 'two words')))
    .map((words) => `[${words.join(', ')}]`),
)
// Other keys do not matter: the schemas know none but words, and what they refuse the real parser reads again.
const key = fc.constantFrom('title', 'series', 'tags', 'draft', 'published', 'constructor')
const indent = fc.constantFrom('', '', '', '  ', '    ')
const line = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(indent, key, value).map(([a, b, c]) => `${a}${b}: ${c}`) },
  { weight: 3, arbitrary: fc.tuple(indent, key).map(([a, b]) => `${a}${b}:`) },
  { weight: 1, arbitrary: value },
)

test('what is read the short way is what the YAML parser reads', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => agrees(lines.join('\n'))),
    { numRuns: 10_000 },
  )
})

test('plain front matter is read the short way', () => {
  const yaml =
    'title: A plain title, with a comma\nseries: research\ntags: [http, c++, two words]\npublished: 2026-01-05\nseriesNumber: 12\ndraft: false\nsummary: "Quoted: yes"\nmodified: 2026-01-06T12:00:00Z\nauthor:\n  name: \'Ada\'\n  url: https://ada.example.net/#me\n'
  expect(readPlainYaml(yaml)).toEqual({
    title: 'A plain title, with a comma',
    series: 'research',
    tags: ['http', 'c++', 'two words'],
    published: '2026-01-05',
    seriesNumber: 12,
    draft: false,
    summary: 'Quoted: yes',
    modified: '2026-01-06T12:00:00Z',
    author: { name: 'Ada', url: 'https://ada.example.net/#me' },
  })
})
