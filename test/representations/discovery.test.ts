import { describe, expect, test } from 'vitest'
import { type Publication, publish } from '../../src/representations/publication.ts'
import { robotsTxt, securityFiles } from '../../src/representations/discovery.ts'
import { agentInstructions } from '../../src/representations/documentation.ts'
import { llmsFullFiles } from '../../src/representations/llms.ts'
import { build, found, post } from '../archive/build.ts'

const withSettings = (yaml: string) => build({ 'archive.yaml': yaml, 'posts/week-01.md': post() })

test('the update frequency is stated only by a setting, whatever the ids', async () => {
  const own = await build({ 'posts/week-01.md': post() })
  const weekly = await withSettings('rhythm: weekly\n')
  const texts = (archive: Publication) =>
    [agentInstructions(archive), ...archive.textPages.map(({ markdown }) => markdown)].join()
  expect(texts(weekly).match(/once a week/g)).toHaveLength(2)
  expect(texts(own)).not.toMatch(/a week|weekly/)
})

/** An archive with `count` posts of `length` characters, one per day. */
async function archiveOf(count: number, length: number): Promise<Publication> {
  const archive = await build({ 'posts/week-01.md': post() })
  const [one] = archive.posts
  const posts = Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.UTC(2000, 0, count - at)).toISOString().slice(0, 10)
    const id = `post-${count - at}`
    const markdown = `${id} ${'x'.repeat(length)}\n`
    return {
      ...found(one),
      id,
      path: `/posts/${id}`,
      title: id,
      url: `https://example.org/posts/${id}`,
      datePublished: day,
      markdown,
      length: markdown.length,
    }
  })
  return publish({ ...archive, posts })
}

describe('llms-full.txt', () => {
  test('is a single file if all posts fit', async () => {
    const files = llmsFullFiles(await archiveOf(4, 10_000))
    expect(files.map(({ path }) => path)).toEqual(['/llms-full.txt'])
    expect(files[0]?.text.match(/^# post-\d$/gm)).toEqual(['# post-4', '# post-3', '# post-2', '# post-1'])
  })

  test('is otherwise an index of files of at most 50,000 characters, with each post once', async () => {
    const archive = await archiveOf(40, 10_000)
    const [index, ...parts] = llmsFullFiles(archive)
    expect(parts.map(({ path }) => path)).toEqual(
      Array.from({ length: 10 }, (_, at) => `/llms-full/${at + 1}.txt`),
    )
    const linked = Array.from(
      index?.text.matchAll(/\]\((\S+)\): 4 posts, \S+ to \S+\.$/gm) ?? [],
      ([, url]) => url,
    )
    expect(linked).toEqual(parts.map(({ path }) => `https://example.org${path}`).reverse())
    expect(index?.text).toContain('40 of 40 posts are in these files')
    for (const { text } of [found(index), ...parts]) expect(text.length).toBeLessThanOrEqual(50_000)
    const headings = parts.flatMap(({ text }) => text.match(/^# post-\d+$/gm) ?? [])
    expect(new Set(headings).size).toBe(40)
    expect(headings).toHaveLength(40)
  })

  test('only changes the last part and the index for a new post', async () => {
    const before = llmsFullFiles(await archiveOf(41, 10_000))
    const after = llmsFullFiles(await archiveOf(42, 10_000))
    const changed = after.filter(({ path, text }) => before.find((one) => one.path === path)?.text !== text)
    expect(changed.map(({ path }) => path)).toEqual(['/llms-full.txt', '/llms-full/11.txt'])
  })

  test('has the newest million characters, and says what is left out', async () => {
    const archive = await archiveOf(200, 10_000)
    const longer = { ...found(archive.posts[0]), id: 'long', markdown: 'x'.repeat(60_000), length: 60_000 }
    const files = llmsFullFiles(publish({ ...archive, posts: [longer, ...archive.posts] }))
    expect(files.map(({ path }) => path)).toEqual([
      '/llms-full.txt',
      ...Array.from({ length: 20 }, (_, at) => `/llms-full/${at + 31}.txt`),
    ])
    expect(files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(1_010_000)
    expect(files[0]?.text).toContain('80 of 201 posts are in these files')
    expect(files[0]?.text).toContain('121 more are too old or too long')
  })
})

describe('robots.txt', () => {
  test.each([
    ['has no Content-Signal by default', 'title: A', ''],
    [
      'has the signals of `contentSignals`',
      'contentSignals: { search: yes, ai-train: no }',
      'Content-Signal: search=yes, ai-train=no\n',
    ],
    ['derives no signals from `terms`', 'terms: Ask first.', ''],
    ['has no Content-Signal if `contentSignals` is empty', 'contentSignals: {}', ''],
  ])('%s', async (_, yaml, line) => {
    expect(robotsTxt(await withSettings(`${yaml}\n`))).toBe(
      `User-agent: *\n${line}Allow: /\n\nSitemap: https://example.org/sitemap.xml\n`,
    )
  })
})

describe('security.txt', () => {
  test.each([
    ['security@example.org', 'mailto:security@example.org'],
    ['https://example.org/report', 'https://example.org/report'],
  ])('has the contact %s and the expiry date', async (contact, uri) => {
    const archive = await withSettings(`security: { contact: "${contact}", expires: 2027-06-30 }\n`)
    expect(securityFiles(archive)).toEqual([
      {
        path: '/.well-known/security.txt',
        text: `Contact: ${uri}
Expires: 2027-06-30T00:00:00Z
Canonical: https://example.org/.well-known/security.txt
Preferred-Languages: en
`,
      },
    ])
  })

  test('is missing without `security`, because RFC 9116 requires an expiry date', async () => {
    expect(securityFiles(await withSettings('title: A\n'))).toEqual([])
  })
})
