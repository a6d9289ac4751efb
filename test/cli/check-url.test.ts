import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compile, fromFolder } from '../../src/compile.ts'
import { listen } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { afterFile } from '../after-file.ts'
import { copyOfFixture, fixture, run } from '../cli/run.ts'
import { isThorough } from '../thorough.ts'

const check = (...args: readonly string[]) => run(['check', ...args])
const findingsIn = (json: string): { level: string; rule: string; what: string }[] =>
  JSON.parse(json).findings
const broken = (json: string) =>
  findingsIn(json).flatMap(({ level, rule, what }) => (level === 'ok' ? [] : [[rule, what]]))

/** Serves a folder in this process, and returns the port. */
async function portOf(dir: string, given?: string): Promise<number> {
  const handler = () => ({ status: 503, headers: [], body: null })
  const server = await listen({ handler, port: 0, host: '127.0.0.1' })
  afterFile(() => server.close())
  const baseUrl = given ?? `http://localhost:${server.port}`
  const { value: snapshot } = await compile(fromFolder(dir), { baseUrl })
  if (!snapshot) throw new Error(`${dir} has errors`)
  server.swap(serve(snapshot, { exposure: 'loopback' }))
  return server.port
}

describe('citable check --url', () => {
  test('prints a line for each passed rule and the number of requests, and exits with 0', async () => {
    const url = `http://localhost:${await portOf(fixture)}`
    const [text, json] = [await check('--url', url), await check('--url', `${url}/`, '--format', 'json')]
    expect(text.code, text.stdout).toBe(0)
    expect(text.stdout).toMatch(/^ok accept-page \(16\)$/m)
    expect(text.stdout).toMatch(/: 0 errors, 0 warnings, 42 passed, 4 not checked; (\d+) requests\.\n$/)
    const report = JSON.parse(json.stdout)
    expect(report).toMatchObject({ url, errors: 0, warnings: 0 })
    expect(report.requests).toBeLessThan(250)
  })

  test('prints expected value, actual value and fix for each error, and exits with 1', async () => {
    // The default base URL.
    const port = await portOf(fixture, 'http://localhost:3000')
    const { code, stdout } = await check('--quiet', '--url', `http://127.0.0.1:${port}`)
    expect(code).toBe(1)
    const [line = ''] = stdout.split('\n')
    expect(line).toMatch(
      /^error localhost-links: .*: expected http:\/\/127\.0\.0\.1:\d+; got http:\/\/localhost:3000\/.* Fix: Set the base URL/,
    )
  })

  test('a base URL on another host is a warning, or an error with --strict', async () => {
    const url = `http://127.0.0.1:${await portOf(fixture, 'https://archive.example')}`
    const plain = await check('--url', url, '--format', 'json')
    const rules = new Set(broken(plain.stdout).map(([rule]) => rule))
    expect([plain.code, rules]).toEqual([0, new Set(['base-url'])])
    const strict = await check('--url', url, '--strict', '--format', 'github')
    expect([strict.code, strict.stdout]).toEqual([1, expect.stringMatching(/^::error title=base-url::/)])
  })

  test('the URL can have a path', async () => {
    const port = await portOf(fixture, 'https://archive.example/blog')
    const { stdout } = await check('--url', `http://127.0.0.1:${port}/blog/`, '--format', 'json')
    expect(new Set(broken(stdout).map(([rule]) => rule))).toEqual(new Set(['base-url']))
  })

  test.each([
    ['http://127.0.0.1:9', 'connection refused'],
    ['http://archive.invalid', 'DNS'],
  ])('%s cannot be reached, with the reason: %s', async (url, why) => {
    const { code, stdout, stderr } = await check('--url', url)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(/^error reachable: GET \/api\/v1\/index\.json: expected a response; got /)
    expect(stdout).toContain(why)
  })

  test('reports missing TLS, a redirect and an endless body, and follows no redirect', async () => {
    const paths: string[] = []
    const server = createServer((request, response) => {
      paths.push(request.url ?? '')
      if (request.url?.startsWith('/moved'))
        response.writeHead(301, { Location: 'http://127.0.0.1:9/' }).end()
      else for (let nth = 0; nth < 200; nth++) response.write(Buffer.alloc(65_536))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const tls = await check('--url', `https://${host}`)
    expect([tls.code, tls.stdout]).toEqual([1, expect.stringContaining('does not speak TLS')])
    const moved = await check('--url', `http://${host}/moved`)
    expect([moved.code, moved.stdout]).toEqual([1, expect.stringContaining('got 301 to http://127.0.0.1:9/')])
    const large = await check('--url', `http://${host}`)
    expect([large.code, large.stdout]).toEqual([1, expect.stringContaining('larger than 10 MiB')])
    expect(paths.every((path) => path.includes('/api/v1/index.json'))).toBe(true)
    server.closeAllConnections()
    await once(server.close(), 'close')
  })
})

describe('citable check DIR --url', () => {
  test.runIf(isThorough)('passes if all posts are published unchanged', async () => {
    const url = `http://localhost:${await portOf(fixture)}`
    const same = await check(fixture, '--url', url, '--format', 'json')
    expect([same.code, broken(same.stdout)]).toEqual([0, []])
    expect(findingsIn(same.stdout).filter(({ rule }) => /-post$/.test(rule))).toHaveLength(4)
  })

  test('reports posts that are missing, unknown, older or changed', async () => {
    const url = `http://localhost:${await portOf(fixture)}`
    const local = copyOfFixture()
    const change = (name: string, edit: (text: string) => string) => {
      const path = join(local, 'posts', name)
      writeFileSync(path, edit(readFileSync(path, 'utf8')))
    }
    change('week-01.md', (text) => `${text}\nOne more sentence.\n`)
    change('week-06.md', (text) => text.replace(/^---\n/, '---\nmodified: 2026-11-01T00:00:00Z\n'))
    change('week-07.md', (text) => text.replace(/^---\n/, '---\ndraft: true\n'))
    writeFileSync(join(local, 'posts/week-09.md'), readFileSync(join(local, 'posts/week-02.md')))
    const { code, stdout } = await check(local, '--url', url, '--format', 'json')
    expect(code, stdout).toBe(1)
    expect(broken(stdout)).toEqual(
      expect.arrayContaining([
        ['missing-post', 'post week-09'],
        ['unknown-post', 'post week-07'],
        ['older-post', 'post week-06'],
        ['changed-post', 'post week-01'],
      ]),
    )
    const others = broken(stdout).filter(([rule]) => rule !== 'changed-post')
    expect(others, 'findings besides changed-post').toHaveLength(3)
  })
})
