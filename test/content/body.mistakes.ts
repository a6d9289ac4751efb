import { type Finding, type BrokenContent, post } from './mistakes.ts'

const body = (text: string, more = {}) => ({ 'posts/week-01.md': post(text), ...more })
const figure = { 'assets/figure.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }
const empty: Finding = { rule: 'empty-body', message: 'The body has no text', hint: '`draft: true`' }
const html = (tag: string): Finding => ({
  rule: 'raw-html',
  message: tag,
  hint: 'in backticks',
})
const leftover = (piece: string): Finding => ({
  rule: 'shortcode',
  message: piece,
  hint: 'Write it in markdown',
})
const box = (name: string): Finding => ({ rule: 'shortcode', message: name, hint: '`components`' })
const bracketed: Finding = { rule: 'math', message: 'is shown as text', hint: 'Use dollar signs' }
const undefinedNote = (mark: string): Finding => ({
  rule: 'missing-footnote',
  message: `${mark} is shown as text`,
  hint: `\`${mark}: …\``,
})
const level = (message: string, hint: string): Finding => ({ rule: 'heading-level', message, hint })
const noAlt: Finding = { rule: 'missing-alt', message: 'has no alt text', hint: 'Describe it' }

/** Mistakes in text, headings, images and HTML. */
export const bodyMistakes: readonly BrokenContent[] = [
  { what: 'a body of punctuation', files: body('‸…'), found: [empty] },
  {
    what: 'a heading of level 1',
    files: body('‸# Again\n\nText.'),
    found: [level('Only the title may be a level 1 heading', 'at `##`')],
  },
  {
    what: 'an underlined heading of level 1',
    files: body('Text.\n\n‸Again\n=====\n'),
    found: [level('Only the title may be a level 1 heading', 'at `##`')],
  },
  {
    what: 'a first heading of level 3',
    files: body('‸### Deep\n\nText.'),
    found: [level('A level 3 heading follows the title', '`##`')],
  },
  {
    what: 'a jump from level 2 to level 4',
    files: body('## Two\n\nText.\n\n‸#### Four\n\nText.'),
    found: [level('A level 4 heading follows level 2', '`###`')],
  },
  {
    what: 'a heading in a block quote',
    files: body('Text.\n\n> ‸# Quoted'),
    found: [level('Only the title may be a level 1 heading', 'at `##`')],
  },
  {
    what: '101 nested quotes',
    files: body(`Text.\n\n‸${'>'.repeat(101)} lost`),
    found: [{ rule: 'nested-too-deep', message: 'nested more than 100 deep', hint: 'fewer levels' }],
  },
  {
    what: '51 nested lists',
    files: body(`Text.\n\n‸${'- '.repeat(51)}lost`),
    found: [{ rule: 'nested-too-deep', message: 'nested more than 100 deep', hint: 'fewer levels' }],
  },
  { what: 'a block of HTML', files: body('Text.\n\n‸<form>\nboxed\n</form>'), found: [html('<form>')] },
  {
    what: 'HTML within a sentence',
    files: body('Some ‸<blink>bold</blink> words <!-- said I -->.'),
    found: [html('<blink>')],
  },
  { what: 'HTML after an emoji', files: body('🎉 ‸<blink>bold</blink>'), found: [html('<blink>')] },
  { what: 'HTML in a list', files: body('- ‸<blink>one</blink>'), found: [html('<blink>')] },
  {
    what: 'a block of HTML in a block quote',
    files: body('Text.\n\n> ‸<form>quoted</form>'),
    found: [html('<form>')],
  },
  {
    what: 'HTML after a comment on the same line',
    files: body('Text.\n\n<!-- note -->‸<script>alert(1)</script>'),
    found: [html('<script>')],
  },
  {
    what: 'an invalid formula',
    files: body('‸$\\frac{1$ and more.'),
    found: [{ rule: 'math', message: /\w/, hint: 'Fix the TeX' }],
  },
  {
    what: 'macros that repeat long arguments',
    files: body(
      `Let $\\def\\a#1{#1|#1}\\a{x}$ and ‸$\\def\\b#1{${'#1'.repeat(30)}}\\def\\c#1{${'\\b{#1}'.repeat(30)}}\\c{${'x'.repeat(30)}}$.`,
    ),
    found: [{ rule: 'math', message: 'expand to too many symbols', hint: 'Fix the TeX' }],
  },
  {
    what: 'formulas in escaped brackets',
    files: body(
      'Let ‸\\(x\\) be ‸\\\\(a_1 `+` b\\\\), not `\\(x\\)` \\(nor this\\) \\[nor [this](https://example.org/?a=1)\\].\n\n‸\\[\nx^2\n\\]\n\n- \\[x\\] done \\[`a_b`\\] \\[a\\_b\\]',
    ),
    found: [bracketed, bracketed, bracketed],
  },
  {
    what: 'undefined footnotes, except in code or escaped',
    files: body('`[^1]` \\[^1] ‸[^1], *‸[^n.1]* and[^2].\n\n| a |\n|---|\n| ‸[^c] |\n\n[^2]: Text.'),
    found: [undefinedNote('[^1]'), undefinedNote('[^n.1]'), undefinedNote('[^c]')],
  },
  {
    what: 'template calls',
    files: body(
      'A ‸{{name}} b ‸{{image "a_b_c.png" 300}} ‸{{tweet "https://example.org/1"}} ‸{{code "a" `b`}}\n‸{{raw `\n\n<p>‸{{x}}</p>\n\n`}} ‸{% embed https://example.org/ %} 100{%d}',
    ),
    found: ['{{name}}', '{{image', '{{tweet', '{{code', '{{raw', '{{x}}', '{% embed'].map(leftover),
  },
  {
    what: 'unmatched box fences',
    files: body(
      '‸::::outer\n\n:::note\n\nText.\n\n:::\n\nText.\n\n- ‸:::tip\n\n> ‸:::: {.x}\n> text\n‸:::\n\n‸:::note',
    ),
    found: ['::::', ':::tip', '::::', ':::', ':::note'].map(leftover),
  },
  {
    what: 'nested boxes, one of them unknown',
    files: body('‸::::: columns\n\n‸:::: {.column width="50%"}\n\n::: note\nText.\n:::\n\n::::\n\n:::::'),
    found: [box('columns'), box('column')],
  },
  {
    what: 'an alert mark with text after it',
    files: body('‸[!NOTE] Mind this.\n\n‸[!quote]- Said'),
    found: [leftover('[!NOTE]'), leftover('[!quote]-')],
  },
  {
    what: 'a Pandoc grid table',
    files: body('‸+---+---+\n| a | b |\n‸+===+===+\n| c | d |\n‸+---+---+'),
    found: [leftover('+---+---+'), leftover('+===+===+'), leftover('+---+---+')],
  },
  {
    what: 'an unknown shortcode',
    files: { 'archive.yaml': 'generator: hugo\nposts: posts\n', ...body('Text. ‸{{< chart x >}}') },
    found: [{ rule: 'shortcode', message: 'chart', hint: '`components`' }],
  },
  {
    what: 'an unknown component',
    files: { 'posts/week-01.mdx': post('Text.\n\n‸<Chart x={1} />') },
    found: [{ rule: 'mdx', message: 'Chart', hint: '`components`' }],
  },
  {
    what: 'an SVG with a script, and one that is not XML',
    files: body('![A](../assets/a.svg) ![B](../assets/b.svg)', {
      'assets/a.svg': '<svg xmlns="http://www.w3.org/2000/svg">\n  ‸<script/>\n</svg>',
      'assets/b.svg': '<svg‸',
    }),
    found: [
      { rule: 'unsafe-svg', message: '<script> is removed', hint: 'Remove it' },
      {
        rule: 'unsafe-svg',
        message: 'published empty: document must contain a root element',
        hint: 'Save it again',
      },
    ],
  },
  {
    what: 'an image without alt text',
    files: body('Look: ‸![](../assets/figure.svg)', figure),
    found: [noAlt],
  },
  {
    what: 'a reference image without alt text',
    files: body('Look: ‸![][figure]\n\n[figure]: ../assets/figure.svg', figure),
    found: [noAlt],
  },
  {
    what: 'a missing image',
    files: body('![A bar chart](‸../assets/figur.svg)', figure),
    found: [
      {
        rule: 'missing-image',
        message: '../assets/figur.svg is not a published',
        hint: 'the file assets/figure.svg',
      },
    ],
  },
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
  ).map(([written, place, hint]) => ({
    what: `an image that is elsewhere: ${written} at ${place}`,
    files: { ...body(`![A bar chart](‸${written})`), [place]: 'GIF' },
    found: [{ rule: 'missing-image' as const, message: `${written} is not a published`, hint }],
  })),
  {
    what: 'a missing image in a link',
    files: body('[![A bar chart](‸../assets/none.png)](https://example.org/)'),
    found: [{ rule: 'missing-image', message: '../assets/none.png', hint: /\w/ }],
  },
  {
    what: 'an image without a destination',
    files: body('‸![A bar chart]()'),
    found: [{ rule: 'missing-image', message: /no destination/, hint: /\w/ }],
  },
]
