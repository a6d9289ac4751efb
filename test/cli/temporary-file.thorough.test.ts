import { readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { childrenOf, emptyFolder, ended, folderWith, isAlive, post, run, start, startServer } from './run.ts'

/** The temporary file of the served snapshot. */

const archive = () => folderWith({ 'posts/week-01.md': post('The first text.') })

for (const workers of ['1', '2']) {
  describe(`with ${workers} worker(s)`, () => {
    test('the temporary file is unlinked while it is served, also after a reload', async () => {
      const dir = archive()
      const TMPDIR = emptyFolder()
      const server = await startServer([dir, '--port', '0', '--workers', workers], { env: { TMPDIR } })
      expect(readdirSync(TMPDIR)).toEqual([])
      writeFileSync(join(dir, 'posts/week-01.md'), post('The second text.'))
      server.signal('SIGHUP')
      expect(await server.complaint()).toBe(`Reloaded ${dir}.`)
      await expect.poll(() => readdirSync(TMPDIR)).toEqual([])
      expect(await (await server.get('/posts/week-01.md')).text()).toContain('The second text.')
      expect(await server.stop()).toMatchObject({ code: 0, stderr: `Reloaded ${dir}.\n` })
    })
  })
}

test.skipIf(process.platform !== 'linux')('each reload closes the previous file', async () => {
  const dir = archive()
  const server = await startServer([dir, '--port', '0'])
  const open = () => readdirSync(`/proc/${server.pid}/fd`).length
  const reload = async () => {
    server.signal('SIGHUP')
    expect(await server.complaint()).toBe(`Reloaded ${dir}.`)
  }
  await reload()
  const before = open()
  for (let times = 0; times < 3; times++) await reload()
  await expect.poll(open).toBeLessThanOrEqual(before)
  writeFileSync(join(dir, 'posts/week-01.md'), post(`Text.\n\n${'>'.repeat(101)} lost`))
  server.signal('SIGHUP')
  while (!(await server.complaint()).startsWith('Reload'));
  await expect.poll(open, { message: 'nor does one that comes to nothing' }).toBeLessThanOrEqual(before)
  await server.stop()
})

test.skipIf(process.platform !== 'linux')(
  'no file is left if all processes are killed during a compilation',
  async () => {
    const TMPDIR = emptyFolder()
    const child = start(['serve', archive(), '--port', '0'], { env: { TMPDIR } })
    const end = ended(child)
    const [compiler = 0] = await vi.waitUntil(
      () => childrenOf(child.pid).length > 0 && childrenOf(child.pid),
      { timeout: 60_000, interval: 2 },
    )
    process.kill(compiler, 'SIGSTOP')
    child.kill('SIGKILL')
    process.kill(compiler, 'SIGKILL')
    await end
    await expect.poll(() => isAlive(compiler)).toBe(false)
    expect(readdirSync(TMPDIR)).toEqual([])
  },
)

test('workers keep serving if the temporary folder is removed', async () => {
  const TMPDIR = emptyFolder()
  const server = await startServer([archive(), '--port', '0', '--workers', '2'], { env: { TMPDIR } })
  rmdirSync(TMPDIR)
  server.signal('SIGHUP')
  expect(await server.complaint()).toMatch(/^Reload failed, .*TMPDIR/)
  expect((await server.get('/posts/week-01')).status).toBe(200)
  expect(await server.stop()).toMatchObject({ code: 0 })
})

describe('without a temporary folder', () => {
  const env = { TMPDIR: '/nowhere' }

  test('the archive is served from memory and can be reloaded', async () => {
    const dir = archive()
    const server = await startServer([dir, '--port', '0'], { env })
    expect(await (await server.get('/posts/week-01.md')).text()).toContain('The first text.')
    writeFileSync(join(dir, 'posts/week-01.md'), post('The second text.'))
    server.signal('SIGHUP')
    expect(await server.complaint()).toBe(`Reloaded ${dir}.`)
    expect(await (await server.get('/posts/week-01.md')).text()).toContain('The second text.')
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  test('--workers fails before it reads the content, and says how to fix it', async () => {
    const broken = folderWith({ 'posts/week-01.md': post(`Text.\n\n${'>'.repeat(101)} lost`) })
    const { code, stdout, stderr } = await run(['serve', broken, '--port', '0', '--workers', '2'], { env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^citable: Workers share a temporary file, .* set TMPDIR to a writable folder.*\n$/,
    )
  })
})
