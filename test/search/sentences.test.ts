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

  test('a table row includes column names, without empty cells', () => {
    expect(
      units('| City | People |  |\n|---|---|---|\n| Oslo | 700,000 | x |\n| **Bergen** | | |\n'),
    ).toEqual(['table: City: Oslo; People: 700,000; x', 'table: City: Bergen'])
  })

  test('each table has its own column names', () => {
    expect(units('| A |\n|---|\n| 1 |\n\ntext\n\n| B |\n|---|\n| 2 |\n')).toEqual([
      'table: A: 1',
      'prose: text',
      'table: B: 2',
    ])
  })

  test('code is split into lines, without indentation and blank lines', () => {
    expect(units('```ts\nif (a) {\n\n  run()\n}\n```\n\n    indented\n')).toEqual([
      'code: if (a) {',
      'code: run()',
      'code: }',
      'code: indented',
    ])
  })

  test('text includes link labels, alt text, code and HTML text, but no footnote marks or comments', () => {
    const source =
      'A [label](https://example.org "title"), ![a figure](x.svg), `code`, **bold**.[^1]\nNext <b>raw</b> <!-- no -->\\\nline.\n\n' +
      '<div>Shown.</div>\n\n<!-- gone -->\n\n[^1]: A note. Two.\n'
    expect(units(source)).toEqual([
      'prose: A label, a figure, code, bold.',
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

  test('an image on its own is a figure; an image in a sentence is its alt text', () => {
    expect(units('![A chart. Of two.](x.svg)\n\nSee ![the sign](x.svg) there.')).toEqual([
      'figure: A chart. Of two.',
      'prose: See the sign there.',
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
