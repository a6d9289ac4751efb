import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../src/markdown/blocks.ts'
import { unitsOf } from '../../src/markdown/units.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { IndexedDocument } from '../../src/search/document.ts'
import { openIndex } from '../../src/search/load.ts'
import { growth, linear } from '../linear/ratio.ts'
import { cases, isThorough } from '../thorough.ts'
import { buildIndex } from './documents.ts'

const utf8 = new TextEncoder()

/** The only document of an index that stores its texts as references into the source. */
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

const words = 'é 日本 🎉 &amp; \\* <b>x</b> ice melts. **Bold** `code` [^1] ![alt](x.svg) ~~gone~~'.split(' ')
const blocks = [
  ...['\n', '\n\n', '\n> ', '\n- ', '\n## Ice\n\n', '\n\n    code\n', '\n```\nlet x\n```\n'],
  ...['\n\n| a | b |\n|---|---|\n| 1 | **2** |\n\n', '\n\n[^1]: A note.\n\n'],
]
const link = '[a link](https://example.org/long/address)'
const piece = fc.constantFrom('The ice', ' ', link, ...words, ...blocks)

describe('texts stored by reference', () => {
  test('are read back unchanged, with any markdown and any source', () => {
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
      { numRuns: cases(60, 500) },
    )
    expect(compared).toBeGreaterThan(cases(240, 2_000))
  })

  test('take little space, even with markup', () => {
    const sentence = (at: number) =>
      `Sentence ${at} has **bold words**, \`code\` and [a link](https://example.org/${at}) in it,\nand goes on.\n\n`
    const markdown = Array.from({ length: 100 }, (_, at) => sentence(at)).join('')
    expect(indexed(markdown).size).toBeLessThan(indexed(markdown, '').size - 4_000)
  })

  test('have a range in the source', () => {
    const markdown =
      'Before.\n\n## On **ice**\n\nIt *melts* at [zero](https://example.org). Then it is gone.\n'
    const { document, texts } = indexed(markdown)
    const range = (text: string) => markdown.slice(...document.range(document.first + texts.indexOf(text)))
    expect(range('It melts at zero.')).toBe('It *melts* at [zero](https://example.org).')
    expect(range('Then it is gone.')).toBe('Then it is gone.')
    expect(document.sections(10)).toEqual([
      { heading: 'On ice', anchor: 'on-ice', start: markdown.indexOf('On') },
    ])
  })

  test('do not match a character that only shares its first byte', () => {
    const { document } = indexed('Un café.\n', 'Un cafè.\n')
    const [start, end] = document.range(document.first)
    expect(document.text(document.first)).toBe('Un café.')
    expect(end - start).toBe(0)
  })

  test('have ranges in order that cover them exactly, with any neighbors', () => {
    const numbered = fc.constantFrom<(n: number) => string>(
      (n) => `Sentence ${n} has **bold words**, \`code\` and [a link](https://example.org/x).`,
      (n) => `The same words, and ${n}.\nA line's end.`,
      (n) => `## The same words: \`${n}\``,
      (n) => `The same words, and **${n}**\n---`,
      (n) =>
        `| The same words | A long name of a column |\n|---|---|\n| a | ${n} |\n| **b** | [${n}b](https://example.org/x) |`,
      (n) => `- The same words\n- and ${n}, too`,
      (n) => `> The same *words* of\n> ${n}.`,
      (n) => `\`\`\`js\nif (same) {\n    words(${n})\n}\n\`\`\``,
      (n) => `日本の「${n}」は🎉 &amp; <b>so</b> on\\*.`,
      (n) => `![the same words ${n}](https://example.org/x.png)`,
    )
    let compared = 0
    fc.assert(
      fc.property(fc.array(numbered, { minLength: 2, maxLength: 12 }), (makers) => {
        const parts = makers.map((make, at) => make(1000 + at))
        const body = parts.join('\n\n')
        const front = `---\ntitle: The same words\ndescription: ${parts[0]?.split('\n')[0]}\n---\n\n`
        const source = `${front}# The same words\n\n${body}\n`
        const bytes = utf8.encode(source)
        const { document, texts } = indexed(body, source)
        let last = front.length
        for (const [at, text] of texts.entries()) {
          if (document.kindOf(document.first + at) === 'anchor') continue
          const [start, end] = document.range(document.first + at)
          const written = new TextDecoder().decode(bytes.subarray(start, end))
          expect(start, `${text} comes after the previous text`).toBeGreaterThanOrEqual(last)
          expect(written.match(/1\d{3}/)?.[0], written).toBe(text.match(/1\d{3}/)?.[0])
          expect(written.length, `${text} has a tight range`).toBeLessThan(text.length + 60)
          last = end
          compared++
        }
      }),
      { numRuns: cases(50, 200) },
    )
    expect(compared).toBeGreaterThan(cases(250, 1_000))
  })

  test.runIf(isThorough).each<readonly [string, (n: number) => readonly [string, string]]>([
    // The search for a line gives up beyond some length; twice as many lines are well beyond it.
    ['missing lines', (n) => ['```\nabc def\n```\n\n'.repeat(2 * n), 'abc x\n'.repeat(40 * n)]],
    ['missing rows', (n) => ['| a |\n|---|\n| b |\n\n'.repeat(n), '| b | c |\n'.repeat(20 * n)]],
    ['missing headings', (n) => ['# a b\n\n'.repeat(n), '# a c\n'.repeat(20 * n)]],
    ['spaces', (n) => ['a b\n\n'.repeat(n), `a${' '.repeat(100 * n)}`]],
    ['brackets', (n) => ['a b\n\n'.repeat(n), 'a](('.repeat(30 * n)]],
    ['tags', (n) => ['a b\n\n'.repeat(n), `a<${'x'.repeat(100 * n)}`]],
    ['missing words', (n) => ['word '.repeat(10).concat('\n\n').repeat(n), 'x'.repeat(100 * n)]],
    ['a very frequent word', (n) => ['a b c d\n\n'.repeat(n), 'a '.repeat(50 * n)]],
    ['a source full of markup', (n) => ['a b c d e f\n\n'.repeat(n), 'a **'.repeat(30 * n)]],
  ])('take linear time: %s', (_, make) => {
    const cost = growth(
      (n) => make(n).join('\0'),
      (both) => {
        const [markdown = '', source = ''] = both.split('\0')
        indexed(markdown, source)
      },
      400,
    )
    expect(cost).toBeLessThan(linear)
  })
})
