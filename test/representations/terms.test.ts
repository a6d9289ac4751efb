import { expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { bytesOf, decodeUtf8 } from '../../src/base/utf8.ts'
import { publish } from '../../src/representations/publication.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { represent } from '../../src/representations/represent.ts'

const post = '---\ntitle: One\ndate: 2026-01-05\n---\n\nText.\n'

/** Every resource of an archive with one post: the headers and text of all forms, by path. */
async function published(settings: string): Promise<Map<string, string>> {
  const { value } = await readArchive(fromMemory({ 'archive.yaml': settings, 'posts/one.md': post }))
  if (!value) throw new Error('the archive has errors')
  const mcpUrl = 'https://example.org/mcp'
  return new Map(
    Array.from(represent(publish(value, { mcpUrl })), ({ path, forms }) => [
      path,
      forms.map(({ headers, body }) => [...headers, decodeUtf8(bytesOf(body))].join('\n')).join('\n'),
    ]),
  )
}

test('without terms, no resource mentions a license', async () => {
  const all = await published('title: A\n')
  for (const [path, form] of all)
    expect(form, path).not.toMatch(/licen[cs]e|Free for any use|Content-Signal/i)
  for (const path of ['/privacy', '/privacy.md', '/developers.md', '/agent-instructions.md'])
    expect(all.get(path), path).toContain('The publisher has not stated terms of use')
})

test('with terms, every form links to them', async () => {
  const all = await published('title: A\nterms: Ask first.\n')
  for (const path of [
    '/',
    '/posts/one',
    '/posts/one.md',
    '/api/v1/posts/one.json',
    '/feed.xml',
    '/openapi.json',
  ])
    expect(all.get(path), path).toMatch(/license/)
  expect(all.get('/privacy.md')).toContain('Ask first.')
})
