import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyOfFixture, emptyFolder, fixture, folderWith, post, run } from './run.ts'

const files = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(dir, path)).isFile())
    .sort()
const contents = (dir: string) =>
  Object.fromEntries(files(dir).map((path) => [path, readFileSync(join(dir, path), 'base64')]))

test('writes every resource as a file and says how many and for which address', async () => {
  const cwd = emptyFolder()
  const { code, stdout } = await run(
    ['build', fixture, '--out', 'site', '--base-url', 'https://example.org/review'],
    { cwd },
  )
  expect(code).toBe(0)
  const written = files(join(cwd, 'site'))
  expect(stdout).toBe(`${written.length} files in site, to be published at https://example.org/review\n`)
  expect(written).toEqual(
    expect.arrayContaining([
      '.nojekyll',
      '404.html',
      '_headers',
      'api/openapi.yaml',
      'api/v1/index.json',
      'api/v1/posts.json',
      'api/v1/posts/week-01.json',
      'api/v1/stats.json',
      'assets/dot.png',
      'index.html',
      'index.md',
      'llms.txt',
      'openapi.json',
      'posts/week-01.html',
      'posts/week-01.md',
      'posts/week-01/index.html',
      'robots.txt',
      'sitemap.xml',
    ]),
  )
  expect(
    written.filter((path) => path.includes('week-04')),
    'drafts stay at home',
  ).toEqual([])
  expect(
    readFileSync(join(cwd, 'site/assets/dot.png')).equals(readFileSync(join(fixture, 'assets/dot.png'))),
  ).toBe(true)
  const { posts } = JSON.parse(readFileSync(join(cwd, 'site/api/v1/posts.json'), 'utf8'))
  expect(posts[0].url).toMatch(/^https:\/\/example\.org\/review\/posts\//)
})

test('BASE_URL is honoured', async () => {
  const cwd = emptyFolder()
  const { stdout } = await run(['build', fixture, '--out', 'site'], {
    cwd,
    env: { BASE_URL: 'https://env.example' },
  })
  expect(stdout).toContain('to be published at https://env.example\n')
})

test('replaces an earlier build whole: what is gone from the archive is gone, and nothing is left beside it', async () => {
  const dir = copyOfFixture()
  const cwd = emptyFolder()
  await run(['build', dir, '--out', 'site'], { cwd })
  writeFileSync(join(cwd, 'site/stale.html'), 'from an older version')
  const { code } = await run(['build', fixture, '--out', 'site'], { cwd })
  expect(code).toBe(0)
  expect(readdirSync(cwd)).toEqual(['site'])
  expect(existsSync(join(cwd, 'site/stale.html'))).toBe(false)
})

test('an empty folder may be built into', async () => {
  const cwd = emptyFolder()
  mkdirSync(join(cwd, 'site'))
  expect((await run(['build', fixture, '--out', 'site'], { cwd })).code).toBe(0)
  expect(existsSync(join(cwd, 'site/index.html'))).toBe(true)
})

test('building twice writes the same bytes', async () => {
  const cwd = emptyFolder()
  for (const out of ['one', 'two']) await run(['build', fixture, '--out', out], { cwd })
  expect(contents(join(cwd, 'two'))).toEqual(contents(join(cwd, 'one')))
})

describe('what is not an earlier build is not touched', () => {
  test('a folder with somebody’s work in it', async () => {
    const cwd = folderWith({ 'site/thesis.txt': 'years of work' })
    const { code, stdout, stderr } = await run(['build', fixture, '--out', 'site'], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^citable: .*site is not an earlier build; .*\n$/)
    expect(files(cwd)).toEqual(['site/thesis.txt'])
  })

  for (const [what, out] of [
    ['the archive’s own folder', 'archive'],
    ['a folder that holds the archive', '.'],
  ] as const) {
    test(what, async () => {
      const cwd = folderWith({ 'archive/posts/week-01.md': post() })
      const { code, stderr } = await run(['build', 'archive', '--out', out], { cwd })
      expect(code).toBe(2)
      expect(stderr).toMatch(/^citable: .* holds the archive itself; .*\n$/)
      expect(files(cwd)).toEqual(['archive/posts/week-01.md'])
    })
  }

  test('an earlier build, when the content is broken', async () => {
    const dir = copyOfFixture()
    const cwd = emptyFolder()
    await run(['build', dir, '--out', 'site'], { cwd })
    const before = contents(join(cwd, 'site'))
    writeFileSync(join(dir, 'posts/week-08.md'), post('[x](none.md)'))
    const { code, stdout, stderr } = await run(['build', dir, '--out', 'site'], { cwd })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('posts/week-08.md:8:5 error dead-link: ')
    expect(contents(join(cwd, 'site'))).toEqual(before)
    expect(readdirSync(cwd)).toEqual(['site'])
  })
})

describe('what cannot be written is told in one line, with status 1 and nothing left behind', () => {
  const told = /^citable: .+\n$/

  test('when a file stands where a folder is needed', async () => {
    const cwd = folderWith({ plain: 'a file', 'archive/posts/week-01.md': post() })
    const { code, stdout, stderr } = await run(['build', '--out', 'plain/site'], { cwd })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(told)
    expect(readdirSync(cwd).sort()).toEqual(['archive', 'plain'])
  })

  test('when --out itself is a file', async () => {
    const cwd = folderWith({ plain: 'a file', 'archive/posts/week-01.md': post() })
    const { code, stderr } = await run(['build', '--out', 'plain'], { cwd })
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(told)
    expect(readFileSync(join(cwd, 'plain'), 'utf8')).toBe('a file')
  })

  test('when the name is too long for the disk', async () => {
    const cwd = folderWith({ 'archive/posts/week-01.md': post() })
    const { code, stdout, stderr } = await run(['build', '--out', 'x'.repeat(250)], { cwd })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(told)
    expect(readdirSync(cwd)).toEqual(['archive'])
  })

  test.skipIf(process.getuid?.() === 0)(
    'when the folder is read-only (root may write anywhere)',
    async () => {
      const cwd = folderWith({ 'archive/posts/week-01.md': post() })
      chmodSync(cwd, 0o555)
      const { code, stderr } = await run(['build', '--out', 'site'], { cwd })
      chmodSync(cwd, 0o755)
      expect(code).toBe(1)
      expect(stderr).toMatch(told)
      expect(readdirSync(cwd)).toEqual(['archive'])
    },
  )
})
