import { posix } from 'node:path'
import { expect, test } from 'vitest'
import {
  type ContentSource,
  describeSite,
  folder,
  memory,
  readArchive,
  represent,
} from '../../src/compile.ts'
import { staticFiles } from '../../src/cli/static-export.ts'
import type { Resource } from '../../src/snapshot/resource.ts'
import { fixture, fixtureDir } from '../snapshot/fixture.ts'

async function exported(baseUrl: string): Promise<Map<string, Buffer>> {
  return filesOf(folder(fixtureDir), baseUrl)
}

async function filesOf(source: ContentSource, baseUrl = 'https://example.org') {
  const { value: archive } = await readArchive(source, { baseUrl })
  if (!archive) throw new Error('the archive has errors')
  const list = [...staticFiles(represent(archive), describeSite(archive))]
  expect(new Set(list.map(({ path }) => path)).size, 'no file is written twice').toBe(list.length)
  return new Map(list.map(({ path, body }) => [path, Buffer.from(body)]))
}

const files = await exported('https://example.org/review')
const snapshot = await fixture({ baseUrl: 'https://example.org/review' })

test('every resource has its file, with the bytes that the server sends', () => {
  for (const { path, representations } of snapshot.resources.values()) {
    for (const name of namesFor(path, representations[0].type)) {
      const sent = representations[0].variants.find(({ encoding }) => encoding === 'identity')?.full.body
      expect(files.get(name)?.equals(sent ?? new Uint8Array(0)), `${path} as ${name}`).toBe(true)
    }
  }
})

test('and there is no other file than those and three for the host', () => {
  const expected = [...snapshot.resources.values()].flatMap(({ path, representations }: Resource) =>
    namesFor(path, representations[0].type),
  )
  expect([...files.keys()].sort()).toEqual([...expected, '.nojekyll', '404.html', '_headers'].sort())
})

/** The names that a static host looks for, without the base URL’s path. */
function namesFor(path: string, type: string): string[] {
  const name = path.replace(/^\/review\/?/, '')
  const bare = type.endsWith('json') && !name.endsWith('.json')
  if (type !== 'text/html' && !bare) return [decodeURIComponent(name)]
  return name === '' ? ['index.html'] : [`${name}.html`, `${name}/index.html`]
}

test('the layout does not depend on the base URL', async () => {
  expect([...(await exported('https://example.org')).keys()]).toEqual([...files.keys()])
})

test('no file leaves the folder, and no name is absolute', async () => {
  const exported = await filesOf(
    memory({
      'posts/week-01.md': '---\ntitle: A\nseries: research\nsummary: One.\n---\n\nText.\n',
      'assets/%2e%2e/%2e%2e/up.txt': 'a',
      'assets/..%2fup.txt': 'b',
      'assets/a b#c?d.txt': 'c',
    }),
  )
  const names = [...exported.keys()]
  expect(names).toContain('assets/%2e%2e/%2e%2e/up.txt')
  expect(names).toContain('assets/a b#c?d.txt')
  for (const name of names) {
    expect(posix.isAbsolute(name), name).toBe(false)
    expect(posix.normalize(name), name).toBe(name)
    expect(name.startsWith('..'), name).toBe(false)
  }
})

test('the page for what is missing is the JSON error of the contract', () => {
  const { error } = JSON.parse(files.get('404.html')?.toString() ?? '')
  expect(error).toMatchObject({
    status: 404,
    code: 'resource_not_found',
    documentation: 'https://example.org/review/developers',
    specification: 'https://example.org/review/openapi.json',
  })
  expect(error.message).toMatch(/\.$/)
  expect(error.hint).toContain('https://example.org/review/api/v1/index.json')
})

test('_headers gives hosts what the server would send with every file, and the types they would guess wrong', () => {
  const text = files.get('_headers')?.toString() ?? ''
  const [everywhere = ''] = text.split('\n\n')
  expect(everywhere).toContain('Cache-Control: public, max-age=3600')
  expect(everywhere).toContain('Access-Control-Allow-Origin: *')
  expect(everywhere).toContain('X-Content-Type-Options: nosniff')
  expect(everywhere, 'what differs from file to file is left to the host').not.toMatch(
    /ETag:|Content-Security-Policy:/,
  )
  expect(text).toContain('/*.md\n  Content-Type: text/markdown; charset=utf-8')
  expect(text).toContain('/404.html\n  Content-Type: application/json')
})
