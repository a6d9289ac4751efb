import { type BrokenContent, page, post } from './mistakes.ts'

const missing = (key: string) => ({
  rule: 'missing-key' as const,
  message: `\`${key}\` is missing.`,
  hint: `Add a line \`${key}: …\``,
})

const post01 = (text: string) => ({ 'posts/week-01.md': text })

/** What can be wrong between the two `---` lines. */
export const frontMatterMistakes: readonly BrokenContent[] = [
  {
    what: 'no front matter at all',
    files: post01('‸Just text.\n'),
    found: [
      {
        rule: 'front-matter-missing',
        message: 'does not open with front matter',
        hint: 'Begin with a line `---`',
      },
    ],
  },
  {
    what: 'an empty file',
    files: post01('‸'),
    found: [
      {
        rule: 'front-matter-missing',
        message: 'does not open with front matter',
        hint: 'Begin with a line `---`',
      },
    ],
  },
  {
    what: 'front matter that is never closed',
    files: post01('‸---\ntitle: A title\nseries: research\nsummary: One sentence.\n\nText.\n'),
    found: [{ rule: 'front-matter-missing', message: 'is not closed', hint: 'a line that holds only `---`' }],
  },
  {
    what: 'a file that holds only an opening line',
    files: post01('‸---\n'),
    found: [{ rule: 'front-matter-missing', message: 'is not closed', hint: 'a line that holds only `---`' }],
  },
  {
    what: 'empty front matter',
    files: post01('---\n‸‸‸---\n\nText.\n'),
    found: [missing('title'), missing('series'), missing('summary')],
  },
  {
    what: 'a missing key is reported where the keys begin',
    files: post01('---\n‸title: A title\nseries: research\n---\n\nText.\n'),
    found: [missing('summary')],
  },
  {
    what: 'front matter that is a list',
    files: post01('---\n‸- title\n- series\n---\n\nText.\n'),
    found: [{ rule: 'bad-value', message: 'not a list of keys and values', hint: '`key: value`' }],
  },
  {
    what: 'front matter that is one word',
    files: post01('---\n‸hello\n---\n\nText.\n'),
    found: [{ rule: 'bad-value', message: 'not a list of keys and values', hint: '`key: value`' }],
  },
  {
    what: 'an unknown key near a known one',
    files: post01(post('Text.', '‸pubished: 2026-01-05\n')),
    found: [{ rule: 'unknown-key', message: '`pubished` is not a key', hint: 'Did you mean `published`?' }],
  },
  {
    what: 'an unknown key near nothing',
    files: post01(post('Text.', '‸zzzzzz: 1\n')),
    found: [{ rule: 'unknown-key', message: '`zzzzzz` is not a key', hint: /title, series, summary.*draft/ }],
  },
  {
    what: 'keys that every JavaScript object has',
    files: post01(post('Text.', '‸__proto__: 1\n‸constructor: 2\n')),
    found: [
      { rule: 'unknown-key', message: '`__proto__`', hint: 'Known keys' },
      { rule: 'unknown-key', message: '`constructor`', hint: 'Known keys' },
    ],
  },
  {
    what: 'a key that posts have and pages do not',
    files: { ...post01(post()), 'pages/about.md': page('Text.', '‸series: research\n') },
    found: [
      {
        rule: 'unknown-key',
        message: '`series` is not a key',
        hint: 'Known keys: title, summary, modified, draft.',
      },
    ],
  },
  {
    what: 'a list for a title',
    files: post01('---\ntitle: ‸[Draft]\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'bad-value', message: '`title` is a list, not text', hint: 'between quotes' }],
  },
  {
    what: 'one word where a list of tags belongs',
    files: post01(post('Text.', 'tags: ‸http\n')),
    found: [{ rule: 'bad-value', message: '`tags` is text, not a list', hint: '`tags: [one, two]`' }],
  },
  {
    what: 'a list among the tags',
    files: post01(post('Text.', 'tags: [http, ‸[2]]\n')),
    found: [{ rule: 'bad-value', message: '`tags.1` is a list, not text', hint: 'between quotes' }],
  },
  {
    what: 'a tag twice',
    files: post01(post('Text.', 'tags: ‸[http, http]\n')),
    found: [{ rule: 'bad-value', message: '`tags` names a tag twice', hint: /\w/ }],
  },
  {
    what: 'a word that is neither yes nor no',
    files: post01(post('Text.', 'draft: ‸perhaps\n')),
    found: [{ rule: 'bad-value', message: '`draft` is neither `true` nor `false`', hint: '`draft`' }],
  },
  {
    what: 'a series number that is not whole',
    files: post01(post('Text.', 'seriesNumber: ‸1.5\n')),
    found: [
      { rule: 'bad-value', message: '`seriesNumber` is not a whole number', hint: 'Correct the value' },
    ],
  },
  {
    what: 'a series number below 1',
    files: post01(post('Text.', 'seriesNumber: ‸0\n')),
    found: [{ rule: 'bad-value', message: '`seriesNumber` is not a whole number from 1 up', hint: /\w/ }],
  },
  {
    what: 'a series number no integer can hold is explained in words of ours',
    files: post01(post('Text.', 'seriesNumber: ‸1e300\n')),
    found: [{ rule: 'bad-value', message: /^`seriesNumber` is (?!.*expected int)/, hint: /\w/ }],
  },
  {
    what: 'a value left empty asks for a value, not for quotes',
    files: post01('---\ntitle:‸\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'bad-value', message: '`title` is empty', hint: /^(?!.*quotes)/ }],
  },
  {
    what: 'a key twice',
    files: post01('---\ntitle: One\n‸title: Two\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'yaml-syntax', message: 'Duplicate key `title`', hint: 'Keep one of the two' }],
  },
  {
    what: 'a colon in a title without quotes',
    files: post01('---\ntitle: ‸Method: a review\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'yaml-syntax', message: /\w/, hint: 'between quotes' }],
  },
  {
    what: 'a tab for indentation',
    files: post01('---\ntitle: A title\n‸\tseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'yaml-syntax', message: 'A tab cannot indent', hint: 'with spaces' }],
  },
  {
    what: 'a title that begins with a star is taken for a YAML alias',
    files: post01('---\ntitle: ‸*emphasis\nseries: research\nsummary: One sentence.\n---\n\nText.\n'),
    found: [{ rule: 'yaml-syntax', message: '`*emphasis` has no anchor', hint: /quotes/ }],
  },
]
