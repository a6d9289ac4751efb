import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/** `citable serve` on other runtimes than Node: the whole program as it is installed, and not a handler alone. */

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const fixture = fileURLToPath(new URL('../fixtures/archive', import.meta.url))

for (const [name, program, args] of [
  ['Bun', installed('bun'), []],
  ['Deno', installed('deno'), ['run', '--allow-all']],
] as const) {
  if (program === undefined) {
    test.skip(`citable serve on ${name} (where it is installed)`)
    continue
  }
  describe(`citable serve on ${name}`, () => {
    const command = [program, ...args, main, 'serve']
    contractSuite(
      name,
      (archiveDir, { baseUrl }) => served([...command, archiveDir, '--base-url', baseUrl]),
      belowAPath,
    )
    describe(`${name} is told what happens`, () => signals(command))
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

  test('SIGHUP publishes what is new, and SIGTERM ends it without an error', async () => {
    if (!running) throw new Error('it has not started')
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

interface Served extends Running {
  /** What it says when it has read the folder again. */
  reload(): Promise<string>
  /** Its exit status. */
  close(): Promise<never>
}

async function served([program = '', ...args]: readonly string[]): Promise<Served> {
  const child = spawn(program, [...args, '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const told: string[] = []
  const errors = createInterface(child.stderr).on('line', (line) => told.push(line))
  const ended = once(child, 'exit').then(([code]) => code)
  const early = ended.then((code) => {
    throw new Error(`${program} ended with ${code} before it served:\n${told.join('\n')}`)
  })
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), early])
  const [, port] = / at http:\/\/\S+?:(\d+)/.exec(String(line)) ?? []
  return {
    origin: `http://127.0.0.1:${port}`,
    isLocal: true,
    reload: () =>
      new Promise((resolve) => {
        errors.on('line', (said) => said.startsWith('Reload') && resolve(said))
        child.kill('SIGHUP')
      }),
    async close() {
      child.kill('SIGTERM')
      return (await ended) as never
    },
  }
}
