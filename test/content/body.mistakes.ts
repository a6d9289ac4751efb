import { type Finding, type BrokenContent, post } from './mistakes.ts'

const body = (text: string, more = {}) => ({ 'posts/week-01.md': post(text), ...more })
const figure = { 'assets/figure.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }
const empty: Finding = ['empty-body', 'The body has no text', '`draft: true`']
const html = (tag: string): Finding => ['raw-html', tag, 'in backticks']
const leftover = (piece: string): Finding => ['shortcode', piece, 'Write it in markdown']
const box = (name: string): Finding => ['shortcode', name, '`components`']
const bracketed: Finding = ['math', 'is shown as text', 'Use dollar signs']
const undefinedNote = (mark: string): Finding => [
  'missing-footnote',
  `${mark} is shown as text`,
  `\`${mark}: …\``,
]
const level = (message: string, hint: string): Finding => ['heading-level', message, hint]
const noAlt: Finding = ['missing-alt', 'has no alt text', 'Describe it']

const level1 = level('Only the title may be a level 1 heading', 'at `##`')
const tooDeep: Finding = ['nested-too-deep', 'nested more than 100 deep', 'fewer levels']
const long = (text: string) => text.repeat(30)
const grid = '‸+---+---+\n| a | b |\n‸+===+===+\n| c | d |\n‸+---+---+'
const calls =
  'A ‸{{name}} b ‸{{image "a_b_c.png" 300}} ‸{{tweet "https://example.org/1"}} ‸{{code "a" `b`}}\n' +
  '‸{{raw `\n\n<p>‸{{x}}</p>\n\n`}} ‸{% embed https://example.org/ %} 100{%d}'
const fences =
  '‸::::outer\n\n:::note\n\nText.\n\n:::\n\nText.\n\n- ‸:::tip\n\n> ‸:::: {.x}\n> text\n‸:::\n\n‸:::note'
const boxes = '‸::::: grid\n\n‸:::: {.cell width="50%"}\n\n::: note\nText.\n:::\n\n::::\n\n:::::'
const formulas =
  'Let ‸\\(x\\) be ‸\\\\(a_1 `+` b\\\\), not `\\(x\\)` \\(nor this\\) \\[nor [this](https://example.org/?a=1)\\].\n\n' +
  '‸\\[\nx^2\n\\]\n\n- \\[x\\] done \\[`a_b`\\] \\[a\\_b\\]'
const macros = `‸$\\def\\b#1{${long('#1')}}\\def\\c#1{${long('\\b{#1}')}}\\c{${long('x')}}$`
const notes = '`[^1]` \\[^1] ‸[^1], *‸[^n.1]* and[^2].\n\n| a |\n|---|\n| ‸[^c] |\n\n[^2]: Text.'

/** Mistakes in text, headings, images and HTML. */
export const bodyMistakes: readonly BrokenContent[] = [
  ['a body of punctuation', body('‸…'), empty],
  ['a heading of level 1', body('‸# Again\n\nText.'), level1],
  ['an underlined heading of level 1', body('Text.\n\n‸Again\n=====\n'), level1],
  ['a heading in a block quote', body('Text.\n\n> ‸# Quoted'), level1],
  ['a level 3 first', body('‸### Deep\n\nText.'), level('A level 3 heading follows the title', '`##`')],
  [
    'a jump from level 2 to level 4',
    body('## Two\n\nText.\n\n‸#### Four\n\nText.'),
    level('A level 4 heading follows level 2', '`###`'),
  ],
  ['101 nested quotes', body(`Text.\n\n‸${'>'.repeat(101)} lost`), tooDeep],
  ['51 nested lists', body(`Text.\n\n‸${'- '.repeat(51)}lost`), tooDeep],
  ['a block of HTML', body('Text.\n\n‸<form>\nboxed\n</form>'), html('<form>')],
  ['HTML within a sentence', body('Some ‸<blink>bold</blink> words <!-- said I -->.'), html('<blink>')],
  ['HTML after an emoji', body('🎉 ‸<blink>bold</blink>'), html('<blink>')],
  ['HTML in a list', body('- ‸<blink>one</blink>'), html('<blink>')],
  ['a block of HTML in a block quote', body('Text.\n\n> ‸<form>quoted</form>'), html('<form>')],
  ['HTML after a comment', body('Text.\n\n<!-- note -->‸<script>alert(1)</script>'), html('<script>')],
  ['an invalid formula', body('‸$\\frac{1$ and more.'), ['math', /\w/, 'Fix the TeX']],
  [
    'macros that repeat long arguments',
    body(`Let $\\def\\a#1{#1|#1}\\a{x}$ and ${macros}.`),
    ['math', 'expand to too many symbols', 'Fix the TeX'],
  ],
  ['formulas in escaped brackets', body(formulas), bracketed, bracketed, bracketed],
  [
    'undefined footnotes, except in code or escaped',
    body(notes),
    ...['[^1]', '[^n.1]', '[^c]'].map(undefinedNote),
  ],
  [
    'template calls',
    body(calls),
    ...['{{name}}', '{{image', '{{tweet', '{{code', '{{raw', '{{x}}', '{% embed'].map(leftover),
  ],
  ['unmatched box fences', body(fences), ...['::::', ':::tip', '::::', ':::', ':::note'].map(leftover)],
  ['nested boxes, one of them unknown', body(boxes), box('grid'), box('cell')],
  [
    'an alert mark with text after it',
    body('‸[!NOTE] Mind this.\n\n‸[!quote]- Said'),
    ...['[!NOTE]', '[!quote]-'].map(leftover),
  ],
  ['a Pandoc grid table', body(grid), ...['+---+---+', '+===+===+', '+---+---+'].map(leftover)],
  [
    'an unknown shortcode',
    { 'archive.yaml': 'generator: hugo\nposts: posts\n', ...body('Text. ‸{{< chart x >}}') },
    box('chart'),
  ],
  ['a component', { 'posts/a.mdx': post('Text.\n\n‸<Chart x={1} />') }, ['mdx', 'Chart', '`components`']],
  [
    'an SVG with a script, and one that is not XML',
    body('![A](../assets/a.svg) ![B](../assets/b.svg)', {
      'assets/a.svg': '<svg xmlns="http://www.w3.org/2000/svg">\n  ‸<script/>\n</svg>',
      'assets/b.svg': '<svg‸',
    }),
    ['unsafe-svg', '<script> is removed', 'Remove it'],
    ['unsafe-svg', 'published empty: document must contain a root element', 'Save it again'],
  ],
  ['an image without alt text', body('Look: ‸![](../assets/figure.svg)', figure), noAlt],
  ['a reference image without it', body('Look: ‸![][a]\n\n[a]: ../assets/figure.svg', figure), noAlt],
  [
    'a missing image',
    body('![A bar chart](‸../assets/figur.svg)', figure),
    ['missing-image', '../assets/figur.svg is not a published', 'the file assets/figure.svg'],
  ],
  ...[
    ['/img/a.gif', 'images/img/a.gif', 'It is at images/img/a.gif: add `images` to `files` in archive.yaml.'],
    ['/img/A.gif', 'pics/a.gif', 'It is at pics/a.gif: add `{ pics: /img/ }` to `files` in archive.yaml.'],
    ['../img/a.gif', 'pics/img/a.gif', 'Did you mean the file pics/img/a.gif?'],
  ].map(
    ([written = '', place = '', hint = '']): BrokenContent => [
      `an image that is elsewhere: ${written} at ${place}`,
      { ...body(`![A bar chart](‸${written})`), [place]: 'GIF' },
      ['missing-image', `${written} is not a published`, hint],
    ],
  ),
  [
    'a missing image in a link',
    body('[![A bar chart](‸../assets/none.png)](https://example.org/)'),
    ['missing-image', '../assets/none.png', /\w/],
  ],
  ['an image without a destination', body('‸![A bar chart]()'), ['missing-image', /no destination/, /\w/]],
]
