import { type BrokenContent, post } from './mistakes.ts'

const post01 = (text: string) => ({ 'posts/week-01.md': text })

/** Mistakes in front matter. */
export const frontMatterMistakes: readonly BrokenContent[] = [
  {
    what: 'a mistake in front matter after an empty line',
    files: post01('\n---\ntitle: One\n‸title: Two\nseries: research\n---\n\nText.\n'),
    found: [{ rule: 'bad-value', message: 'Duplicate key', hint: 'Keep one' }],
  },
  {
    what: 'TOML without quotes',
    files: post01('+++\ntitle = "A"\nseries = ‸research\n+++\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: /\w/, hint: 'need quotes' }],
  },
  {
    what: 'unclosed TOML',
    files: post01('‸+++\ntitle = "A"\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'is not closed', hint: '`+++`' }],
  },
  {
    what: 'an invalid date in TOML',
    files: post01('+++\ntitle = "A"\nseries = "research"\ndate = ‸"soon"\n+++\n\nText.\n'),
    found: [{ rule: 'bad-date', message: '`date` is not a date', hint: 'YYYY-MM-DD' }],
  },
  {
    what: 'an item of a list in a TOML table',
    files: {
      'archive.yaml': 'fields: { oldAddresses: extra.old }\n',
      ...post01('+++\ntitle = "A"\n[extra]\nmath = true\nold = ‸["/a*b"]\n+++\n\nText.\n'),
    },
    found: [{ rule: 'bad-value', message: '/a*b is not the path of one page', hint: '%2A' }],
  },
  {
    what: 'a canonical URL without a host',
    files: post01(post('Text.', 'canonical: ‸/elsewhere\n')),
    found: [{ rule: 'bad-value', message: 'is not an absolute http or https URL', hint: 'full URL' }],
  },
  ...['/*', '/blog/*', '/a*b', '/:splat', '/blog/:slug', '/{slug}', '/a?b=c', '/a#b'].map((address) => ({
    what: `an old address that hosts would read as a rule: ${address}`,
    files: post01(post('Text.', `aliases:\n  - /plain\n  - ‸"${address}"\n`)),
    found: [{ rule: 'bad-value' as const, message: `${address} is not the path of one page`, hint: '%2A' }],
  })),
  {
    what: 'too many tags',
    files: post01(
      post('Text.', `tags: ‸[${Array.from({ length: 101 }, (_, nth) => `t${nth}`).join(', ')}]\n`),
    ),
    found: [{ rule: 'bad-value', message: '101 tags; the first 100', hint: 'Keep' }],
  },
  {
    what: 'a misspelt key of a generator',
    files: post01('---\ntitle: A\nseries: research\n‸descripton: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'unknown-key', message: '`descripton`', hint: 'Did you mean `description`?' }],
  },
  {
    what: 'a misspelt first letter of a short key',
    files: post01('---\n‸ditle: A\nseries: research\nsummary: One sentence.\nmath: on\n---\n\nText.\n'),
    found: [{ rule: 'unknown-key', message: '`ditle`', hint: 'Did you mean `title`?' }],
  },
  ...['itle', 'tile', 'ttle', 'Titel'].map(
    (key): BrokenContent => ({
      what: `a title called ${key}`,
      files: post01(
        `---\n‸${key}: A\nseries: research\nsummary: One sentence.\ntab: on\nlat: 1\nart: x\n---\n\nText.\n`,
      ),
      found: [{ rule: 'unknown-key', message: `\`${key}\``, hint: 'Did you mean `title`?' }],
    }),
  ),
  {
    what: 'unclosed front matter',
    files: post01('‸---\ntitle: A title\nseries: research\nsummary: One sentence.\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'is not closed', hint: 'a line that is only `---`' }],
  },
  {
    what: 'a list as front matter',
    files: post01('---\n‸- title\n- series\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'not `key: value`', hint: '`key: value`' }],
  },
  {
    what: 'a word as front matter',
    files: post01('---\n‸hello\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'not `key: value`', hint: '`key: value`' }],
  },
  {
    what: 'an unknown key near a known one',
    files: post01(post('Text.', '‸pubished: 2026-01-05\n')),
    found: [
      { rule: 'unknown-key', message: '`pubished` is not a known key', hint: 'Did you mean `published`?' },
    ],
  },
  {
    what: 'an invalid boolean',
    files: { ...post01(post('Text.', 'draft: ‸perhaps\n')), 'posts/week-02.md': post() },
    found: [
      { rule: 'held-back', message: '`draft: perhaps` is not understood', hint: '{ perhaps: publish }' },
    ],
  },
  {
    what: 'a status that nobody explained, among others',
    files: { ...post01(post('Text.', 'status: ‸wip\n')), 'posts/week-02.md': post() },
    found: [{ rule: 'held-back', message: 'so the post is not published', hint: '{ wip: publish }' }],
  },
  {
    what: 'a fractional series number',
    files: post01(post('Text.', 'seriesNumber: ‸1.5\n')),
    found: [{ rule: 'bad-value', message: '`seriesNumber` is not a positive whole number', hint: 'Fix it' }],
  },
  {
    what: 'a series number below 1',
    files: post01(post('Text.', 'seriesNumber: ‸0\n')),
    found: [{ rule: 'bad-value', message: '`seriesNumber` is not a positive whole number', hint: /\w/ }],
  },
  {
    what: 'a series number beyond the safe integers',
    files: post01(post('Text.', 'seriesNumber: ‸1e300\n')),
    found: [{ rule: 'bad-value', message: /^`seriesNumber` is (?!.*expected int)/, hint: /\w/ }],
  },
  {
    what: 'a duplicate key',
    files: post01('---\ntitle: One\n‸title: Two\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [
      {
        rule: 'bad-value',
        message: 'Duplicate key `title`; the last one wins',
        hint: 'Keep one of the two',
      },
    ],
  },
  {
    what: 'a colon in an unquoted title',
    files: post01('---\ntitle: ‸Method: a review\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: /\w/, hint: 'Quote a value' }],
  },
  {
    what: 'two colons in an unquoted title, reported once',
    files: post01('---\ntitle: ‸Rust: the good parts: again\nseries: research\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: /\w/, hint: 'Quote a value' }],
  },
  {
    what: 'an unclosed quote',
    files: post01('---\nsummary: "One"\ntitle: ‸"A title\nseries: research\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'quotation mark is never closed', hint: 'Close it.' }],
  },
  {
    what: 'a tab for indentation',
    files: post01('---\ntitle: A title\n‸\tseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'does not allow tabs', hint: 'with spaces' }],
  },
  {
    what: 'a title that starts with an asterisk, which is a YAML alias',
    files: post01('---\ntitle: ‸*emphasis\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: '`*emphasis` has no anchor', hint: /Quote a value/ }],
  },
]
