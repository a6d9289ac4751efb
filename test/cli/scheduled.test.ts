import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isCurrent } from '../../src/build/cached-snapshot.ts'
import { schedule } from '../../src/cli/watch.ts'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { startOfDay } from '../../src/base/dates.ts'
import { isThorough } from '../thorough.ts'
import { archiveWith, emptyFolder, post, run, startServer } from './run.ts'

const later = post().replace('2026-01-05', '2999-01-02')
const files = { 'archive.yaml': '', 'posts/week-01.md': post(), 'posts/week-02.md': later }
const site = ['--base-url', 'https://example.org']

test.each([
  ['build', (dir: string, out: string) => ['build', dir, '--out', out, ...site]],
  ['pack', (dir: string, out: string) => ['pack', dir, '--out', out, ...site]],
  ['get', (dir: string) => ['get', '/posts/week-02', '--dir', dir]],
  ['check', (dir: string) => ['check', dir]],
])('%s excludes a future post and reports it', async (_, args) => {
  const dir = archiveWith(files)
  const { stdout, stderr } = await run(args(dir, join(emptyFolder(), 'out')))
  expect(stdout + stderr).toContain(`1 post is scheduled: 2999-01-02 ${dir}/posts/week-02.md\n`)
})

test('build writes a scheduled post only with --future', async () => {
  const [dir, out] = [archiveWith(files), join(emptyFolder(), 'site')]
  await run(['build', dir, '--out', out, ...site])
  expect(existsSync(join(out, 'posts/week-02.html'))).toBe(false)
  const { stderr } = await run(['build', dir, '--out', out, '--future', ...site])
  expect(existsSync(join(out, 'posts/week-02.html'))).toBe(true)
  expect(stderr).not.toContain('scheduled')
})

const [inYaml, inLines] = ['---\ndate: 2999-01-02\n---\n', 'Date: 2999-01-02\n\nText.']
test.each([
  ['Jekyll', { '_config.yml': '', '_posts/2020-01-02-a.md': 'Text.', '_posts/2999-01-02-b.md': 'Text.' }, 1],
  ['Hugo', { 'hugo.toml': '', 'content/posts/a.md': 'Text.', 'content/posts/b.md': inYaml }, 1],
  ['Pelican', { 'pelicanconf.py': '', 'content/a.md': 'Text.', 'content/b.md': inLines }, 2],
  ['a plain folder', { 'a.md': 'Text.', '2999-01-02-b.md': 'Text.' }, 1],
  ['`future: true`', { 'archive.yaml': 'future: true', 'a.md': 'Text.', '2999-01-02-b.md': 'Text.' }, 2],
])('future posts are excluded as %s does', async (_, site, count) => {
  const { value } = await readArchive(fromMemory(site), { asOf: '2026-05-01T10:00:00Z' })
  expect(value?.posts).toHaveLength(count)
})

test('--as-of overrides the settings', async () => {
  const site = { 'archive.yaml': 'future: true', 'a.md': 'Text.', '2999-01-02-b.md': 'Text.' }
  expect((await readArchive(fromMemory(site), { asOf: '2026-05-01' })).value?.posts).toHaveLength(1)
})

test('--strict accepts a scheduled post', async () => {
  expect((await run(['check', archiveWith(files), '--strict'])).code).toBe(0)
})

test('posts expire and appear on their day', async () => {
  const files = {
    'hugo.toml': '',
    'content/posts/a.md': 'Text.',
    'content/posts/b.md': '---\ndate: 2026-05-01\nexpirydate: 2026-05-03\n---\n\nText.\n',
    'content/posts/c.md': '+++\ndate = 2026-05-01\npublishDate = 2026-05-09\n+++\n\nText.\n',
  }
  const asOf = async (moment: string) => {
    const { value, diagnostics, nextChange } = await readArchive(fromMemory(files), { asOf: moment })
    const rules = diagnostics.map(({ rule, line }) => `${rule} in line ${line}`)
    return [value?.posts.map(({ id }) => id).join(' '), ...rules, nextChange]
  }
  const [scheduled, expired] = ['future-date in line 3', 'expired in line 3']
  expect(await asOf('2026-05-02T10:00:00Z')).toEqual(['b a', scheduled, '2026-05-03T00:00:00.000Z'])
  expect(await asOf('2026-05-03T00:00:00Z')).toEqual(['a', expired, scheduled, '2026-05-09T00:00:00.000Z'])
  expect(await asOf('2026-05-09T10:00:00Z')).toEqual(['c a', expired, undefined])
  const all = await readArchive(fromMemory(files), { asOf: '2026-05-03T00:00:00Z', future: true })
  // Future posts, but no expired ones.
  expect(all.value?.posts.map(({ id }) => id)).toEqual(['c', 'a'])
  // With --as-of, nothing changes by itself.
  expect(await asOf('2026-05-02')).toEqual(['b a', scheduled, undefined])
})

test('a server publishes when the next change is due, and again if that fails', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-05-01T10:00:00Z') })
  try {
    let published = 0
    const { set, close } = schedule(() => published++)
    set('2026-05-03T00:00:00Z')
    vi.advanceTimersByTime(38 * 3_600_000 - 1)
    expect(published).toBe(0)
    vi.advanceTimersByTime(1)
    expect(published).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(published, 'a minute after a failure').toBe(2)
    set(undefined)
    vi.advanceTimersByTime(3_600_000)
    expect(published, 'after a success').toBe(2)
    close()
  } finally {
    vi.useRealTimers()
  }
})

test('a compiled snapshot is current until the next change', () => {
  const asOf = '2026-05-01T10:00:00Z'
  const snapshot = { asOf, nextChange: '2026-05-03T00:00:00.000Z' }
  expect(isCurrent(snapshot, '2026-05-02T23:59:59Z')).toBe(true)
  expect(isCurrent(snapshot, '2026-05-03T00:00:00Z')).toBe(false)
  expect(isCurrent(snapshot, '2026-05-01T09:00:00Z'), 'the clock was set back').toBe(false)
  expect(isCurrent(snapshot, undefined), 'with --future').toBe(false)
  expect(isCurrent({ ...snapshot, asOf: '2026-05-01' }, asOf), 'with --as-of').toBe(false)
})

/** Sets the clock of a process and its children to this many seconds before midnight. */
const clockBefore = (midnight: string, seconds: number) => {
  const shift = Date.parse(midnight) - seconds * 1000 - Date.now()
  const script = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ${shift}) }
    static now() { return Real.now() + ${shift} } }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}

test.runIf(isThorough)(
  'serve publishes a scheduled post when its day begins in the time zone of the site',
  async () => {
    const dir = archiveWith({
      'archive.yaml': 'timeZone: America/Los_Angeles\n',
      'posts/now.md': post(),
      'posts/soon.md': post().replace(/published: .*/, 'published: 2031-03-04'),
    })
    const env = clockBefore('2031-03-04T08:00:00Z', 25)
    const server = await startServer([dir, '--port', '0'], { env })
    expect((await server.get('/posts/now')).status).toBe(200)
    expect((await server.get('/posts/soon')).status).toBe(404)
    await expect.poll(async () => (await server.get('/posts/soon')).status, { timeout: 60_000 }).toBe(200)
    await server.stop()
  },
)

test.each([
  ['UTC', '2026-05-03', '2026-05-03T00:00:00.000Z'],
  ['Asia/Kathmandu', '2026-05-03', '2026-05-02T18:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-05-03', '2026-05-02T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-05-03', '2026-05-03T11:00:00.000Z'],
  ['America/Los_Angeles', '2026-03-09', '2026-03-09T07:00:00.000Z'],
])('in %s, %s begins at %s', (zone, day, moment) => {
  expect(new Date(startOfDay(zone, day)).toISOString()).toBe(moment)
})
