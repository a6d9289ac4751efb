import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { get as request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { afterFile } from '../after-file.ts'
import { baseUrl, packed } from './packed.ts'
import { childrenOf, emptyFolder, ended, main, run, start, startServer } from './run.ts'

const file = await packed('Text.')

/** The status of a request on a Unix socket or a port. */
async function statusAt(place: { readonly socketPath: string } | { readonly port: number }, path = '/') {
  const sent = request({ ...place, host: '127.0.0.1', path, agent: false })
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

describe.skipIf(process.platform === 'win32').each(['1', '2'])('with %s worker(s)', (workers) => {
  test('it serves on a Unix socket that other users can open, with metrics on another, and removes it', async () => {
    const [socketPath, metrics] = ['site.sock', 'metrics.sock'].map((name) => join(emptyFolder(), name))
    const flags = ['--metrics', '9464', '--metrics-host', `unix:${metrics}`, '--workers', workers]
    const server = await startServer([file, '--host', `unix:${socketPath}`, ...flags])
    expect(server.line).toBe(`Serving ${file} at unix:${socketPath}, base URL ${baseUrl}`)
    expect(statSync(socketPath ?? '').mode & 0o666, 'to write is to connect').toBe(0o666)
    const site = { socketPath: socketPath ?? '' }
    expect([await statusAt(site), await statusAt(site, '/nowhere')]).toEqual([200, 404])
    expect(await statusAt({ socketPath: metrics ?? '' }, '/health')).toBe(200)
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(site.socketPath)).toBe(false)
  })

  test('an inherited socket refuses no connection while one server stops and the next starts', async () => {
    const owner = createServer().listen(0, '127.0.0.1')
    await once(owner, 'listening')
    const { port } = owner.address() as { port: number }
    const { fd } = (owner as unknown as { readonly _handle: { readonly fd: number } })._handle
    const command = [process.execPath, main, 'serve', file, '--host', 'fd:3', '--workers', workers]
    // A shell that runs the server twice, as systemd would, and keeps the socket.
    const supervisor = start(['-c', '"$@"; "$@"', 'sh', ...command], {
      program: ['sh'],
      stdio: ['ignore', 'pipe', 'inherit', fd],
    })
    afterFile(() => stopChild(supervisor))
    owner.close()
    const lines = createInterface({ input: supervisor.stdout ?? process.stdin })[Symbol.asyncIterator]()
    expect((await lines.next()).value).toBe(`Serving ${file} at fd:3, base URL ${baseUrl}`)
    expect(await statusAt({ port })).toBe(200)
    let isRunning = true
    const statuses: unknown[] = []
    const visits = (async () => {
      while (isRunning) statuses.push(await statusAt({ port }).catch((error) => error.code))
    })()
    stopChild(supervisor)
    expect((await lines.next()).value).toContain('Serving')
    isRunning = false
    await visits
    expect(new Set(statuses)).toEqual(new Set([200]))
    const exit = once(supervisor, 'exit')
    stopChild(supervisor)
    expect(await exit).toEqual([0, null])
  })
})

function stopChild({ pid }: ChildProcess): void {
  for (const child of childrenOf(pid)) process.kill(child, 'SIGTERM')
}

describe.skipIf(process.platform === 'win32')('at the path of a Unix socket', () => {
  test('the socket of a server that was killed is replaced, and that of one that runs is not', async () => {
    const socketPath = join(emptyFolder(), 'site.sock')
    const first = await startServer([file, '--host', `unix:${socketPath}`])
    await first.stop('SIGKILL')
    expect(existsSync(socketPath)).toBe(true)
    const second = await startServer([file, '--host', `unix:${socketPath}`])
    expect(await statusAt({ socketPath })).toBe(200)
    const third = await ended(start(['serve', file, '--host', `unix:${socketPath}`]))
    expect(third.stderr).toBe(`citable: Cannot listen on unix:${socketPath}: it is already in use.\n`)
    expect(await statusAt({ socketPath })).toBe(200)
    await second.stop()
  })

  test('another file is kept', async () => {
    const path = join(emptyFolder(), 'notes.txt')
    writeFileSync(path, 'Notes.')
    const { code, stderr } = await run(['serve', file, '--host', `unix:${path}`])
    expect([code, stderr]).toEqual([1, `citable: Cannot listen on unix:${path}: it is already in use.\n`])
    expect(readFileSync(path, 'utf8')).toBe('Notes.')
  })
})

test.each([
  [`unix:/tmp/${'x'.repeat(100)}`, 'the path is too long.'],
  ['unix:/nowhere/site.sock', 'no permission, or no such folder.'],
  ['fd:250', 'the process was started without this socket.'],
])('%s ends with a message', async (host, reason) => {
  const { code, stderr } = await run(['serve', file, '--host', host])
  expect([code, stderr]).toEqual([1, `citable: Cannot listen on ${host}: ${reason}\n`])
})
