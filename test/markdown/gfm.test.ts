import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderHtml } from '../../src/markdown/html.ts'
import { parseMarkdown } from '../../src/markdown/markdown.ts'
import { byMicromark, byOurs } from './github.ts'
import { tree } from './tree.ts'
import { cases } from '../thorough.ts'

/** Examples of each GFM construct. */
const constructs: Readonly<Record<string, readonly string[]>> = {
  tables: [
    '| foo | bar |\n| --- | --- |\n| baz | bim |',
    '| abc | defghi |\n:-: | -----------:\nbar | baz',
    '| f\\|oo |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
    '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar',
    '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar',
    '| abc | def |\n| --- |\n| bar |',
    '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
    '| abc | def |\n| --- | --- |',
  ],
  'task lists': [
    '- [ ] foo\n- [x] bar',
    '- [x] foo\n  - [ ] bar\n  - [X] baz\n- [ ] bim',
    '1. [ ] one\n2. [x] two',
    '- [ ]\n- [x]none\n- [y] no',
    '- [x] box\n\n[x]: /no-link',
  ],
  strikethrough: [
    '~~Hi~~ Hello, ~there~ world!',
    'This ~~has a\n\nnew paragraph~~.',
    'This will ~~~not~~~ strike.',
    'one~two~three, ~~a~b~~',
    '~~a ~b~ c~~',
  ],
  'bare links': [
    'www.commonmark.org',
    'Visit www.commonmark.org/help for more.',
    'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.',
    'www.google.com/search?q=Markup+(business)\n\n(www.google.com/search?q=Markup+(business))',
    'www.google.com/search?q=(business))+ok',
    'http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))',
    'foo@bar.baz',
    'hello@mail+xyz.example isn’t valid, but hello+xyz@mail.example is.',
    'a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_',
    '[a www.b.example](/c)',
    'node.js and archive.md are names',
  ],
  footnotes: [
    'Note.[^1]\n\n[^1]: Text.',
    'Two[^a] and again[^a].\n\n[^a]: Text.',
    'Long.[^n]\n\n[^n]: One.\n\n    Two.\n\n    - list',
    'None.[^missing]',
    '[^unused]: Text.',
    'B[^b] A[^a]\n\n[^a]: first\n[^b]: second',
    '> Quote\n[^1]: note\n\nText.[^1]',
  ],
}

describe.each(Object.entries(constructs))('parses %s as GitHub does', (_, documents) => {
  test.each(documents)('%j', (markdown) => {
    expect(byOurs(markdown)).toBe(byMicromark(markdown))
  })
})

test.each('title textarea style xmp iframe noembed noframes script plaintext'.split(' '))(
  'raw HTML that GitHub disallows is not on the page: <%s>',
  (name) => {
    const html = renderHtml(parseMarkdown(`A.\n\n<${name}>b</${name}>\n\nC <${name}> d.\n\nE.`))
    expect(tree(html)).not.toMatch(new RegExp(`^ *${name}\\b`, 'm'))
    expect(html).toContain('<p>E.</p>')
  },
)

/**
 * Generated documents avoid cases where micromark differs from GitHub or GitHub is inconsistent: an unclosed bracket
 * (micromark links nothing after it), an email address after an underscore (micromark includes the underscore),
 * tildes that cross emphasis (micromark pairs them last), a footnote in a link or in a surplus cell, code after a
 * definition (micromark drops its blank lines), an empty item in a quote or list that ends a paragraph (micromark reads
 * its marker as text), a line of one tag after a quote or list (micromark ends the paragraph after it, GitHub before it, though
 * neither should).
 */
const atoms = fc.constantFrom(
  ...['a', 'word', 'b c', '`code`', '``a ` b``', '[x](/y)', '[ref]', '![x](/y.png "t")', '<b>b</b>', '<br>'],
  ...['&amp;', '&lt;', '\\*', '\\~', 'snake_case', '2 ~ 3', 'http://a.example/b', 'https://a.example'],
  ...['https://a.example/?q=1&b=2', 'www.a.example', 'www.a', 'www.a.example/(b)', '[^1]', '[^2]'],
  ...['[^missing]', 'é', '日本', '"quoted"', "it's", '-', '--', '...', '!', ']'],
)
const marks = [
  ...[['', ''] as const, ['', ''] as const, ['*', '*'] as const, ['**', '**'] as const, ['_', '_'] as const],
  ...[['~', '~'] as const, ['~~', '~~'] as const, ['(', ')'] as const, ['"', '"'] as const],
  ...[['', '.'] as const, ['', ','] as const, ['', '!'] as const, ['', '?'] as const],
]
const phrase = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.constantFrom(...marks), fc.array(atoms, { minLength: 1, maxLength: 3 }))
      .map(([[open, close], inside]) => `${open}${inside.join(' ')}${close}`),
  },
  fc.constantFrom('ada@a.example', 'a.b+c@d-e.example.', '(ada@a.example)', '**ada@a.example**'),
)
const line = fc.array(phrase, { minLength: 1, maxLength: 4 }).map((phrases) => phrases.join(' '))
const starts = ['', '', '', '> ', '- ', '- [ ] ', '- [x] ', '1. ', '# ', '## ', '  ', '* [X] ', '> - ']
/** Text of a line that micromark reads differently after some lines. */
const differs = (start: string, text: string) => text === '<br>' || (start !== '' && /^(?:- )*-$/.test(text))
const prose = fc
  .tuple(fc.constantFrom(...starts), line)
  .filter(([start, text]) => !differs(start, text))
  .map(([start, text]) => start + text)
const cell = fc.oneof({ weight: 9, arbitrary: line }, fc.constant('a\\|b'))
const row = fc.array(cell, { minLength: 1, maxLength: 2 }).map((cells) => `| ${cells.join(' | ')} |`)
const head = fc.tuple(cell, cell).map((cells) => `| ${cells.join(' | ')} |`)
const table = fc
  .tuple(head, fc.constantFrom('|-|-|', '|:-|-:|', '---|:---:'), fc.array(row, { maxLength: 3 }))
  .map((rows) => rows.flat().join('\n'))
const block = fc.oneof(
  { weight: 6, arbitrary: prose },
  { weight: 2, arbitrary: table },
  fc.constantFrom('```js\na\n```', '---', '***', '<div>', '</div>', '    code'),
)
const definitions = fc.subarray(['[ref]: /r', '[^1]: note', '[^2]: a\n\n    b'])
const documents = fc
  .tuple(
    fc.array(fc.tuple(block, fc.constantFrom('\n', '\n\n')), { minLength: 1, maxLength: 4 }),
    definitions,
  )
  .map(([blocks, ends]) => `${blocks.flat().join('')}\n\n${ends.join('\n\n')}\n`)

test.each(['<br>', '</div>', '<img src="a.png">', '  <kbd>'])('%s alone on its line ends a table', (tag) => {
  const markdown = `| a | b |\n|-|-|\n| 1 | 2 |\n${tag}\n`
  expect(byOurs(markdown)).toBe(byMicromark(markdown))
})

const count = cases(120, 2_500)

test(`${count} generated documents say what GitHub’s say`, () => {
  let compared = 0
  fc.assert(
    fc.property(documents, (markdown) => {
      compared++
      expect(byOurs(markdown)).toBe(byMicromark(markdown))
    }),
    { numRuns: count },
  )
  expect(compared).toBeGreaterThanOrEqual(count)
})
