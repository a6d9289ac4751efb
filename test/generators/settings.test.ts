import { expect, test } from 'vitest'
import { jekyll } from '../../src/generators/jekyll/jekyll.ts'
import { readSettings, siteSettings, siteUrl } from '../../src/generators/settings.ts'

test.each([
  ['https://x.org', '/blog', 'https://x.org/blog'],
  ['https://x.org', 'blog', 'https://x.org/blog'],
  ['https://x.org/', '/blog/', 'https://x.org/blog'],
  ['https://x.org/', '', 'https://x.org'],
  ['http://localhost:4000', '/blog', undefined],
])('Jekyll: a site at %s, below %j, is at %s', (url, baseurl, baseUrl) => {
  const file = { path: '_config.yml', text: '', values: { url, baseurl } }
  expect(siteSettings(jekyll, file).baseUrl).toBe(baseUrl)
})

test.each(['http://localhost', 'http://localhost:3000/blog', 'http://127.0.0.1:8080', 'example.org', '/'])(
  '%s is not a public address',
  (url) => expect(siteUrl(url)).toBeUndefined(),
)

test.each(['https://localhost.blog', 'https://example.org/127.0.0.1-x', 'https://example.org/localhost'])(
  '%s is a public address',
  (url) => expect(siteUrl(url)).toBe(url),
)

test('the fallback of a computed address is the address', () => {
  const text = "module.exports = { url: process.env.URL || 'https://example.org/' }"
  expect(readSettings({ path: '_data/site.js', text, values: null }).baseUrl).toBe('https://example.org')
})
