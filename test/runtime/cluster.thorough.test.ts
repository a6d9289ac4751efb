import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { packInMemory } from '../../src/snapshot/pack.ts'
import { toy } from '../answer/toy.ts'
import { childrenOf } from '../cli/run.ts'
import { answersTo, listenTo, pause, start } from './wire.ts'

const dir = mkdtempSync(join(tmpdir(), 'citable-cluster-'))
const primaries: ChildProcess[] = []

// Workers are separate processes, so they need JavaScript files.
beforeAll(() =>
  build({
    entryPoints: ['test/runtime/cluster-primary.ts', 'test/runtime/cluster-worker.ts'],
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    outdir: dir,
    bundle: true,
    format: 'esm',
    platform: 'node',
  }),
)
afterAll(() => rmSync(dir, { recursive: true }))
afterEach(() => {
  for (const primary of primaries.splice(0)) primary.kill('SIGKILL')
})

/** A primary in its own process. */
async function primary() {
  const process = fork(join(dir, 'cluster-primary.mjs'), { serialization: 'advanced', silent: true })
  primaries.push(process)
  let stderrText = ''
  process.stderr?.on('data', (text) => {
    stderrText += text
  })
  const ended = new Promise<number | null>((resolve) => process.once('exit', resolve))
  await new Promise((resolve) => process.once('message', resolve))
  const order = (name: string, value?: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      process.once('message', (reply: { done?: unknown; failed?: string }) => {
        if (reply.failed === undefined) resolve(reply.done)
        else reject(new Error(reply.failed))
      })
      process.send([name, value] as never)
    })
  return { order, ended, pid: process.pid ?? 0, stderrText: () => stderrText }
}

const options = { packed: packInMemory(toy()), workers: 2, port: 0, host: '127.0.0.1', log: false }
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
const status = async (port: number, path: string) => (await answersTo(port, get(path)))[0]?.status
const fourTimes = (port: number, path: string) => Promise.all([1, 2, 3, 4].map(() => status(port, path)))

test('workers share a port, serve a new snapshot after swap, and exit on close', async () => {
  const { order, ended, pid } = await primary()
  const port = Number(await order('listen', options))
  expect(childrenOf(pid)).toHaveLength(2)
  expect(await fourTimes(port, '/posts/week-01')).toEqual(Array(4).fill(200))

  await order('swap', { packed: packInMemory(toy({ posts: ['week-77'] })) })
  await until(async () => (await status(port, '/posts/week-77')) === 200)
  await until(async () => (await status(port, '/posts/week-01')) === 404)

  await order('close')
  expect(await ended).toBe(0)
})

test('replaces a killed worker', async () => {
  const { order, pid } = await primary()
  const port = Number(await order('listen', options))
  const [victim = 0, survivor] = childrenOf(pid)
  process.kill(victim, 'SIGKILL')
  await until(async () => {
    const now = childrenOf(pid)
    return now.length === 2 && now.includes(survivor ?? 0) && !now.includes(victim)
  })
  expect(await status(port, '/')).toBe(200)
})

test('reloads leak no listeners on workers', async () => {
  const { order, ended, stderrText } = await primary()
  await order('listen', options)
  for (let nth = 0; nth < 12; nth++) await order('swap', options)
  await order('close')
  await ended
  expect(stderrText()).toBe('')
})

test('rejects an unreadable snapshot, and workers keep serving the current one', async () => {
  const { order, ended, pid, stderrText } = await primary()
  const port = Number(await order('listen', options))
  const before = childrenOf(pid)
  await expect(order('swap', { packed: options.packed.subarray(0, 5000) })).rejects.toThrow('not a complete')
  expect(childrenOf(pid)).toEqual(before)
  expect(await fourTimes(port, '/posts/week-01')).toEqual(Array(4).fill(200))
  await order('close')
  expect([await ended, stderrText()]).toEqual([0, ''])
})

test('answers connections that are still in the backlog at close', async () => {
  const { order, ended, pid } = await primary()
  const port = Number(await order('listen', options))
  // The kernel completes connections while the primary is stopped.
  process.kill(pid, 'SIGSTOP')
  const sockets = Array.from({ length: 150 }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const received = sockets.map((socket) => listenTo(socket))
  for (const socket of sockets) socket.write(get('/'))
  const closed = order('close')
  process.kill(pid, 'SIGCONT')
  await Promise.all(received.map((one) => one.ended))
  await closed
  expect(received.filter((one) => !one.text().startsWith('HTTP/1.1 200'))).toHaveLength(0)
  expect(await ended).toBe(0)
})

test('drops no connection on close while clients keep connecting', async () => {
  for (let round = 0; round < 10; round++) {
    const { order, ended } = await primary()
    const port = Number(await order('listen', options))
    const visitors = fork(new URL('./visitors.mjs', import.meta.url), [String(port)])
    const received: unknown[] = []
    visitors.on('message', (message) => received.push(message))
    const disconnected = once(visitors, 'disconnect')
    await expect.poll(() => received.length).toBeGreaterThan(0)
    await order('close')
    await disconnected
    const { answered, lost } = received.at(-1) as { answered: number; lost: number }
    expect(lost, `lost responses, of ${answered + lost} connections`).toBe(0)
    expect(await ended).toBe(0)
  }
})

test('hands the connections of a dying worker to another', async () => {
  const { order, pid } = await primary()
  const port = Number(await order('listen', options))
  const [victim = 0] = childrenOf(pid)
  process.kill(victim, 'SIGSTOP')
  const answers = [1, 2, 3].map(() => status(port, '/'))
  // The other worker answers two; the third waits for the stopped one.
  let settled = 0
  for (const answer of answers) void answer.then(() => settled++)
  await expect.poll(() => settled).toBe(2)
  process.kill(victim, 'SIGKILL')
  expect(await Promise.all(answers)).toEqual([200, 200, 200])
})

test('fails if the port is in use, and leaves no worker behind', async () => {
  const { port } = await start()
  const { order, pid } = await primary()
  await expect(order('listen', { ...options, port })).rejects.toThrow('it is already in use.')
  await expect.poll(() => childrenOf(pid)).toEqual([])
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(20)
}
