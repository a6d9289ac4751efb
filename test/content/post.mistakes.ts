import { type BrokenContent, type Finding, page, post } from './mistakes.ts'

const post01 = (text: string) => ({ 'posts/week-01.md': text })
const date: Finding = ['bad-date', '`published` is not a date', 'YYYY-MM-DD']
const declared = { 'archive.yaml': 'series:\n  research:\n    label: R\n  practice:\n    label: P\n' }

/** Mistakes in dates, ids, series, numbers, authors, old addresses and page names. */
export const postMistakes: readonly BrokenContent[] = [
  ['30 February', post01(post('Text.', 'published: ‸2026-02-30\n')), date],
  ['month 13', post01(post('Text.', 'published: ‸2026-13-01\n')), date],
  ['a word as a date', post01(post('Text.', 'published: ‸yesterday\n')), date],
  [
    'an invalid date on a page',
    { ...post01(post()), 'pages/about.md': page('Text.', 'modified: ‸soon\n') },
    ['bad-date', '`modified` is not a date', date[2]],
  ],
  [
    'modified before published',
    post01(post('Text.', 'published: 2026-01-05\nmodified: ‸2026-01-04\n')),
    ['modified-before-published', /2026-01-04.*2026-01-05/, 'one of the dates'],
  ],
  [
    'a change note without a modified date',
    post01(post('Text.', 'changes: ‸A table was added.\n')),
    [
      'bad-value',
      '`changes` describes a change, but `modified` is missing',
      'Add a line `modified: YYYY-MM-DD`, or remove `changes`.',
    ],
  ],
  ['an ambiguous date', post01(post('Text.', 'published: ‸01/02/2026\n')), date],
  [
    'a name that does not match `idPattern`',
    { 'archive.yaml': 'idPattern: ^week-\\d{2}$\n', 'posts/week-1.md': `‸${post()}` },
    ['bad-id', '"week-1" does not match ^week-\\d{2}$', 'Rename the file'],
  ],
  [
    'a name without a–z or digits',
    { ...post01(post('Text.', 'published: 2026-01-01\n')), 'posts/日本.md': `‸${post()}` },
    ['made-up-id', 'The name posts/日本.md gives no readable id', '`slug`'],
  ],
  [
    'an unknown series',
    { ...declared, ...post01(post().replace('research', '‸zebra')) },
    ['unknown-series', '"zebra" is not a series', 'research, practice'],
  ],
  [
    'a series named like a property of Object.prototype',
    { ...declared, ...post01(post().replace('research', '‸constructor')) },
    ['unknown-series', '"constructor" is not a series', 'research, practice'],
  ],
  [
    'a misspelt author key',
    {
      'archive.yaml': 'authors:\n  ada:\n    name: Ada Lovelace\n  grace:\n    name: Grace Hopper\n',
      ...post01(post('Text.', 'author: ‸grcae\n')),
    },
    ['unknown-author', '"grcae" is not a key', 'Did you mean "grace"?'],
  ],
  [
    'a number as an author',
    post01(post('Text.', 'authors: ‸5\n')),
    ['unknown-author', '"5" is not a key', 'Write the author’s name'],
  ],
  [
    'unknown author keys, reported once per key',
    {
      'posts/week-01.md': post('Text.', 'published: 2026-01-01\nauthor: ‸charles_b\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-02\nauthors: [Ada, charles_b]\n'),
    },
    [
      'unknown-author',
      '"charles_b" is not a key of `authors` in archive.yaml; 2 posts use it.',
      '`authors: { charles_b: { name: … } }`',
    ],
  ],
  [
    'placeholders as authors, reported once per word',
    {
      'posts/week-01.md': post('Text.', 'published: 2026-01-01\nauthor: ‸admin\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-02\nauthors: [Ada, admin]\n'),
      'posts/week-03.md': post('Text.', 'published: 2026-01-03\nauthor: ‸Unknown Author\n'),
    },
    [
      'placeholder-author',
      '"admin" is nobody’s name; 2 posts are credited without it.',
      '`authors: { admin: { name: … } }`',
    ],
    [
      'placeholder-author',
      '"Unknown Author" is nobody’s name; the post is credited without it.',
      'Write the author’s name',
    ],
  ],
  [
    'days in a time zone that nobody set, reported once',
    {
      '_config.yml': '',
      '_posts/2026-01-01-one.md': post('Text.', 'date: ‸2026-01-01 22:00:00 -0800\n'),
      '_posts/2026-01-03-two.md': post('Text.', 'date: 2026-01-03 22:00:00 -0800\n'),
    },
    [
      'assumed-time-zone',
      '2 posts have another day in UTC, which is assumed because no time zone is set',
      'Set `timeZone` in archive.yaml',
    ],
  ],
  ...[
    'Lovelace, Ada',
    'Ada Lovelace, Analytical Engines Ltd',
    'Ada & Charles',
    'Ada and Mary Somerville',
  ].map(
    (byline): BrokenContent => [
      `a byline that may be one author or two: ${byline}`,
      post01(post('Text.', `author: ‸${byline}\n`)),
      ['doubtful-author', 'may be one author or several', 'Write a list'],
    ],
  ),
  [
    'a plain name among linked ones, which may be an affiliation',
    post01(
      post('Text.', 'author: ‸"[Ada](https://example.org/a), Red Hat, [Mary](https://example.org/m)"\n'),
    ),
    [
      'doubtful-author',
      '“[Ada](https://example.org/a), Red Hat, [Mary](https://example.org/m)” may be one author or several',
      'Write a list',
    ],
  ],
  [
    'an author without a name',
    post01(post('Text.', 'author: ‸{ first: Ada }\n')),
    ['bad-value', '`author` has no name', '`{ name: … }`'],
  ],
  [
    'one of several authors without a name',
    post01(post('Text.', 'authors:\n  - Ada\n  - ‸url: https://example.org\n  -\n')),
    ['bad-value', '`authors` has no name', '`{ name: … }`'],
  ],
  [
    'a tag without a name',
    post01(post('Text.', 'tags: [{ name: one }, ‸{ first: two }, three]\n')),
    ['bad-value', 'A value of `tags` has no name', 'a list of names'],
  ],
  [
    'a group of tags',
    post01(post('Text.', 'tags: ‸{ one: 1 }\n')),
    ['bad-value', 'A value of `tags` has no name', 'a list of names'],
  ],
  [
    'an old address of two posts',
    {
      'posts/week-01.md': post('Text.', 'published: 2026-01-05\naliases: [/old/]\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-01\naliases: [‸/old/]\n'),
    },
    ['shared-address', '/old/ already belongs to posts/week-01.md', 'Remove it'],
  ],
  [
    'an old address that is another post’s path',
    {
      'posts/week-01.md': post('Text.', 'published: 2026-01-05\naliases: [‸/posts/week-02]\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-01\n'),
    },
    ['shared-address', '/posts/week-02 already belongs to posts/week-02.md', 'Remove it'],
  ],
  [
    'a cover with an invalid URL',
    post01(post('Text.', 'image: ‸https://exa mple.com/a.png\n')),
    ['missing-image', 'https://exa mple.com/a.png is not a published image', /\w/],
  ],
  [
    'a missing cover',
    post01(post('Text.', 'image: ‸/img/none.png\n')),
    ['missing-image', '/img/none.png is not a published image', '`files`'],
  ],
  [
    'two files at one path',
    {
      'archive.yaml': 'files: [static, public]\n',
      ...post01(post('[a](../static/x.txt) [b](../public/x.txt)')),
      'public/x.txt': '‸',
      'static/x.txt': '',
    },
    ['duplicate-path', 'static/x.txt is also published at /x.txt', 'Rename'],
  ],
  [
    'two posts with the same slug',
    { 'posts/a.md': post('Text.', 'slug: same\n'), 'posts/b.md': post('Text.', 'slug: ‸same\n') },
    ['duplicate-id', 'posts/a.md also has the id "same"', 'Change the `slug` of one'],
  ],
  [
    'two files with the same name',
    { 'posts/a/week-01.md': post(), 'posts/week-01.md': `‸${post()}` },
    ['duplicate-id', 'posts/a/week-01.md also has the id "week-01"', '`slug`'],
  ],
  [
    'two posts with the same number',
    {
      'posts/week-01.md': post('Text.', 'seriesNumber: 3\n'),
      'posts/week-02.md': post('Text.', 'seriesNumber: ‸3\n'),
    },
    ['duplicate-series-number', 'posts/week-01.md is number 3 of "research" too', 'a different seriesNumber'],
  ],
  [
    'a number that another post has by its position',
    {
      'posts/week-01.md': post('Text.', 'published: 2026-01-05\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-12\nseriesNumber: ‸1\n'),
    },
    ['duplicate-series-number', 'posts/week-01.md is number 1', 'a different seriesNumber'],
  ],
  [
    'a misspelt series',
    { ...declared, ...post01(post().replace('research', '‸reserch')) },
    ['unknown-series', '"reserch" is not a series', 'Did you mean "research"?'],
  ],
  [
    'a page at a reserved path',
    { ...post01(post()), 'pages/developers.md': `‸${page()}` },
    ['reserved-page', '/developers is reserved', 'Rename the file'],
  ],
  [
    'a page named posts',
    { ...post01(post()), 'pages/posts.md': `‸${page()}` },
    ['reserved-page', '/posts is reserved', 'Rename the file'],
  ],
  [
    'an index of the pages, which would be the home page',
    { ...post01(post()), 'pages/index.md': `‸${page()}` },
    ['reserved-page', 'makes its own home page', 'Rename the file'],
  ],
  [
    'a page named 404',
    { ...post01(post()), 'pages/404.md': `‸${page()}` },
    ['reserved-page', '/404', 'Rename the file'],
  ],
]
