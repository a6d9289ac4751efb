import { describe, expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'

/** The file that tells each generator, and a post. */
const sites = {
  Jekyll: ['_config.yml', '_posts/2020-01-02-a.md'],
  Hexo: ['_config.yml', 'source/_posts/a.md'],
  Hugo: ['hugo.toml', 'content/posts/a.md'],
  Docusaurus: ['docusaurus.config.js', 'blog/a.md'],
} as const

describe('the date of a post with a time', () => {
  test.each([
    ['Jekyll', 'in its time zone setting', '2020-01-03 01:00:00 +0000', 'America/New_York', '2020-01-02'],
    ['Jekyll', 'a timestamp without an offset', '2020-01-02 23:00:00', 'Asia/Tokyo', '2020-01-03'],
    ['Jekyll', 'a quoted timestamp', '"2020-01-02 23:00:00"', 'Asia/Tokyo', '2020-01-02'],
    ['Jekyll', 'in UTC without a setting', '2020-01-02 22:00:00 -0800', '', '2020-01-03'],
    ['Jekyll', 'a timestamp with neither', '2020-01-02 23:00:00', '', '2020-01-02'],
    ['Hexo', 'in UTC without a setting', '2020-01-03 01:00:00 +0530', '', '2020-01-02'],
    ['Hexo', 'a time without an offset', '2020-01-02 23:00:00', 'Asia/Tokyo', '2020-01-02'],
    ['Hugo', 'as written', '2020-01-02T23:30:00-08:00', '', '2020-01-02'],
    ['Hugo', 'in the time zone of archive.yaml', '2020-01-02T23:30:00-08:00', 'UTC', '2020-01-03'],
    ['Docusaurus', 'in UTC', '2020-01-02T23:30:00-08:00', '', '2020-01-03'],
  ] as const)('%s, %s', async (generator, _, date, timeZone, day) => {
    const [config, path] = sites[generator]
    const settings = timeZone === '' ? '' : `timeZone: ${timeZone}\n`
    const post = `---\ntitle: T\ndate: ${date}\n---\n\nText.\n`
    const files = { [config]: '', 'archive.yaml': settings, [path]: post }
    const { value } = await readArchive(fromMemory(files))
    expect(value?.posts[0]?.datePublished).toBe(day)
  })

  for (const [what, timeZone, dates, reported] of [
    ['assumed', '', ['2020-01-03 22:00 -0800', '2020-01-05 22:00 -0800', '2020-01-06'], ['2 posts have']],
    ['without effect', '', ['2020-01-03 12:00 +0100', '2020-01-05 23:00', '2020-01-06'], []],
    ['set', 'timeZone: UTC\n', ['2020-01-03 22:00 -0800', '2020-01-05', '2020-01-06'], []],
  ] as const)
    test(`in UTC is reported once if UTC is assumed: ${what}`, async () => {
      const posts = dates.map((date, nth) => [
        `_posts/2020-01-0${nth + 3}-a${nth}.md`,
        `---\ndate: ${date}\n---\n\nText.\n`,
      ])
      const files = { '_config.yml': '', ...Object.fromEntries(posts), 'archive.yaml': timeZone }
      const { diagnostics } = await readArchive(fromMemory(files))
      const zones = diagnostics.filter(({ rule }) => rule === 'assumed-time-zone')
      expect(zones.map(({ message }) => message.slice(0, 12))).toEqual(reported)
      for (const { path, line, hint } of zones) {
        expect([path, line]).toEqual(['_posts/2020-01-03-a0.md', 2])
        expect(hint).toMatch(/`timeZone` in archive\.yaml/)
      }
    })

  test('is also the date in the old URL', async () => {
    const post = '---\ntitle: T\ndate: 2020-01-03 01:00:00 +0000\n---\n\nText.\n'
    const site = { '_config.yml': '', '_posts/2020-01-02-a.md': post }
    const { value } = await readArchive(
      fromMemory({ ...site, 'archive.yaml': 'timeZone: America/New_York\n' }),
    )
    expect(value?.redirects.get('/2020/01/02/a.html')).toBe('/posts/a')
    expect(value?.redirects.has('/2020/01/03/a.html')).toBe(false)
  })
})
