import LinkHeader from 'http-link-header'
import { describe, expect, test } from 'vitest'
import type { PostList } from './resources.ts'
import type { Site } from './site.ts'

/** Citation formats and Link headers for reference managers, beyond the contract. */
export function citing(site: Site): void {
  const posts = async () => (await site.ask('/api/v1/posts.json')).json<PostList>().posts

  describe('citations', () => {
    test('every post has BibTeX and CSL-JSON, regardless of Accept', async () => {
      for (const { id, url, title } of await posts()) {
        for (const Accept of ['*/*', 'text/html', '*/*;q=0']) {
          const entry = await site.ask(`/posts/${id}.bib`, { headers: { Accept } })
          expect(entry.kind).toBe('200 application/x-bibtex; charset=utf-8')
          expect(entry.text).toMatch(new RegExp(`^@article\\{the-fixture-review-${id},\n`))
          expect(entry.text).toContain(`  url = {${url}},\n`)
          const item = await site.ask(`/posts/${id}.csl.json`, { headers: { Accept } })
          expect(item.kind).toBe('200 application/vnd.citationstyles.csl+json')
          expect(item.json()).toMatchObject([{ id: `the-fixture-review-${id}`, title, URL: url }])
        }
      }
    })

    test('an unknown post is 404 with a suggestion', async () => {
      for (const ending of ['.bib', '.csl.json']) {
        const reply = await site.ask(`/posts/week-10${ending}`)
        expect(reply.status).toBe(404)
        expect(reply.text).toContain(`Did you mean ${site.at(`/posts/week-01${ending}`)}?`)
      }
    })
  })

  describe('Link headers', () => {
    const linksOf = async (path: string) => {
      const header = (await site.ask(path)).header('Link') ?? ''
      return LinkHeader.parse(header).refs.map(({ uri, rel, type }) => [rel, uri, type])
    }

    test('of a post: cite-as, describedby, item, collection, license and author', async () => {
      for (const { id, url, authors } of await posts()) {
        const at = (path: string) => site.url(`/posts/${path}`)
        const links = await linksOf(`/posts/${id}`)
        expect(links.slice(2)).toEqual([
          ['cite-as', url, undefined],
          ['describedby', at(`${id}.bib`), 'application/x-bibtex'],
          ['describedby', at(`${id}.csl.json`), 'application/vnd.citationstyles.csl+json'],
          ['item', at(`${id}.md`), 'text/markdown'],
          ['item', site.url(`/api/v1/posts/${id}.json`), 'application/json'],
          ['collection', expect.stringContaining(site.url('/series/')), 'text/html'],
          ['license', site.url('/privacy'), undefined],
          ...authors.flatMap((author) => (author.url ? [['author', author.url, undefined]] : [])),
        ])
        for (const form of [`/posts/${id}.md`, `/api/v1/posts/${id}.json`]) {
          const back = await linksOf(form)
          expect(back).toContainEqual(['cite-as', url, undefined])
          expect(back).toContainEqual(['collection', at(id), 'text/html'])
        }
        for (const description of [`/posts/${id}.bib`, `/posts/${id}.csl.json`])
          expect(await linksOf(description)).toEqual([['describes', at(id), 'text/html']])
      }
    })

    test('of the home page: service-desc, service-doc and describedby', async () => {
      const links = await linksOf('/')
      expect(links).toContainEqual(['service-desc', site.url('/openapi.json'), 'application/json'])
      expect(links).toContainEqual(['service-doc', site.url('/developers'), 'text/html'])
      expect(links).toContainEqual(['describedby', site.url('/llms.txt'), 'text/plain'])
    })

    test('are short, and their targets exist and have the stated type', async () => {
      let followed = 0
      for (const path of ['/', '/posts/week-01', '/posts/week-01.md', '/posts/week-01.bib']) {
        const header = (await site.ask(path)).header('Link') ?? ''
        expect(header.length, path).toBeLessThan(1_500)
        for (const { uri, type } of LinkHeader.parse(header).refs) {
          if (!uri.startsWith(site.baseUrl)) continue
          const reply = await site.ask(site.pathOf(uri))
          expect(reply.status, uri).toBe(200)
          // Atom feeds are sent as application/xml, because browsers do not render application/atom+xml.
          const sent = type === 'application/atom+xml' ? 'application/xml' : type
          if (type) expect(reply.header('Content-Type')?.split(';')[0], uri).toBe(sent)
          followed++
        }
      }
      expect(followed).toBeGreaterThan(15)
    })
  })
}
