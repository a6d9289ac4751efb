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

/** Mistakes in text, headings, images and HTML. */
export const bodyMistakes: readonly BrokenContent[] = [
  ['a body of punctuation', body('‸…'), empty],
  [
    'a heading of level 1',
    body('‸# Again\n\nText.'),
    level('Only the title may be a level 1 heading', 'at `##`'),
  ],
  [
    'an underlined heading of level 1',
    body('Text.\n\n‸Again\n=====\n'),
    level('Only the title may be a level 1 heading', 'at `##`'),
  ],
  [
    'a first heading of level 3',
    body('‸### Deep\n\nText.'),
    level('A level 3 heading follows the title', '`##`'),
  ],
  [
    'a jump from level 2 to level 4',
    body('## Two\n\nText.\n\n‸#### Four\n\nText.'),
    level('A level 4 heading follows level 2', '`###`'),
  ],
  [
    'a heading in a block quote',
    body('Text.\n\n> ‸# Quoted'),
    level('Only the title may be a level 1 heading', 'at `##`'),
  ],
  [
    '101 nested quotes',
    body(`Text.\n\n‸${'>'.repeat(101)} lost`),
    ['nested-too-deep', 'nested more than 100 deep', 'fewer levels'],
  ],
  [
    '51 nested lists',
    body(`Text.\n\n‸${'- '.repeat(51)}lost`),
    ['nested-too-deep', 'nested more than 100 deep', 'fewer levels'],
  ],
  ['a block of HTML', body('Text.\n\n‸<form>\nboxed\n</form>'), html('<form>')],
  ['HTML within a sentence', body('Some ‸<blink>bold</blink> words <!-- said I -->.'), html('<blink>')],
  ['HTML after an emoji', body('🎉 ‸<blink>bold</blink>'), html('<blink>')],
  ['HTML in a list', body('- ‸<blink>one</blink>'), html('<blink>')],
  ['a block of HTML in a block quote', body('Text.\n\n> ‸<form>quoted</form>'), html('<form>')],
  [
    'HTML after a comment on the same line',
    body('Text.\n\n<!-- note -->‸<script>alert(1)</script>'),
    html('<script>'),
  ],
  ['an invalid formula', body('‸$\\frac{1$ and more.'), ['math', /\w/, 'Fix the TeX']],
  [
    'macros that repeat long arguments',
    body(
      `Let $\\def\\a#1{#1|#1}\\a{x}$ and ‸$\\def\\b#1{${'#1'.repeat(30)}}\\def\\c#1{${'\\b{#1}'.repeat(30)}}\\c{${'x'.repeat(30)}}$.`,
    ),
    ['math', 'expand to too many symbols', 'Fix the TeX'],
  ],
  [
    'formulas in escaped brackets',
    body(
      'Let ‸\\(x\\) be ‸\\\\(a_1 `+` b\\\\), not `\\(x\\)` \\(nor this\\) \\[nor [this](https://example.org/?a=1)\\].\n\n‸\\[\nx^2\n\\]\n\n- \\[x\\] done \\[`a_b`\\] \\[a\\_b\\]',
    ),
    bracketed,
    bracketed,
    bracketed,
  ],
  [
    'undefined footnotes, except in code or escaped',
    body('`[^1]` \\[^1] ‸[^1], *‸[^n.1]* and[^2].\n\n| a |\n|---|\n| ‸[^c] |\n\n[^2]: Text.'),
    undefinedNote('[^1]'),
    undefinedNote('[^n.1]'),
    undefinedNote('[^c]'),
  ],
  [
    'template calls',
    body(
      'A ‸{{name}} b ‸{{image "a_b_c.png" 300}} ‸{{tweet "https://example.org/1"}} ‸{{code "a" `b`}}\n‸{{raw `\n\n<p>‸{{x}}</p>\n\n`}} ‸{% embed https://example.org/ %} 100{%d}',
    ),
    ...['{{name}}', '{{image', '{{tweet', '{{code', '{{raw', '{{x}}', '{% embed'].map(leftover),
  ],
  [
    'unmatched box fences',
    body(
      '‸::::outer\n\n:::note\n\nText.\n\n:::\n\nText.\n\n- ‸:::tip\n\n> ‸:::: {.x}\n> text\n‸:::\n\n‸:::note',
    ),
    ...['::::', ':::tip', '::::', ':::', ':::note'].map(leftover),
  ],
  [
    'nested boxes, one of them unknown',
    body('‸::::: columns\n\n‸:::: {.column width="50%"}\n\n::: note\nText.\n:::\n\n::::\n\n:::::'),
    box('columns'),
    box('column'),
  ],
  [
    'an alert mark with text after it',
    body('‸[!NOTE] Mind this.\n\n‸[!quote]- Said'),
    leftover('[!NOTE]'),
    leftover('[!quote]-'),
  ],
  [
    'a Pandoc grid table',
    body('‸+---+---+\n| a | b |\n‸+===+===+\n| c | d |\n‸+---+---+'),
    leftover('+---+---+'),
    leftover('+===+===+'),
    leftover('+---+---+'),
  ],
  [
    'an unknown shortcode',
    { 'archive.yaml': 'generator: hugo\nposts: posts\n', ...body('Text. ‸{{< chart x >}}') },
    ['shortcode', 'chart', '`components`'],
  ],
  [
    'an unknown component',
    { 'posts/week-01.mdx': post('Text.\n\n‸<Chart x={1} />') },
    ['mdx', 'Chart', '`components`'],
  ],
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
  [
    'a reference image without alt text',
    body('Look: ‸![][figure]\n\n[figure]: ../assets/figure.svg', figure),
    noAlt,
  ],
  [
    'a missing image',
    body('![A bar chart](‸../assets/figur.svg)', figure),
    ['missing-image', '../assets/figur.svg is not a published', 'the file assets/figure.svg'],
  ],
  ...(
    [
      [
        '/img/a.gif',
        'images/img/a.gif',
        'It is at images/img/a.gif: add `images` to `files` in archive.yaml.',
      ],
      ['/img/A.gif', 'pics/a.gif', 'It is at pics/a.gif: add `{ pics: /img/ }` to `files` in archive.yaml.'],
      ['../img/a.gif', 'pics/img/a.gif', 'Did you mean the file pics/img/a.gif?'],
    ] as const
  ).map(
    ([written, place, hint]): BrokenContent => [
      `an image that is elsewhere: ${written} at ${place}`,
      { ...body(`![A bar chart](‸${written})`), [place]: 'GIF' },
      ['missing-image' as const, `${written} is not a published`, hint],
    ],
  ),
  [
    'a missing image in a link',
    body('[![A bar chart](‸../assets/none.png)](https://example.org/)'),
    ['missing-image', '../assets/none.png', /\w/],
  ],
  ['an image without a destination', body('‸![A bar chart]()'), ['missing-image', /no destination/, /\w/]],
]
