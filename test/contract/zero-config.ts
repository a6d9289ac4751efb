import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { OpenApi } from './conformance.ts'
import type { PostList, Statistics } from './resources.ts'
import { pagePaths, type Start, startedSite } from './site.ts'

/** An archive of two posts without archive.yaml. */
export function zeroConfig(start: Start): void {
  const dir = mkdtempSync(join(tmpdir(), 'citable-'))
  mkdirSync(join(dir, 'posts'))
  for (const id of ['week-01', 'week-02']) {
    const frontMatter = `---\ntitle: Post ${id}\nseries: practice\nsummary: The summary of ${id}.\n---\n`
    writeFileSync(join(dir, 'posts', `${id}.md`), `${frontMatter}\n${'Word '.repeat(1666)}end.\n`)
  }
  afterAll(() => rmSync(dir, { recursive: true }))
  const site = startedSite(start, dir, 'http://localhost:3000')

  test('[what-7.developers] [what-7.contact] [what-7.privacy] [markdown-1] the pages of the contract are generated', async () => {
    const paths = await pagePaths(site)
    const pages = ['/', '/contact', '/developers', '/privacy', '/search']
    const posts = ['/posts/week-01', '/posts/week-02']
    expect(paths.toSorted()).toEqual([...pages, ...posts, '/series', '/series/practice'].toSorted())
    for (const path of paths) {
      for (const Accept of ['text/html', 'text/markdown'])
        expect((await site.ask(path, { headers: { Accept } })).kind, path).toBe(
          `200 ${Accept}; charset=utf-8`,
        )
    }
  })

  test('[decided-6.empty-series] [stats.bySeries] the statistics omit a series without posts', async () => {
    const { bySeries, totalPosts } = (await site.ask('/api/v1/stats.json')).json<Statistics>()
    expect(bySeries).toEqual({ practice: { count: 2, latest: 'week-02' } })
    expect(totalPosts).toBe(2)
  })

  test('[post.seriesLabel] [decided-6.order] [decided-6.reading-time] undated posts are ordered by id, with a series label', async () => {
    const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
    const common = { seriesLabel: 'practice', readingTime: '7 min read' }
    expect(posts).toMatchObject([
      { id: 'week-02', seriesNumber: 2, ...common },
      { id: 'week-01', seriesNumber: 1, ...common },
    ])
  })

  test('[discovery.openapi] the contract has only the series that posts name, and no page says how often the archive changes', async () => {
    const { paths } = (await site.ask('/openapi.json')).json<OpenApi>()
    const [type] = paths['/api/v1/posts.json']?.['get']?.parameters ?? []
    expect(type?.schema['enum']).toEqual(['practice'])
    for (const path of ['/privacy.md', '/agent-instructions.md'])
      expect((await site.ask(path)).text, path).not.toMatch(/week(?!-0)/)
  })

  test('[list.generatedAt] [stats.generatedAt] generatedAt is omitted if no post has a date', async () => {
    expect(Object.keys((await site.ask('/api/v1/posts.json')).json<PostList>())).toEqual(['count', 'posts'])
    expect((await site.ask('/api/v1/stats.json')).json<Statistics>()).not.toHaveProperty('generatedAt')
  })
}
