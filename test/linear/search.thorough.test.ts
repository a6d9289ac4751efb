import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../src/markdown/blocks.ts'
import { unitsOf } from '../../src/markdown/units.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { DocumentReader, type SearchDocument, type SearchUnit } from '../../src/search/read.ts'
import { excerpt } from '../../src/search/excerpt.ts'
import { growth, linear, testLinear } from './ratio.ts'

/** Posts whose sentences are expensive to locate in their source. */

const many = (count: number, make: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => make(nth))
const utf8 = new TextEncoder()

function read(units: readonly SearchUnit[], source: string): void {
  const document: SearchDocument = { title: 'A', tags: [], summary: [], units, source: utf8.encode(source) }
  new DocumentReader().read(document)
}

describe('a post is indexed in linear time', () => {
  const posts = {
    'headings with the same id': (n: number) => '## a {#b}\n\n'.repeat(4 * n),
    'headings with explicit ids': (n: number) => many(4 * n, (nth) => `## a {#b${nth}}\n\n`).join(''),
    'one line of code': (n: number) => `\`\`\`\n${'word '.repeat(200 * n)}\n\`\`\`\n`,
    'one table row': (n: number) => `| a |\n|---|\n| ${'word '.repeat(200 * n)} |\n`,
  }
  testLinear(posts, (text) => read(unitsOf(blocksOf(parseMarkdown(text))), text), 400)
})

describe('units missing from the source are skipped in linear time', () => {
  const sets: Readonly<Record<SearchUnit['kind'], readonly [text: string, source: string]>> = {
    prose: ['a b', 'a ** c '],
    heading: ['a b', '# a c\n'],
    code: ['a b', 'a c\n'],
    columns: ['a b', '| a | c |\n|---|\n'],
    table: ['a b', '| a | c |\n'],
    figure: ['a b', 'a]((('],
  }
  test.each(Object.entries(sets))('%s', (name, [text, source]) => {
    const kind = name as SearchUnit['kind']
    const readUnits = (body: string) => {
      const units = Array.from({ length: body.length / source.length }, () => ({ kind, text, anchor: '' }))
      read(units, body)
    }
    expect(growth((n) => source.repeat(n), readUnits, 2800)).toBeLessThan(linear)
  })
})

test('an excerpt is chosen in time linear in the number of matches', () => {
  const choose = (text: string) => {
    const matches = Array.from({ length: text.length / 3 }, (_, at) => [3 * at, 3 * at + 2] as const)
    return excerpt(text, matches)
  }
  expect(growth((n) => 'ab '.repeat(10 * n), choose, 400)).toBeLessThan(linear)
})
