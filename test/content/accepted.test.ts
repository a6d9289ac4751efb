import { expect, test } from 'vitest'
import { build } from '../archive/build.ts'
import { diagnose, inShort, other, page, post } from './mistakes.ts'

/** Content without diagnostics. */
const accepted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'an unquoted date': { 'posts/week-01.md': post('Text.', 'published: 2026-01-05\n') },
  'a quoted date': { 'posts/week-01.md': post('Text.', 'published: "2026-01-05"\n') },
  '29 February of a leap year': { 'posts/week-01.md': post('Text.', 'published: 2028-02-29\n') },
  'a date-time with fractions and an offset': {
    'posts/week-01.md': post('Text.', 'modified: 2026-01-05T10:00:00.25+05:30\n'),
  },
  'modified on the day of publication': {
    'posts/week-01.md': post('Text.', 'published: 2026-01-05\nmodified: 2026-01-05\n'),
  },
  'a note on what changed': {
    'posts/week-01.md': post('Text.', 'modified: 2026-01-06\nchanges: A table was added.\n'),
  },
  'a summary folded from several lines': {
    'posts/week-01.md': post().replace('One sentence.', '>-\n  One sentence\n  on two lines.'),
  },
  'a summary with a line break at its end': {
    'posts/week-01.md': post().replace('One sentence.', '>\n  One sentence.'),
  },
  'unknown keys that resemble known ones': {
    'posts/week-01.md': post('Text.', 'related: [one, two]\nredirect_to: /there\nseo_title: Other words\n'),
  },
  'no front matter at all': { 'posts/2020-01-02-a-title.md': '# A title\n\nText of one paragraph.\n' },
  'empty front matter': { 'posts/a.md': '---\n---\n\nText of one paragraph.\n' },
  'a rule at the top of a file without front matter': { 'posts/a.md': '\n---\n\nText of one paragraph.\n' },
  'front matter that ends with a longer line': { 'posts/a.md': '---\ntitle: A\n------\n\nText.\n' },
  TOML: {
    'posts/a.md':
      '+++\ntitle = "A"\ndate = 2020-01-02T10:00:00Z\ndraft = false\n[taxonomies]\ntags = ["x"]\n[extra]\nmath = true\n+++\n\nText.\n',
  },
  'JSON on several lines': { 'posts/a.md': '{\n  "title": "A {b}",\n  "tags": ["x"]\n}\n\nText.\n' },
  'JSON on one line': { 'posts/a.md': '{"title": "A", "date": "2020-01-02"}\n\nText.\n\n```\n}\n```\n' },
  'JSON between lines of semicolons': { 'posts/a.md': ';;;\n"title": "A"\n;;;\n\nText.\n' },
  'unknown keys': {
    'posts/a.md': post(
      'Text.',
      'layout: post\ntoc: true\nweight: 3\nlang: en\ncomments: true\nmath: true\nid: 7\ntype: post\nhidden: false\n__proto__: 1\nconstructor: 2\n',
    ),
  },
  'keys in any case': {
    'posts/a.md': '---\nTitle: A\nDate: 2020-01-02\nDescription: One sentence.\n---\n\nText.\n',
  },
  'a time on the date of publication': {
    'posts/week-01.md': post('Text.', 'date: 2026-01-05 10:00:00 +0200\n'),
  },
  'a single word for tags, and a repeated tag': {
    'posts/week-01.md': post('Text.', 'tags: http\ncategories: [http]\n'),
  },
  'files that are not posts': { 'posts/data.csv': 'a,b', 'pages/deep/about.md': 'x', 'posts/a.md': post() },
  'site links in archive.yaml': {
    'archive.yaml': 'siteLinks: [/docs/]\n',
    'posts/a.md': post('[x](/docs/a) [y](/docs/b)'),
  },
  'a rule that is off': { 'archive.yaml': 'rules:\n  dead-link: off\n', 'posts/a.md': post('[x](none.md)') },
  'comments in front matter': { 'posts/week-01.md': post('Text.', '# a note to myself\n') },
  'spaces after the three dashes': { 'posts/week-01.md': post().replaceAll('---\n', '---  \n') },
  'a rule in the body': { 'posts/week-01.md': post('One.\n\n---\n\nTwo.') },
  'comments in the body': { 'posts/week-01.md': post('One. <!-- two -->\n\n<!--\nthree\n-->') },
  'HTML in code': { 'posts/week-01.md': post('`<b>`\n\n    <i>\n\n```html\n<p>\n```') },
  'links in code and after a backslash': { 'posts/week-01.md': post('`[x](none.md)` \\[x](none.md)') },
  'headings back from level 4 to level 2': {
    'posts/week-01.md': post('## A\n\n### B\n\n#### C\n\n## D\n\nText.'),
  },
  'links of every kind': {
    ...other,
    'archive.yaml': 'baseUrl: https://example.org/review\n',
    'assets/data set.csv': 'a,b',
    'pages/about.md': page('[a post](../posts/week-01.md)'),
    'posts/week-01.md': post(`## Method

[a](week-02.md) [b](./week-02.md) [c](week-02) [d](/posts/week-02) [e](/posts/week-02.md) [f](#method)
[g](/api/v1/posts/week-02.json) [h](https://example.org/review/posts/week-02#method) [i](https://example.org/review)
[j](https://example.org/elsewhere) [k](mailto:a@example.org) [l](//example.net) [m](/) [n](/index.md) [o](/developers)
[p](/openapi.json) [q](../pages/about.md) [r](<../assets/data set.csv>) [s](../assets/data%20set.csv) [t](/contact.md)
[u](week-02.md?utm=x#results) [v](%77eek-02.md)`),
  },
  'an empty archive.yaml': { 'archive.yaml': '# nothing to say\n', 'posts/week-01.md': post() },
  'a custom id pattern': { 'archive.yaml': 'idPattern: ^issue-\\d+$\n', 'posts/issue-1.md': post() },
  'other files beside the archive': {
    LICENSE: 'Free.',
    'notes/idea.md': 'Not yet.',
    'posts/week-01.md': post(),
  },
  'pages that replace built-in ones': {
    'pages/contact.md': page(),
    'pages/privacy.md': page(),
    'posts/week-01.md': post(),
  },
}

for (const [what, files] of Object.entries(accepted)) {
  test(`${what}: nothing is reported`, async () => {
    expect((await diagnose(files)).map(inShort)).toEqual([])
  })
}

test('a draft can have dead links', async () => {
  const files = { ...other, 'posts/week-01.md': post('[x](none.md) # <blink>', 'draft: true\n') }
  expect(await diagnose(files)).toEqual([])
})

test('keys can have hyphens', async () => {
  const { posts } = await build({
    'posts/a.md':
      '---\ntitle: A\npublish-date: 2026-01-05\nmeta-description: One.\nold-url: /b\n---\n\nText.\n',
  })
  expect(posts.map(({ datePublished, summary }) => [datePublished, summary])).toEqual([
    ['2026-01-05', 'One.'],
  ])
})
