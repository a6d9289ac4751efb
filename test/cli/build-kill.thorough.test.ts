import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { contents, holding, listName, tracing } from './output.ts'
import { emptyFolder, ended, folderWith, type Options, post, run, start } from './run.ts'

/** Two archives: some posts are in only one, some differ, and a file in one is a folder in the other. */
const volumes = [0, 1].map((volume) => {
  const ids = Array.from({ length: 12 }, (_, at) => `week-${String(at + 10 + volume * 4)}`)
  const posts = ids.map((id) => [`posts/${id}.md`, post(`Volume ${volume}. ${'Some words. '.repeat(99)}`)])
  const asset = volume === 0 ? 'assets/data' : 'assets/data/deep.txt'
  return folderWith({
    ...Object.fromEntries(posts),
    'archive.yaml': `title: Volume ${volume}\n`,
    [asset]: 'x',
  })
}) as [string, string]

const build = (volume: 0 | 1, cwd: string, env: Options['env'] = {}) =>
  run(['build', volumes[volume], '--out', 'site'], { cwd, env })

const isStaged = (path: string) => path.startsWith('.citable-staging-')
const staged = (cwd: string) => readdirSync(join(cwd, 'site')).filter(isStaged)

interface Call {
  readonly call: string
  readonly path: string
  readonly to?: string
}

/** The file system calls of a build, in order. */
async function traced(volume: 0 | 1, cwd: string): Promise<Call[]> {
  const file = join(emptyFolder(), 'trace.json')
  const ended = await build(volume, cwd, { NODE_OPTIONS: tracing, TRACE_FILE: file })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(readFileSync(file, 'utf8'))
}

describe('a killed build', () => {
  const cwd = emptyFolder()
  /** The site of each volume, and the number of disk changes to it from the other. */
  const sites: Record<string, string>[] = []
  const changes: number[] = []

  beforeAll(async () => {
    await build(0, cwd)
    for (const volume of [1, 0] as const) {
      const calls = await traced(volume, cwd)
      changes[volume] = calls.filter(({ call }) => call.endsWith('Sync')).length
      sites[volume] = contents(join(cwd, 'site'))
    }
  })

  test('leaves each file old or new, and the next build repairs the site', async () => {
    const points = 8
    let mixed = 0
    let [now, other]: [0 | 1, 0 | 1] = [0, 1]
    for (let point = 1; point <= points; point++) {
      const before = Math.ceil((point / points) * (changes[other] ?? 0))
      const where = `killed before change ${before} of ${changes[other]}`
      const killed = await build(other, cwd, { NODE_OPTIONS: tracing, KILL_BEFORE: String(before) })
      expect(killed.code, where).toBe(null)
      const found = Object.entries(contents(join(cwd, 'site'))).filter(
        ([path]) => path !== listName && !isStaged(path),
      )
      const isOld = ([path, body]: [string, string]) => sites[now]?.[path] === body
      const isNew = ([path, body]: [string, string]) => sites[other]?.[path] === body
      const neither = found.filter((file) => !isOld(file) && !isNew(file)).map(([path]) => path)
      expect(neither, `neither old nor new, ${where}`).toEqual([])
      if (found.some((file) => file[0] === 'index.html' && isNew(file))) {
        const paths = new Set([listName, ...found.filter(isNew).map(([path]) => path)])
        const missing = Object.keys(sites[other] ?? {}).filter((path) => !paths.has(path))
        expect(missing, `missing although the new home page is in place, ${where}`).toEqual([])
      }
      if (!found.every(isOld) && !found.every(isNew)) mixed++

      // A build of either site must recognize the files as its own.
      if (point % 2 === 0) [now, other] = [other, now]
      expect(await build(now, cwd), `after the next build, ${where}`).toMatchObject({ code: 0, stderr: '' })
      expect(contents(join(cwd, 'site')), `after the next build, ${where}`).toEqual(sites[now])
      expect(staged(cwd)).toEqual([])
    }
    expect(mixed, 'builds killed between the first and the last rename').toBeGreaterThan(2)
  }, 600_000)

  test('at its first file leaves a folder that the next build can use', async () => {
    const fresh = emptyFolder()
    await build(1, fresh, { NODE_OPTIONS: tracing, KILL_BEFORE: '10' })
    expect(staged(fresh)).toHaveLength(1)
    expect((await build(1, fresh)).code).toBe(0)
    expect(contents(join(fresh, 'site'))).toEqual(sites[1])
  })
})

test('a build takes over from a running one, which then stops', async () => {
  const cwd = emptyFolder()
  await build(0, cwd)
  const { env, held, release } = holding()
  const exit = ended(start(['build', volumes[1], '--out', 'site'], { cwd, env }))
  await held()
  expect((await build(0, cwd)).code).toBe(0)
  const before = contents(join(cwd, 'site'))
  release()
  expect(await exit).toEqual({
    code: 1,
    stdout: '',
    stderr: 'citable: Another command took over writing to site; this one stopped.\n',
  })
  expect(contents(join(cwd, 'site'))).toEqual(before)
})

test('two concurrent builds: at least one succeeds, a failing one says why, and the site is from one of them', async () => {
  const args = (volume: 0 | 1, out: string) => ['build', volumes[volume], '--out', out]
  const cwd = emptyFolder()
  const sites: Record<string, string>[] = []
  for (const volume of [0, 1] as const) {
    expect((await run(args(volume, `sites-${volume}`), { cwd })).code).toBe(0)
    sites.push(contents(join(cwd, `sites-${volume}`)))
  }
  for (let round = 0; round < 3; round++) {
    const both = await Promise.all(
      [0, 1].map((volume) => ended(start(args(volume as 0 | 1, 'site'), { cwd }))),
    )
    expect(both.map(({ code }) => code)).toContain(0)
    for (const { code, stderr } of both)
      if (code !== 0)
        expect(stderr).toMatch(/^citable: .*[Aa]nother command (?:is writing|took over writing) to [^\n]*\n$/)
    expect(sites).toContainEqual(contents(join(cwd, 'site')))
    expect(staged(cwd)).toEqual([])
  }
})

test('files and their folders are synced to disk before the build succeeds', async () => {
  const cwd = emptyFolder()
  const root = join(cwd, 'site')
  for (const volume of [0, 1] as const) {
    const earlier = volume === 0 ? {} : contents(root)
    const calls = await traced(volume, cwd)
    const changed = Object.entries(contents(root)).filter(([path, body]) => earlier[path] !== body)
    const has = (name: string, target: string, from: number, to?: number) =>
      calls.slice(from, to).some(({ call, path }) => call === name && path === target)
    for (const [path] of changed) {
      const target = join(root, path)
      const at = calls.findLastIndex(({ call, to }) => call === 'renameSync' && to === target)
      const source = calls[at]?.path ?? ''
      expect(has('fdatasync', source, 0, at), `${path} is synced before its rename`).toBe(true)
      for (let folder = dirname(target); folder !== dirname(root); folder = dirname(folder)) {
        expect(has('fsync', folder, at), `${folder} is synced after the rename of ${path}`).toBe(true)
      }
    }
    expect(changed.length).toBeGreaterThan(50)
    expect(has('fsync', cwd, 0), 'the parent of a new output folder is synced').toBe(volume === 0)
  }
})
