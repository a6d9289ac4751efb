import { type Finding, type BrokenContent, caret, other, post } from './mistakes.ts'

const body = (text: string, more = {}) => ({ ...other, 'posts/week-01.md': post(text), ...more })
const dead = (href: string, hint: string | RegExp = /\w/): Finding => [
  'dead-link',
  `${href} is not a published page or file`,
  hint,
]
const allDead = (...hrefs: readonly string[]) => hrefs.map((href) => dead(href))
const anchor = (path: string, slug: string, hint: string | RegExp = /\w/): Finding => [
  'dead-anchor',
  `${path} has no heading #${slug}`,
  hint,
]
const outside = (href: string, prefix: string, more = ''): Finding => [
  'outside-link',
  `${href} is not part of this archive${more}.`,
  `\`siteLinks: [${prefix}]\``,
]
const draft = { 'posts/week-03.md': post('Secret.', 'draft: true\n') }
const next = 'Did you mean /posts/week-02?'
const method = 'Did you mean #method?'
const local = 'http://localhost:3000'

const texts: readonly (readonly [text: string, ...found: Finding[]])[] = [
  ['See [the next](‸week-22.md).', dead('week-22.md', 'Did you mean the file posts/week-02.md?')],
  ['See [the next](‸/posts/week-22).', dead('/posts/week-22', next)],
  ['See [the list](‸/api/v1/post.json).', dead('/api/v1/post.json', 'Did you mean /api/v1/posts.json?')],
  ['See [her](‸/authors/nobody).', dead('/authors/nobody')],
  ['See [the API](‸/api/classes/Store.html).', outside('/api/classes/Store.html', '/api/')],
  [`See [the next](‸${local}/posts/week-22).`, dead(`${local}/posts/week-22`, next)],
  ['See [below](‸#metod).\n\n## Method\n\nText.', anchor('/posts/week-01', 'metod', method)],
  ['See [it](‸week-02.md#end).', anchor('/posts/week-02', 'end', 'Its headings are #method, #results.')],
  [`See [there](‸${local}/posts/week-02#metod).`, anchor('/posts/week-02', 'metod', method)],
  ['See [it](‸wek-02.md#metod).', dead('wek-02.md#metod', 'Did you mean the file posts/week-02.md?')],
  // Names of other pages of the site may resemble ours.
  ['See [us](‸/conduct) and [all](‸/talks).', outside('/conduct', '/conduct'), outside('/talks', '/talks')],
  ['See [us](‸/cntact).', dead('/cntact', 'Did you mean /contact?')],
  ['Write to [us](‸http://).', ['dead-link', 'http:// has no host.', 'Fix or remove it.']],
  ['See ‸[this]().', ['dead-link', 'no destination', /\w/]],
  // Each finding has its exact column.
  ['🎉 [x](‸none.md)', dead('none.md')],
  [
    '[x](‸none.md) [x](‸none.md)\n[x](‸none.md) [x](‸none.md)',
    ...allDead('none.md', 'none.md', 'none.md', 'none.md'),
  ],
  ['See [the\nnext](‸none.md).', dead('none.md')],
  ['## On [x](‸none.md) ##\n\nText.', dead('none.md')],
  ['Text,\n   then [x](‸none.md)', dead('none.md')],
  [
    '| a | b |\n|---|---|\n| x \\| [l](‸one.md) | [l](‸two.md) |\n| l | `a\\|b` [l](‸six.md) |',
    ...allDead('one.md', 'two.md', 'six.md'),
  ],
  [
    '> one [x](‸one.md)\n> two [x](‸two.md)\nlazy [x](‸six.md)\n\n> > deep [x](‸ten.md)',
    ...allDead('one.md', 'two.md', 'six.md', 'ten.md'),
  ],
  ['<a href="‸/\\[x">y</a>', dead('/\\[x')],
  [
    '- a [x](‸one.md)\n  - b\n    [x](‸two.md)\n\n1. c\n\n   d [x](‸six.md)',
    ...allDead('one.md', 'two.md', 'six.md'),
  ],
  ['- a\n\t[x](‸none.md)', dead('none.md')],
  // A definition is reported once.
  ['See [one][x], [two][x] and [x].\n\n[x]: ‸none.md "A title"', dead('none.md')],
  ['See [x].\n\n> [x]:\n> ‸none.md', dead('none.md')],
  [
    'A claim.[^1]\n\n[^1]: See [x](‸one.md)\n    and [x](‸two.md).\n\n    More in [x](‸six.md).',
    ...allDead('one.md', 'two.md', 'six.md'),
  ],
  ['A claim.^[See [x](‸none.md).]\n\nMore text.', dead('none.md')],
  [`See <‸${local}/posts/week-22>.`, dead(`${local}/posts/week-22`)],
  [
    'At {{ site.url }}, see [x](‸{{ site.url }}/none) and\n[y](‸{{site.url}}/posts/week-02#nope).',
    outside(`${local}/none`, '/none'),
    anchor('/posts/week-02', 'nope'),
  ],
  ['```sh\ncurl {{ site.url }}/\n```\n\n`{{ site.url }}` {{ site.url }} [x](‸none.md)', dead('none.md')],
  // Reported once per part of the site.
  [
    '[a](‸/docs/a) [b](/docs/b#x) [c](‸/shop/)\n\n[d](/docs/)',
    outside('/docs/a', '/docs/', '; 3 links below /docs/ lead outside'),
    outside('/shop/', '/shop/'),
  ],
  // A fragment of the home page is not checked.
  [`See [home](${local}#posts).\n\n‸# Level one`, ['heading-level', 'level 1', '`##`']],
]

/** Dead links in every position; each diagnostic must have the exact column. */
export const linkMistakes: readonly BrokenContent[] = [
  ...texts.map(([text, ...found]): BrokenContent => [text.replaceAll(caret, ''), body(text), ...found]),
  [
    'a missing heading in a post without headings',
    { ...body('See [there](‸none.md#end).'), 'posts/none.md': post('Text.') },
    anchor('/posts/none', 'end', 'That page has no headings.'),
  ],
  [
    'a draft, by its file',
    body('See [soon](‸week-03.md).', draft),
    dead(
      'week-03.md',
      'posts/week-03.md is a draft, scheduled, expired or empty: publish it, or remove the link.',
    ),
  ],
  ['a draft, by its path', body('See [soon](‸/posts/week-03).', draft), dead('/posts/week-03', /is a draft/)],
]
