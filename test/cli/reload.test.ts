import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { cases, isThorough } from '../thorough.ts'
import { childrenOf, ended, folderWith, isAlive, post, posts, start, startServer } from './run.ts'

for (const workers of cases(['1'], ['1', '2'])) {
  test(`SIGHUP reloads the content, and keeps the old one on errors, with ${workers} worker(s)`, async () => {
    const dir = folderWith({ 'posts/week-01.md': post('The first text.') })
    const server = await startServer([dir, '--port', '0', '--workers', workers])
    expect(await (await server.get('/posts/week-01.md')).text()).toContain('The first text.')
    writeFileSync(join(dir, 'posts/week-01.md'), post('The second text.'))
    server.signal('SIGHUP')
    expect(await server.complaint()).toBe(`Reloaded ${dir}.`)
    // Enough connections for every worker to get one.
    const texts = async () => {
      const answers = Array.from({ length: 12 }, () => server.get('/posts/week-01.md'))
      return Promise.all(answers.map(async (one) => /The \w+ text/.exec(await (await one).text())?.[0]))
    }
    await expect.poll(texts).toEqual(Array(12).fill('The second text'))
    const before = await server.get('/posts/week-01')
    writeFileSync(join(dir, 'posts/week-01.md'), post(`Text.\n\n${'>'.repeat(101)} lost`))
    server.signal('SIGHUP')
    expect(await server.complaint(), 'broken content').toContain(
      'posts/week-01.md:10:1 error nested-too-deep',
    )
    for (let line = ''; !line.startsWith('Reload'); ) {
      line = await server.complaint()
      if (line.startsWith('Reload'))
        expect(line).toBe(`Reload failed, still serving the previous version of ${dir}: 1 error.`)
    }
    const after = await server.get('/posts/week-01')
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
    expect(await server.stop()).toMatchObject({ code: 0 })
  })
}

test.runIf(isThorough)(
  '--workers serves from several processes on one port, and stops them together',
  async () => {
    const dir = folderWith({ 'posts/week-01.md': post() })
    const server = await startServer([dir, '--port', '0', '--workers', '3'])
    const answers = await Promise.all(Array.from({ length: 12 }, () => server.get('/api/v1/stats.json')))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
  },
)

/** Linux only: finds the compiler process in /proc, and stops it to test what happens meanwhile. */
describe.skipIf(process.platform !== 'linux')('during a compilation', () => {
  const patience = { timeout: 60_000, interval: 2 }
  /** Before exec, the child is still a copy of the server. */
  const isCompiler = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('compile-process')
    } catch {
      return false
    }
  }
  const compilerOf = (pid: number | undefined) =>
    vi.waitUntil(() => childrenOf(pid).find(isCompiler), patience)

  /** A server, and its compiler process, stopped. */
  async function startPaused(dir: string, ...args: string[]) {
    const server = await startServer([dir, '--port', '0', ...args])
    server.signal('SIGHUP')
    const compiler = await compilerOf(server.pid)
    process.kill(compiler, 'SIGSTOP')
    return { server, compiler }
  }

  test.runIf(isThorough)('any number of reload requests cause one more compilation', async () => {
    const dir = folderWith({ 'posts/week-01.md': post('The first text.') })
    const { server, compiler } = await startPaused(dir)
    for (let request = 2; request <= 12; request++) {
      if (request === 12) writeFileSync(join(dir, 'posts/week-01.md'), post('The last text.'))
      server.signal('SIGHUP')
      // A response to a later request shows that the signal has arrived.
      await server.get('/')
      expect(childrenOf(server.pid), `compiler processes after ${request} reload requests`).toEqual([
        compiler,
      ])
    }
    process.kill(compiler, 'SIGCONT')
    const lines = [await server.complaint(), await server.complaint()]
    expect(lines).toEqual([`Reloaded ${dir}.`, `Reloaded ${dir}.`])
    expect(await (await server.get('/posts/week-01.md')).text()).toContain('The last text.')
    expect(childrenOf(server.pid), 'not another compiler process').toEqual([compiler])
    expect((await server.stop()).stderr.trimEnd().split('\n')).toEqual(lines)
  })

  test('--compile-timeout ends it', async () => {
    const stop = `if (process.argv[1]?.includes('compile-process')) process.kill(process.pid, 'SIGSTOP')`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(stop)}` }
    const dir = folderWith({ 'posts/week-01.md': post() })
    const child = start(['serve', dir, '--port', '0', '--compile-timeout', '1'], { env })
    expect(await ended(child)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'citable: Compiling took longer than --compile-timeout.\n',
    })
  })

  // The timeout must exceed a compilation on any machine, so this test is slow.
  test.runIf(isThorough)('after a timeout, the old content is still served', async () => {
    const dir = folderWith({ 'posts/week-01.md': post() })
    const { server, compiler } = await startPaused(dir, '--compile-timeout', '20')
    expect(await server.complaint()).toBe(
      `Reload failed, still serving the previous version of ${dir}: Compiling took longer than --compile-timeout.`,
    )
    expect(isAlive(compiler)).toBe(false)
    expect((await server.get('/posts/week-01')).status).toBe(200)
    server.signal('SIGHUP')
    expect(await server.complaint(), 'the next reload').toBe(`Reloaded ${dir}.`)
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  for (const signal of cases([], ['SIGTERM', 'SIGINT'] as const)) {
    test(`${signal} ends the compiler and the server`, async () => {
      const { server, compiler } = await startPaused(folderWith({ 'posts/week-01.md': post() }))
      expect(await server.stop(signal)).toMatchObject({ code: 0, stderr: '' })
      expect(isAlive(compiler)).toBe(false)
    })

    test(`${signal} ends both before anything is served`, async () => {
      const child = start(['serve', folderWith({ 'posts/week-01.md': post() }), '--port', '0'])
      const end = ended(child)
      const compiler = await compilerOf(child.pid)
      process.kill(compiler, 'SIGSTOP')
      child.kill(signal)
      expect(await end).toEqual({ code: 0, stdout: '', stderr: '' })
      expect(isAlive(compiler)).toBe(false)
    })
  }

  test.runIf(isThorough)('a reload request before anything is served takes effect afterwards', async () => {
    const dir = folderWith({ 'posts/week-01.md': post() })
    const child = start(['serve', dir, '--port', '0'])
    const end = ended(child)
    await compilerOf(child.pid)
    child.kill('SIGHUP')
    child.stderr?.once('data', () => child.kill('SIGTERM'))
    expect(await end).toMatchObject({ code: 0, stderr: `Reloaded ${dir}.\n` })
  })

  test.runIf(isThorough)('the server survives the death of the compiler process', async () => {
    const dir = folderWith({ 'posts/week-01.md': post('The first text.') })
    const { server, compiler } = await startPaused(dir)
    const before = (await server.get('/posts/week-01')).headers.get('etag')
    process.kill(compiler, 'SIGKILL')
    expect(await server.complaint()).toMatch(
      /^Reload failed, .*: The compiler process ended early \(SIGKILL\)/,
    )
    expect((await server.get('/posts/week-01')).headers.get('etag')).toBe(before)
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  test.runIf(isThorough)('the compiler process exits silently if the server dies', async () => {
    const body = post('A paragraph of *some* words. '.repeat(60))
    const child = start(['serve', folderWith(posts(900, () => body)), '--port', '0'])
    // Both share stderr, which closes when both have exited.
    const end = ended(child)
    const compiler = await compilerOf(child.pid)
    // After more than a second of CPU time it is compiling, not starting.
    await vi.waitUntil(() => processorTime(compiler) > 1.2, patience)
    child.kill('SIGKILL')
    expect(await end).toMatchObject({ stdout: '', stderr: '' })
    await vi.waitUntil(() => !isAlive(compiler), patience)
  })

  /** CPU time in seconds; a tick is a hundredth of a second on Linux. */
  function processorTime(pid: number): number {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  }
})

const canLimit = spawnSync('prlimit', ['--version']).status === 0

test.runIf(isThorough && canLimit)(
  'a reload without a free file descriptor fails with one line',
  async () => {
    const dir = folderWith({ 'posts/week-01.md': post() })
    const server = await startServer([dir, '--port', '0', '--no-cache'])
    const limit = (files: number) =>
      spawnSync('prlimit', ['--pid', String(server.pid), `--nofile=${files}:4096`]).status
    const open = new Set(readdirSync(`/proc/${server.pid}/fd`).map(Number))
    const free = Array.from({ length: open.size + 2 }, (_, fd) => fd).filter((fd) => !open.has(fd))
    // One is left, to check that the folder exists.
    expect(limit(free[1] ?? 0)).toBe(0)
    server.signal('SIGHUP')
    expect(await server.complaint()).toMatch(
      /^Reload failed, .*: Cannot start the compiler process: spawn .*EMFILE\.$/,
    )
    expect(limit(4096)).toBe(0)
    server.signal('SIGHUP')
    expect(await server.complaint()).toBe(`Reloaded ${dir}.`)
    expect(await server.stop()).toMatchObject({ code: 0 })
  },
)
