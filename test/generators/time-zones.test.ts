import { describe, expect, test } from 'vitest'
import { readArchive, memory } from '../../src/compile.ts'

/** The date of a post, with the `timeZone` of archive.yaml. */
async function dayOf(
  site: Readonly<Record<string, string>>,
  path: string,
  date: string,
  timeZone?: string,
): Promise<string | null | undefined> {
  const settings = timeZone === undefined ? '' : `timeZone: ${timeZone}\n`
  const post = `---\ntitle: T\ndate: ${date}\n---\n\nText.\n`
  const { value } = await readArchive(memory({ ...site, 'archive.yaml': settings, [path]: post }))
  return value?.posts[0]?.datePublished
}

describe('the date of a post with a time', () => {
  const jekyll = { '_config.yml': '' }
  const hugo = { 'hugo.toml': '' }
  for (const [what, site, path, date, zone, day] of [
    [
      'Jekyll, in its time zone setting',
      jekyll,
      '_posts/2020-01-02-a.md',
      '2020-01-03 01:00:00 +0000',
      'America/New_York',
      '2020-01-02',
    ],
    [
      'Jekyll, a timestamp without an offset',
      jekyll,
      '_posts/2020-01-02-a.md',
      '2020-01-02 23:00:00',
      'Asia/Tokyo',
      '2020-01-03',
    ],
    [
      'Jekyll, a quoted timestamp',
      jekyll,
      '_posts/2020-01-02-a.md',
      '"2020-01-02 23:00:00"',
      'Asia/Tokyo',
      '2020-01-02',
    ],
    [
      'Jekyll, as written without a setting',
      jekyll,
      '_posts/2020-01-02-a.md',
      '2020-01-03 01:00:00 +0000',
      undefined,
      '2020-01-03',
    ],
    [
      'Hexo, a time without an offset',
      { '_config.yml': '' },
      'source/_posts/a.md',
      '2020-01-02 23:00:00',
      'Asia/Tokyo',
      '2020-01-02',
    ],
    ['Hugo, as written', hugo, 'content/posts/a.md', '2020-01-02T23:30:00-08:00', undefined, '2020-01-02'],
    [
      'Hugo, in the time zone of archive.yaml',
      hugo,
      'content/posts/a.md',
      '2020-01-02T23:30:00-08:00',
      'UTC',
      '2020-01-03',
    ],
    [
      'Docusaurus, in UTC',
      { 'docusaurus.config.js': '' },
      'blog/a.md',
      '2020-01-02T23:30:00-08:00',
      undefined,
      '2020-01-03',
    ],
  ] as const) {
    test(what, async () => expect(await dayOf(site, path, date, zone)).toBe(day))
  }

  test('is also the date in the old URL', async () => {
    const post = '---\ntitle: T\ndate: 2020-01-03 01:00:00 +0000\n---\n\nText.\n'
    const site = { '_config.yml': '', '_posts/2020-01-02-a.md': post }
    const { value } = await readArchive(memory({ ...site, 'archive.yaml': 'timeZone: America/New_York\n' }))
    expect(value?.redirects.get('/2020/01/02/a.html')).toBe('/posts/a')
    expect(value?.redirects.has('/2020/01/03/a.html')).toBe(false)
  })
})
