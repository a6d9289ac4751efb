import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { blocksOf } from '../../src/markdown/blocks.ts'
import { unitsOf } from '../../src/markdown/units.ts'
import { openIndex } from '../../src/search/load.ts'
import { search } from '../../src/search/search.ts'
import { buildIndex } from './documents.ts'

/** The first passage of the first hit. */
function found(markdown: string, query: string): string | undefined {
  const units = unitsOf(blocksOf(parseMarkdown(markdown)))
  const source = new TextEncoder().encode(markdown)
  const index = openIndex(
    buildIndex([{ title: 'A title', tags: [], summary: [], units, source }]),
    () => source,
  )
  return search(index, query)?.hits[0]?.passages[0]?.text
}

describe('the text of a passage', () => {
  test.each([
    ['sentences of a paragraph', 'The glacier melts.\nThe *sea* rises.', 'The glacier melts. The sea rises.'],
    ['paragraphs', 'The glacier melts.\n\nThe sea rises.', 'The glacier melts.\nThe sea rises.'],
    ['a blockquote', '> The glacier melts.\n>\n> The sea\n> rises.', 'The glacier melts.\nThe sea rises.'],
    [
      'list items without a full stop',
      '- Monday: the glacier\n- Tuesday: the sea',
      'Monday: the glacier\nTuesday: the sea',
    ],
    ['a numbered list', 'Days:\n1. The glacier\n2. The sea', 'Days:\nThe glacier\nThe sea'],
    ['several sentences in a list item', '- The glacier. The sea.\n- Ice', 'The glacier. The sea.\nIce'],
    ['line breaks in HTML', 'The glacier melts.<br>The sea rises.', 'The glacier melts.\nThe sea rises.'],
    [
      'a script without spaces',
      '氷河 glacier がある。[海がある。](https://example.org/)山がある。',
      '氷河 glacier がある。海がある。山がある。',
    ],
    [
      'a script without spaces, in lines',
      '氷河 glacier がある。\n海がある。',
      '氷河 glacier がある。 海がある。',
    ],
    [
      'a script without spaces, in paragraphs',
      '氷河 glacier がある。\n\n海がある。',
      '氷河 glacier がある。\n海がある。',
    ],
    [
      'a title in a sentence',
      '她读《冰川 glacier 在哪里？》这本书。',
      '她读《冰川 glacier 在哪里？》这本书。',
    ],
  ])('%s', (_, markdown, text) => {
    expect(found(markdown, 'glacier')).toBe(text)
  })
})

describe('a table in a passage', () => {
  const row = (at: number) => `| row ${at} | ${'x'.repeat(80)} |\n`
  const rows = (count: number) => Array.from({ length: count }, (_, at) => row(at)).join('')
  const [head, rule] = ['| Name | What it is |\n', '|---|---|\n']

  test('is its cells, below the header', () => {
    expect(found(`${head}${rule}| [Aletsch](https://example.org) | a *glacier* |\n`, 'glacier')).toBe(
      'Name | What it is\nAletsch | a glacier',
    )
  })

  test('has an ellipsis for rows that are left out', () => {
    const text = found(`${head}${rule}${rows(30)}| Aletsch | a glacier |\n`, 'glacier')?.split('\n') ?? []
    expect(text.slice(0, 2)).toEqual(['Name | What it is', '…'])
    expect(text.at(-1)).toBe('Aletsch | a glacier')
  })

  test('has the header of its own table, also after text and in HTML', () => {
    const html =
      '<table><tr><th>Lake</th><th>Area</th></tr>\n<tr><td>Geneva</td><td>580</td></tr>\n<tr><td>Märjelen</td><td>beside the glacier</td></tr></table>'
    expect(found(`${head}${rule}${row(1)}\nSome text.\n\n${html}\n`, 'glacier')).toContain(
      'Lake | Area\nGeneva | 580\nMärjelen | beside the glacier',
    )
  })

  test('is found by words of its header and of a row together', () => {
    const other = '| Name | Height |\n|---|---|\n| Aletsch | 4,195 |\n'
    const text = found(`## One\n\n${head}${rule}| Aletsch | ice |\n\n## Two\n\n${other}`, 'height of Aletsch')
    expect(text).toBe('Name | Height\nAletsch | 4,195')
  })
})

describe('an image in a passage', () => {
  test('is not quoted by its alt text', () => {
    const image = '![A glacier on a map](map.png)'
    expect(found(`${image}\n\nWe walked up in the glacier’s shade.`, 'glacier map')).toBe(
      'We walked up in the glacier’s shade.',
    )
    expect(found(`We walked up.\n\n${image}`, 'glacier')).toBe('We walked up.')
    expect(found(`${image}\n\nWe walked up.`, 'glacier')).toBe('We walked up.')
    expect(found('The ice ![of a glacier](x.png) melts.', 'ice')).toBe('The ice melts.')
  })

  test('is not quoted by its credit', () => {
    expect(found('*Photo by Ada Glacier*\n\nThe ice of a glacier melts.', 'glacier photo')).toBe(
      'The ice of a glacier melts.',
    )
    const html = '<figure><img src="x.png"><figcaption>Ice melts. Photo: Ada Glacier.</figcaption></figure>'
    expect(found(`${html}\n\nThe glacier melts.`, 'glacier ice')).not.toContain('Photo')
  })
})

describe('code in a passage', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `    step_${at} = ${'x'.repeat(60)}`)

  test('keeps indentation and spaces', () => {
    const code = 'def glacier():\n    if melts:\n        return  1  # one'
    expect(found(`\`\`\`py\n${code}\n\`\`\``, 'glacier')).toBe(code)
  })

  test('loses the prefix of the list or blockquote around it', () => {
    const code = ['def glacier():', '    return 1']
    const quoted = (margin: string) => ['```', ...code, '```'].map((line) => margin + line).join('\n')
    expect(found(`- A step\n\n${quoted('  ')}`, 'glacier')).toBe(code.join('\n'))
    expect(found(quoted('> '), 'glacier')).toBe(code.join('\n'))
  })

  test('has an ellipsis where lines are left out', () => {
    const code = ['def melt():', ...lines(20), '    glacier()', ...lines(20)]
    const text = found(`\`\`\`py\n${code.join('\n')}\n\`\`\``, 'glacier')?.split('\n')
    expect(text?.slice(0, 2)).toEqual(['def melt():', '…'])
    expect(text).toContain('    glacier()')
    expect(text?.at(-1)).toBe('…')
  })

  test('follows the sentence that introduces it, within the budget', () => {
    const introduced = (code: string) => found(`Of the glacier:\n\n\`\`\`js\n${code}\n\`\`\``, 'glacier')
    expect(introduced('melt(() => {\n  drip()\n})')).toBe('Of the glacier:\nmelt(() => {\n  drip()\n})')
    expect(introduced(['melt(() => {', ...lines(20)].join('\n'))).toMatch(
      /^Of the glacier:\nmelt\(\(\) => \{\n {4}step_0.*\n…$/s,
    )
    expect(introduced('melt()')).toBe('Of the glacier:\nmelt()')
  })

  test('has an empty line between two blocks', () => {
    const pieces = ['glacier()', 'melt()'].map((line) => `\`\`\`js\n${line}\n\`\`\``)
    expect(found(pieces.join('\n\n'), 'glacier')).toBe('glacier()\n\nmelt()')
  })

  test('starts with the first line of its own block', () => {
    const other = '```js\nconst other = 1\n```'
    expect(found(`${other}\n\n\`\`\`js\nglacier()\n\`\`\``, 'glacier')).not.toContain('…')
  })
})
