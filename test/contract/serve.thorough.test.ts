import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from '../archive/build.ts'
import { installed } from '../installed.ts'
import { connect } from './client.ts'
import type { Running } from './site.ts'
import { belowAPath, contractSuite } from './suite.ts'

/** `citable serve`, the whole program, on runtimes other than Node. */

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const fixture = fileURLToPath(new URL('../fixtures/archive', import.meta.url))

for (const [name, program, args] of [
  ['Bun', installed('bun'), []],
  ['Deno', installed('deno'), ['run', '--allow-all']],
] as const) {
  if (program === undefined) {
    test.skip(`citable serve on ${name} (not installed)`)
    continue
  }
  describe(`citable serve on ${name}`, () => {
    const command = [program, ...args, main, 'serve']
    contractSuite(
      name,
      (archiveDir, { baseUrl }) => served([...command, archiveDir, '--base-url', baseUrl]),
      belowAPath,
    )
    describe(`signals on ${name}`, () => signals(command))
    describe(`turns on ${name}`, () => turns(command))
  })
}

function signals(command: readonly string[]): void {
  const dir = join(mkdtempSync(join(tmpdir(), 'citable-signals-')), 'archive')
  let running: Awaited<ReturnType<typeof served>> | undefined
  beforeAll(async () => {
    cpSync(fixture, dir, { recursive: true })
    running = await served([...command, dir, '--base-url', 'http://localhost:3000'])
  })
  afterAll(async () => {
    await running?.close()
    rmSync(join(dir, '..'), { recursive: true })
  })

  test('SIGHUP reloads the archive, and SIGTERM exits with 0', async () => {
    if (!running) throw new Error('the server has not started')
    const client = connect(running.origin)
    const statusOf = async () => (await client('/posts/week-90')).status
    expect(await statusOf()).toBe(404)
    writeFileSync(join(dir, 'posts/week-90.md'), post())
    expect(await running.reload()).toMatch(/^Reloaded /)
    expect(await statusOf()).toBe(200)
    client.close()
    expect(await running.close()).toBe(0)
  })
}

function turns(command: readonly string[]): void {
  test('a 404 does not wait for the batches of 60 connections', async () => {
    const running = await served([...command, fixture, '--base-url', 'http://localhost:3000'])
    const { hostname, port } = new URL(running.origin)
    const query = 'how does a method of the archive read all the evidence of a week'
    const params = { name: 'search_archive_posts', arguments: { query, limit: 50, max_chars: 20_000 } }
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const body = `[${Array(16).fill(message)}]`
    const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    let answered = 0
    const callers = Array.from({ length: 60 }, () => {
      const socket = openSocket(Number(port), hostname).on('error', () => {})
      socket.once('data', () => answered++).write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
      return socket
    })
    await Promise.all(callers.map((socket) => once(socket, 'connect')))
    const client = connect(running.origin)
    expect((await client('/nowhere')).status).toBe(404)
    expect(answered).toBeLessThan(30)
    client.close()
    for (const socket of callers) socket.destroy()
    expect(await running.close()).toBe(0)
  })
}

interface Served extends Running {
  /** Returns the line it prints after a reload. */
  reload(): Promise<string>
  /** Returns its exit status. */
  close(): Promise<never>
}

async function served([program = '', ...args]: readonly string[]): Promise<Served> {
  const child = spawn(program, [...args, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const stderr: string[] = []
  const errors = createInterface(child.stderr).on('line', (line) => stderr.push(line))
  const ended = once(child, 'exit').then(([code]) => code)
  const early = ended.then((code) => {
    throw new Error(`${program} exited with ${code} before it was ready:\n${stderr.join('\n')}`)
  })
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), early])
  const [, port] = / at http:\/\/\S+?:(\d+)/.exec(String(line)) ?? []
  return {
    origin: `http://127.0.0.1:${port}`,
    isLocal: true,
    reload: () =>
      new Promise((resolve) => {
        errors.on('line', (line) => line.startsWith('Reload') && resolve(line))
        child.kill('SIGHUP')
      }),
    async close() {
      child.kill('SIGTERM')
      return (await ended) as never
    },
  }
}
