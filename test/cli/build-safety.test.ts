import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contents, listName, pathsIn } from './output.ts'
import { isThorough } from '../thorough.ts'
import { canRunAsNobody, emptyFolder, fixture, folderWith, post, run, runAsNobody } from './run.ts'

const oneLine = /^citable: [^\n]+\n$/
const runIn = (args: readonly string[], cwd: string) => run(args, { cwd })
/** Expects a build of the archive in this folder to fail, with one line on stderr. */
async function failsIn(cwd: string, message: RegExp, out = 'site', runBuild = runIn) {
  const { code, stdout, stderr } = await runBuild(['build', '--out', out], cwd)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(oneLine)
  expect(stderr).toMatch(message)
}

describe('files that no build wrote', () => {
  const own = {
    'site/.git/HEAD': 'ref: refs/heads/main',
    'site/CNAME': 'example.org',
    'site/thesis.txt': 'years of work',
    'site/posts/notes.txt': 'beside the posts',
  }
  const ownIn = (cwd: string) =>
    Object.fromEntries(Object.keys(own).map((path) => [path, readFileSync(join(cwd, path), 'utf8')]))

  test('are kept by builds, even when posts are removed', async () => {
    const cwd = folderWith({ ...own, 'archive/posts/week-01.md': post(), 'archive/posts/week-02.md': post() })
    expect((await run(['build', '--out', 'site'], { cwd })).code).toBe(0)
    rmSync(join(cwd, 'archive/posts/week-02.md'))
    expect((await run(['build', '--out', 'site'], { cwd })).code).toBe(0)
    expect(ownIn(cwd)).toEqual(own)
    expect(existsSync(join(cwd, 'site/posts/week-02.md'))).toBe(false)
  })

  test.each<[what: string, files: Readonly<Record<string, string>>, named: RegExp]>([
    ['a page', { 'site/posts/week-01.html': 'a draft of mine' }, /posts\/week-01\.html was/],
    ['a file where a folder is needed', { 'site/posts': 'a file', 'site/CNAME': 'x' }, /posts was/],
    ['a folder where a file is needed', { 'site/llms.txt/mine.txt': 'a' }, /llms\.txt\/mine\.txt was/],
    [
      'names of a build',
      { 'site/llms.txt': 'mine', 'site/api/v1/index.json': '{}', 'site/else.txt': 'mine, too' },
      /(?:index\.json|llms\.txt) \(and 1 more\) was/,
    ],
  ])('are reported before anything is written if they are in the way: %s', async (_, files, named) => {
    const cwd = folderWith({ ...files, 'archive/posts/week-01.md': post() })
    const before = contents(join(cwd, 'site'))
    const rest = ' not written by a build and would be lost; move it, or choose another output folder\\.\n$'
    await failsIn(cwd, new RegExp(`^citable: site is unchanged: (?:\\w+/)*${named.source}${rest}`))
    expect(contents(join(cwd, 'site'))).toEqual(before)
  })

  test('are in the way as a link where a folder is needed', async () => {
    const cwd = folderWith({ 'archive/posts/week-01.md': post(), 'elsewhere/a.txt': 'a', 'site/CNAME': 'x' })
    symlinkSync('../elsewhere', join(cwd, 'site/posts'))
    await failsIn(cwd, /site is unchanged: posts was not written by a build/)
    expect(readdirSync(join(cwd, 'site')).sort()).toEqual(['CNAME', 'posts'])
    expect(readdirSync(join(cwd, 'elsewhere'))).toEqual(['a.txt'])
  })

  test('are not in the way with the same bytes', async () => {
    const cwd = folderWith({ 'archive/posts/week-01.md': post(), 'site/.nojekyll': '' })
    expect((await run(['build', '--out', 'site'], { cwd })).code).toBe(0)
  })

  const isContent =
    /^citable: \S+ is inside the archive and was not written by a build; choose a new output folder\.\n$/
  test.each([
    ['the archive itself', 'archive', /^citable: .* contains the archive; .*\n$/],
    ['a folder that contains the archive', '.', /^citable: .* contains the archive; .*\n$/],
    ['a link to the archive', 'link', /^citable: .* contains the archive; .*\n$/],
    ['its posts', 'archive/posts', isContent],
    ['its files', 'archive/assets', isContent],
    ['its drafts', 'archive/drafts', isContent],
  ])('%s is rejected as output', async (_, out, message) => {
    const folders = { 'archive/assets/a.txt': 'a', 'archive/drafts/later.md': 'Later.' }
    const cwd = folderWith({ ...folders, 'archive/posts/week-01.md': post() })
    symlinkSync('archive', join(cwd, 'link'))
    const before = pathsIn(cwd)
    const { code, stderr } = await run(['build', 'archive', '--out', out], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
    expect(pathsIn(cwd)).toEqual(before)
  })

  test.each([[[]], [['--target', 'cloudflare', '--base-url', 'https://example.org']]])(
    'output inside the archive is not content of the next command (%j)',
    async (options) => {
      const cwd = folderWith({ '2026-01-05-hello.md': '# Hello\n\n![A dot](dot.png)\n', 'dot.png': 'dot' })
      expect((await run(['init'], { cwd })).code).toBe(0)
      const before = await run(['check', '--format', 'json'], { cwd })
      for (const out of ['site', 'site', 'public/new'])
        expect(await run(['build', '--out', out, ...options], { cwd })).toMatchObject({ code: 0 })
      expect((await run(['check', '--format', 'json'], { cwd })).stdout).toBe(before.stdout)
    },
  )

  test.each([
    ['is not JSON', 'not JSON'],
    ['is empty', '{}'],
    ['has a path outside the folder', '{"files":["../archive/posts/week-01.md"]}'],
    ['has an absolute path', '{"files":["/etc/hostname"]}'],
  ])('are safe from a file list that %s', async (_, text) => {
    const cwd = folderWith({ 'archive/posts/week-01.md': post(), [`site/${listName}`]: text })
    await failsIn(cwd, /^citable: site is unchanged: .*is not a valid build manifest/)
    expect(pathsIn(cwd)).toEqual(['archive/posts/week-01.md', `site/${listName}`])
  })

  test('are kept in a folder that replaced a file of an earlier build', async () => {
    const cwd = folderWith({
      'archive/posts/week-01.md': post('[a](../assets/a.txt)'),
      'archive/assets/a.txt': 'a',
    })
    await run(['build', '--out', 'site'], { cwd })
    rmSync(join(cwd, 'site/assets/a.txt'))
    rmSync(join(cwd, 'archive/assets/a.txt'))
    mkdirSync(join(cwd, 'site/assets/a.txt'))
    writeFileSync(join(cwd, 'site/assets/a.txt/mine'), 'mine')
    expect((await run(['build', '--out', 'site'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'site/assets/a.txt/mine'), 'utf8')).toBe('mine')
  })
})

describe('a failed write exits with 1, prints one line and leaves nothing behind', () => {
  test.each([
    ['a file is where a folder is needed', 'plain/site', oneLine],
    ['--out is a file', 'plain', /^citable: plain is not a folder\.\n$/],
    ['a name is too long for the file system', 'x'.repeat(300), oneLine],
  ])('if %s', async (_, out, message) => {
    const cwd = folderWith({ plain: 'a file', 'archive/posts/week-01.md': post() })
    await failsIn(cwd, message, out)
    expect(readdirSync(cwd).sort()).toEqual(['archive', 'plain'])
    expect(readFileSync(join(cwd, 'plain'), 'utf8')).toBe('a file')
  })
})

describe.skipIf(!canRunAsNobody)('missing permissions are reported with the state of the output', () => {
  const archive = { 'archive/posts/week-01.md': post(), 'archive/posts/week-02.md': post() }

  test('if the folder cannot be created', async () => {
    const cwd = folderWith({ ...archive, 'locked/.keep': '' })
    chmodSync(join(cwd, 'locked'), 0o555)
    await failsIn(cwd, /^citable: locked\/site is unchanged: EACCES[^\n]*\n$/, 'locked/site', runAsNobody)
    expect(readdirSync(join(cwd, 'locked'))).toEqual(['.keep'])
  })

  test.runIf(isThorough)('if a file cannot be moved into place', async () => {
    const cwd = folderWith({ ...archive, 'site/posts/mine.txt': 'mine' })
    chmodSync(join(cwd, 'site/posts'), 0o555)
    await failsIn(
      cwd,
      /^citable: site has \d+ of \d+ new or changed files; build again for the others: EACCES[^\n]*\n$/,
      'site',
      runAsNobody,
    )
    chmodSync(join(cwd, 'site/posts'), 0o755)
    expect((await runAsNobody(['build', '--out', 'site'], cwd)).code, 'the next build').toBe(0)
    expect(readdirSync(join(cwd, 'site')).filter((name) => name.includes('staging'))).toEqual([])
  })

  test.runIf(isThorough)(
    'if a file of an earlier build cannot be removed; the next build removes it',
    async () => {
      const cwd = folderWith(archive)
      await runAsNobody(['build', '--out', 'site'], cwd)
      chmodSync(join(cwd, 'site/api/v1/posts'), 0o555)
      rmSync(join(cwd, 'archive/posts/week-02.md'))
      await failsIn(
        cwd,
        /^citable: site has every new file, but may still contain files of the previous build; build again to remove them: api\/v1\/posts\/week-02\.json cannot be removed \(EACCES[^\n]*\)\n$/,
        'site',
        runAsNobody,
      )
      const left = () => pathsIn(join(cwd, 'site')).filter((path) => path.includes('week-02'))
      expect(left()).toEqual(['api/v1/posts/week-02.json'])
      chmodSync(join(cwd, 'site/api/v1/posts'), 0o755)
      expect((await runAsNobody(['build', '--out', 'site'], cwd)).code).toBe(0)
      expect(left()).toEqual([])
    },
  )

  test.runIf(isThorough)('if the clean-up fails', async () => {
    const cwd = folderWith({ ...archive, 'site/.citable-staging-old/locked/0': 'left by a build' })
    const locked = join(cwd, 'site/.citable-staging-old/locked')
    chmodSync(locked, 0o555)
    await failsIn(
      cwd,
      /^citable: site is complete; \.citable-staging-\w+ in it cannot be removed \(EACCES[^\n]*\)\n$/,
      'site',
      runAsNobody,
    )
    expect(existsSync(join(cwd, 'site/index.html'))).toBe(true)
  })
})

test('builds into an empty folder', async () => {
  const cwd = emptyFolder()
  mkdirSync(join(cwd, 'site'))
  expect((await run(['build', fixture, '--out', 'site'], { cwd })).code).toBe(0)
  expect(existsSync(join(cwd, 'site/index.html'))).toBe(true)
})
