import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { sentences } from '../../src/markdown/sentences.ts'
import { blocksOf, unitsOf } from '../../src/markdown/units.ts'
import { growth, linear } from '../linear/ratio.ts'
import { isThorough } from '../thorough.ts'

/** `|` marks the boundaries between sentences. */
const split = [
  '',
  'One.',
  'No stop at all',
  'One.|Two!|Three?|Four…|Five.',
  'He asked: “Why?”|Nobody knew.',
  '“Stop!” he said.|She did.',
  'It is done (at last.)|Then came more.',
  '(A whole sentence.)|Another.',
  'Dr. Smith met Mrs. Jones and Prof. Lee.|They spoke.',
  'Many things, e.g. apples, i.e. Fruit, were sold.',
  'In the U.S. Senate it failed.|It passed later.',
  'He lives in the U.S.|The house is large.',
  'See Fig. 3 and p. 12, No. 5, pp. 3–4, vol. II.|Done.',
  'He said no.|Then he left.',
  'Apples vs. Oranges.|Smith et al. showed it.',
  'J. R. R. Tolkien wrote it.|So did I.|Really.',
  'It is 3.14 and not 3.|Next.',
  'Version 1.2.3 came.|Node.js 20.19 runs it.',
  'Wait... what?|Yes...|No.',
  'Wait…|Then go.',
  'Really?!|Yes.',
  'Apples, pears, etc. were sold.|Apples, pears, etc.|Many came.',
  'Acme Inc. Magazine sold it.|Acme Inc.|The price fell.',
  'At 5 p.m. it began.|At 5 p.m.|The doors closed.',
  'On Jan. 5 it snowed.|In mar.|That is odd.',
  '1. First comes this.|2. Then that.',
  'It ended in 2020.|15 people came.',
  'iPhone sales fell.|They rose.',
  'One row is overlooked.|nginx makes a tag.|So does curl.',
  'The dept. of nothing is approx. five years old.',
  'See example.com for it.|See /etc/hosts.|Done.',
  '日本語です。|次の文！|本当？|はい',
  '她读《在哪里？》这本书。|还有〈谁？〉。|［完。］|好。',
  '「はい。」|と言った。',
  'Это первое.|Это второе! и третье.',
  'यह पहला है।|यह दूसरा है।',
  '¿Qué?|¡Nada!|Bien.',
  'He said: "Go."|She went.',
  'Plan A.|Then plan B.',
  '. . .',
  '?!?!',
]

test.each(split)('%j', (marked) => {
  const expected = marked === '' ? [] : marked.split('|')
  const glue = (a: string, b: string) => (/[。！？」।]$/.test(a) && !/[।]$/.test(a) ? a + b : `${a} ${b}`)
  if (marked === '. . .') expect(sentences(marked).join(' ')).toBe(marked)
  else
    expect(sentences(expected.reduce((text, one) => (text === '' ? one : glue(text, one)), ''))).toEqual(
      expected,
    )
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
