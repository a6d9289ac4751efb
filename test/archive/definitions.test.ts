import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { generators } from '../../src/generators/registry.ts'
import { translate } from '../../src/generators/syntaxes/translate.ts'
import type { SyntaxName } from '../../src/generators/syntaxes/translator.ts'
import { one } from './build.ts'

function translated(written: string, ...syntaxes: SyntaxName[]): string {
  return translate(written, {
    syntaxes: new Set(syntaxes),
    variables: new Map(),
    components: new Map(),
    address: () => undefined,
    addressOfNote: () => undefined,
  }).text
}

describe('definition lists become lists', () => {
  test.each([
    ['one', 'Tide\n: The sea, rising.', '- **Tide**: The sea, rising.'],
    ['after an empty line', 'Tide\n\n:   The sea.', '- **Tide**: The sea.'],
    ['several', 'Ebb\n: Out.\n\nFlood\n: In.', '- **Ebb**: Out.\n\n- **Flood**: In.'],
    ['without a line between them', 'Ebb\n: Out.\nFlood\n: In.', '- **Ebb**: Out.\n- **Flood**: In.'],
    [
      'a term with two definitions',
      'Bank\n: Of a river.\n: Of money.',
      '- **Bank**: Of a river.\n\n  Of money.',
    ],
    ['two terms with one definition', 'Flood\nFlow\n: In.', '- **Flood**, **Flow**: In.'],
    ['a bold term', '**Ebb**\n: Out.', '- **Ebb**: Out.'],
    ['a term that ends in punctuation', 'Why?\n: So.', '- **Why?** So.'],
    [
      'paragraphs',
      'Ebb\n\n:   Out.\n    Far out.\n\n    And back.\n\nLater.',
      '- **Ebb**: Out.\n  Far out.\n\n  And back.\n\nLater.',
    ],
    ['a list in it', 'Kinds\n:   - ebb\n    - flood', '- **Kinds**\n\n  - ebb\n  - flood'],
    ['code in it', 'Run\n: ```\n  ls\n  ```', '- **Run**\n\n  ```\n  ls\n  ```'],
    ['a continuation line at the margin', 'Ebb\n: Out,\nand far.', '- **Ebb**: Out,\nand far.'],
    ['a link', 'Ebb\n: <https://example.org>', '- **Ebb**: <https://example.org>'],
  ])('%s', (_, written, markdown) => {
    expect(translated(written, 'definition-lists')).toBe(markdown)
  })
})

describe('nothing else becomes a definition list', () => {
  test.each([
    ['a heading', '## Ebb\n: Out.'],
    ['an item', '- Ebb\n: Out.'],
    ['a table row before a caption', '| a |\n|---|\n| b |\n: Caption.'],
    ['a colon without a space', 'Ebb\n:Out.'],
    ['two empty lines', 'Ebb\n\n\n: Out.'],
    ['a box', '::: tip\n: Out.'],
    ['code', '```\nEbb\n: Out.\n```'],
    ['a long paragraph', 'One\ntwo\nthree\nfour\n: five.'],
  ])('%s', (_, written) => {
    expect(translated(written, 'kramdown')).toBe(written)
  })

  test('a line that starts with a colon, for generators without definition lists', () => {
    expect(translated('Une phrase\n: la suite.')).toBe('Une phrase\n: la suite.')
    expect(translated('Ebb\n:   Out.')).toBe('- **Ebb**: Out.')
  })
})

test('a post shows a list, and search quotes a term with its definition', async () => {
  const { html, searchText: said } = await one('Ebb\n\n:   The sea goes out.\n\n    It comes back.\n')
  expect(html).toBe(
    '<ul>\n<li>\n<p><strong>Ebb</strong>: The sea goes out.</p>\n<p>It comes back.</p>\n</li>\n</ul>',
  )
  expect(said).toContainEqual(expect.objectContaining({ kind: 'prose', text: 'Ebb: The sea goes out.' }))
})

test('the documents name the generators with definition lists', () => {
  const docs = readFileSync(new URL('../../docs/PUBLISHING.md', import.meta.url), 'utf8')
  const [, named = ''] = /Posts of ([^.]*?) have them as there/.exec(docs) ?? []
  const titles = generators
    .filter(({ syntaxes }) => syntaxes?.includes('definition-lists'))
    .map(({ title }) => title)
  expect(named.split(/, | and /)).toEqual(titles.sort())
})
