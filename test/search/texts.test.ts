import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf, unitsOf } from '../../src/archive/units.ts'
import { parseMarkdown } from '../../src/archive/markdown.ts'
import { buildIndex } from '../../src/search/build.ts'
import { IndexedDocument } from '../../src/search/document.ts'
import { openIndex } from '../../src/search/load.ts'
import { growth, linear } from '../linear/ratio.ts'

const utf8 = new TextEncoder()

/** The document of a markdown text, in an index that keeps its texts by reference to that. */
function indexed(
  markdown: string,
  source = markdown,
): { document: IndexedDocument; size: number; texts: string[] } {
  const units = unitsOf(blocksOf(parseMarkdown(markdown)))
  const bytes = utf8.encode(source)
  const index = buildIndex([{ title: 'A title', tags: [], summary: [], units, source: bytes }])
  const document = new IndexedDocument(
    openIndex(index, () => bytes),
    0,
  )
  const texts = units.flatMap(({ kind, text, anchor }) => (kind === 'heading' ? [text, anchor] : [text]))
  return { document, size: index.length, texts }
}

const piece = fc.constantFrom(
  ...[
    'The ice',
    'melts.',
    '**Bold**',
    '`code`',
    '[a link](https://example.org/long/address)',
    '\n',
    '\n\n',
    '\n> ',
    '\n- ',
  ],
  ...[
    'é',
    '日本',
    '🎉',
    '&amp;',
    '\\*',
    '<b>x</b>',
    '\n## Ice\n\n',
    '\n\n    code\n',
    '\n```\nlet x\n```\n',
    ' ',
    'ice',
  ],
  ...[
    '\n\n| a | b |\n|---|---|\n| 1 | **2** |\n\n',
    '[^1]',
    '\n\n[^1]: A note.\n\n',
    '![alt](x.svg)',
    '~~gone~~',
  ],
)

describe('texts that are kept by reference', () => {
  test('come back as they were, whatever the markdown and whatever the source', () => {
    let compared = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(piece, { maxLength: 30 }), (own, other) => {
        const markdown = own.join('')
        for (const source of [markdown, other.join(''), '']) {
          const { document, texts } = indexed(markdown, source)
          for (const [at, text] of texts.entries()) {
            compared++
            expect(document.text(document.first + at)).toBe(text)
          }
        }
      }),
      { numRuns: 500 },
    )
    expect(compared).toBeGreaterThan(2_000)
  })

  test('take little room, markup or not', () => {
    const sentence = (at: number) =>
      `Sentence ${at} has **bold words**, \`code\` and [a link](https://example.org/${at}) in it,\nand goes on.\n\n`
    const markdown = Array.from({ length: 100 }, (_, at) => sentence(at)).join('')
    expect(indexed(markdown).size).toBeLessThan(indexed(markdown, '').size - 4_000)
  })

  test('know where in the source they are', () => {
    const markdown =
      'Before.\n\n## On **ice**\n\nIt *melts* at [zero](https://example.org). Then it is gone.\n'
    const { document, texts } = indexed(markdown)
    const range = (text: string) => markdown.slice(...document.range(document.first + texts.indexOf(text)))
    expect(range('It melts at zero.')).toBe('It *melts* at [zero](https://example.org).')
    expect(range('Then it is gone.')).toBe('Then it is gone.')
    expect(document.sections()).toEqual([
      { heading: 'On ice', anchor: 'on-ice', start: markdown.indexOf('On') },
    ])
  })

  test.each<readonly [string, (n: number) => readonly [string, string]]>([
    ['words that are not there', (n) => ['word '.repeat(10).concat('\n\n').repeat(n), 'x'.repeat(100 * n)]],
    ['a word that is everywhere', (n) => ['a b c d\n\n'.repeat(n), 'a '.repeat(50 * n)]],
    ['a source that is markup', (n) => ['a b c d e f\n\n'.repeat(n), 'a **'.repeat(30 * n)]],
  ])('cost a time that is linear in the length: %s', (_, make) => {
    const cost = growth(
      (n) => make(n).join('\0'),
      (both) => {
        const [markdown = '', source = ''] = both.split('\0')
        indexed(markdown, source)
      },
      100,
    )
    expect(cost).toBeLessThan(linear)
  })
})
