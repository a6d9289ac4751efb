import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { contents, holding, listName, pathsIn, tracing } from './output.ts'
import { emptyFolder, folderWith, type Options, post, run, start } from './run.ts'

/** Two archives: one post is in only one of them, and one differs. */
const volumes = [0, 1].map((volume) =>
  folderWith({
    'archive.yaml': 'title: A title\nlook: {card: false}\n',
    'posts/week-01.md': post('The same in both.'),
    'posts/week-02.md': post(`Volume ${volume}.`),
    [`posts/week-1${volume}.md`]: post('In one alone.'),
    'assets/data.txt': 'data',
  }),
) as [string, string]

const releaseArgs = (volume: 0 | 1, more: readonly string[] = []) => {
  return ['build', volumes[volume], '--out', 'site', '--releases', ...more]
}
const release = (volume: 0 | 1, cwd: string, more: readonly string[] = [], env: Options['env'] = {}) =>
  run(releaseArgs(volume, more), { cwd, env })
const rollback = (cwd: string, ...more: string[]) => run(['rollback', '--out', 'site', ...more], { cwd })
const namesIn = (cwd: string) => readdirSync(join(cwd, 'site/releases')).sort()
const currentIn = (cwd: string) => readlinkSync(join(cwd, 'site/current')).replace('releases/', '')
const current = (cwd: string) => contents(realpathSync(join(cwd, 'site/current')))

/** The sites as a build without releases writes them. */
const sites: Record<string, string>[] = []
beforeAll(async () => {
  for (const volume of [0, 1] as const) {
    const cwd = emptyFolder()
    await run(['build', volumes[volume], '--out', 'site'], { cwd })
    sites[volume] = contents(join(cwd, 'site'))
  }
})

test('each build gets its own folder, and `current` links to the latest', async () => {
  const cwd = emptyFolder()
  const first = await release(0, cwd)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(
    /^\d+ files in site\/releases\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ \(now site\/current\), base URL /,
  )
  expect(current(cwd)).toEqual(sites[0])
  const before = currentIn(cwd)
  expect((await release(1, cwd)).code).toBe(0)
  expect(namesIn(cwd)).toEqual([before, currentIn(cwd)])
  expect(current(cwd)).toEqual(sites[1])
  expect(contents(join(cwd, 'site/releases', before)), 'the previous release').toEqual(sites[0])
  expect(readdirSync(join(cwd, 'site')).sort()).toEqual(['current', 'releases'])
})

test('a release shares unchanged files, and never changes other releases', async () => {
  const cwd = emptyFolder()
  await release(0, cwd)
  await release(1, cwd)
  const [old = '', now = ''] = namesIn(cwd).map((name) => join(cwd, 'site/releases', name))
  const inBoth = pathsIn(now).filter((path) => path !== listName && existsSync(join(old, path)))
  const counts = { shared: 0, own: 0 }
  for (const path of inBoth) {
    const isSame = sites[0]?.[path] === sites[1]?.[path]
    const isShared = statSync(join(old, path)).ino === statSync(join(now, path)).ino
    expect(isShared, `${path} is shared by both`).toBe(isSame)
    counts[isShared ? 'shared' : 'own']++
  }
  expect(counts.shared).toBeGreaterThan(20)
  expect(counts.own).toBeGreaterThan(5)
  // Even a build directly into a release replaces files and never writes into shared ones.
  await run(['build', volumes[0], '--out', now, '--base-url', 'https://other.example'], {
    cwd,
  })
  expect(contents(old)).toEqual(sites[0])
})

test('unchanged content makes no new release', async () => {
  const cwd = emptyFolder()
  await release(0, cwd)
  const [only] = namesIn(cwd)
  const again = await release(0, cwd)
  expect(again.code).toBe(0)
  expect(again.stdout).toContain(` unchanged files in site/releases/${only}, base URL `)
  expect(namesIn(cwd)).toEqual([only])
  expect(readdirSync(join(cwd, 'site')).sort()).toEqual(['current', 'releases'])
})

test('a release sorts after the latest even if the clock is behind', async () => {
  const cwd = folderWith({ [`site/releases/2999-12-31T23-59-59Z/${listName}`]: '{"files":[]}' })
  await release(0, cwd)
  expect(currentIn(cwd)).toBe('3000-01-01T00-00-00Z')
})

describe('old releases', () => {
  test('are removed beyond --keep', async () => {
    const cwd = emptyFolder()
    for (const volume of [0, 1, 0, 1] as const)
      expect((await release(volume, cwd, ['--keep', '2'])).code).toBe(0)
    expect(namesIn(cwd)).toHaveLength(2)
    expect(currentIn(cwd)).toBe(namesIn(cwd)[1])
    expect(current(cwd)).toEqual(sites[1])
  })

  test('are kept if published or if they contain other files, and so is anything else in the folder', async () => {
    const others = {
      'site/CNAME': 'example.org',
      'site/releases/notes.txt': 'mine',
      'site/releases/2020-01-01T00-00-00Z/mine.txt': 'a folder that only looks like a release',
      'site/releases/before/index.html': 'mine',
    }
    const cwd = folderWith(others)
    await release(0, cwd)
    const first = currentIn(cwd)
    writeFileSync(join(cwd, 'site/releases', first, 'posts/notes.txt'), 'mine')
    await release(1, cwd)
    const second = currentIn(cwd)
    const ended = await release(0, cwd, ['--keep', '1'])
    expect(ended.stdout).toContain(
      `site/releases/${first} was kept: it contains files that no build wrote.\n`,
    )
    expect(namesIn(cwd)).toContain(first)
    expect(namesIn(cwd)).not.toContain(second)
    for (const [path, text] of Object.entries(others))
      expect(readFileSync(join(cwd, path), 'utf8')).toBe(text)
    expect((await rollback(cwd, '--list')).stdout.split('\n')).toHaveLength(3)

    await rollback(cwd, '--to', first)
    await release(1, cwd, ['--keep', '1'])
    expect(namesIn(cwd)).toContain(first)
  })
})

describe('rollback', () => {
  test('publishes the previous or the named release, and --list shows all', async () => {
    const cwd = emptyFolder()
    for (const volume of [0, 1, 0] as const) await release(volume, cwd)
    const [a = '', b = '', c = ''] = namesIn(cwd)
    expect((await rollback(cwd, '--list')).stdout).toBe(`${a}\n${b}\n${c} (current)\n`)
    expect(await rollback(cwd)).toEqual({
      code: 0,
      stdout: `site/current now points to ${b} (was ${c})\n`,
      stderr: '',
    })
    expect(current(cwd)).toEqual(sites[1])
    expect((await rollback(cwd, '--to', c)).stdout).toBe(`site/current now points to ${c} (was ${b})\n`)
    await rollback(cwd, '--to', a)
    expect(await rollback(cwd)).toEqual({
      code: 1,
      stdout: '',
      stderr: `citable: site/current is unchanged: there is no release before ${a}\n`,
    })
    expect((await rollback(cwd, '--to', 'x')).stderr).toBe(
      'citable: site/current is unchanged: there is no release x; --list shows them all\n',
    )
    expect(currentIn(cwd)).toBe(a)
    expect(namesIn(cwd)).toEqual([a, b, c])
    expect(readdirSync(join(cwd, 'site')).sort()).toEqual(['current', 'releases'])
  })

  test('fails without releases', async () => {
    const cwd = folderWith({ 'site/index.html': 'mine' })
    expect((await rollback(cwd)).stderr).toBe(
      'citable: site has no releases; citable build --releases creates them.\n',
    )
    expect((await run(['rollback', '--out', 'nowhere'], { cwd })).stderr).toMatch(
      /^citable: nowhere does not exist/,
    )
    expect(readdirSync(cwd)).toEqual(['site'])
  })

  test('stops a running build, which could remove the published release', async () => {
    const cwd = emptyFolder()
    for (const volume of [0, 1] as const) await release(volume, cwd)
    const [first = ''] = namesIn(cwd)
    const { env, held, release: resume } = holding()
    const exit = once(start(releaseArgs(0, ['--keep', '1']), { cwd, env }), 'exit')
    await held()
    expect((await rollback(cwd)).code).toBe(0)
    resume()
    expect(await exit).toEqual([1, null])
    expect(currentIn(cwd)).toBe(first)
    expect(current(cwd)).toEqual(sites[0])
  })
})

describe('conflicts are reported, and nothing changes', () => {
  const refused = async (cwd: string, args: readonly string[], says: string) => {
    const before = pathsIn(cwd)
    const ended = await run(args, { cwd })
    expect(ended.stderr).toContain(says)
    expect(ended.code).not.toBe(0)
    expect(pathsIn(cwd)).toEqual(before)
  }

  test('an earlier build without releases', async () => {
    const cwd = emptyFolder()
    await run(['build', volumes[0], '--out', 'site'], { cwd })
    await refused(cwd, releaseArgs(0), 'it contains a build without releases')
  })

  test('earlier releases, for a build without them', async () => {
    const cwd = emptyFolder()
    await release(0, cwd)
    await refused(cwd, ['build', volumes[0], '--out', 'site'], 'it contains releases')
  })

  test.each([
    ['a folder', (at: string) => mkdirSync(at)],
    ['a link', (at: string) => symlinkSync('elsewhere', at)],
    ['a file', (at: string) => writeFileSync(at, 'mine')],
  ])('%s named current', async (_, put) => {
    const cwd = folderWith({ 'site/elsewhere/mine.txt': 'mine' })
    put(join(cwd, 'site/current'))
    await refused(cwd, releaseArgs(0), 'current was not written by a build')
  })

  test('--keep without --releases, and --releases for Cloudflare', async () => {
    const cwd = emptyFolder()
    await refused(cwd, ['build', volumes[0], '--out', 'site', '--keep', '3'], '--keep needs --releases')
    await refused(cwd, releaseArgs(0, ['--target', 'cloudflare']), 'leave out --releases')
    await refused(cwd, releaseArgs(0, ['--keep', '0']), 'must be a whole number from 1 to 1000')
  })
})

async function traced(volume: 0 | 1, cwd: string) {
  const file = join(emptyFolder(), 'trace.json')
  const env = { NODE_OPTIONS: tracing, TRACE_FILE: file }
  expect(await release(volume, cwd, ['--keep', '2'], env)).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(readFileSync(file, 'utf8')) as { call: string; path: string; to: string }[]
}

test('a killed build leaves the old or the new site, and the next build cleans up', async () => {
  const cwd = emptyFolder()
  const keep = ['--keep', '2']
  for (const volume of [0, 1, 0] as const) await release(volume, cwd, keep)
  const changes = (await traced(1, cwd)).filter(({ call }) => call.endsWith('Sync'))
  const published = changes.findIndex(
    ({ call, to }) => call === 'renameSync' && to === join(realpathSync(cwd), 'site/current'),
  )
  expect(published).toBeGreaterThan(60)
  // Some points spread over the writes, then every change around publishing the release and removing the oldest.
  const early = [1, 2, 3].map((part) => Math.ceil((part / 4) * published))
  // A newer Node removes a folder in one call.
  const late = [-3, -2, -1, 0, 1, 2, 3, 20]
    .map((from) => published + from)
    .filter((change) => change < changes.length)
  const found = { old: 0, new: 0 }
  for (const change of [...early, ...late]) {
    await release(0, cwd, keep)
    const where = `killed before ${changes[change]?.call} ${changes[change]?.path}`
    const killed = await release(1, cwd, keep, { NODE_OPTIONS: tracing, KILL_BEFORE: String(change + 1) })
    expect(killed.code, where).toBe(null)
    expect(existsSync(join(cwd, 'site/current')), `current exists, ${where}`).toBe(true)
    const isNew = change > published
    expect(current(cwd), where).toEqual(sites[isNew ? 1 : 0])
    found[isNew ? 'new' : 'old']++
    for (const name of namesIn(cwd))
      expect(sites, `release ${name}, ${where}`).toContainEqual(contents(join(cwd, 'site/releases', name)))
    expect((await release(1, cwd, keep)).code, `after the next build, ${where}`).toBe(0)
    expect(current(cwd), `after the next build, ${where}`).toEqual(sites[1])
    expect(readdirSync(join(cwd, 'site')).sort(), `after the next build, ${where}`).toEqual([
      'current',
      'releases',
    ])
    expect(namesIn(cwd)).toHaveLength(2)
  }
  expect(found.old).toBe(7)
  expect(found.new).toBeGreaterThan(0)
}, 600_000)

test('a release is synced to disk before `current` links to it', async () => {
  const cwd = emptyFolder()
  await release(0, cwd)
  const calls = await traced(1, cwd)
  const site = realpathSync(join(cwd, 'site'))
  const place = join(site, 'releases', currentIn(cwd))
  const at = (name: string, path: string, from = 0) =>
    calls.findIndex((one, index) => index >= from && one.call === name && one.path === path)
  const placed = calls.findIndex(({ call, to }) => call === 'renameSync' && to === place)
  const published = calls.findIndex(({ call, to }) => call === 'renameSync' && to === join(site, 'current'))
  const staged = calls[placed]?.path ?? ''
  let own = 0
  for (const path of pathsIn(place)) {
    const link = calls.some(({ call, to }) => call === 'linkSync' && to === join(staged, path))
    if (link) continue
    own++
    const synced = at('fdatasync', join(staged, path))
    expect(synced >= 0 && synced < placed, `${path} is synced before the release is renamed`).toBe(true)
  }
  expect(own).toBeGreaterThan(5)
  for (const folder of ['', 'posts', 'api/v1/posts']) {
    const synced = at('fsync', join(staged, folder))
    expect(synced >= 0 && synced < placed, `folder "${folder}" is synced before the release is renamed`).toBe(
      true,
    )
  }
  const listed = at('fsync', join(site, 'releases'), placed)
  expect(listed > placed && listed < published, 'the folder of releases is synced before the link').toBe(true)
  expect(at('fsync', site, published), 'the link is synced before the build succeeds').toBeGreaterThan(
    published,
  )
})

test('readers of `current` always get a complete page during builds and rollbacks', async () => {
  const cwd = emptyFolder()
  await release(0, cwd)
  const homes = [0, 1].map((volume) => sites[volume]?.['index.html'])
  // File times are not part of a site, and must not make a release.
  utimesSync(join(cwd, 'site/current/index.html'), 1, 1)
  let done = false
  const changing = (async () => {
    for (let round = 0; round < 3; round++) {
      await release(1, cwd, ['--keep', '2'])
      await rollback(cwd)
      await release(0, cwd, ['--keep', '2'])
    }
    done = true
  })()
  let read = 0
  while (!done) {
    for (let many = 0; many < 200; many++, read++) {
      const home = readFileSync(join(cwd, 'site/current/index.html'), 'base64')
      if (!homes.includes(home)) expect.fail(`read ${read}: neither the old home page nor the new one`)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  await changing
  expect(read).toBeGreaterThan(1000)
})
