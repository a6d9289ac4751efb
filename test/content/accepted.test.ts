import { expect, test } from 'vitest'
import { build } from '../archive/build.ts'
import { diagnose, inShort, other, page, post } from './mistakes.ts'

/** Lines of front matter without diagnostics. */
const fronts = [
  'published: 2026-01-05',
  'published: "2026-01-05"',
  'published: 2028-02-29',
  'modified: 2026-01-05T10:00:00.25+05:30',
  'published: 2026-01-05\nmodified: 2026-01-05',
  'date: 2026-01-05 10:00:00 +0200',
  'modified: 2026-01-06\nchanges: A table was added.',
  // Keys that resemble known ones.
  'related: [one, two]\nredirect_to: /there\nseo_title: Other words',
  'layout: post\ntoc: true\nweight: 3\nlang: en\ncomments: true\nmath: true\nid: 7\ntype: post',
  'hidden: false\n__proto__: 1\nconstructor: 2',
  'tags: http\ncategories: [http]',
  '# a note to myself',
]

/** Bodies without diagnostics. */
const bodies = [
  'One.\n\n---\n\nTwo.',
  'One. <!-- two -->\n\n<!--\nthree\n-->',
  '`<b>`\n\n    <i>\n\n```html\n<p>\n```',
  '`[x](none.md)` \\[x](none.md)',
  '## A\n\n### B\n\n#### C\n\n## D\n\nText.',
]

/** Posts without diagnostics. */
const posts = {
  'a summary folded from several lines': post().replace(
    'One sentence.',
    '>-\n  One sentence\n  on two lines.',
  ),
  'a summary with a line break at its end': post().replace('One sentence.', '>\n  One sentence.'),
  'no front matter at all': '# A title\n\nText of one paragraph.\n',
  'empty front matter': '---\n---\n\nText of one paragraph.\n',
  'a rule at the top of a file without front matter': '\n---\n\nText of one paragraph.\n',
  'front matter that ends with a longer line': '---\ntitle: A\n------\n\nText.\n',
  'spaces after the three dashes': post().replaceAll('---\n', '---  \n'),
  'keys in any case': '---\nTitle: A\nDate: 2020-01-02\nDescription: One sentence.\n---\n\nText.\n',
  TOML: `+++\ntitle = "A"\ndate = 2020-01-02T10:00:00Z\ndraft = false
[taxonomies]\ntags = ["x"]\n[extra]\nmath = true\n+++\n\nText.\n`,
  'JSON on several lines': '{\n  "title": "A {b}",\n  "tags": ["x"]\n}\n\nText.\n',
  'JSON on one line': '{"title": "A", "date": "2020-01-02"}\n\nText.\n\n```\n}\n```\n',
  'JSON between lines of semicolons': ';;;\n"title": "A"\n;;;\n\nText.\n',
}

/** Content without diagnostics. */
const accepted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries([
    ...fronts.map((front) => [front, { 'posts/week-01.md': post('Text.', `${front}\n`) }]),
    ...bodies.map((body) => [body, { 'posts/week-01.md': post(body) }]),
    ...Object.entries(posts).map(([what, text]) => [what, { 'posts/week-01.md': text }]),
  ]),
  'files that are not posts': { 'posts/data.csv': 'a,b', 'pages/deep/about.md': 'x', 'posts/a.md': post() },
  'site links in archive.yaml': {
    'archive.yaml': 'siteLinks: [/docs/]\n',
    'posts/a.md': post('[x](/docs/a) [y](/docs/b)'),
  },
  'a rule that is off': { 'archive.yaml': 'rules:\n  dead-link: off\n', 'posts/a.md': post('[x](none.md)') },
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
  test(`nothing is reported: ${what.replaceAll('\n', '⏎')}`, async () => {
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
