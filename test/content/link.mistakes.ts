import { type Finding, type BrokenContent, other, post } from './mistakes.ts'

const body = (text: string, more = {}) => ({ ...other, 'posts/week-01.md': post(text), ...more })
const dead = (href: string, hint: string | RegExp = /\w/): Finding => [
  'dead-link',
  `${href} is not a published page or file`,
  hint,
]
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

/** Dead links in every position; each diagnostic must have the exact column. */
export const linkMistakes: readonly BrokenContent[] = [
  [
    'a missing file',
    body('See [the next](‸week-22.md).'),
    dead('week-22.md', 'Did you mean the file posts/week-02.md?'),
  ],
  [
    'a missing path',
    body('See [the next](‸/posts/week-22).'),
    dead('/posts/week-22', 'Did you mean /posts/week-02?'),
  ],
  [
    'a missing path below the API',
    body('See [the list](‸/api/v1/post.json).'),
    dead('/api/v1/post.json', 'Did you mean /api/v1/posts.json?'),
  ],
  ['an author without posts', body('See [her](‸/authors/nobody).'), dead('/authors/nobody')],
  [
    'the API reference of the same site',
    body('See [the reference](‸/api/classes/Store.html).'),
    outside('/api/classes/Store.html', '/api/'),
  ],
  [
    'a missing path below the base URL',
    body('See [the next](‸http://localhost:3000/posts/week-22).'),
    dead('http://localhost:3000/posts/week-22', 'Did you mean /posts/week-02?'),
  ],
  [
    'a missing heading in this post',
    body('See [below](‸#metod).\n\n## Method\n\nText.'),
    anchor('/posts/week-01', 'metod', 'Did you mean #method?'),
  ],
  [
    'a missing heading in another post',
    body('See [there](‸week-02.md#conclusions).'),
    anchor('/posts/week-02', 'conclusions', 'Its headings are #method, #results.'),
  ],
  [
    'a missing heading in a post without headings',
    { ...body('See [there](‸none.md#end).'), 'posts/none.md': post('Text.') },
    anchor('/posts/none', 'end', 'That page has no headings.'),
  ],
  [
    'a missing heading below the base URL',
    body('See [there](‸http://localhost:3000/posts/week-02#metod).'),
    anchor('/posts/week-02', 'metod', 'Did you mean #method?'),
  ],
  [
    'a dead link to a heading, reported once',
    body('See [there](‸wek-02.md#metod).'),
    dead('wek-02.md#metod', 'Did you mean the file posts/week-02.md?'),
  ],
  [
    'pages of the same site with similar names',
    body('See [us](‸/conduct) and [all](‸/talks).'),
    outside('/conduct', '/conduct'),
    outside('/talks', '/talks'),
  ],
  [
    'a built-in page with one wrong letter',
    body('See [us](‸/cntact).'),
    dead('/cntact', 'Did you mean /contact?'),
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
  [
    'a URL without a host',
    body('Write to [us](‸http://).'),
    ['dead-link', 'http:// has no host.', 'Fix or remove it.'],
  ],
  ['a link after an emoji', body('🎉 [x](‸none.md)'), dead('none.md')],
  [
    'the same link four times on two lines',
    body('[x](‸none.md) [x](‸none.md)\n[x](‸none.md) [x](‸none.md)'),
    dead('none.md'),
    dead('none.md'),
    dead('none.md'),
    dead('none.md'),
  ],
  ['a link with a label on two lines', body('See [the\nnext](‸none.md).'), dead('none.md')],
  ['a link in a heading', body('## On [x](‸none.md) ##\n\nText.'), dead('none.md')],
  ['an indented link', body('Text,\n   then [x](‸none.md)'), dead('none.md')],
  [
    'links in table cells, after escaped pipes and beside equal words',
    body('| a | b |\n|---|---|\n| x \\| [l](‸one.md) | [l](‸two.md) |\n| l | `a\\|b` [l](‸six.md) |'),
    dead('one.md'),
    dead('two.md'),
    dead('six.md'),
  ],
  [
    'links in block quotes, including lazy continuation lines',
    body('> one [x](‸one.md)\n> two [x](‸two.md)\nlazy [x](‸six.md)\n\n> > deep [x](‸ten.md)'),
    dead('one.md'),
    dead('two.md'),
    dead('six.md'),
    dead('ten.md'),
  ],
  ['an HTML link with an invalid URL', body('<a href="‸/\\[x">y</a>'), dead('/\\[x')],
  [
    'links in lists',
    body('- a [x](‸one.md)\n  - b\n    [x](‸two.md)\n\n1. c\n\n   d [x](‸six.md)'),
    dead('one.md'),
    dead('two.md'),
    dead('six.md'),
  ],
  ['a link on a tab-indented line in a list', body('- a\n\t[x](‸none.md)'), dead('none.md')],
  [
    'a definition, reported once',
    body('See [one][x], [two][x] and [x].\n\n[x]: ‸none.md "A title"'),
    dead('none.md'),
  ],
  ['a definition on two lines within a quote', body('See [x].\n\n> [x]:\n> ‸none.md'), dead('none.md')],
  [
    'links in a footnote',
    body('A claim.[^1]\n\n[^1]: See [x](‸one.md)\n    and [x](‸two.md).\n\n    More in [x](‸six.md).'),
    dead('one.md'),
    dead('two.md'),
    dead('six.md'),
  ],
  ['a link in an inline footnote', body('A claim.^[See [x](‸none.md).]\n\nMore text.'), dead('none.md')],
  [
    'an autolink to the archive',
    body('See <‸http://localhost:3000/posts/week-22>.'),
    dead('http://localhost:3000/posts/week-22'),
  ],
  [
    'a link below the base URL',
    body('At {{ site.url }}, see [x](‸{{ site.url }}/none) and\n[y](‸{{site.url}}/posts/week-02#nope).'),
    outside('http://localhost:3000/none', '/none'),
    anchor('/posts/week-02', 'nope'),
  ],
  [
    'a link after the base URL on its line',
    body('```sh\ncurl {{ site.url }}/\n```\n\n`{{ site.url }}` {{ site.url }} [x](‸none.md)'),
    dead('none.md'),
  ],
  [
    'links to other parts of the site, reported once per part',
    body('[a](‸/docs/a) [b](/docs/b#x) [c](‸/shop/)\n\n[d](/docs/)'),
    outside('/docs/a', '/docs/', '; 3 links below /docs/ lead outside'),
    outside('/shop/', '/shop/'),
  ],
  ['a link without a destination', body('See ‸[this]().'), ['dead-link', 'no destination', /\w/]],
  [
    'a heading of the home page',
    body('See [home](http://localhost:3000#posts).\n\n‸# Level one'),
    ['heading-level', 'level 1', '`##`'],
  ],
]
