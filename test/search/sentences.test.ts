import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { sentences } from '../../src/markdown/sentences.ts'
import { blocksOf } from '../../src/markdown/blocks.ts'
import { unitsOf } from '../../src/markdown/units.ts'
import { growth, linear } from '../linear/ratio.ts'
import { isThorough } from '../thorough.ts'
import split from './sentences.json' with { type: 'json' }

/** `|` is the boundary between two sentences; after an ideographic stop there is no space. */
test.each(split)('%j', (marked) => {
  const text = marked.replaceAll(/([。！？」])\|/g, '$1').replaceAll('|', ' ')
  if (marked === '. . .') expect(sentences(text).join(' ')).toBe(text)
  else expect(sentences(text)).toEqual(marked === '' ? [] : marked.split('|'))
})

test.runIf(isThorough).each(['a. ', '.', '"', 'A. ', '...) ', 'e.g. '])(
  'takes linear time for many %j',
  (piece) => {
    expect(growth((n) => piece.repeat(n), sentences, 40_000)).toBeLessThan(linear)
  },
)

describe('units', () => {
  const units = (source: string) =>
    unitsOf(blocksOf(parseMarkdown(source))).map(
      ({ kind, text, anchor }) => `${kind}${anchor && `#${anchor}`}: ${text}`,
    )

  test('prose, list items and blockquotes are split into sentences', () => {
    expect(units('One. Two\ngoes on.\n\n- An item. And more.\n- Another\n\n> Quoted. Twice.')).toEqual([
      'prose: One.',
      'prose: Two goes on.',
      'prose: An item.',
      'prose: And more.',
      'prose: Another',
      'prose: Quoted.',
      'prose: Twice.',
    ])
  })

  test('every unit has the heading above it, and a heading has itself', () => {
    const all = unitsOf(
      blocksOf(parseMarkdown('Before.\n\n## The *first* one\n\nBelow.\n\n### Deeper\n\nThere.')),
    )
    expect(all.map(({ text, heading, anchor }) => [text, heading, anchor])).toEqual([
      ['Before.', '', ''],
      ['The first one', 'The first one', 'the-first-one'],
      ['Below.', 'The first one', 'the-first-one'],
      ['Deeper', 'Deeper', 'deeper'],
      ['There.', 'Deeper', 'deeper'],
    ])
  })

  test('a table row is its cells, and its header a unit of its own', () => {
    expect(
      units(
        '| City | People |  |\n|---|---|---|\n| Oslo | 700,000 | x |\n| **Bergen** | | y |\n| Ås | | |\n',
      ),
    ).toEqual(['columns: City | People', 'table: Oslo | 700,000 | x', 'table: Bergen |  | y', 'table: Ås'])
  })

  test('alt texts of a table follow it', () => {
    expect(units('| A |\n|---|\n| ![a sign](x.svg) one |\n| two |\n')).toEqual([
      'columns: A',
      'table: one',
      'table: two',
      'figure: a sign',
    ])
  })

  test.each([
    [
      'inline elements',
      '<p>Set <code>memory.high</code>, then <b>m</b>ore.</p>',
      ['prose: Set memory.high, then more.'],
    ],
    [
      'paragraphs, items, line breaks and images',
      '<div><h2>Ice</h2><p>One<br>two</p><ul><li>Three<li>four</ul>a<img src=x.png alt="no">b</div>',
      ['prose: Ice', 'prose: One two', 'prose: Three', 'prose: four', 'prose: a b'],
    ],
    [
      'highlighted code',
      '<pre class="r"><code><span class="fu">library</span>(ggplot2)\n  <span>x</span> <span>&lt;-</span> 1<br>y\n</code></pre>',
      ['code: library(ggplot2)', 'code: x <- 1', 'code: y'],
    ],
    [
      'a table',
      '<table><thead><tr><th>City</th><th>People</th></tr></thead><tr><td>Oslo<td><p>700</p><p>thousand</p><tr><th>Ås</th><td>x</td></tr></table>After.',
      ['columns: City | People', 'table: Oslo | 700 thousand', 'table: Ås | x', 'prose: After.'],
    ],
    [
      'code in a table',
      '<table><tr><td><pre>1</pre></td><td><pre>melt();</pre></td></tr></table>',
      ['code: 1', 'code: melt();'],
    ],
  ])('HTML is read as browsers show it: %s', (_, html, expected) => {
    expect(units(html)).toEqual(expected)
  })

  test.each([
    'Photo by [Ada](https://example.org) on Unsplash',
    'Image credit: NASA.',
    'Header image by Ada',
    '*Foto: Ada King*',
    'Bildquelle: NASA',
    '写真：山田',
    '© 2026 Ada King',
    '**Author:** Ada King (Example)',
    'Downloading ████████░░░░ 62%',
    '[=====>     ] 12.4/20.1 MB',
  ])('no evidence: %s', (text) => {
    const [unit = ''] = units(`${text}\n`)
    expect(unit).toMatch(/^figure: /)
  })

  test.each([
    'A photo by Ada hangs there.',
    'Photos of ice melt.',
    'Images by default are pulled once.',
    'Image size: 20 MB',
    'author: an optional name',
    'Donegal ████████ 48',
  ])('evidence: %s', (text) => {
    const [unit = ''] = units(`${text}\n`)
    expect(unit).toMatch(/^prose: /)
  })

  test('progress bars are left out of code', () => {
    const code = 'pip install ice\n   |████████████████| 1.8 MB 2.0 MB/s\nfetching 100% |█████|\nDone [done]'
    expect(units(`\`\`\`\n${code}\n\`\`\`\n`)).toEqual(['code: pip install ice', 'code: Done [done]'])
  })

  test('code is split into lines, without indentation and blank lines', () => {
    expect(units('```ts\nif (a) {\n\n  run()\n}\n```\n\n    indented\n')).toEqual([
      'code: if (a) {',
      'code: run()',
      'code: }',
      'code: indented',
    ])
  })

  test('text includes link labels, code and HTML text, but no footnote marks or comments', () => {
    const source =
      'A [label](https://example.org "title"), `code`, **bold**.[^1]\nNext <b>raw</b> <!-- no -->\\\nline.\n\n' +
      '<div>Shown.</div>\n\n<!-- gone -->\n\n[^1]: A note. Two.\n'
    expect(units(source)).toEqual([
      'prose: A label, code, bold.',
      'prose: Next raw line.',
      'prose: Shown.',
      'prose: A note.',
      'prose: Two.',
    ])
  })

  test('a bold label at the start of a paragraph belongs to the sentence after it', () => {
    expect(units('**A label.** What it says. More.\n\n- **Item:** text. More.\n- **Alone.**\n')).toEqual([
      'prose: A label. What it says.',
      'prose: More.',
      'prose: Item: text.',
      'prose: More.',
      'prose: Alone.',
    ])
  })

  test('an alt text is a figure, and no part of its sentence', () => {
    expect(units('![A chart. Of two.](x.svg)\n\nSee ![the sign](x.svg) there.')).toEqual([
      'figure: A chart. Of two.',
      'prose: See there.',
      'figure: the sign',
    ])
  })

  test('a footnote has the heading of its reference', () => {
    expect(
      units('## One\n\nText.[^a]\n\n## Two\n\nMore.[^b] Again.[^a]\n\n[^a]: First.\n[^b]: Second.'),
    ).toEqual([
      'heading#one: One',
      'prose#one: Text.',
      'heading#two: Two',
      'prose#two: More.',
      'prose#two: Again.',
      'prose#one: First.',
      'prose#two: Second.',
    ])
  })
})
