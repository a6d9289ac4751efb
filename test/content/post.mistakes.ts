import { type BrokenContent, page, post } from './mistakes.ts'

const post01 = (text: string) => ({ 'posts/week-01.md': text })
const date = { rule: 'bad-date' as const, message: '`published` is not a calendar date', hint: 'YYYY-MM-DD' }
const time = {
  ...date,
  message: '`modified` is not a calendar date or a date-time',
  hint: 'YYYY-MM-DDThh:mm:ssZ',
}
const summary = (written: string) => post01(post().replace('One sentence.', written))

/** What can be wrong with a post’s dates, id, series, number and summary, and with a page’s name. */
export const postMistakes: readonly BrokenContent[] = [
  {
    what: 'a day that February lacks',
    files: post01(post('Text.', 'published: ‸2026-02-30\n')),
    found: [date],
  },
  { what: 'a thirteenth month', files: post01(post('Text.', 'published: ‸2026-13-01\n')), found: [date] },
  { what: 'a day in a word', files: post01(post('Text.', 'published: ‸yesterday\n')), found: [date] },
  {
    what: 'a time on `published`',
    files: post01(post('Text.', 'published: ‸2026-01-05T10:00:00Z\n')),
    found: [date],
  },
  {
    what: 'a time without its offset',
    files: post01(post('Text.', 'modified: ‸2026-01-05T10:00:00\n')),
    found: [time],
  },
  {
    what: 'a space for the T',
    files: post01(post('Text.', 'modified: ‸2026-01-05 10:00:00Z\n')),
    found: [time],
  },
  {
    what: 'an hour that no day has',
    files: post01(post('Text.', 'modified: ‸2026-01-05T24:00:00Z\n')),
    found: [time],
  },
  {
    what: 'a bad date on a page',
    files: { ...post01(post()), 'pages/about.md': page('Text.', 'modified: ‸soon\n') },
    found: [time],
  },
  {
    what: 'modified before published',
    files: post01(post('Text.', 'published: 2026-01-05\nmodified: ‸2026-01-04\n')),
    found: [
      { rule: 'modified-before-published', message: /2026-01-04.*2026-01-05/, hint: 'one of the two dates' },
    ],
  },
  {
    what: 'a word about changes without a date of change',
    files: post01(post('Text.', 'changes: ‸A table was added.\n')),
    found: [
      {
        rule: 'missing-key',
        message: '`changes` says what changed, but `modified` is missing',
        hint: 'Add a line `modified: YYYY-MM-DD`, or remove `changes`.',
      },
    ],
  },
  {
    what: 'changes on two lines',
    files: post01(post('Text.', 'modified: 2026-01-05\nchanges: ‸|\n  One.\n  Two.\n')),
    found: [{ rule: 'bad-value', message: '`changes` is more than one line', hint: /\w/ }],
  },
  {
    what: 'a file name outside the id pattern',
    files: { 'posts/week-1.md': `‸${post()}` },
    found: [{ rule: 'bad-id', message: '"week-1" does not match ^week-\\d{2}$', hint: 'Rename the file' }],
  },
  {
    what: 'a file name in capitals',
    files: { 'posts/Week-01.md': `‸${post()}` },
    found: [{ rule: 'bad-id', message: '"Week-01"', hint: 'Rename the file' }],
  },
  {
    what: 'two files with one name',
    files: { 'posts/a/week-01.md': post(), 'posts/week-01.md': `‸${post()}` },
    found: [
      { rule: 'duplicate-id', message: 'posts/a/week-01.md has the id "week-01" too', hint: 'Rename one' },
    ],
  },
  {
    what: 'two posts that claim one number',
    files: {
      'posts/week-01.md': post('Text.', 'seriesNumber: 3\n'),
      'posts/week-02.md': post('Text.', 'seriesNumber: ‸3\n'),
    },
    found: [
      {
        rule: 'duplicate-series-number',
        message: 'posts/week-01.md is number 3 of "research" too',
        hint: 'own seriesNumber',
      },
    ],
  },
  {
    what: 'a claimed number that another post has by its position',
    files: {
      'posts/week-01.md': post('Text.', 'published: 2026-01-05\n'),
      'posts/week-02.md': post('Text.', 'published: 2026-01-12\nseriesNumber: ‸1\n'),
    },
    found: [
      { rule: 'duplicate-series-number', message: 'posts/week-01.md is number 1', hint: 'own seriesNumber' },
    ],
  },
  {
    what: 'a series near one of the archive’s',
    files: post01(post().replace('research', '‸reserch')),
    found: [
      { rule: 'unknown-series', message: '"reserch" is not a series', hint: 'Did you mean "research"?' },
    ],
  },
  {
    what: 'a series near none',
    files: post01(post().replace('research', '‸zebra')),
    found: [{ rule: 'unknown-series', message: '"zebra" is not a series', hint: 'research, practice' }],
  },
  {
    what: 'a series named after what every object has',
    files: post01(post().replace('research', '‸constructor')),
    found: [{ rule: 'unknown-series', message: '"constructor" is not a series', hint: 'research, practice' }],
  },
  {
    what: 'a summary without text',
    files: summary('‸""'),
    found: [{ rule: 'empty-summary', message: '`summary` has no text', hint: 'a sentence or two' }],
  },
  {
    what: 'a summary of spaces',
    files: summary('‸"   "'),
    found: [{ rule: 'empty-summary', message: '`summary` has no text', hint: 'a sentence or two' }],
  },
  {
    what: 'a summary of two paragraphs',
    files: summary('‸|\n  One.\n\n  Two.'),
    found: [{ rule: 'summary-paragraphs', message: 'more than one paragraph', hint: '`summary: >-`' }],
  },
  {
    what: 'a folded summary of two paragraphs',
    files: summary('‸>\n  One.\n\n  Two.'),
    found: [{ rule: 'summary-paragraphs', message: 'more than one paragraph', hint: '`summary: >-`' }],
  },
  {
    what: 'a line break in a summary, with spaces after it',
    files: summary('‸"One.\\n  Two."'),
    found: [{ rule: 'summary-paragraphs', message: 'more than one paragraph', hint: '`summary: >-`' }],
  },
  {
    what: 'a page where the service itself answers',
    files: { ...post01(post()), 'pages/developers.md': `‸${page()}` },
    found: [{ rule: 'reserved-page', message: 'answers at /developers', hint: 'Rename the file' }],
  },
  {
    what: 'a page that would hide the posts',
    files: { ...post01(post()), 'pages/posts.md': `‸${page()}` },
    found: [{ rule: 'reserved-page', message: 'answers at /posts', hint: 'Rename the file' }],
  },
  {
    what: 'a page that a static host would take for its error page',
    files: { ...post01(post()), 'pages/404.md': `‸${page()}` },
    found: [{ rule: 'reserved-page', message: '/404', hint: 'Rename the file' }],
  },
  {
    what: 'a page whose name is no address',
    files: { ...post01(post()), 'pages/About us.md': `‸${page()}` },
    found: [{ rule: 'bad-id', message: '"About us" cannot be part of an address', hint: 'Rename the file' }],
  },
]
