import { type BrokenContent, caret, type Finding, page, post } from './mistakes.ts'

const post01 = (text: string) => ({ 'posts/week-01.md': text })
/** Two posts with these lines of front matter. */
const two = (first: string, second: string) => ({
  'posts/week-01.md': post('Text.', `${first}\n`),
  'posts/week-02.md': post('Text.', `${second}\n`),
})
const declared = { 'archive.yaml': 'series:\n  research:\n    label: R\n  practice:\n    label: P\n' }
const unknownSeries = (name: string, hint: string): BrokenContent => [
  `an unknown series: ${name}`,
  { ...declared, ...post01(post().replace('research', `‸${name}`)) },
  ['unknown-series', `"${name}" is not a series`, hint],
]
const twoAuthors = 'may be one author or several'
const linked = '[Ada](https://example.org/a), Red Hat, [Mary](https://example.org/m)'

/** Mistakes in a line of front matter. */
const wrongLines: readonly (readonly [front: string, ...finding: Finding])[] = [
  ...['2026-02-30', '2026-13-01', 'yesterday', '01/02/2026'].map(
    (day) => [`published: ‸${day}`, 'bad-date', '`published` is not a date', 'YYYY-MM-DD'] as const,
  ),
  [
    'published: 2026-01-05\nmodified: ‸2026-01-04',
    'modified-before-published',
    /-04.*-05/,
    'one of the dates',
  ],
  [
    'changes: ‸A table was added.',
    'bad-value',
    '`changes` describes a change, but `modified` is missing',
    'Add a line `modified: YYYY-MM-DD`, or remove `changes`.',
  ],
  ['authors: ‸5', 'unknown-author', '"5" is not a key', 'Write the author’s name'],
  ...[
    'Lovelace, Ada',
    'Ada Lovelace, Analytical Engines Ltd',
    'Ada & Charles',
    'Ada and Mary Somerville',
  ].map((byline) => [`author: ‸${byline}`, 'doubtful-author', twoAuthors, 'Write a list'] as const),
  // Red Hat may be an affiliation.
  [`author: ‸"${linked}"`, 'doubtful-author', `“${linked}” ${twoAuthors}`, 'Write a list'],
  ['author: ‸{ first: Ada }', 'bad-value', '`author` has no name', '`{ name: … }`'],
  [
    'authors:\n  - Ada\n  - ‸url: https://a.example\n  -',
    'bad-value',
    '`authors` has no name',
    '`{ name: … }`',
  ],
  ['tags: [{ name: one }, ‸{ first: two }]', 'bad-value', 'A value of `tags` has no name', 'a list of names'],
  ['tags: ‸{ one: 1 }', 'bad-value', 'A value of `tags` has no name', 'a list of names'],
  [
    'image: ‸https://exa mple.com/a.png',
    'missing-image',
    'https://exa mple.com/a.png is not a publish',
    /\w/,
  ],
  ['image: ‸/img/none.png', 'missing-image', '/img/none.png is not a published image', '`files`'],
]

const reserved = (what: string, path: string, message: string): BrokenContent => [
  what,
  { ...post01(post()), [path]: `‸${page()}` },
  ['reserved-page', message, 'Rename the file'],
]

/** Mistakes in dates, ids, series, numbers, authors, old addresses and page names. */
export const postMistakes: readonly BrokenContent[] = [
  ...wrongLines.map(
    ([front, ...finding]): BrokenContent => [
      `${front.replace(caret, '')}: ${finding[0]}`,
      post01(post('Text.', `${front}\n`)),
      finding,
    ],
  ),
  [
    'an invalid date on a page',
    { ...post01(post()), 'pages/about.md': page('Text.', 'modified: ‸soon\n') },
    ['bad-date', '`modified` is not a date', 'YYYY-MM-DD'],
  ],
  reserved('a page at a reserved path', 'pages/developers.md', '/developers is reserved'),
  reserved('a page named posts', 'pages/posts.md', '/posts is reserved'),
  reserved('a page named 404', 'pages/404.md', '/404'),
  [
    'the home page of a generator’s site',
    { ...post01(post()), 'pages/index.md': `‸${page('Text.', 'layout: home\n')}` },
    [
      'reserved-page',
      'makes its own home page, so this page is not published',
      'name it by its path in `pages`',
    ],
  ],
  [
    'lists of the home page in its front matter',
    { ...post01(post()), 'pages/index.md': page('Text.', 'list: ‸recent\n') },
    ['bad-value', '`list` is not `none`', '`look.home`'],
  ],
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
  unknownSeries('zebra', 'research, practice'),
  unknownSeries('constructor', 'research, practice'),
  [
    'a misspelt author key',
    {
      'archive.yaml': 'authors:\n  ada:\n    name: Ada Lovelace\n  grace:\n    name: Grace Hopper\n',
      ...post01(post('Text.', 'author: ‸grcae\n')),
    },
    ['unknown-author', '"grcae" is not a key', 'Did you mean "grace"?'],
  ],
  [
    'unknown author keys, reported once per key',
    two('published: 2026-01-01\nauthor: ‸charles_b', 'published: 2026-01-02\nauthors: [Ada, charles_b]'),
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
  [
    'an old address of two posts',
    two('published: 2026-01-05\naliases: [/old/]', 'published: 2026-01-01\naliases: [‸/old/]'),
    ['shared-address', '/old/ already belongs to posts/week-01.md', 'Remove it'],
  ],
  [
    'an old address that is another post’s path',
    two('published: 2026-01-05\naliases: [‸/posts/week-02]', 'published: 2026-01-01'),
    ['shared-address', '/posts/week-02 already belongs to posts/week-02.md', 'Remove it'],
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
    two('seriesNumber: 3', 'seriesNumber: ‸3'),
    ['duplicate-series-number', 'posts/week-01.md is number 3 of "research" too', 'a different seriesNumber'],
  ],
  [
    'a number that another post has by its position',
    two('published: 2026-01-05', 'published: 2026-01-12\nseriesNumber: ‸1'),
    ['duplicate-series-number', 'posts/week-01.md is number 1', 'a different seriesNumber'],
  ],
  unknownSeries('reserch', 'Did you mean "research"?'),
]
