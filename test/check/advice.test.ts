import { crc32, deflateSync } from 'node:zlib'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tokensIn } from '../../src/archive/checks/advice.ts'
import type { Diagnostic } from '../../src/base/diagnostics.ts'
import { fromFolder } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { archiveWith, folderWith, run } from '../cli/run.ts'

const post = (body = 'Text.', tags = '') => `---\ntitle: A title\n${tags}---\n\n${body}\n`

async function found(
  files: Readonly<Record<string, string>>,
  pictures: Readonly<Record<string, Buffer>> = {},
) {
  const dir = archiveWith(files)
  for (const [path, bytes] of Object.entries(pictures)) writeFileSync(join(dir, path), bytes)
  const { stdout } = await run(['check', dir, '--format', 'json'])
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
  const problems = diagnostics.filter(({ rule }) => rule !== 'draft')
  return problems.map(
    ({ path, line, column, severity, rule, message }) =>
      `${path}:${line}:${column} ${severity} ${rule}: ${message}`,
  )
}

describe('post-too-long', () => {
  test('counts four characters as a token, and each character in scripts without spaces', () => {
    expect(tokensIn('abcd'.repeat(10))).toBe(10)
    expect(tokensIn('日本語')).toBe(3)
  })

  test('warns about a post of more than 25,000 tokens', async () => {
    const words = (tokens: number) => `${'abc '.repeat(tokens - 1)}abc.`
    const files = { 'posts/a.md': post(words(25_000)), 'posts/b.md': post(words(25_001)) }
    expect(await found(files)).toEqual([
      'posts/b.md:1:1 warning post-too-long: The post has about 25001 tokens; many clients truncate at 25000.',
    ])
  })
})

test('Mermaid diagrams are reported once', async () => {
  const diagram = post('```mermaid\ngraph TD; A-->B\n```')
  const dir = archiveWith({ 'posts/a.md': diagram, 'posts/b.md': diagram })
  expect((await run(['check', dir])).stdout.match(/diagram-as-code: .*/g)).toEqual([
    'diagram-as-code: Mermaid diagrams are shown as code, here and in 1 more file.',
  ])
})

describe('missing-author', () => {
  const one = { 'posts/a.md': post(), 'posts/b.md': post('Text.', 'author: Ada\n') }
  const messages = async (files: Readonly<Record<string, string>>) => {
    const { stdout } = await run(['check', folderWith(files)])
    return stdout.match(/missing-author: .*/g)
  }

  test('counts posts without an author, with a suggestion for archive.yaml', async () => {
    expect(await messages(one)).toEqual([
      'missing-author: 1 of 2 posts name no author, and archive.yaml sets none. They are credited to “The editors”.',
    ])
    expect((await run(['check', folderWith(one)])).stdout).toContain(
      '`author: { name: Your Name, type: person }`',
    )
  })

  test('is not reported if archive.yaml or every post has an author', async () => {
    expect(await messages({ ...one, 'archive.yaml': 'author: Grace\n' })).toBeNull()
    expect(await messages({ ...one, 'archive.yaml': 'author: The editors\n' })).toBeNull()
    expect(await messages({ 'posts/b.md': one['posts/b.md'] })).toBeNull()
  })
})

describe('future-date', () => {
  const today = new Date().toISOString().slice(0, 10)
  const files = {
    'posts/a.md': post('Text.', 'published: 2026-01-05\n'),
    'posts/b.md': post('Text.', 'published: 2999-12-31\n'),
    'posts/2999-01-02-c.md': post(),
    'posts/d.md': post('Text.', 'published: 2999-12-31\ndraft: true\n'),
  }

  test('notes posts that are dated after today', async () => {
    expect(await found(files)).toEqual([
      `posts/2999-01-02-c.md:1:1 note future-date: The post is dated 2999-01-02, after ${today}, so it is not published.`,
      `posts/b.md:3:12 note future-date: The post is dated 2999-12-31, after ${today}, so it is not published.`,
    ])
    const dir = archiveWith(files)
    const { diagnostics } = await readArchive(fromFolder(dir))
    expect(
      diagnostics.filter(({ rule }) => rule !== 'draft'),
      'the library does not use the clock',
    ).toEqual([])
  })

  test('uses the date of --as-of', async () => {
    const { stdout } = await run(['check', archiveWith(files), '--as-of', '2999-06-01'])
    expect(stdout).toMatch(/^1 post is scheduled: 2999-12-31 \S+posts\/b\.md$/m)
  })
})

/** A gray PNG, with `more` extra bytes in an unused chunk. */
function png(width: number, height: number, more: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  const chunks = [
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('teXt', Buffer.alloc(more)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

describe('image-too-large', () => {
  const pictures = {
    'heavy.png': png(100, 10, 1_000_001),
    'light.png': png(100, 10, 900_000),
    'wide-and-heavy.png': png(3_000, 10, 500_001),
    'wide.png': png(3_000, 10, 400_000),
    'linked.png': png(100, 10, 1_000_001),
  }
  const shown = Object.keys(pictures).filter((name) => name !== 'linked.png')

  test('warns once about each embedded image with too many bytes or pixels, but not about linked ones', async () => {
    const body = `${shown.map((name) => `![A picture](../${name})`).join('\n')}\n[file](../linked.png)`
    const files = { 'posts/a.md': post(body), 'posts/b.md': post('![Again](../heavy.png)') }
    expect(await found(files, pictures)).toEqual([
      expect.stringMatching(
        /^posts\/a\.md:7:14 warning image-too-large: Image is 3000×10 px, \d+ bytes; shown at most 1248 px wide\.$/,
      ),
      expect.stringMatching(/^posts\/b\.md:5:10 warning image-too-large: Image is 100×10 px/),
    ])
  })

  test('warns about the image in front matter', async () => {
    const files = { 'posts/a.md': post('Text.', 'image: ../heavy.png\n') }
    expect(await found(files, pictures)).toEqual([
      expect.stringMatching(/^posts\/a\.md:3:8 warning image-too-large: /),
    ])
  })
})

describe('tags', () => {
  const tagged = (...lists: string[]) =>
    Object.fromEntries(
      lists.map((list, nth) => [`posts/${'abcdef'[nth]}.md`, post('Text.', `tags: ${list}\n`)]),
    )

  test('warns about the rarer of two spellings wherever it is used', async () => {
    const files = tagged('[HTTP]', '[x, "Http"]', '[HTTP, x]', 'open source', '[open-source]', 'open-source')
    expect(await found(files)).toEqual([
      'posts/b.md:3:12 warning tag-spelling: The tag "Http" is also spelled "HTTP".',
      'posts/d.md:3:7 warning tag-spelling: The tag "open source" is also spelled "open-source".',
    ])
  })

  test('does not warn about different tags that look alike', async () => {
    expect(await found(tagged('[c, "2.0", rust]', '["c++", "20", trust]'))).toEqual([])
  })
})

test('advice can be turned off, and only check prints it', async () => {
  const files = {
    'posts/week-01.md': post('Text.', 'tags: [HTTP]\n'),
    'posts/week-02.md': post('Text.', 'tags: [Http]\n'),
  }
  expect(await found(files)).toHaveLength(1)
  expect(await found({ ...files, 'archive.yaml': 'rules: { tag-spelling: off }\n' })).toEqual([])
  expect((await run(['get', '/posts/week-01.md', '--dir', archiveWith(files)])).stderr).toBe('')
})

describe('server.json for the MCP registry', () => {
  const site = {
    '_config.yml': `title: Field notes\ndescription: ${'Notes from the field. '.repeat(8)}\nurl: https://notes.example\n`,
    '_posts/2020-01-02-one.md': post('Text.', 'author: Ada\n'),
  }
  const mistakes = async (dir: string) => (await run(['check', dir])).stdout.match(/server-json: .*/g)

  test('is written by init if the base URL is known, and validated by check', async () => {
    const dir = folderWith(site)
    expect((await run(['init', dir])).stdout).toContain(`Wrote ${join(dir, 'server.json')}\n`)
    const written = JSON.parse(readFileSync(join(dir, 'server.json'), 'utf8'))
    expect(written).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'example.notes/archive',
      title: 'Field notes',
      version: '1.0.0',
      remotes: [{ type: 'streamable-http', url: 'https://notes.example/mcp' }],
    })
    expect(written.description.length).toBeLessThanOrEqual(100)
    expect(await mistakes(dir)).toBeNull()
    const wrong = async (change: object) => {
      writeFileSync(join(dir, 'server.json'), JSON.stringify({ ...written, ...change }))
      return (await mistakes(dir))?.[0]
    }
    expect(await wrong({ remotes: [{ type: 'streamable-http', url: 'https://other.example/mcp' }] })).toBe(
      'server-json: `remotes` does not list this archive’s endpoint.',
    )
    expect(await wrong({ name: 'archive' })).toContain('`name` is not of the form namespace')
    expect(await wrong({ description: 'x'.repeat(101) })).toContain('1 to 100 characters')
    expect(await wrong({ version: undefined })).toContain('`version` is missing')
  })

  test('is not written without a base URL or over an unrelated file', async () => {
    const without = folderWith({ 'a.md': post() })
    expect((await run(['init', without])).stdout).not.toContain('server.json')
    const other = folderWith({ ...site, 'server.json': '{"port": 80}' })
    expect((await run(['init', other])).code).toBe(0)
    expect(readFileSync(join(other, 'server.json'), 'utf8')).toBe('{"port": 80}')
    expect(await mistakes(other)).toBeNull()
  })
})
