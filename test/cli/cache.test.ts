import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contents } from './output.ts'
import { emptyFolder, folderWith, post, run } from './run.ts'

const archive = () =>
  folderWith({
    'archive.yaml': 'title: The Review\n',
    'posts/week-01.md': post('One.'),
    'posts/week-02.md': post('Two, after [one](week-01.md).'),
  })
const build = (dir: string, cwd: string, ...more: string[]) =>
  run(['build', dir, '--out', 'site', '--quiet', ...more], { cwd })

test('is beside the archive, where git looks away, and the next command uses it', async () => {
  const [dir, cwd] = [archive(), emptyFolder()]
  expect(await build(dir, cwd)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(join(dir, '.citable/cache'))).toHaveLength(1)
  expect(readFileSync(join(dir, '.citable/.gitignore'), 'utf8')).toBe('*\n')
  const before = contents(join(cwd, 'site'))
  expect(await build(dir, cwd)).toMatchObject({ code: 0 })
  expect(readdirSync(join(dir, '.citable/cache')), 'nothing was new').toHaveLength(1)
  expect(contents(join(cwd, 'site'))).toEqual(before)
  const got = await run(['get', '/posts/week-02', '--dir', dir])
  expect(got.stdout).toContain('Two, after')
})

test('is with those of other tools in a project that has a folder for them', async () => {
  const [dir, cwd] = [archive(), emptyFolder()]
  mkdirSync(join(dir, 'node_modules'))
  await build(dir, cwd)
  expect(existsSync(join(dir, '.citable'))).toBe(false)
  expect(readdirSync(join(dir, 'node_modules/.cache/citable'))).toHaveLength(1)
})

test('--no-cache neither reads nor writes it', async () => {
  const [dir, cwd] = [archive(), emptyFolder()]
  expect(await build(dir, cwd, '--no-cache')).toMatchObject({ code: 0 })
  expect(existsSync(join(dir, '.citable'))).toBe(false)
})

test('cache clear removes it, and says so', async () => {
  const [dir, cwd] = [archive(), emptyFolder()]
  await build(dir, cwd)
  expect(await run(['cache', 'clear', dir])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Removed .*cache\n$/),
  })
  expect(existsSync(join(dir, '.citable/cache'))).toBe(false)
  expect((await run(['cache', 'clear', dir])).stdout).toMatch(/^There is no cache in /)
})

test.each([
  ['is a file', (cache: string) => writeFileSync(cache, '')],
  ['has other things in it', (cache: string) => mkdirSync(join(cache, 'x.segment'), { recursive: true })],
])('a cache that %s changes nothing', async (_, spoil) => {
  const [dir, cwd] = [archive(), emptyFolder()]
  await build(dir, cwd, '--no-cache')
  const before = contents(join(cwd, 'site'))
  mkdirSync(join(dir, '.citable'))
  spoil(join(dir, '.citable/cache'))
  rmSync(join(cwd, 'site'), { recursive: true })
  expect(await build(dir, cwd)).toMatchObject({ code: 0, stderr: '' })
  expect(contents(join(cwd, 'site'))).toEqual(before)
})
