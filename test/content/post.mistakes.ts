import { type BrokenContent, page, post } from './mistakes.ts'

const post01 = (text: string) => ({ 'posts/week-01.md': text })
const date = { rule: 'bad-date' as const, message: '`published` is not a date', hint: 'YYYY-MM-DD' }
const declared = { 'archive.yaml': 'series:\n  research:\n    label: R\n  practice:\n    label: P\n' }

/** Mistakes in dates, ids, series, numbers, authors, old addresses and page names. */
export const postMistakes: readonly BrokenContent[] = [
  {
    what: '30 February',
    files: post01(post('Text.', 'published: ‸2026-02-30\n')),
    found: [date],
  },
  { what: 'month 13', files: post01(post('Text.', 'published: ‸2026-13-01\n')), found: [date] },
  { what: 'a word as a date', files: post01(post('Text.', 'published: ‸yesterday\n')), found: [date] },
  {
    what: 'an invalid date on a page',
    files: { ...post01(post()), 'pages/about.md': page('Text.', 'modified: ‸soon\n') },
    found: [{ ...date, message: '`modified` is not a date' }],
  },
  {
    what: 'modified before published',
    files: post01(post('Text.', 'published: 2026-01-05\nmodified: ‸2026-01-04\n')),
    found: [
      { rule: 'modified-before-published', message: /2026-01-04.*2026-01-05/, hint: 'one of the dates' },
    ],
  },
  {
    what: 'a change note without a modified date',
    files: post01(post('Text.', 'changes: ‸A table was added.\n')),
    found: [
      {
        rule: 'bad-value',
        message: '`changes` describes a change, but `modified` is missing',
        hint: 'Add a line `modified: YYYY-MM-DD`, or remove `changes`.',
      },
    ],
  },
  {
    what: 'an ambiguous date',
    files: post01(post('Text.', 'published: ‸01/02/2026\n')),
    found: [date],
  },
  {
    what: 'a name that does not match `idPattern`',
    files: { 'archive.yaml': 'idPattern: ^week-\\d{2}$\n', 'posts/week-1.md': `‸${post()}` },
    found: [{ rule: 'bad-id', message: '"week-1" does not match ^week-\\d{2}$', hint: 'Rename the file' }],
  },
  {
    what: 'a name without a–z or digits',
    files: { ...post01(post('Text.', 'published: 2026-01-01\n')), 'posts/日本.md': `‸${post()}` },
    found: [{ rule: 'made-up-id', message: 'The name posts/日本.md gives no readable id', hint: '`slug`' }],
  },
  {
    what: 'an unknown series',
    files: { ...declared, ...post01(post().replace('research', '‸zebra')) },
    found: [{ rule: 'unknown-series', message: '"zebra" is not a series', hint: 'research, practice' }],
  },
  {
    what: 'a series named like a property of Object.prototype',
    files: { ...declared, ...post01(post().replace('research', '‸constructor')) },
    found: [{ rule: 'unknown-series', message: '"constructor" is not a series', hint: 'research, practice' }],
  },
  {
    what: 'a misspelt author key',
    files: {
      'archive.yaml': 'authors:\n  ada:\n    name: Ada Lovelace\n  grace:\n    name: Grace Hopper\n',
      ...post01(post('Text.', 'author: ‸grcae\n')),
    },
    found: [{ rule: 'unknown-author', message: '"grcae" is not a key', hint: 'Did you mean "grace"?' }],
  },
  {
    what: 'a number as an author',
    files: post01(post('Text.', 'authors: ‸5\n')),
    found: [{ rule: 'unknown-author', message: '"5" is not a key', hint: 'Write the author’s name' }],
  },
  {
    what: 'unknown author keys, reported once per key',
    files: {
      'posts/week-01.md': post('Text.', 'published: 2026-01-01\nauthor: ‸charles_b\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-02\nauthors: [Ada, charles_b]\n'),
    },
    found: [
      {
        rule: 'unknown-author',
        message: '"charles_b" is not a key of `authors` in archive.yaml; 2 posts use it.',
        hint: '`authors: { charles_b: { name: … } }`',
      },
    ],
  },
  {
    what: 'placeholders as authors, reported once per word',
    files: {
      'posts/week-01.md': post('Text.', 'published: 2026-01-01\nauthor: ‸admin\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-02\nauthors: [Ada, admin]\n'),
      'posts/week-03.md': post('Text.', 'published: 2026-01-03\nauthor: ‸Unknown Author\n'),
    },
    found: [
      {
        rule: 'placeholder-author',
        message: '"admin" is nobody’s name; 2 posts are credited without it.',
        hint: '`authors: { admin: { name: … } }`',
      },
      {
        rule: 'placeholder-author',
        message: '"Unknown Author" is nobody’s name; the post is credited without it.',
        hint: 'Write the author’s name',
      },
    ],
  },
  {
    what: 'days in a time zone that nobody set, reported once',
    files: {
      '_config.yml': '',
      '_posts/2026-01-01-one.md': post('Text.', 'date: ‸2026-01-01 22:00:00 -0800\n'),
      '_posts/2026-01-03-two.md': post('Text.', 'date: 2026-01-03 22:00:00 -0800\n'),
    },
    found: [
      {
        rule: 'assumed-time-zone',
        message: '2 posts have another day in UTC, which is assumed because no time zone is set',
        hint: 'Set `timeZone` in archive.yaml',
      },
    ],
  },
  ...[
    'Lovelace, Ada',
    'Ada Lovelace, Analytical Engines Ltd',
    'Ada & Charles',
    'Ada and Mary Somerville',
  ].map(
    (byline): BrokenContent => ({
      what: `a byline that may be one author or two: ${byline}`,
      files: post01(post('Text.', `author: ‸${byline}\n`)),
      found: [
        {
          rule: 'doubtful-author',
          message: 'may be one author or several',
          hint: 'Write a list',
        },
      ],
    }),
  ),
  {
    what: 'a plain name among linked ones, which may be an affiliation',
    files: post01(
      post('Text.', 'author: ‸"[Ada](https://example.org/a), Red Hat, [Mary](https://example.org/m)"\n'),
    ),
    found: [
      {
        rule: 'doubtful-author',
        message:
          '“[Ada](https://example.org/a), Red Hat, [Mary](https://example.org/m)” may be one author or several',
        hint: 'Write a list',
      },
    ],
  },
  {
    what: 'an author without a name',
    files: post01(post('Text.', 'author: ‸{ first: Ada }\n')),
    found: [{ rule: 'bad-value', message: '`author` has no name', hint: '`{ name: … }`' }],
  },
  {
    what: 'one of several authors without a name',
    files: post01(post('Text.', 'authors:\n  - Ada\n  - ‸url: https://example.org\n  -\n')),
    found: [{ rule: 'bad-value', message: '`authors` has no name', hint: '`{ name: … }`' }],
  },
  {
    what: 'a tag without a name',
    files: post01(post('Text.', 'tags: [{ name: one }, ‸{ first: two }, three]\n')),
    found: [{ rule: 'bad-value', message: 'A value of `tags` has no name', hint: 'a list of names' }],
  },
  {
    what: 'a group of tags',
    files: post01(post('Text.', 'tags: ‸{ one: 1 }\n')),
    found: [{ rule: 'bad-value', message: 'A value of `tags` has no name', hint: 'a list of names' }],
  },
  {
    what: 'an old address of two posts',
    files: {
      'posts/week-01.md': post('Text.', 'published: 2026-01-05\naliases: [/old/]\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-01\naliases: [‸/old/]\n'),
    },
    found: [
      { rule: 'shared-address', message: '/old/ already belongs to posts/week-01.md', hint: 'Remove it' },
    ],
  },
  {
    what: 'an old address that is another post’s path',
    files: {
      'posts/week-01.md': post('Text.', 'published: 2026-01-05\naliases: [‸/posts/week-02]\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-01\n'),
    },
    found: [
      {
        rule: 'shared-address',
        message: '/posts/week-02 already belongs to posts/week-02.md',
        hint: 'Remove it',
      },
    ],
  },
  {
    what: 'a cover with an invalid URL',
    files: post01(post('Text.', 'image: ‸https://exa mple.com/a.png\n')),
    found: [
      { rule: 'missing-image', message: 'https://exa mple.com/a.png is not a published image', hint: /\w/ },
    ],
  },
  {
    what: 'a missing cover',
    files: post01(post('Text.', 'image: ‸/img/none.png\n')),
    found: [{ rule: 'missing-image', message: '/img/none.png is not a published image', hint: '`files`' }],
  },
  {
    what: 'two files at one path',
    files: {
      'archive.yaml': 'files: [static, public]\n',
      ...post01(post('[a](../static/x.txt) [b](../public/x.txt)')),
      'public/x.txt': '‸',
      'static/x.txt': '',
    },
    found: [{ rule: 'duplicate-path', message: 'static/x.txt is also published at /x.txt', hint: 'Rename' }],
  },
  {
    what: 'two posts with the same slug',
    files: {
      'posts/a.md': post('Text.', 'slug: same\n'),
      'posts/b.md': post('Text.', 'slug: ‸same\n'),
    },
    found: [
      {
        rule: 'duplicate-id',
        message: 'posts/a.md also has the id "same"',
        hint: 'Change the `slug` of one',
      },
    ],
  },
  {
    what: 'two files with the same name',
    files: { 'posts/a/week-01.md': post(), 'posts/week-01.md': `‸${post()}` },
    found: [
      { rule: 'duplicate-id', message: 'posts/a/week-01.md also has the id "week-01"', hint: '`slug`' },
    ],
  },
  {
    what: 'two posts with the same number',
    files: {
      'posts/week-01.md': post('Text.', 'seriesNumber: 3\n'),
      'posts/week-02.md': post('Text.', 'seriesNumber: ‸3\n'),
    },
    found: [
      {
        rule: 'duplicate-series-number',
        message: 'posts/week-01.md is number 3 of "research" too',
        hint: 'a different seriesNumber',
      },
    ],
  },
  {
    what: 'a number that another post has by its position',
    files: {
      'posts/week-01.md': post('Text.', 'published: 2026-01-05\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-12\nseriesNumber: ‸1\n'),
    },
    found: [
      {
        rule: 'duplicate-series-number',
        message: 'posts/week-01.md is number 1',
        hint: 'a different seriesNumber',
      },
    ],
  },
  {
    what: 'a misspelt series',
    files: { ...declared, ...post01(post().replace('research', '‸reserch')) },
    found: [
      { rule: 'unknown-series', message: '"reserch" is not a series', hint: 'Did you mean "research"?' },
    ],
  },
  {
    what: 'a page at a reserved path',
    files: { ...post01(post()), 'pages/developers.md': `‸${page()}` },
    found: [{ rule: 'reserved-page', message: '/developers is reserved', hint: 'Rename the file' }],
  },
  {
    what: 'a page named posts',
    files: { ...post01(post()), 'pages/posts.md': `‸${page()}` },
    found: [{ rule: 'reserved-page', message: '/posts is reserved', hint: 'Rename the file' }],
  },
  {
    what: 'an index of the pages, which would be the home page',
    files: { ...post01(post()), 'pages/index.md': `‸${page()}` },
    found: [{ rule: 'reserved-page', message: 'makes its own home page', hint: 'Rename the file' }],
  },
  {
    what: 'a page named 404',
    files: { ...post01(post()), 'pages/404.md': `‸${page()}` },
    found: [{ rule: 'reserved-page', message: '/404', hint: 'Rename the file' }],
  },
]
