import { type BrokenContent, post } from './mistakes.ts'

const post01 = (text: string) => ({ 'posts/week-01.md': text })

/** What can be wrong between the lines that mark front matter. */
export const frontMatterMistakes: readonly BrokenContent[] = [
  {
    what: 'front matter after an empty line is front matter, with what is wrong in it',
    files: post01('\n---\ntitle: One\n‸title: Two\nseries: research\n---\n\nText.\n'),
    found: [{ rule: 'bad-value', message: 'Duplicate key', hint: 'Keep one' }],
  },
  {
    what: 'TOML without quotes',
    files: post01('+++\ntitle = "A"\nseries = ‸research\n+++\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: /\w/, hint: 'need quotes' }],
  },
  {
    what: 'TOML that is never closed',
    files: post01('‸+++\ntitle = "A"\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'is not closed', hint: '`+++`' }],
  },
  {
    what: 'a date in TOML that is none',
    files: post01('+++\ntitle = "A"\nseries = "research"\ndate = ‸"soon"\n+++\n\nText.\n'),
    found: [{ rule: 'bad-date', message: '`date` is not a date', hint: 'YYYY-MM-DD' }],
  },
  {
    what: 'an original without its host',
    files: post01(post('Text.', 'canonical: ‸/elsewhere\n')),
    found: [{ rule: 'bad-value', message: 'is not an absolute http or https URL', hint: 'full URL' }],
  },
  ...['/*', '/blog/*', '/a*b', '/:splat', '/blog/:slug', '/{slug}', '/a?b=c', '/a#b'].map((address) => ({
    what: `an old address that hosts would read as a rule: ${address}`,
    files: post01(post('Text.', `aliases:\n  - /plain\n  - ‸"${address}"\n`)),
    found: [{ rule: 'bad-value' as const, message: `${address} is not the path of one page`, hint: '%2A' }],
  })),
  {
    what: 'more tags than a post can have',
    files: post01(
      post('Text.', `tags: ‸[${Array.from({ length: 101 }, (_, nth) => `t${nth}`).join(', ')}]\n`),
    ),
    found: [{ rule: 'bad-value', message: '101 tags; the first 100', hint: 'Keep' }],
  },
  {
    what: 'a name of a generator’s, misspelt',
    files: post01('---\ntitle: A\nseries: research\n‸descripton: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'unknown-key', message: '`descripton`', hint: 'Did you mean `description`?' }],
  },
  {
    what: 'front matter that is never closed',
    files: post01('‸---\ntitle: A title\nseries: research\nsummary: One sentence.\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'is not closed', hint: 'a line that is only `---`' }],
  },
  {
    what: 'front matter that is a list',
    files: post01('---\n‸- title\n- series\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'not `key: value`', hint: '`key: value`' }],
  },
  {
    what: 'front matter that is one word',
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
    what: 'a word that is neither yes nor no',
    files: post01(post('Text.', 'draft: ‸perhaps\n')),
    found: [{ rule: 'bad-value', message: '`draft` is neither true nor false', hint: '`draft: true`' }],
  },
  {
    what: 'a series number that is not whole',
    files: post01(post('Text.', 'seriesNumber: ‸1.5\n')),
    found: [{ rule: 'bad-value', message: '`seriesNumber` is not a positive whole number', hint: 'Fix it' }],
  },
  {
    what: 'a series number below 1',
    files: post01(post('Text.', 'seriesNumber: ‸0\n')),
    found: [{ rule: 'bad-value', message: '`seriesNumber` is not a positive whole number', hint: /\w/ }],
  },
  {
    what: 'a series number no integer can hold is explained in words of ours',
    files: post01(post('Text.', 'seriesNumber: ‸1e300\n')),
    found: [{ rule: 'bad-value', message: /^`seriesNumber` is (?!.*expected int)/, hint: /\w/ }],
  },
  {
    what: 'a key twice',
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
    what: 'a colon in a title without quotes',
    files: post01('---\ntitle: ‸Method: a review\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: /\w/, hint: 'Quote a value' }],
  },
  {
    what: 'two colons in a title without quotes are one mistake',
    files: post01('---\ntitle: ‸Rust: the good parts: again\nseries: research\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: /\w/, hint: 'Quote a value' }],
  },
  {
    what: 'a quotation mark that is never closed',
    files: post01('---\nsummary: "One"\ntitle: ‸"A title\nseries: research\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'quotation mark is never closed', hint: 'Close it.' }],
  },
  {
    what: 'a tab for indentation',
    files: post01('---\ntitle: A title\n‸\tseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: 'does not allow tabs', hint: 'with spaces' }],
  },
  {
    what: 'a title that begins with a star is taken for a YAML alias',
    files: post01('---\ntitle: ‸*emphasis\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'front-matter-syntax', message: '`*emphasis` has no anchor', hint: /Quote a value/ }],
  },
]
