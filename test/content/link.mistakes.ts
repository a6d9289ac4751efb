import { type Finding, type BrokenContent, other, post } from './mistakes.ts'

const body = (text: string, more = {}) => ({ ...other, 'posts/week-01.md': post(text), ...more })
const dead = (href: string, hint: string | RegExp = /\w/): Finding => ({
  rule: 'dead-link',
  message: `${href} is not a published page or file`,
  hint,
})
const anchor = (path: string, slug: string, hint: string | RegExp = /\w/): Finding => ({
  rule: 'dead-anchor',
  message: `${path} has no heading #${slug}`,
  hint,
})
const outside = (href: string, prefix: string, more = ''): Finding => ({
  rule: 'outside-link',
  message: `${href} is not part of this archive${more}.`,
  hint: `\`siteLinks: [${prefix}]\``,
})
const draft = { 'posts/week-03.md': post('Secret.', 'draft: true\n') }

/** Dead links in every position; each diagnostic must have the exact column. */
export const linkMistakes: readonly BrokenContent[] = [
  {
    what: 'a missing file',
    files: body('See [the next](‸week-22.md).'),
    found: [dead('week-22.md', 'Did you mean the file posts/week-02.md?')],
  },
  {
    what: 'a missing path',
    files: body('See [the next](‸/posts/week-22).'),
    found: [dead('/posts/week-22', 'Did you mean /posts/week-02?')],
  },
  {
    what: 'a missing path below the API',
    files: body('See [the list](‸/api/v1/post.json).'),
    found: [dead('/api/v1/post.json', 'Did you mean /api/v1/posts.json?')],
  },
  {
    what: 'an author without posts',
    files: body('See [her](‸/authors/nobody).'),
    found: [dead('/authors/nobody')],
  },
  {
    what: 'the API reference of the same site',
    files: body('See [the reference](‸/api/classes/Store.html).'),
    found: [outside('/api/classes/Store.html', '/api/')],
  },
  {
    what: 'a missing path below the base URL',
    files: body('See [the next](‸http://localhost:3000/posts/week-22).'),
    found: [dead('http://localhost:3000/posts/week-22', 'Did you mean /posts/week-02?')],
  },
  {
    what: 'a missing heading in this post',
    files: body('See [below](‸#metod).\n\n## Method\n\nText.'),
    found: [anchor('/posts/week-01', 'metod', 'Did you mean #method?')],
  },
  {
    what: 'a missing heading in another post',
    files: body('See [there](‸week-02.md#conclusions).'),
    found: [anchor('/posts/week-02', 'conclusions', 'Its headings are #method, #results.')],
  },
  {
    what: 'a missing heading in a post without headings',
    files: { ...body('See [there](‸none.md#end).'), 'posts/none.md': post('Text.') },
    found: [anchor('/posts/none', 'end', 'That page has no headings.')],
  },
  {
    what: 'a missing heading below the base URL',
    files: body('See [there](‸http://localhost:3000/posts/week-02#metod).'),
    found: [anchor('/posts/week-02', 'metod', 'Did you mean #method?')],
  },
  {
    what: 'a dead link to a heading, reported once',
    files: body('See [there](‸wek-02.md#metod).'),
    found: [dead('wek-02.md#metod', 'Did you mean the file posts/week-02.md?')],
  },
  {
    what: 'pages of the same site with similar names',
    files: body('See [us](‸/conduct) and [all](‸/talks).'),
    found: [outside('/conduct', '/conduct'), outside('/talks', '/talks')],
  },
  {
    what: 'a built-in page with one wrong letter',
    files: body('See [us](‸/cntact).'),
    found: [dead('/cntact', 'Did you mean /contact?')],
  },
  {
    what: 'a draft, by its file',
    files: body('See [soon](‸week-03.md).', draft),
    found: [
      dead(
        'week-03.md',
        'posts/week-03.md is a draft, scheduled, expired or empty: publish it, or remove the link.',
      ),
    ],
  },
  {
    what: 'a draft, by its path',
    files: body('See [soon](‸/posts/week-03).', draft),
    found: [dead('/posts/week-03', /is a draft/)],
  },
  {
    what: 'a URL without a host',
    files: body('Write to [us](‸http://).'),
    found: [{ rule: 'dead-link', message: 'http:// has no host.', hint: 'Fix or remove it.' }],
  },
  { what: 'a link after an emoji', files: body('🎉 [x](‸none.md)'), found: [dead('none.md')] },
  {
    what: 'the same link four times on two lines',
    files: body('[x](‸none.md) [x](‸none.md)\n[x](‸none.md) [x](‸none.md)'),
    found: [dead('none.md'), dead('none.md'), dead('none.md'), dead('none.md')],
  },
  {
    what: 'a link with a label on two lines',
    files: body('See [the\nnext](‸none.md).'),
    found: [dead('none.md')],
  },
  { what: 'a link in a heading', files: body('## On [x](‸none.md) ##\n\nText.'), found: [dead('none.md')] },
  { what: 'an indented link', files: body('Text,\n   then [x](‸none.md)'), found: [dead('none.md')] },
  {
    what: 'links in table cells, after escaped pipes and beside equal words',
    files: body('| a | b |\n|---|---|\n| x \\| [l](‸one.md) | [l](‸two.md) |\n| l | `a\\|b` [l](‸six.md) |'),
    found: [dead('one.md'), dead('two.md'), dead('six.md')],
  },
  {
    what: 'links in block quotes, including lazy continuation lines',
    files: body('> one [x](‸one.md)\n> two [x](‸two.md)\nlazy [x](‸six.md)\n\n> > deep [x](‸ten.md)'),
    found: [dead('one.md'), dead('two.md'), dead('six.md'), dead('ten.md')],
  },
  {
    what: 'an HTML link with an invalid URL',
    files: body('<a href="‸/\\[x">y</a>'),
    found: [dead('/\\[x')],
  },
  {
    what: 'links in lists',
    files: body('- a [x](‸one.md)\n  - b\n    [x](‸two.md)\n\n1. c\n\n   d [x](‸six.md)'),
    found: [dead('one.md'), dead('two.md'), dead('six.md')],
  },
  {
    what: 'a link on a tab-indented line in a list',
    files: body('- a\n\t[x](‸none.md)'),
    found: [dead('none.md')],
  },
  {
    what: 'a definition, reported once',
    files: body('See [one][x], [two][x] and [x].\n\n[x]: ‸none.md "A title"'),
    found: [dead('none.md')],
  },
  {
    what: 'a definition on two lines within a quote',
    files: body('See [x].\n\n> [x]:\n> ‸none.md'),
    found: [dead('none.md')],
  },
  {
    what: 'links in a footnote',
    files: body('A claim.[^1]\n\n[^1]: See [x](‸one.md)\n    and [x](‸two.md).\n\n    More in [x](‸six.md).'),
    found: [dead('one.md'), dead('two.md'), dead('six.md')],
  },
  {
    what: 'a link in an inline footnote',
    files: body('A claim.^[See [x](‸none.md).]\n\nMore text.'),
    found: [dead('none.md')],
  },
  {
    what: 'an autolink to the archive',
    files: body('See <‸http://localhost:3000/posts/week-22>.'),
    found: [dead('http://localhost:3000/posts/week-22')],
  },
  {
    what: 'a link below the base URL',
    files: body(
      'At {{ site.url }}, see [x](‸{{ site.url }}/none) and\n[y](‸{{site.url}}/posts/week-02#nope).',
    ),
    found: [outside('http://localhost:3000/none', '/none'), anchor('/posts/week-02', 'nope')],
  },
  {
    what: 'a link after the base URL on its line',
    files: body('```sh\ncurl {{ site.url }}/\n```\n\n`{{ site.url }}` {{ site.url }} [x](‸none.md)'),
    found: [dead('none.md')],
  },
  {
    what: 'links to other parts of the site, reported once per part',
    files: body('[a](‸/docs/a) [b](/docs/b#x) [c](‸/shop/)\n\n[d](/docs/)'),
    found: [outside('/docs/a', '/docs/', '; 3 links below /docs/ lead outside'), outside('/shop/', '/shop/')],
  },
  {
    what: 'a link without a destination',
    files: body('See ‸[this]().'),
    found: [{ rule: 'dead-link', message: 'no destination', hint: /\w/ }],
  },
  {
    what: 'a heading of the home page',
    files: body('See [home](http://localhost:3000#posts).\n\n‸# Level one'),
    found: [{ rule: 'heading-level', message: 'level 1', hint: '`##`' }],
  },
]
