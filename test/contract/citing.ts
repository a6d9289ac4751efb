import { describe, expect, test } from 'vitest'
import type { PostList } from './resources.ts'
import type { Site } from './site.ts'

/** What programs that keep references fetch, beyond the contract. */
export function citing(site: Site): void {
  const posts = async () => (await site.ask('/api/v1/posts.json')).json<PostList>().posts

  describe('every post can be cited', () => {
    test('as BibTeX and as CSL-JSON, whatever Accept says', async () => {
      for (const { id, url, title } of await posts()) {
        for (const Accept of ['*/*', 'text/html', '*/*;q=0']) {
          const entry = await site.ask(`/posts/${id}.bib`, { headers: { Accept } })
          expect([entry.status, entry.header('Content-Type')]).toEqual([
            200,
            'application/x-bibtex; charset=utf-8',
          ])
          expect(entry.text).toMatch(new RegExp(`^@article\\{the-fixture-review-${id},\n`))
          expect(entry.text).toContain(`  url = {${url}},\n`)
          const item = await site.ask(`/posts/${id}.csl.json`, { headers: { Accept } })
          expect([item.status, item.header('Content-Type')]).toEqual([
            200,
            'application/vnd.citationstyles.csl+json',
          ])
          expect(item.json()).toMatchObject([{ id: `the-fixture-review-${id}`, title, URL: url }])
        }
      }
    })

    test('and one that is not there is a post that is not there', async () => {
      for (const ending of ['.bib', '.csl.json']) {
        const reply = await site.ask(`/posts/week-10${ending}`)
        expect(reply.status).toBe(404)
        expect(reply.text).toContain(`Did you mean ${site.at(`/posts/week-01${ending}`)}?`)
      }
    })
  })
}
