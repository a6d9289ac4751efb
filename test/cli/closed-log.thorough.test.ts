import { execFileSync, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, createReadStream, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { emptyFolder, folderWith, post, start } from './run.ts'

const archive = folderWith({ 'posts/a.md': post() })

test.each(['1', '2'])('a server with %s worker(s) outlives the readers of its output', async (workers) => {
  const child = start(['serve', archive, '--port', '0', '--log', '--workers', workers])
  const [line] = await once(child.stdout ?? process.stdin, 'data')
  const [, port] = / at http:\/\/\S+?:(\d+)/.exec(String(line)) ?? []
  child.stdout?.destroy()
  child.stderr?.destroy()
  child.kill('SIGHUP')
  // Enough connections for every worker to get several, and to write to the closed pipe.
  for (let round = 0; round < 12; round++) {
    const answer = await fetch(`http://127.0.0.1:${port}/posts/a`, { headers: { connection: 'close' } })
    expect(answer.status).toBe(200)
  }
  const end = once(child, 'close')
  child.kill('SIGTERM')
  expect(await end).toEqual([0, null])
})

/** A pipe as a shell makes it; Node makes pairs of sockets. */
function fifo() {
  const path = join(emptyFolder(), 'log')
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  return { fd, read: () => createReadStream(path) }
}

// Each line is 7 KB: more than a pipe and the backlog of two processes hold.
const requests = 1000
const longPath = `/robots.txt?${'x'.repeat(7000)}`

test.each([
  ['a pipe', '1'],
  ['a pipe', '2'],
  ['a socket', '1'],
  ['a socket', '2'],
] as const)(
  'a server answers while nobody reads its log from %s, with %s worker(s)',
  async (kind, workers) => {
    const [port, metrics] = [await freePort(), await freePort()]
    const pipe = kind === 'a pipe' ? fifo() : undefined
    const stdio: StdioOptions = ['ignore', pipe?.fd ?? 'pipe', pipe?.fd ?? 'pipe']
    const places = ['--port', String(port), '--metrics', String(metrics), '--workers', workers]
    const child = start(['serve', archive, '--log', ...places], { stdio })
    const at = `http://127.0.0.1:${port}`
    const isReady = () =>
      fetch(`http://127.0.0.1:${metrics}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
    for (let count = 0; count < requests; count++) {
      const answer = await fetch(at + longPath, {
        headers: { connection: count % 50 ? 'keep-alive' : 'close' },
      })
      await answer.arrayBuffer()
      expect(answer.status).toBe(200)
    }
    const measured = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    const dropped = Number(/^citable_log_lines_dropped_total (\d+)$/m.exec(measured)?.[1])
    expect(dropped).toBeGreaterThan(100)

    // The reader is back.
    let text = ''
    const reader: Readable = pipe?.read() ?? (child.stdout as Readable)
    reader.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    const noticed = () =>
      [...text.matchAll(/"message":"(\d+) log lines were dropped/g)].map(([, count]) => Number(count))
    await expect.poll(() => noticed().reduce((sum, count) => sum + count, 0)).toBe(dropped)
    expect(text.match(/"path":"\/robots/g)?.length, 'lines that were read').toBe(requests - dropped)

    reader.pause()
    const end = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await end).toEqual([0, null])
    if (pipe) {
      reader.destroy()
      closeSync(pipe.fd)
    }
  },
)
