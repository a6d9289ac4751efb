import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ContentSource, fromFolder, fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { describeSite } from '../../src/build/seal-archive.ts'
import { represent } from '../../src/representations/represent.ts'
import { staticFiles } from '../../src/build/export/static.ts'
import { refusedPaths } from '../../src/build/export/static-hosts.ts'
import { withBrowserSearch } from '../../src/build/export/static-search.ts'
import { nodeEncoder } from '../../src/snapshot/encode.ts'
import type { Resource } from '../../src/snapshot/resource.ts'
import { seal } from '../../src/snapshot/seal.ts'
import { fixtureDir } from '../snapshot/fixture.ts'

async function publicationOf(source: ContentSource, baseUrl: string, mcpUrl?: string) {
  const { value: archive } = await readArchive(source, { baseUrl })
  if (!archive) throw new Error('the archive has errors')
  return withBrowserSearch(archive, mcpUrl)
}

async function filesOf(source: ContentSource, baseUrl = 'https://example.org', mcpUrl?: string) {
  const published = await publicationOf(source, baseUrl, mcpUrl)
  const list = [...staticFiles(represent(published), describeSite(published), published)]
  expect(new Set(list.map(({ path }) => path)).size, 'no file is written twice').toBe(list.length)
  return new Map(list.map(({ path, body }) => [path, Buffer.from(body)]))
}

const files = await filesOf(fromFolder(fixtureDir), 'https://example.org/review')
const resources = await sealed('https://example.org/review')

/** The resources that a server would send. */
async function sealed(baseUrl: string) {
  const published = await publicationOf(fromFolder(fixtureDir), baseUrl)
  const found = new Map<string, Resource>()
  await seal(represent(published), nodeEncoder(['identity']), (one) => found.set(one.path, one))
  return found
}

describe('MCP in an export', () => {
  test('is not mentioned without a server, and has no manifest', () => {
    for (const [name, bytes] of files) {
      expect(name).not.toMatch(/mcp/)
      if (!name.endsWith('.png')) expect(bytes.toString().match(/\bmcp\b|JSON-RPC/i), name).toBeNull()
    }
  })

  test('is required for programs to search', () => {
    const portal = files.get('developers.md')?.toString()
    expect(portal).toContain('Read and cite ')
    expect(portal).not.toContain('search and cite')
  })

  test('is linked to with its URL on another server', async () => {
    const mcpUrl = 'https://agents.example.net/review/mcp'
    const written = await filesOf(fromFolder(fixtureDir), 'https://example.org/review', mcpUrl)
    for (const name of [
      ...['.well-known/mcp.html', 'mcp/server-card.html', '.well-known/api-catalog.html', 'llms.txt'],
      ...['api/v1/index.json', 'agent-instructions.md', 'developers.html', 'developers.md'],
    ])
      expect(written.get(name)?.toString(), name).toContain(mcpUrl)
    for (const [name, text] of written)
      expect(text.toString(), name).not.toContain('https://example.org/review/mcp"')
  })
})

test('every resource has a file with the bytes that a server sends', () => {
  for (const { path, representations } of resources.values()) {
    const name = nameFor(path, representations[0].type)
    const sent = representations[0].variants.find(({ encoding }) => encoding === 'identity')?.full.body
    expect(files.get(name)?.equals(sent ?? new Uint8Array(0)), `${path} as ${name}`).toBe(true)
  }
})

test('the only other files are the three for the host', () => {
  const expected = [...resources.values()].map(({ path, representations }: Resource) =>
    nameFor(path, representations[0].type),
  )
  expect([...files.keys()].sort()).toEqual([...expected, '.nojekyll', '404.html', '_headers'].sort())
})

/** The file name that static hosts look up, without the path of the base URL. */
function nameFor(path: string, type: string): string {
  const name = path.replace(/^\/review\/?/, '')
  const bare = type.endsWith('json') && !name.endsWith('.json')
  if (type !== 'text/html' && !bare) return decodeURIComponent(name)
  return name === '' ? 'index.html' : `${name}.html`
}

test('the layout does not depend on the base URL', async () => {
  // Except versioned names, because those bytes contain it.
  const namesOf = (all: typeof files) =>
    [...all.keys()].map((name) => name.replace(/[\da-f]{16}(?=\/search\/)/, ''))
  expect(namesOf(await filesOf(fromFolder(fixtureDir)))).toEqual(namesOf(files))
})

test('every file is inside the folder', async () => {
  const written = await filesOf(
    fromMemory({
      'posts/week-01.md':
        '---\ntitle: A\nseries: research\nsummary: One.\n---\n\n[a](../assets/%252e%252e/%252e%252e/up.txt) [b](../assets/..%252fup.txt) [c](../assets/a%20b%23c%3Fd.txt)\n',
      'assets/%2e%2e/%2e%2e/up.txt': 'a',
      'assets/..%2fup.txt': 'b',
      'assets/a b#c?d.txt': 'c',
    }),
  )
  const names = [...written.keys()]
  expect(names).toContain('assets/%2e%2e/%2e%2e/up.txt')
  expect(names).toContain('assets/a b#c?d.txt')
  for (const name of names) {
    expect(posix.isAbsolute(name), name).toBe(false)
    expect(posix.normalize(name), name).toBe(name)
    expect(name.startsWith('..'), name).toBe(false)
  }
})

test('404.html is the JSON error of the contract', () => {
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

test('404.html and _redirects cannot be replaced by files of the archive', async () => {
  const written = await filesOf(
    fromMemory({
      'archive.yaml': 'files: [static]\n',
      'posts/one.md': '---\naliases: [/404.html, /_headers]\n---\n\n[a](/404.html) [b](/_redirects)\n',
      'pages/404.md': '---\npermalink: 404.html\n---\n\nLost?\n',
      'static/404.html': 'Lost?',
      'static/_redirects': '/a /b',
    }),
  )
  expect(written.get('404.html')?.toString()).toContain('resource_not_found')
  expect(written.get('_redirects')?.toString()).not.toContain('/a /b')
})

test('old URLs write nothing at names that hosts run or read', async () => {
  const special = '_worker.js _redirects _headers _routes.json functions/a functions/_middleware.js'
  const names = special.split(' ')
  const aliases = [...names, '_worker.js/index.html', 'functionsx/a'].map((name) => `/${name}`)
  const content = fromMemory({ 'posts/one.md': `---\naliases: [${aliases.join(', ')}]\n---\n\nText.\n` })
  const written = await filesOf(content)
  const beside = [...written.keys()].filter((path) =>
    names.some((name) => path.startsWith(name.split('/')[0] ?? '')),
  )
  expect(beside.sort()).toEqual(['_headers', '_redirects', 'functionsx/a/index.html'])
  expect(written.get('_redirects')?.toString()).toContain('/functions/a /posts/one 301')
  const published = await publicationOf(content, 'https://example.org/review')
  expect(refusedPaths(describeSite(published))).toEqual(names.map((name) => `/${name}`))
})

describe('_headers', () => {
  const text = files.get('_headers')?.toString() ?? ''
  const rules = text.split('\n\n').map((block) => {
    const [pattern = '', ...lines] = block.trimEnd().split('\n')
    return {
      pattern,
      headers: lines.map((line) =>
        line
          .trim()
          .split(/: (.*)/s)
          .slice(0, 2),
      ),
    }
  })

  /** The headers from a host that joins the values of several rules. */
  function sentAt(path: string): Map<string, string> {
    const sent = new Map<string, string>()
    for (const { pattern, headers } of rules) {
      const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '.*')
      if (!new RegExp(`^${escaped}$`).test(path)) continue
      for (const [name = '', value = ''] of headers) {
        // Removes the value of an earlier rule.
        if (name.startsWith('! ')) sent.delete(name.slice(2))
        else sent.set(name, sent.has(name) ? `${sent.get(name)}, ${value}` : value)
      }
    }
    return sent
  }

  /** These belong to a single resource, so they are left to the host or omitted. */
  const own = new Set(['Content-Type', 'Content-Length', 'ETag', 'Vary', 'Link', 'Content-Location'])

  test('has every header that resources share, with the CSP of each kind', () => {
    let compared = 0
    for (const { path, representations } of resources.values()) {
      const [{ type, variants }] = representations
      const sealed = variants.find(({ encoding }) => encoding === 'identity')?.full.headers ?? []
      const sent = sentAt(path.replace('/review', '') || '/')
      for (let at = 0; at < sealed.length; at += 2) {
        const [name = '', value = ''] = sealed.slice(at, at + 2)
        if (own.has(name)) continue
        compared++
        if (name === 'Content-Security-Policy' && type !== 'text/html') {
          expect(sent.get(name)?.split(', '), `${name} of ${path}, besides that of pages`).toContain(value)
        } else expect(sent.get(name), `${name} of ${path}`).toBe(value)
      }
    }
    expect(compared).toBeGreaterThan(300)
  })

  test('has one Content-Type where the file name is not enough', () => {
    let typed = 0
    for (const { path, representations } of resources.values()) {
      const type = sentAt(path.replace('/review', '')).get('Content-Type')
      const sealed = representations[0].variants[0]?.full.headers[1]
      if (type !== undefined) expect(type, path).toBe(sealed)
      if (type !== undefined) typed++
      if (/\.md$|api-catalog$/.test(path)) expect(type, path).toBe(sealed)
    }
    expect(typed).toBeGreaterThan(10)
    expect(sentAt('/404.html').get('Content-Type')).toBe('application/json')
  })

  test('stays below the limits of hosts: 100 rules, and 2,000 characters per line', () => {
    expect(rules.length).toBeLessThan(100)
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(2000)
  })

  test('has one rule for all versioned files, which replaces Cache-Control', async () => {
    const pictures = Array.from({ length: 300 }, (_, at) => `img/${at}.svg`)
    const body = pictures.map((path) => `![A](/${path})`).join('\n')
    const written = await filesOf(
      fromMemory({
        'posts/week-01.md': `---\ntitle: A\nseries: research\nsummary: One.\n---\n\n${body}\n`,
        ...Object.fromEntries(pictures.map((path) => [path, `<svg><!-- ${path} --></svg>`])),
      }),
    )
    const names = [...written.keys()].filter((name) => name.startsWith('_files/'))
    expect(names.length).toBeGreaterThan(300)
    const lines = written.get('_headers')?.toString().split('\n') ?? []
    expect(lines.filter((line) => line.startsWith('/_files/'))).toEqual(['/_files/*'])
    expect(lines.slice(lines.indexOf('/_files/*') + 1, lines.indexOf('/_files/*') + 3)).toEqual([
      '  ! Cache-Control',
      '  Cache-Control: public, max-age=31536000, immutable',
    ])
  })

  test('does not grow with the archive', async () => {
    const posts = Array.from({ length: 90 }, (_, at) => `posts/week-${at + 10}.md`)
    const body = '---\ntitle: A\nseries: research\nsummary: One.\n---\n\nText.\n'
    const written = await filesOf(fromMemory(Object.fromEntries(posts.map((path) => [path, body]))))
    expect(written.get('_headers')?.toString().split('\n\n').length).toBeLessThan(20)
  })
})

test('old feed URLs are only redirects of the host', async () => {
  const made = await filesOf(
    fromMemory({
      'archive.yaml': 'oldFeeds: [/rss.xml, /feed]\n',
      'posts/one.md': '---\ntitle: One\ndate: 2020-01-02\n---\n\nText.\n',
    }),
  )
  expect(String(made.get('_redirects'))).toMatch(/^\/rss\.xml \/feed\.xml 301\n\/feed \/feed\.xml 301$/m)
  expect([...made.keys()].filter((path) => /^(?:rss|feed\/)/.test(path))).toEqual([])
})

test('every rule of _redirects matches exactly one URL', async () => {
  const aliases = [
    ...['/*', '/blog/*', '/:splat', '/wiki/A%2A', '/Talk:One', '/%3Aname'],
    ...['/a b', '/100%', '/what%3F', '/c%23'],
  ]
  const made = await filesOf(
    fromMemory({
      'archive.yaml': 'oldUrls: "/{folder}/{name}/"\n',
      'posts/one.md': `---\ntitle: One\nslug: one\naliases: ${JSON.stringify(aliases)}\n---\n\nText.\n`,
      'posts/x*/:two.md': '---\ntitle: Two\nslug: two\n---\n\nText.\n',
    }),
  )
  const lines = String(made.get('_redirects')).trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(/^\/[^\s*:?#]* \/posts\/(?:one|two) 301$/)
  const escaped = '/wiki/A%2A /Talk%3AOne /%3Aname /a%20b /100%25 /what%3F /c%23 /x%2A/%3Atwo'
  expect(lines.map((line) => line.split(' ')[0])).toEqual(expect.arrayContaining(escaped.split(' ')))
  // Pages for hosts that match rules literally.
  expect([...made.keys()]).toEqual(expect.arrayContaining(['wiki/A*/index.html', 'Talk:One/index.html']))
})
