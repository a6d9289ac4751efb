import { describe, expect, test } from 'vitest'
import type { PostList, ServiceIndex, Statistics } from './resources.ts'
import { discoveryFiles, manifests, type Site, statusOf } from './site.ts'

/** The service index and the statistics. */
export function serviceIndex(site: Site): void {
  const index = async () => (await site.ask('/api/v1/index.json')).json<ServiceIndex>()

  describe('getServiceIndex', () => {
    test('[endpoint.getServiceIndex] [index.service] has the service name', async () => {
      const reply = await site.ask('/api/v1/index.json')
      expect(reply.kind).toBe('200 application/json')
      expect(reply.json<ServiceIndex>().service).toBe('The Fixture Review')
    })

    test('[index.version] [versioning-2] [decided-7.version] has the API version', async () => {
      expect((await index()).version).toBe('1.0.0')
    })

    test('[index.documentation] [index.specification] links the developer portal and the contract', async () => {
      const { documentation, specification } = await index()
      expect([documentation, specification]).toEqual([site.url('/developers'), site.url('/openapi.json')])
    })

    test('[index.endpoints] [versioning-1.prefix] covers every other endpoint, with the API under /api/v1/', async () => {
      const { endpoints } = await index()
      expect(endpoints).toMatchObject({
        listPosts: site.url('/api/v1/posts.json'),
        getPost: site.url('/api/v1/posts/week-07.json'),
        getStats: site.url('/api/v1/stats.json'),
        mcp: site.url('/mcp'),
        mcpManifest: site.url('/.well-known/mcp'),
      })
      const covered = Object.values(endpoints)
      const aliases = manifests.slice(1)
      const files = discoveryFiles.filter((path) => !aliases.includes(path))
      for (const path of ['/developers', '/contact', '/privacy', '/about', '/', ...files]) {
        expect(covered, path).toContain(site.url(path))
      }
    })

    test('[index.endpoints] keeps the endpoint names stable', async () => {
      const { endpoints } = await index()
      expect(Object.keys(endpoints).sort()).toEqual(
        [
          ...['listPosts', 'getPost', 'getStats', 'postPage', 'postMarkdown', 'home'],
          ...['openapi', 'openapiYaml'],
          ...['developers', 'contact', 'privacy', 'about', 'llms', 'agentInstructions', 'sitemap', 'robots'],
          ...['mcp', 'mcpManifest', 'search', 'feed', 'jsonFeed'],
          ...['llmsFull', 'apiCatalog'],
        ].sort(),
      )
    })

    test('[decided-7.endpoints] [index.endpoints] has URLs that work as they are', async () => {
      const { endpoints } = await index()
      for (const [name, url] of Object.entries(endpoints)) {
        expect(await statusOf(site, site.pathOf(url)), `${name}: ${url}`).toBe(200)
      }
      const { posts } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      expect(endpoints, 'the newest post').toMatchObject({
        getPost: site.url(`/api/v1/posts/${posts[0]?.id}.json`),
      })
    })

    test('[decided-7.templates] has URI templates that work with any id', async () => {
      const { uriTemplates } = await index()
      expect(uriTemplates).toMatchObject({ getPost: site.url('/api/v1/posts/{postId}.json') })
      for (const [name, template] of Object.entries(uriTemplates)) {
        expect(template, name).toContain('{postId}')
        const url = template.replace('{postId}', 'week-03')
        expect((await site.ask(site.pathOf(url))).status, url).toBe(200)
      }
    })
  })

  describe('getStats', () => {
    const statistics = async () => (await site.ask('/api/v1/stats.json')).json<Statistics>()
    const posts = async () => (await site.ask('/api/v1/posts.json')).json<PostList>().posts

    test('[endpoint.getStats] [stats.totalPosts] counts every post', async () => {
      expect((await site.ask('/api/v1/stats.json')).header('Content-Type')).toBe('application/json')
      expect((await statistics()).totalPosts).toBe((await posts()).length)
    })

    test('[stats.bySeries] [decided-6.latest] has the count and the newest post of each series', async () => {
      const { bySeries, totalPosts } = await statistics()
      expect(bySeries).toEqual({
        research: { count: 2, latest: 'week-06' },
        practice: { count: 4, latest: 'week-07' },
      })
      const counts = Object.values(bySeries).map(({ count }) => count)
      const sum = counts.reduce((sum, count) => sum + count, 0)
      expect(sum, 'over all series').toBe(totalPosts)
    })

    test('[stats.tags] has every tag in use, once', async () => {
      const used = new Set((await posts()).flatMap(({ tags }) => tags))
      expect((await statistics()).tags).toEqual([...used].sort())
    })

    test('[stats.generatedAt] agrees with the post list', async () => {
      const { generatedAt } = (await site.ask('/api/v1/posts.json')).json<PostList>()
      expect((await statistics()).generatedAt).toBe(generatedAt)
    })
  })
}
