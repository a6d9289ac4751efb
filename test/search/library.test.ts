import { expect, test } from 'vitest'
import { compile, fromMemory, search } from '../../src/citable.ts'

const files = {
  'archive.yaml': 'title: The Review\nauthor: Ada\n',
  'posts/caches.md':
    '---\ntitle: Caches\npublished: 2026-03-01\n---\n\n## Vary\n\nA cache keys what it keeps by Vary.\n',
  'posts/other.md': '---\ntitle: Other\npublished: 2026-03-02\n---\n\nNothing of it.\n',
}
const { value: snapshot } = await compile(fromMemory(files), { baseUrl: 'https://example.org' })
if (!snapshot) throw new Error('the archive has errors')

test('search() returns ids, citations and passages from a snapshot', () => {
  const { total, hits } = search(snapshot, 'how does Vary work') ?? {}
  expect(total).toBe(1)
  expect(hits?.[0]).toMatchObject({
    id: 'caches',
    citation: 'Ada (2026-03-01). “Caches”. The Review. https://example.org/posts/caches',
    passages: [{ text: 'A cache keys what it keeps by Vary.', heading: 'Vary', anchor: 'vary' }],
  })
  expect(search(snapshot, 'xylophone')).toEqual({ total: 0, hits: [] })
  expect(search(snapshot, '?'), 'a query without words').toBeUndefined()
})

test.each([
  [{ asOf: 'tomorrow' }, 'asOf must be a date such as 2026-11-17'],
  [{ baseUrl: 'ftp://x' }, 'baseUrl must be an absolute http or https URL: ftp://x'],
  [{ encodings: ['zstd'] as never }, 'encodings may only contain br, gzip, identity: zstd'],
])('compile() rejects %j', async (options, message) => {
  await expect(compile(fromMemory(files), options)).rejects.toThrow(message)
})
