import { expect, test } from 'vitest'
import { servicePaths } from '../../src/archive/urls.ts'
import { publish } from '../../src/representations/publication.ts'
import { withBrowserSearch } from '../../src/build/export/static-search.ts'
import { serviceIndexJson } from '../../src/representations/json.ts'
import { build, post } from '../archive/build.ts'

const page = '---\ntitle: A page\nsummary: One sentence.\n---\n\nText.\n'

test('the service index lists every fixed path but its own', async () => {
  const archive = await build({ 'posts/week-01.md': post('Text.', 'published: 2026-01-01\n') })
  const { endpoints } = serviceIndexJson(publish(archive, { mcpUrl: 'https://example.org/mcp' }))
  const covered = new Set(Object.values(endpoints))
  const { index, ...others } = servicePaths
  expect(covered).not.toContain(`https://example.org${index}`)
  for (const path of Object.values(others)) expect(covered, path).toContain(`https://example.org${path}`)
})

test('the service index lists no feeds without dates, and no search or MCP without a server', async () => {
  const archive = withBrowserSearch(await build({ 'posts/week-01.md': post() }))
  const names = Object.keys(serviceIndexJson(archive).endpoints)
  expect(names).toEqual(expect.arrayContaining(['listPosts', 'getPost', 'sitemap']))
  for (const name of ['feed', 'jsonFeed', 'search', 'mcp', 'mcpManifest'])
    expect(names, name).not.toContain(name)
})

test('the service index lists a page that is named like an endpoint', async () => {
  const names = ['robots', 'home', 'contact', 'news']
  const files = Object.fromEntries(names.map((name) => [`pages/${name}.md`, page]))
  const { endpoints } = serviceIndexJson(await build({ ...files, 'posts/week-01.md': post() }))
  expect(endpoints).toMatchObject({
    robots: 'https://example.org/robots.txt',
    robotsPage: 'https://example.org/robots',
    home: 'https://example.org/',
    homePage: 'https://example.org/home',
    contact: 'https://example.org/contact',
    news: 'https://example.org/news',
  })
  expect(Object.keys(endpoints)).not.toContain('contactPage')
})
