import { describe, expect, test } from 'vitest'
import { contentRules } from '../../src/base/diagnostics.ts'
import { archiveMistakes } from './archive.mistakes.ts'
import { bodyMistakes } from './body.mistakes.ts'
import { frontMatterMistakes } from './front-matter.mistakes.ts'
import { linkMistakes } from './link.mistakes.ts'
import {
  diagnose,
  type Finding,
  inShort,
  type BrokenContent,
  markedPlaces,
  other,
  post,
  unmarked,
} from './mistakes.ts'
import { postMistakes } from './post.mistakes.ts'

const tables = { archiveMistakes, frontMatterMistakes, postMistakes, bodyMistakes, linkMistakes }

/**
 * Rules that other files test: `bytes.test.ts`, `limits.test.ts`, `as-of.test.ts`, `source.test.ts`,
 * `archive/smaller.test.ts`, `archive/templates.test.ts`, `cli/without-sharp.test.ts`, `check/`, `cli/unpublished.test.ts`,
 * `cli/scheduled.test.ts`, `representations/look.test.ts`.
 */
const elsewhere = [
  ...'unreadable-file file-too-large not-utf8 more-problems future-date expired symbolic-link'.split(' '),
  ...'image-not-resized missing-package own-field redirect no-text list-page untitled'.split(' '),
  ...'ignored-name other-files draft excluded-post other-language other-format unmatched-post'.split(' '),
  ...'gone-link moved-link unreachable-link dead-original guessed-original post-too-long'.split(' '),
  ...'image-too-large tag-spelling missing-author diagram-as-code server-json blocked-html'.split(' '),
]

for (const [name, table] of Object.entries(tables)) {
  describe(name, () => {
    for (const mistake of table) test(mistake[0].replaceAll('\n', '⏎'), () => isReported(mistake))
  })
}

async function isReported([, files, ...found]: BrokenContent) {
  const diagnostics = await diagnose(unmarked(files))
  const marked = markedPlaces(files)
  // A problem of the whole folder has no line of its own.
  const places = marked.length > 0 ? marked : [{ path: 'archive.yaml', line: 1, column: 1, excerpt: '' }]
  expect(places.length, 'every expected finding has its caret').toBe(found.length)

  const expected = places.map((place, nth) => inShort({ ...place, rule: rule(found[nth]) }))
  expect(diagnostics.map(inShort)).toEqual(expected)
  for (const [nth, diagnostic] of diagnostics.entries()) {
    const [name, message, hint] = found[nth] as Finding
    expect(diagnostic.message).toMatch(message)
    expect(diagnostic.message, 'a message is a sentence').toMatch(/\.$/)
    expect(diagnostic.hint).toMatch(hint)
    expect(diagnostic.hint, 'a hint is an instruction that ends like one').toMatch(/[.?]$/)
    expect(diagnostic.severity).toBe(contentRules[name].level)
    expect(diagnostic.excerpt, 'the excerpt is the line as written').toBe(places[nth]?.excerpt)
  }
}

function rule(finding: Finding | undefined): Finding[0] {
  if (!finding) throw new Error('more carets than findings')
  return finding[0]
}

test('every content rule has a case here', () => {
  const covered = new Set(
    Object.values(tables).flatMap((table) => table.flatMap(([, , ...found]) => found.map(rule))),
  )
  const missing = Object.keys(contentRules).filter(
    (name) => !elsewhere.includes(name) && !covered.has(name as never),
  )
  expect(missing).toEqual([])
})

test('reports all mistakes of all files in one run, sorted by position', async () => {
  const files = {
    'archive.yaml': '‸titel: A review\nlanguage: ‸english!\n',
    'assets/unused.txt': 'Whatever.',
    'pages/about.md': '---\ntitle: A\nmodified: ‸soon\n---\n\nText.\n',
    'posts/a.md': '---\ntitle: ‸Method: a review\nseries: research\n---\n\nText, [x](‸none.md).\n',
    'posts/week-01.md': post('## Two\n\n‸#### Four\n\n[x](‸none.md) ‸<blink>bold</blink> [y](‸#none)'),
    'posts/week-02.md': post('Text.', 'published: 2026-01-05\nmodified: ‸2026-01-04\n'),
  }
  const diagnostics = await diagnose(unmarked(files))
  const where = ({ path, line, column }: { path: string; line: number; column: number }) =>
    `${path}:${line}:${column}`
  expect(diagnostics.map(where)).toEqual(markedPlaces(files).map(where))
})

test.each(['week-03.md', '/posts/week-03'])('links to a broken post are not reported: %s', async (link) => {
  const files = {
    ...other,
    'posts/week-03.md': '---\ntitle: A: b\nsummary: One sentence.\n---\n\n## Method\n\nText.\n',
    'posts/week-01.md': post(`See [it](${link}#method).`),
  }
  expect((await diagnose(files)).map(({ rule }) => rule)).toEqual(['front-matter-syntax'])
})
