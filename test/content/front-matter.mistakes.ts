import { type BrokenContent, post } from './mistakes.ts'

const post01 = (text: string) => ({ 'posts/week-01.md': text })

/** Mistakes in front matter. */
export const frontMatterMistakes: readonly BrokenContent[] = [
  [
    'a mistake in front matter after an empty line',
    post01('\n---\ntitle: One\n‸title: Two\nseries: research\n---\n\nText.\n'),
    ['bad-value', 'Duplicate key', 'Keep one'],
  ],
  [
    'TOML without quotes',
    post01('+++\ntitle = "A"\nseries = ‸research\n+++\n\nText.\n'),
    ['front-matter-syntax', /\w/, 'need quotes'],
  ],
  [
    'unclosed TOML',
    post01('‸+++\ntitle = "A"\n\nText.\n'),
    ['front-matter-syntax', 'is not closed', '`+++`'],
  ],
  [
    'an invalid date in TOML',
    post01('+++\ntitle = "A"\nseries = "research"\ndate = ‸"soon"\n+++\n\nText.\n'),
    ['bad-date', '`date` is not a date', 'YYYY-MM-DD'],
  ],
  [
    'an item of a list in a TOML table',
    {
      'archive.yaml': 'fields: { oldAddresses: extra.old }\n',
      ...post01('+++\ntitle = "A"\n[extra]\nmath = true\nold = ‸["/a*b"]\n+++\n\nText.\n'),
    },
    ['bad-value', '/a*b is not the path of one page', '%2A'],
  ],
  [
    'a canonical URL without a host',
    post01(post('Text.', 'canonical: ‸/elsewhere\n')),
    ['bad-value', 'is not an absolute http or https URL', 'full URL'],
  ],
  ...['/*', '/blog/*', '/a*b', '/:splat', '/blog/:slug', '/{slug}', '/a?b=c', '/a#b'].map(
    (address): BrokenContent => [
      `an old address that hosts would read as a rule: ${address}`,
      post01(post('Text.', `aliases:\n  - /plain\n  - ‸"${address}"\n`)),
      ['bad-value' as const, `${address} is not the path of one page`, '%2A'],
    ],
  ),
  [
    'too many tags',
    post01(post('Text.', `tags: ‸[${Array.from({ length: 101 }, (_, nth) => `t${nth}`).join(', ')}]\n`)),
    ['bad-value', '101 tags; the first 100', 'Keep'],
  ],
  [
    'a misspelt key of a generator',
    post01('---\ntitle: A\nseries: research\n‸descripton: One sentence.\n---\n\nText.\n'),
    ['unknown-key', '`descripton`', 'Did you mean `description`?'],
  ],
  [
    'a misspelt first letter of a short key',
    post01('---\n‸ditle: A\nseries: research\nsummary: One sentence.\nmath: on\n---\n\nText.\n'),
    ['unknown-key', '`ditle`', 'Did you mean `title`?'],
  ],
  ...['itle', 'tile', 'ttle', 'Titel'].map(
    (key): BrokenContent => [
      `a title called ${key}`,
      post01(
        `---\n‸${key}: A\nseries: research\nsummary: One sentence.\ntab: on\nlat: 1\nart: x\n---\n\nText.\n`,
      ),
      ['unknown-key', `\`${key}\``, 'Did you mean `title`?'],
    ],
  ),
  [
    'unclosed front matter',
    post01('‸---\ntitle: A title\nseries: research\nsummary: One sentence.\n\nText.\n'),
    ['front-matter-syntax', 'is not closed', 'a line that is only `---`'],
  ],
  [
    'a list as front matter',
    post01('---\n‸- title\n- series\n---\n\nText.\n'),
    ['front-matter-syntax', 'not `key: value`', '`key: value`'],
  ],
  [
    'a word as front matter',
    post01('---\n‸hello\n---\n\nText.\n'),
    ['front-matter-syntax', 'not `key: value`', '`key: value`'],
  ],
  [
    'an unknown key near a known one',
    post01(post('Text.', '‸pubished: 2026-01-05\n')),
    ['unknown-key', '`pubished` is not a known key', 'Did you mean `published`?'],
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
  [
    'a fractional series number',
    post01(post('Text.', 'seriesNumber: ‸1.5\n')),
    ['bad-value', '`seriesNumber` is not a positive whole number', 'Fix it'],
  ],
  [
    'a series number below 1',
    post01(post('Text.', 'seriesNumber: ‸0\n')),
    ['bad-value', '`seriesNumber` is not a positive whole number', /\w/],
  ],
  [
    'a series number beyond the safe integers',
    post01(post('Text.', 'seriesNumber: ‸1e300\n')),
    ['bad-value', /^`seriesNumber` is (?!.*expected int)/, /\w/],
  ],
  [
    'a duplicate key',
    post01('---\ntitle: One\n‸title: Two\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    ['bad-value', 'Duplicate key `title`; the last one wins', 'Keep one of the two'],
  ],
  [
    'a colon in an unquoted title',
    post01('---\ntitle: ‸Method: a review\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    ['front-matter-syntax', /\w/, 'Quote a value'],
  ],
  [
    'two colons in an unquoted title, reported once',
    post01('---\ntitle: ‸Rust: the good parts: again\nseries: research\n---\n\nText.\n'),
    ['front-matter-syntax', /\w/, 'Quote a value'],
  ],
  [
    'an unclosed quote',
    post01('---\nsummary: "One"\ntitle: ‸"A title\nseries: research\n---\n\nText.\n'),
    ['front-matter-syntax', 'quotation mark is never closed', 'Close it.'],
  ],
  [
    'a tab for indentation',
    post01('---\ntitle: A title\n‸\tseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    ['front-matter-syntax', 'does not allow tabs', 'with spaces'],
  ],
  [
    'a title that starts with an asterisk, which is a YAML alias',
    post01('---\ntitle: ‸*emphasis\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    ['front-matter-syntax', '`*emphasis` has no anchor', /Quote a value/],
  ],
]
