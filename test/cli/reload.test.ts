import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { folderWith, post, startServer } from './run.ts'

for (const workers of ['1', '2']) {
  const archive = () => folderWith({ 'posts/week-01.md': post('The first text.') })
  const start = (dir: string) => startServer([dir, '--port', '0', '--workers', workers])

  test(`SIGHUP serves the content as it is now, with ${workers} worker(s)`, async () => {
    const dir = archive()
    const server = await start(dir)
    expect(await (await server.get('/posts/week-01.md')).text()).toContain('The first text.')
    writeFileSync(join(dir, 'posts/week-01.md'), post('The second text.'))
    server.signal('SIGHUP')
    expect(await server.complaint()).toBe(`Serving ${dir} as it is now.`)
    await expect
      .poll(async () => (await server.get('/posts/week-01.md')).text())
      .toContain('The second text.')
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  test(`SIGHUP with broken content tells what is wrong and keeps the old archive, with ${workers} worker(s)`, async () => {
    const dir = archive()
    const server = await start(dir)
    const before = await server.get('/posts/week-01')
    writeFileSync(join(dir, 'posts/week-01.md'), post('A [dead](nowhere.md) link.'))
    server.signal('SIGHUP')
    expect(await server.complaint()).toContain('posts/week-01.md:8:10 error dead-link')
    for (let line = ''; !line.startsWith('Serving'); ) {
      line = await server.complaint()
      if (line.startsWith('Serving')) expect(line).toBe(`Serving ${dir} as it was: 1 error.`)
    }
    const after = await server.get('/posts/week-01')
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
    expect(await server.stop()).toMatchObject({ code: 0 })
  })
}

test('--workers answers from several processes on one port, and ends as one', async () => {
  const server = await startServer([
    folderWith({ 'posts/week-01.md': post() }),
    '--port',
    '0',
    '--workers',
    '3',
  ])
  const answers = await Promise.all(Array.from({ length: 12 }, () => server.get('/api/v1/stats.json')))
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
})

/** The processes that a process started; none where there is no /proc. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

test.skipIf(process.platform !== 'linux')('a reload that is killed leaves the server as it was', async () => {
  const dir = folderWith({ 'posts/week-01.md': post('The first text.') })
  const server = await startServer([dir, '--port', '0'])
  const before = (await server.get('/posts/week-01')).headers.get('etag')
  // The process that compiled for the start may still be about to end.
  await vi.waitUntil(() => childrenOf(server.pid).length === 0)
  server.signal('SIGHUP')
  const compiler = await vi.waitUntil(() => childrenOf(server.pid)[0], { interval: 5 })
  process.kill(compiler, 'SIGKILL')
  expect(await server.complaint()).toMatch(
    /^Serving .* as it was: The process that compiles ended before it was done/,
  )
  expect((await server.get('/posts/week-01')).headers.get('etag')).toBe(before)
  expect(await server.stop()).toMatchObject({ code: 0 })
})
