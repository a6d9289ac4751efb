import { describe, expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { readContent } from '../../src/content/read.ts'

/** Reads a post with these lines of front matter, beside another one. */
async function read(lines: string, settings = '', site: Readonly<Record<string, string>> = {}) {
  const path = 'pelicanconf.py' in site ? 'content/a.md' : 'posts/a.md'
  const files = {
    ...site,
    'archive.yaml': settings,
    [path.replace('a.md', 'b.md')]: '---\ntitle: B\n---\n\nText.\n',
    [path]: `---\ntitle: A\n${lines}\n---\n\nText.\n`,
  }
  return visible(files, path)
}

async function visible(files: Readonly<Record<string, string>>, path: string) {
  const { posts, drafts, diagnostics } = await readContent(fromMemory(files))
  const post = posts.find(({ file }) => file.path === path)
  const rules = diagnostics.map(({ rule }) => rule).join()
  expect(drafts.has(path)).toBe(!post)
  return [post ? (post.facts.unlisted ? 'unlisted' : 'public') : 'held', rules].filter(Boolean).join(' ')
}

/** Front matter, by who sees the post and what is reported. */
const table: Readonly<Record<string, readonly string[]>> = {
  public: [
    ...'published Published PUBLIC "live" final publish true [published] "" ~ []'
      .split(' ')
      .map((word) => `status: ${word}`),
    ...['draft', 'private', 'hidden', 'unlisted', 'unpublished'].flatMap((key) =>
      ['false', 'no', 'Off', '0', '""', ''].map((word) => `${key}: ${word}`),
    ),
    ...['publish', 'published', 'isPublished', 'public'].flatMap((key) =>
      ['true', 'yes', 'on', '1', '2020-01-01', 'Jan 5 2019', ''].map((word) => `${key}: ${word}`),
    ),
    'visibility: public',
    'stats: 3',
    'publisher: A house',
  ],
  'public bad-date': ['published: 2020-13-45', 'published: soon', 'date: later', 'publish: 99/99/2020'],
  unlisted: ['hidden: true', 'hidden: 1', 'unlisted: on'],
  held: [
    ...['draft', 'private', 'isPrivate', 'unpublished'].flatMap((key) => [`${key}: true`, `${key}: 1`]),
    ...['publish', 'published', 'isPublished', 'public'].flatMap((key) => [`${key}: false`, `${key}: 0`]),
    ...['draft', 'Pending', 'private', 'hidden', 'false', '[draft]'].map((word) => `status: ${word}`),
    'published: no\ndate: 2020-01-01',
    'public: false\ndate: 2020-01-01',
    'visibility: private',
    'draft: true\nstatus: wip',
  ],
  'held held-back': [
    ...['unpublished', 'wip', 'archived', 'in progress', '[published, wip]', '{ stage: wip }', '2020'].map(
      (word) => `status: ${word}`,
    ),
    ...['draft', 'publish', 'private', 'hidden', 'unlisted', 'unpublished', 'isPublished'].map(
      (key) => `${key}: maybe`,
    ),
    'draft: 2020-01-01',
    'draft: false\nstatus: wip',
    `status: "${'long '.repeat(20)}"`,
  ],
  // The value of a misspelled key counts if it holds the post back.
  'held unknown-key': [
    ...['drfat: true', 'pivate: true', 'statsu: draft'],
    // Also beside another key that says something.
    ...['date: 2020-01-01\npublshed: false', 'draft: false\npivate: true', 'status: live\ndarft: yes'],
  ],
  'held held-back,unknown-key': ['drfat: maybe', 'statsu: wip'],
  'unlisted unknown-key': ['hiden: true'],
}

for (const [expected, all] of Object.entries(table)) {
  test.each(all)(`${expected}: %j`, async (lines) => {
    expect(await read(lines)).toBe(expected)
  })
}

test.each([
  ['{ private: true }', 'held'],
  ['{ private: false }', 'public'],
  ['{ draft: isDraft }', 'held held-back'],
  ["{ draft: process.env.NODE_ENV !== 'production' }", 'held held-back'],
  ['{ publish: isPublic(), date: new Date() }', 'held held-back'],
  ['{ draft: undefined, title: makeTitle() }', 'public'],
  ['{ date: new Date(), published: format(day) }', 'public'],
  ['Object.freeze({ private: true })', 'held'],
  ['/** @type {Meta} */ ({ status: "wip" })', 'held held-back'],
])('what MDX exports as meta counts, also beside front matter: %s', async (meta, expected) => {
  const mdx = `export const meta = ${meta}\n\n# A\n\nText.\n`
  const both = `---\ntitle: A\n---\n\n${mdx}`
  expect(await visible({ 'posts/a.mdx': both, 'posts/b.md': '# B\n\nText.\n' }, 'posts/a.mdx')).toBe(expected)
  expect(await visible({ 'posts/a.mdx': mdx, 'posts/b.md': '# B\n\nText.\n' }, 'posts/a.mdx')).toBe(expected)
})

test.each([
  ['posts/a.md', '+++\ndraft = 1\n+++\n', 'held'],
  ['posts/a.md', '+++\nstatus = "wip"\n+++\n', 'held held-back'],
  ['posts/a.md', '{"status": "wip"}\n', 'held held-back'],
  ['posts/a.md', '---toml\ndraft = true\n---\n', 'held'],
  ['posts/a.md', '---javascript\n{ draft: true }\n---\n', 'held'],
  ['posts/a.md', 'Title: A\nStatus: wip\n', 'held held-back'],
  ['posts/a.md', 'Status: draft\nDate: 2020-01-01\nTitle: A\n', 'held'],
  ['posts/a.md', 'status:: draft\n', 'held'],
])('every notation counts: %s %j', async (path, matter, expected) => {
  expect(await visible({ [path]: `${matter}\nText.\n`, 'posts/b.md': '# B\n\nText.\n' }, path)).toBe(expected)
})

test.each([
  ['posts/_drafts/a.md', 'posts', 'held'],
  ['posts/drafts/a.md', 'posts/**/*.md', 'held'],
  ['posts/2020/Drafts/a.md', 'posts/**/*.md', 'held'],
  ['drafts/a.md', '**/*.md', 'held'],
  ['drafts/a.md', 'drafts/**/*.md', 'public'],
  ['drafts/a.md', 'drafts', 'public'],
  ['posts/drafts.md', 'posts', 'public'],
])('a folder of drafts is held back, unless it is meant: %s in %s', async (path, glob, expected) => {
  const files = {
    'archive.yaml': `posts: ["b.md", "${glob}"]\n`,
    'b.md': '# B\n\nText.\n',
    [path]: '# A\n\nText.\n',
  }
  expect(await visible(files, path)).toBe(expected)
})

describe('words of their own', () => {
  const statuses =
    'statuses: { Evergreen: publish, in progress: hold, friends: unlisted, perhaps: publish, draft: publish }'
  test.each([
    ['status: evergreen', 'public'],
    ['status: EVERGREEN', 'public'],
    ['status: In Progress', 'held'],
    ['visibility: friends', 'unlisted'],
    ['draft: perhaps', 'public'],
    ['status: draft', 'public'],
    // Yes and no stay what they are.
    ['draft: true', 'held'],
    ['status: seedling', 'held held-back'],
  ])('statuses in archive.yaml: %s', async (lines, expected) => {
    expect(await read(lines, statuses)).toBe(expected)
  })

  test.each([
    ['conf.py', 'status: featured', 'public'],
    ['conf.py', 'status: private', 'unlisted'],
    ['pelicanconf.py', 'status: hidden', 'unlisted'],
    ['pelicanconf.py', 'status: skip', 'held'],
    ['pelicanconf.py', 'status: wip', 'held held-back'],
  ])('of a generator (%s): %s', async (marker, lines, expected) => {
    expect(await read(lines, '', { [marker]: '' })).toBe(expected)
  })

  test.each(['🌱 seedling', '👩‍🌾', 'in-progress/alpha', 'draft (v2)', '"a: b"', '計画中', 'no, not yet'])(
    'any word is reported as itself, with a setting that answers it: %s',
    async (status) => {
      const files = { 'posts/a.md': `---\nstatus: ${status}\n---\n\nText.\n`, 'posts/b.md': '# B\n\nText.\n' }
      const { diagnostics } = await readContent(fromMemory(files))
      const [{ message, hint } = { message: '', hint: '' }] = diagnostics
      expect(message).toBe(
        `\`status: ${status.replaceAll('"', '')}\` is not understood, so the post is not published.`,
      )
      const [, setting = ''] = /add `(.+)` to archive.yaml/.exec(hint) ?? []
      expect(await visible({ ...files, 'archive.yaml': setting }, 'posts/a.md')).toBe('public')
    },
  )

  test('a setting that is no answer is an error', async () => {
    const { diagnostics } = await readArchive(
      fromMemory({ 'archive.yaml': 'statuses: { evergreen: yes }\n', 'posts/a.md': '# A\n\nText.\n' }),
    )
    expect(diagnostics.map(({ message }) => message)).toContain(
      '`statuses.evergreen` is none of publish, unlisted, hold.',
    )
  })
})
