import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isThorough } from '../thorough.ts'
import { contents } from './output.ts'
import { childrenOf, emptyFolder, ended, folderWith, post, run, start, startServer } from './run.ts'

const archive = () =>
  folderWith({
    'archive.yaml': 'title: The Review\n',
    'posts/week-01.md': post('One.'),
    'posts/week-02.md': post('Two, after [one](week-01.md).'),
  })
const build = (dir: string, cwd: string, ...more: string[]) =>
  run(['build', dir, '--out', 'site', '--quiet', ...more], { cwd })

/** Where the archive's cache is. */
const cacheOf = async (dir: string, ...more: string[]) =>
  (await run(['cache', 'path', dir, ...more])).stdout.trim()

test('the cache is private to the user, outside the archive, and reused by the next command', async () => {
  const [dir, cwd] = [archive(), emptyFolder()]
  const before = readdirSync(dir, { recursive: true })
  expect(await build(dir, cwd)).toMatchObject({ code: 0, stderr: '' })
  const cache = await cacheOf(dir)
  expect(cache.startsWith(join(process.env['XDG_CACHE_HOME'] ?? '?', 'citable'))).toBe(true)
  expect(readdirSync(cache)).toHaveLength(1)
  for (const path of [cache, dirname(cache)])
    if (uid !== undefined) expect(statSync(path).mode & 0o777).toBe(0o700)
  const site = contents(join(cwd, 'site'))
  expect(await build(dir, cwd)).toMatchObject({ code: 0 })
  expect(readdirSync(cache), 'no new segment').toHaveLength(1)
  expect(contents(join(cwd, 'site'))).toEqual(site)
  const got = await run(['get', '/posts/week-02', '--dir', dir])
  expect(got.stdout).toContain('Two, after')
  expect(readdirSync(dir, { recursive: true })).toEqual(before)
  expect(await cacheOf(archive()), 'of another archive').not.toBe(cache)
})

const keepsCode = Number(process.versions.node.split('.')[0]) >= 22
test.skipIf(!keepsCode)('compiled code is kept, but not where an archive could have brought it', async () => {
  const [caches, elsewhere] = [emptyFolder(), emptyFolder()]
  const help = (cwd: string, ...more: string[]) =>
    ended(start(['--help', ...more], { cwd, env: { XDG_CACHE_HOME: caches } }))
  const linked = emptyFolder()
  symlinkSync(caches, join(linked, 'archive'))
  for (const [cwd, ...more] of [
    [caches, ''],
    [elsewhere, caches],
    [elsewhere, `--dir=${caches}`],
    [linked, ''],
  ] as const) {
    expect(await help(cwd, ...more)).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(caches), `in ${cwd}, with ${more}`).toEqual([])
  }
  expect(await help(elsewhere)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(caches)).toEqual(['citable-code'])
  expect(readdirSync(join(caches, 'citable-code'))).toHaveLength(1)
  if (uid !== undefined) expect(statSync(join(caches, 'citable-code')).mode & 0o777).toBe(0o700)
})

test('--cache-dir names another folder, --no-cache writes none', async () => {
  const [dir, cwd, caches] = [archive(), emptyFolder(), emptyFolder()]
  expect(await build(dir, cwd, '--no-cache', '--cache-dir', caches)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(caches)).toEqual([])
  expect(await build(dir, cwd, '--cache-dir', caches)).toMatchObject({ code: 0, stderr: '' })
  const cache = await cacheOf(dir, '--cache-dir', caches)
  expect([dirname(cache), readdirSync(cache).length]).toEqual([realpathSync(caches), 1])
  expect(existsSync(await cacheOf(dir))).toBe(false)
  expect(await build(dir, cwd, '--cache-dir', join(dir, 'cache'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is inside the archive; choose another folder for --cache-dir.'),
  })
})

test('cache clear removes the cache and reports it', async () => {
  const [dir, cwd] = [archive(), emptyFolder()]
  await build(dir, cwd)
  const cache = await cacheOf(dir)
  const cleared = await run(['cache', 'clear', dir])
  expect(cleared).toMatchObject({ code: 0, stdout: `Removed ${cache}\n` })
  expect(existsSync(cache)).toBe(false)
  expect((await run(['cache', 'clear', dir])).stdout).toMatch(/^No cache in /)
})

const uid = process.getuid?.()
/** What lies in the place of the archive's cache, or of the folder of caches. */
const foreign: readonly (readonly [
  what: string,
  put: (cache: string, elsewhere: string) => void,
  stderr: RegExp,
])[] = [
  ['is a file', (cache) => writeFileSync(cache, ''), /[\da-f]{16} is no folder/],
  ['contains unknown entries', (cache) => mkdirSync(join(cache, 'x.segment'), { recursive: true }), /^$/],
  [
    'is a link to another folder',
    (cache, elsewhere) => symlinkSync(elsewhere, cache),
    /[\da-f]{16} is no folder/,
  ],
  [
    'can be written by others',
    (cache) => chmodSync(makeFolder(cache), 0o777),
    /can be written by other users/,
  ],
  [
    'is in a folder that others can write',
    (cache) => chmodSync(makeFolder(dirname(cache)), 0o770),
    /by other users/,
  ],
  ['cannot be written', (cache) => chmodSync(dirname(cache), 0o500), /^$/],
  [
    'belongs to another user',
    (cache) => chownSync(makeFolder(cache), 65_534, 65_534),
    /belongs to another user/,
  ],
]
test.skipIf(uid === undefined).each(
  // Only root can give a folder away, and nothing is closed to root.
  foreign.filter(([what]) => (uid === 0 ? what !== 'cannot be written' : what !== 'belongs to another user')),
)('a cache that %s affects neither the build nor other files', async (what, put, stderr) => {
  const [dir, cwd, home, elsewhere] = [archive(), emptyFolder(), emptyFolder(), emptyFolder()]
  const options = { cwd, env: { XDG_CACHE_HOME: home } }
  const command = ['build', dir, '--out', 'site', '--quiet']
  await run([...command, '--no-cache'], options)
  const site = contents(join(cwd, 'site'))
  const cache = (await run(['cache', 'path', dir], options)).stdout.trim()
  mkdirSync(dirname(cache), { mode: 0o700 })
  put(cache, elsewhere)
  // What a run would delete or replace.
  const files = ['old.part', 'snapshot-x', 'x.segment'].map((name) => join(elsewhere, name))
  for (const path of files) writeFileSync(path, 'mine')
  for (const path of files) utimesSync(path, 1, 1)
  const first = await run(command, options)
  expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(stderr) })
  expect(contents(join(cwd, 'site')), what).toEqual(site)
  expect(readdirSync(elsewhere).sort()).toEqual(['old.part', 'snapshot-x', 'x.segment'])
})

test('what came with the content is never taken for the cache', async () => {
  const [dir, cwd, elsewhere] = [archive(), emptyFolder(), emptyFolder()]
  await build(dir, cwd)
  cpSync(await cacheOf(dir), join(dir, '.citable/cache'), { recursive: true })
  symlinkSync(join(elsewhere, 'written'), join(dir, '.citable/.gitignore'))
  await run(['cache', 'clear', dir])
  const shipped = contents(join(dir, '.citable/cache'))
  expect(await build(dir, cwd)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(await cacheOf(dir)), 'everything was compiled').toHaveLength(1)
  expect(contents(join(dir, '.citable/cache'))).toEqual(shipped)
  expect(readdirSync(elsewhere)).toEqual([])
})

// In /proc, no folder can be made, and systems say that its parent is missing.
test.each(['/dev/null', '/proc'])('with %s as home there is no cache, and no error', async (home) => {
  const [dir, cwd] = [archive(), emptyFolder()]
  const options = { cwd, env: { XDG_CACHE_HOME: '', HOME: home } }
  const command = ['build', dir, '--out', 'site', '--quiet']
  expect(await ended(start(command, options))).toMatchObject({ code: 0, stderr: '' })
  const verbose = await ended(start([...command, '--verbose'], options))
  expect(verbose).toMatchObject({ code: 0, stderr: expect.stringContaining('No build cache: ') })
})

const makeFolder = (path: string) => {
  mkdirSync(path, { recursive: true })
  return path
}

describe('the cached snapshot of a server', () => {
  const cachedSnapshots = async (dir: string) => {
    const cache = await cacheOf(dir)
    const names = readdirSync(cache).filter((name) => /^snapshot-[\w-]+$/.test(name))
    return names.map((name) => join(cache, name))
  }
  /** What a server returns, and whether it compiled anything. */
  const served = async (dir: string, ...more: string[]) => {
    const server = await startServer([dir, '--port', '0', '--base-url', 'https://example.org', ...more])
    const text = await (await server.get('/posts/week-02.md')).text()
    const isCompiled = childrenOf(server.pid).length > 0
    if (isCompiled && !more.includes('--no-cache'))
      await expect.poll(() => cachedSnapshots(dir)).toHaveLength(1)
    expect(await server.stop()).toMatchObject({ code: 0 })
    return { text, isCompiled }
  }

  test('is reused if nothing has changed', async () => {
    const dir = archive()
    const first = await served(dir)
    expect(first).toMatchObject({ isCompiled: true, text: expect.stringContaining('Two, after') })
    expect(await served(dir)).toEqual({ ...first, isCompiled: false })
    expect(await served(dir, '--base-url', 'https://example.com')).toMatchObject({
      isCompiled: true,
      text: expect.stringContaining('https://example.com/posts/week-01'),
    })
  })

  const changes: [what: string, change: (dir: string, snapshot: string) => void, expected: string][] = [
    [
      'a post has changed',
      (dir: string) => writeFileSync(join(dir, 'posts/week-02.md'), post('Changed.')),
      'Changed.',
    ],
    [
      'a file has been added',
      (dir: string) => writeFileSync(join(dir, 'posts/week-03.md'), post('Three.')),
      'Two, after',
    ],
    ['one of its bytes is corrupt', (_, snapshot) => flip(snapshot, 1000), 'Two, after'],
    [
      'a FIFO is in its place',
      (_, snapshot) => {
        rmSync(snapshot)
        execFileSync('mkfifo', [snapshot])
      },
      'Two, after',
    ],
    ['it is truncated', (_, snapshot) => truncateSync(snapshot, 5000), 'Two, after'],
  ]
  test.runIf(isThorough).each(changes)('is rebuilt if %s', async (_, change, expected) => {
    const dir = archive()
    await served(dir)
    change(dir, (await cachedSnapshots(dir))[0] ?? '')
    expect(await served(dir)).toEqual({ isCompiled: true, text: expect.stringContaining(expected) })
  })

  test.runIf(isThorough)('is neither written nor used with --no-cache', async () => {
    const dir = archive()
    await served(dir, '--no-cache')
    expect(existsSync(await cacheOf(dir))).toBe(false)
  })
})

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(path, bytes)
}
