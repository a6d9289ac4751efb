import { type BrokenContent, caret, type Finding, post } from './mistakes.ts'

const post01 = (text: string) => ({ 'posts/week-01.md': text })
const rest = 'series: research\nsummary: One sentence.\n---\n\nText.\n'
const title = 'Did you mean `title`?'
const notWhole = '`seriesNumber` is not a positive whole number'

/** A whole post with a mistake. */
const posts: readonly (readonly [text: string, ...finding: Finding])[] = [
  [`\n---\ntitle: One\n‸title: Two\n${rest}`, 'bad-value', 'Duplicate key', 'Keep one'],
  [
    `---\ntitle: One\n‸title: Two\n${rest}`,
    'bad-value',
    'Duplicate key `title`; the last one wins',
    'Keep one of the two',
  ],
  ['+++\ntitle = "A"\nseries = ‸research\n+++\n\nText.\n', 'front-matter-syntax', /\w/, 'need quotes'],
  ['‸+++\ntitle = "A"\n\nText.\n', 'front-matter-syntax', 'is not closed', '`+++`'],
  ['+++\ntitle = "A"\ndate = ‸"soon"\n+++\n\nText.\n', 'bad-date', '`date` is not a date', 'YYYY-MM-DD'],
  [
    '‸---\ntitle: A title\nseries: research\n\nText.\n',
    'front-matter-syntax',
    'is not closed',
    'a line that is only `---`',
  ],
  ['---\n‸- title\n- series\n---\n\nText.\n', 'front-matter-syntax', 'not `key: value`', '`key: value`'],
  ['---\n‸hello\n---\n\nText.\n', 'front-matter-syntax', 'not `key: value`', '`key: value`'],
  [`---\n‸ditle: A\nmath: on\n${rest}`, 'unknown-key', '`ditle`', title],
  ...['itle', 'tile', 'ttle', 'Titel'].map(
    (key) =>
      [`---\n‸${key}: A\ntab: on\nlat: 1\nart: x\n${rest}`, 'unknown-key', `\`${key}\``, title] as const,
  ),
  [`---\ntitle: ‸Method: a review\n${rest}`, 'front-matter-syntax', /\w/, 'Quote a value'],
  // Reported once.
  [`---\ntitle: ‸Rust: the good parts: again\n${rest}`, 'front-matter-syntax', /\w/, 'Quote a value'],
  [
    `---\nlead: "One"\ntitle: ‸"A title\n${rest}`,
    'front-matter-syntax',
    'quotation mark is never closed',
    'Close it.',
  ],
  [`---\ntitle: A title\n‸\t${rest}`, 'front-matter-syntax', 'does not allow tabs', 'with spaces'],
  // A YAML alias.
  [
    `---\ntitle: ‸*emphasis\n${rest}`,
    'front-matter-syntax',
    '`*emphasis` has no anchor',
    'Quote a value that starts',
  ],
]

/** A line with a mistake, beside a correct title, series and summary. */
const lines: readonly (readonly [front: string, ...finding: Finding])[] = [
  ['canonical: ‸/elsewhere', 'bad-value', 'is not an absolute http or https URL', 'full URL'],
  // Hosts would read these as rules.
  ...['/*', '/blog/*', '/a*b', '/:splat', '/blog/:slug', '/{slug}', '/a?b=c', '/a#b'].map(
    (path) =>
      [
        `aliases:\n  - /plain\n  - ‸"${path}"`,
        'bad-value',
        `${path} is not the path of one page`,
        '%2A',
      ] as const,
  ),
  [
    `tags: ‸[${Array.from({ length: 101 }, (_, nth) => `t${nth}`).join(', ')}]`,
    'bad-value',
    '101 tags; the first 100',
    'Keep',
  ],
  ['‸pubished: 2026-01-05', 'unknown-key', '`pubished` is not a known key', 'Did you mean `published`?'],
  ['seriesNumber: ‸1.5', 'bad-value', notWhole, 'Fix it'],
  ['seriesNumber: ‸0', 'bad-value', notWhole, /\w/],
  ['seriesNumber: ‸1e300', 'bad-value', /^`seriesNumber` is (?!.*expected int)/, /\w/],
]

/** Mistakes in front matter. */
export const frontMatterMistakes: readonly BrokenContent[] = [
  ...[
    ...posts,
    ...lines.map(([front, ...finding]) => [post('Text.', `${front}\n`), ...finding] as const),
  ].map(
    ([text, ...finding]): BrokenContent => [text.replace(caret, '').slice(0, 100), post01(text), finding],
  ),
  [
    'an item of a list in a TOML table',
    {
      'archive.yaml': 'fields: { oldAddresses: extra.old }\n',
      ...post01('+++\ntitle = "A"\n[extra]\nmath = true\nold = ‸["/a*b"]\n+++\n\nText.\n'),
    },
    ['bad-value', '/a*b is not the path of one page', '%2A'],
  ],
  [
    'a misspelt key of a generator',
    post01('---\ntitle: A\nseries: research\n‸descripton: One sentence.\n---\n\nText.\n'),
    ['unknown-key', '`descripton`', 'Did you mean `description`?'],
  ],
  [
    'an invalid boolean',
    { ...post01(post('Text.', 'draft: ‸perhaps\n')), 'posts/week-02.md': post() },
    ['held-back', '`draft: perhaps` is not understood', '{ perhaps: publish }'],
  ],
  [
    'a status that nobody explained, among others',
    { ...post01(post('Text.', 'status: ‸wip\n')), 'posts/week-02.md': post() },
    ['held-back', 'so the post is not published', '{ wip: publish }'],
  ],
]
