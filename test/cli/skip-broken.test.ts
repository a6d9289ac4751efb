import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openPreview } from '../../src/cli/dev/preview.ts'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { emptyFolder, folderWith, post, run, startServer } from './run.ts'

const broken = post().replace('title:', 'title: [')
const good = { 'posts/week-01.md': post('Text, [see](week-02.md).'), 'posts/week-03.md': post('Other.') }

type Files = Record<string, string>
/** Posts with an error each, of every stage. */
const mistakes: Record<string, Files> = {
  'broken front matter': { 'posts/week-02.md': broken },
  'unclosed front matter': { 'posts/week-02.md': '---\ntitle: A\n\nText.\n' },
  'an id that is taken': { 'posts/z/week-03.md': post() },
  'an error in the body': { 'posts/week-02.md': post(`${'>'.repeat(200)} Deep.`) },
  'a rule that is raised to an error, also by what is left out': {
    'archive.yaml': 'rules: { missing-alt: error, dead-link: error }\n',
    'posts/week-02.md': post('Text ![](a.png)'),
    'posts/a.png': 'x',
  },
}

describe('a broken post', () => {
  test.each(Object.entries(mistakes))('%s: stops publication, unless it is skipped', async (_, files) => {
    const dir = folderWith({ ...good, ...files })
    const [path = ''] = Object.keys(files).filter((one) => one.endsWith('.md'))
    const out = join(emptyFolder(), 'site')
    const refused = await run(['build', dir, '--out', out])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /is not published: 1 error(?:, 1 warning)?\. `--skip-broken` publishes the rest\.\n$/,
    )
    expect(existsSync(out)).toBe(false)
    const built = await run(['build', dir, '--out', out, '--skip-broken', '--base-url', 'https://e.example'])
    expect(built.code).toBe(1)
    expect(built.stderr).toMatch(new RegExp(`: 1 file left out because of errors: ${path}\\.\n$`))
    expect(existsSync(join(out, 'posts/week-01.html'))).toBe(true)
    expect(existsSync(join(out, 'posts/week-03.html'))).toBe(true)
    expect(existsSync(join(out, 'posts/week-02.html'))).toBe(false)
  })

  test('is left out of a packed file and of a response, with status 1', async () => {
    const dir = folderWith({ ...good, 'posts/week-02.md': broken })
    const got = await run(['get', '/api/v1/posts.json', '--dir', dir, '--skip-broken'])
    expect([got.code, (JSON.parse(got.stdout) as { count: number }).count]).toEqual([1, 2])
    const out = join(emptyFolder(), 'a.citable')
    const site = ['--base-url', 'https://e.example', '--skip-broken']
    expect(await run(['pack', dir, '--out', out, ...site])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/left out because of errors: posts\/week-02\.md\.\n$/),
    })
    expect((await run(['get', '/posts/week-03', '--dir', out])).code).toBe(0)
  })

  test('is left out of a server, which exits with status 1 when it stops', async () => {
    const dir = folderWith({ ...good, 'posts/week-02.md': broken })
    const server = await startServer([dir, '--port', '0', '--skip-broken'])
    expect((await server.get('/posts/week-03')).status).toBe(200)
    expect((await server.get('/posts/week-02')).status).toBe(404)
    expect((await server.stop()).code).toBe(1)
  })

  test('in settings is skipped by nothing', async () => {
    const dir = folderWith({ ...good, 'posts/week-02.md': broken, 'archive.yaml': 'titel: A\nlook: 1\n' })
    const { code, stderr } = await run(['build', dir, '--out', join(emptyFolder(), 'x'), '--skip-broken'])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/is not published: 3 errors\.\n$/)])
  })

  test('makes init name the line that leaves it out, which works, and not say ready', async () => {
    const paths = ['posts/week-02.md', 'posts/[a] b.md']
    const files = { ...good, ...Object.fromEntries(paths.map((path) => [path, broken])) }
    const dir = folderWith(files)
    const { stdout } = await run(['init', dir])
    expect(stdout).not.toContain('ready')
    expect(stdout).not.toContain('citable serve')
    expect(stdout).toMatch(/^2 posts, not published until its errors are fixed: 2 errors/m)
    for (const path of paths) expect(stdout).toContain(`${dir}/${path}:3:1`)
    const [line = ''] = /^posts: \[.*\]$/m.exec(stdout) ?? []
    const { value } = await readArchive(fromMemory({ ...files, 'archive.yaml': `${line}\n` }))
    expect(value?.posts.map(({ id }) => id)).toEqual(['week-03', 'week-01'])
  })
})

test('dev keeps the last good version of a broken file, and shows changes of others', async () => {
  const files: Files = { ...good, 'archive.yaml': 'title: First\n', 'posts/never.md': broken }
  const preview = openPreview(memoryOf(files))
  const shown = async () => {
    const { value, diagnostics } = await preview('2026-12-01T00:00:00Z')
    const textOf = (path: string) => {
      const body = value?.snapshot.resources.get(path)?.representations[0]?.variants[0]?.full.body
      return new TextDecoder().decode(body ?? undefined)
    }
    const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ path }) => path)
    return { errors, textOf }
  }
  expect((await shown()).textOf('/posts/week-03.md')).toContain('Other.')

  files['posts/week-03.md'] = broken
  files['posts/week-01.md'] = post('Changed.')
  files['archive.yaml'] = 'title: [\n'
  const after = await shown()
  expect(after.errors).toEqual(['archive.yaml', 'posts/never.md', 'posts/week-03.md'])
  expect(after.textOf('/posts/week-03.md')).toContain('Other.')
  expect(after.textOf('/posts/week-01.md')).toContain('Changed.')
  expect(after.textOf('/index.md')).toContain('First')

  files['archive.yaml'] = 'title: Second\n'
  files['posts/week-03.md'] = post('Fixed.')
  const fixed = await shown()
  expect(fixed.errors).toEqual(['posts/never.md'])
  expect(fixed.textOf('/posts/week-03.md')).toContain('Fixed.')
  expect(fixed.textOf('/index.md')).toContain('Second')
})

/** Reads files as they are at the time. */
function memoryOf(files: Files) {
  return { list: async () => Object.keys(files), read: (path: string) => fromMemory(files).read(path) }
}
