import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from './client.ts'

/**
 * Where a setting comes from, asked of the built command itself. An address that no machine has (RFC 1112 §4) makes it say
 * where it would have listened, so that no port of this machine is taken.
 */

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const fixture = fileURLToPath(new URL('../fixtures/archive', import.meta.url))
const nowhere = '240.0.0.1'

type Environment = Readonly<Record<string, string>>

/** Nothing of this process's environment but where to find things. */
const clean = ({ PORT: _, HOST: __, BASE_URL: ___, ...rest }: NodeJS.ProcessEnv) => rest
const environment = (env: Environment) => ({ ...clean(process.env), ...env })

function run(args: readonly string[], env: Environment = {}): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...args],
      { env: environment(env), timeout: 120_000 },
      (_, stdout, stderr) => {
        resolve({ stdout, stderr })
      },
    )
  })
}

describe('the base URL', () => {
  const dir = mkdtempSync(join(tmpdir(), 'citable-'))
  cpSync(fixture, dir, { recursive: true })
  const settings = readFileSync(join(fixture, 'archive.yaml'), 'utf8')
  writeFileSync(join(dir, 'archive.yaml'), `${settings}baseUrl: https://yaml.example\n`)
  afterAll(() => rmSync(dir, { recursive: true }))

  const flag = ['--base-url', 'https://flag.example']
  const env = { BASE_URL: 'https://env.example' }

  test.each([
    ['the flag is first', dir, flag, env, 'https://flag.example'],
    ['BASE_URL is next', dir, [], env, 'https://env.example'],
    ['archive.yaml is next', dir, [], {}, 'https://yaml.example'],
    ['http://localhost with the port is last', fixture, [], {}, 'http://localhost:3000'],
  ])('[decided-9.base-url] %s', async (_, archive, args, variables, expected) => {
    const { stdout } = await run(['get', '/robots.txt', '--dir', archive, ...args], variables)
    expect(stdout).toContain(`Sitemap: ${expected}/sitemap.xml`)
  })

  test('[decided-9.base-url] [decided-9.host] of a server without one is http://localhost with the port it has', async () => {
    const server = spawn(process.execPath, [main, 'serve', fixture, '--port', '0'], {
      env: environment({}),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      const [line] = (await once(server.stdout, 'data')) as [Buffer]
      const port = /http:\/\/localhost:(\d+)/.exec(line.toString())?.[1]
      const client = connect(`http://127.0.0.1:${port}`)
      const { text } = await client('/robots.txt')
      client.close()
      expect(text).toContain(`Sitemap: http://localhost:${port}/sitemap.xml`)
    } finally {
      server.kill()
      if (server.exitCode === null) await once(server, 'exit')
    }
  })
})

describe('port and host', () => {
  test.each([
    ['--port is first', ['--port', '4001'], { PORT: '4002' }, 4001],
    ['PORT is next', [], { PORT: '4002' }, 4002],
    ['3000 is last', [], {}, 3000],
  ])('[decided-9.port] %s', async (_, args, env, port) => {
    const { stderr } = await run(['serve', fixture, '--host', nowhere, ...args], env)
    expect(stderr).toContain(`Cannot listen on ${nowhere}, port ${port}:`)
  })

  test.each([
    ['--host is first', ['--host', nowhere], { HOST: '240.0.0.2' }, nowhere],
    ['HOST is next', [], { HOST: '240.0.0.2' }, '240.0.0.2'],
  ])('[decided-9.host] %s', async (_, args, env, host) => {
    const { stderr } = await run(['serve', fixture, '--port', '4003', ...args], env)
    expect(stderr).toContain(`Cannot listen on ${host}, port 4003:`)
  })

  test('[decided-9.host] 127.0.0.1 is last', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { stderr } = await run(['serve', fixture, '--port', String(port)])
    other.close()
    expect(stderr).toContain(`Cannot listen on 127.0.0.1, port ${port}:`)
  })
})
