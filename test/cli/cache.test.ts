import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isThorough } from '../thorough.ts'
import { contents } from './output.ts'
import { childrenOf, emptyFolder, folderWith, post, run, startServer } from './run.ts'

const archive = () =>
  folderWith({
    'archive.yaml': 'title: The Review\n',
    'posts/week-01.md': post('One.'),
    'posts/week-02.md': post('Two, after [one](week-01.md).'),
  })
const build = (dir: string, cwd: string, ...more: string[]) =>
  run(['build', dir, '--out', 'site', '--quiet', ...more], { cwd })

test('the cache folder is in the archive, git-ignored, and reused by the next command', async () => {
  const [dir, cwd] = [archive(), emptyFolder()]
  expect(await build(dir, cwd)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(join(dir, '.citable/cache'))).toHaveLength(1)
  expect(readFileSync(join(dir, '.citable/.gitignore'), 'utf8')).toBe('*\n')
  const before = contents(join(cwd, 'site'))
  expect(await build(dir, cwd)).toMatchObject({ code: 0 })
  expect(readdirSync(join(dir, '.citable/cache')), 'no new segment').toHaveLength(1)
  expect(contents(join(cwd, 'site'))).toEqual(before)
  const got = await run(['get', '/posts/week-02', '--dir', dir])
  expect(got.stdout).toContain('Two, after')
})

test('the cache is in node_modules/.cache if the project has node_modules', async () => {
  const [dir, cwd] = [archive(), emptyFolder()]
  mkdirSync(join(dir, 'node_modules'))
  await build(dir, cwd)
  expect(existsSync(join(dir, '.citable'))).toBe(false)
  expect(readdirSync(join(dir, 'node_modules/.cache/citable'))).toHaveLength(1)
})

test('--no-cache writes no cache', async () => {
  const [dir, cwd] = [archive(), emptyFolder()]
  expect(await build(dir, cwd, '--no-cache')).toMatchObject({ code: 0 })
  expect(existsSync(join(dir, '.citable'))).toBe(false)
})

test('cache clear removes the cache and reports it', async () => {
  const [dir, cwd] = [archive(), emptyFolder()]
  await build(dir, cwd)
  expect(await run(['cache', 'clear', dir])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Removed .*cache\n$/),
  })
  expect(existsSync(join(dir, '.citable/cache'))).toBe(false)
  expect((await run(['cache', 'clear', dir])).stdout).toMatch(/^No cache in /)
})

test.each([
  ['is a file', (cache: string) => writeFileSync(cache, '')],
  ['contains unknown entries', (cache: string) => mkdirSync(join(cache, 'x.segment'), { recursive: true })],
])('a cache that %s does not affect the build', async (_, spoil) => {
  const [dir, cwd] = [archive(), emptyFolder()]
  await build(dir, cwd, '--no-cache')
  const before = contents(join(cwd, 'site'))
  mkdirSync(join(dir, '.citable'))
  spoil(join(dir, '.citable/cache'))
  rmSync(join(cwd, 'site'), { recursive: true })
  expect(await build(dir, cwd)).toMatchObject({ code: 0, stderr: '' })
  expect(contents(join(cwd, 'site'))).toEqual(before)
})

describe('the cached snapshot of a server', () => {
  const cachedSnapshots = (dir: string) =>
    readdirSync(join(dir, '.citable/cache')).filter((name) => /^snapshot-[\w-]+$/.test(name))
  const snapshotFile = (dir: string) => join(dir, '.citable/cache', cachedSnapshots(dir)[0] ?? '')
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

  const changes: [what: string, change: (dir: string) => void, expected: string][] = [
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
    ['one of its bytes is corrupt', (dir: string) => flip(snapshotFile(dir), 1000), 'Two, after'],
    ['it is truncated', (dir: string) => truncateSync(snapshotFile(dir), 5000), 'Two, after'],
  ]
  test.runIf(isThorough).each(changes)('is rebuilt if %s', async (_, change, expected) => {
    const dir = archive()
    await served(dir)
    change(dir)
    expect(await served(dir)).toEqual({ isCompiled: true, text: expect.stringContaining(expected) })
  })

  test.runIf(isThorough)('is neither written nor used with --no-cache', async () => {
    const dir = archive()
    await served(dir, '--no-cache')
    expect(existsSync(join(dir, '.citable'))).toBe(false)
  })
})

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(path, bytes)
}
