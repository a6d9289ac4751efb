import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { connect } from '../contract/client.ts'
import { cases, isThorough } from '../thorough.ts'
import { packed } from './packed.ts'
import { folderWith, post, run, startServer } from './run.ts'

const quiet = folderWith({ 'posts/week-01.md': post() })

test('prints its URL, serves there, logs no requests, and exits with 0 on SIGTERM', async () => {
  const server = await startServer([quiet, '--port', '0'])
  expect(server.line).toMatch(/^Serving \S+ at http:\/\/\S+:\d+$/)
  expect(server.line).toContain(quiet)
  const answer = await server.get('/posts/week-01', { accept: 'text/markdown' })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('# A title')
  expect(await server.stop('SIGTERM')).toEqual({ code: 0, stdout: `${server.line}\n`, stderr: '' })
})

const published: readonly (readonly [flags: readonly string[], path: string, elsewhere: string])[] = [
  [['--base-url', 'https://archive.example'], '', ', base URL https://archive.example'],
  [['--base-url', 'https://archive.example/blog'], '/blog', ', base URL https://archive.example/blog'],
  [
    ['--base-url', 'https://archive.example/blog', '--prefix-stripped'],
    '',
    ', base URL https://archive.example/blog',
  ],
  [
    ['--base-url', 'https://archive.example/blog', '--prefix-stripped', '--workers', '2'],
    '',
    ', base URL https://archive.example/blog',
  ],
]
test.each(cases(published.slice(2, 3), published))(
  'with %j it serves at the printed address, and prints the base URL',
  async (flags, path, elsewhere) => {
    const file = await packed('Text.', { baseUrl: flags[1] ?? '' })
    const server = await startServer([file, '--port', '0', ...flags])
    expect(server.line).toBe(`Serving ${file} at http://localhost:${server.port}${path}${elsewhere}`)
    const [home, gone] = [await server.get(path || '/'), await server.get(`${path}/api/none`)]
    expect([home.status, gone.status]).toEqual([200, 404])
    const base = new URL(flags[1] ?? '').pathname.replace(/\/$/, '')
    const { error } = (await gone.json()) as { error: { path: string } }
    expect(error.path, 'errors have the path that the client requested').toBe(`${base}/api/none`)
    await server.stop()
  },
)

test.runIf(isThorough)('exits with 0 on SIGINT too', async () => {
  const server = await startServer([quiet, '--port', '0'])
  expect((await server.get('/')).status).toBe(200)
  expect(await server.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' })
})

describe('settings', () => {
  const baseUrlOf = async ({ get }: Awaited<ReturnType<typeof startServer>>, path = '/api/v1/posts.json') =>
    ((await (await get(path)).json()) as { posts: { url: string }[] }).posts[0]?.url

  // test/contract/settings.test.ts covers their precedence.
  test('PORT, HOST and BASE_URL are used', async () => {
    const env = { PORT: '0', HOST: '127.0.0.1', BASE_URL: 'https://env.example' }
    const server = await startServer([quiet], { env })
    expect(await baseUrlOf(server)).toBe('https://env.example/posts/week-01')
    await server.stop()
  })

  test.runIf(isThorough)('flags take precedence over the environment', async () => {
    const env = { PORT: 'not a port', HOST: 'not a host', BASE_URL: 'https://env.example' }
    const args = [quiet, '--port', '0', '--host', '127.0.0.1', '--base-url', 'https://flag.example/review/']
    const server = await startServer(args, { env })
    expect(await baseUrlOf(server, '/review/api/v1/posts.json')).toBe(
      'https://flag.example/review/posts/week-01',
    )
    await server.stop()
  })

  test.runIf(isThorough)(
    'an empty variable counts as unset, and the default base URL has the actual port',
    async () => {
      const server = await startServer([quiet, '--port', '0'], { env: { HOST: '', BASE_URL: '' } })
      expect(await baseUrlOf(server)).toBe(`http://localhost:${server.port}/posts/week-01`)
      await server.stop()
    },
  )
})

describe('[decided-11.loopback] /mcp of a loopback server', () => {
  const local = { baseUrl: 'http://localhost:3000' }
  test.each([['one process', []], ...cases([], [['several', ['--workers', '2']] as const])] as const)(
    '[decided-11.loopback] rejects foreign hosts and origins: %s',
    async (_, args) => {
      const server = await startServer([await packed('Text.', local), '--port', '0', ...args])
      const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}')
      const client = connect(`http://127.0.0.1:${server.port}`)
      const status = async (more: Record<string, string>) => {
        const headers = { 'Content-Type': 'application/json', ...more }
        return (await client('/mcp', { method: 'POST', body, headers })).status
      }
      expect(await status({})).toBe(200)
      expect(await status({ Host: 'evil.example' })).toBe(403)
      expect(await status({ Origin: 'https://evil.example' })).toBe(403)
      client.close()
      await server.stop()
    },
  )
})

describe('a failed start prints one line and exits with 1', () => {
  test('if the port is in use, before anything is read', async () => {
    const dir = folderWith({ 'posts/week-01.md': post('<blink>Would be told of</blink>') })
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const { code, stdout, stderr } = await run(['serve', dir, '--port', String(port)])
    taken.close()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^citable: .*${port}.*already in use.*\\n$`))
  })

  // 203.0.113.0/24 is reserved for documentation (RFC 5737).
  test.each(['3999', '0'])('if the machine does not have the address, with --port %s', async (port) => {
    const { code, stdout, stderr } = await run(['serve', quiet, '--host', '203.0.113.1', '--port', port])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^citable: .*203\.0\.113\.1.*\n$/)
  })
})

test('reports content errors and does not start', async () => {
  const dir = folderWith({ 'posts/week-01.md': post(`Text.\n\n${'>'.repeat(101)} lost`) })
  const { code, stdout, stderr } = await run(['serve', dir, '--port', '0'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('posts/week-01.md:10:1 error nested-too-deep: ')
  expect(stderr).toMatch(/ is not published: 1 error\. `--skip-broken` publishes the rest\.\n$/)
})

test('summarizes warnings and starts', async () => {
  const dir = folderWith({
    'posts/week-01.md': post('<blink>Text</blink> [a](b.md)'),
    'posts/week-02.md': post().replace('title:', 'status: wip\ntitle:'),
  })
  const server = await startServer([dir, '--port', '0'])
  expect((await server.get('/')).status).toBe(200)
  const { stdout, stderr } = await server.stop()
  expect(stderr).toBe(
    `${dir}: 3 warnings: 1 of lost text, 1 of lost links, 1 other; \`citable check\` lists them.\n` +
      `${dir}: 1 post is not published: 1 is held back by \`status: wip\`.\n`,
  )
  expect(stdout).toMatch(/^Serving .*\n$/)
})

test('--log writes one JSON line per request', async () => {
  const server = await startServer([await packed('Text.'), '--port', '0', '--log'])
  const asked = ['/posts/week-01', '/none?x=1', '/robots.txt']
  const entries: Record<string, unknown>[] = []
  for (const path of asked) {
    const answer = await server.get(path, { 'user-agent': 'a test/1.0' })
    const length = (await answer.arrayBuffer()).byteLength
    const entry = JSON.parse((await server.lines.next()).value ?? '')
    // fetch decodes the body; the log has the bytes sent.
    const isEncoded = answer.headers.has('content-encoding')
    expect(entry).toEqual({
      ...{ method: 'GET', path, status: answer.status, userAgent: 'a test/1.0' },
      bytes: isEncoded ? Number(answer.headers.get('content-length')) : length,
      ...{ ms: expect.any(Number), client: expect.anything(), time: expect.anything() },
    })
    expect(new Date(entry.time).toISOString()).toBe(entry.time)
    entries.push(entry)
  }
  // Control characters of clients are escaped, such as CSI, one byte in the Latin-1 of HTTP.
  const userAgent = 'a\u009b31m b'
  await (await server.get('/', { 'user-agent': userAgent })).arrayBuffer()
  const line = (await server.lines.next()).value ?? ''
  expect(line).toContain(String.raw`a\u009b31m b`)
  expect(JSON.parse(line).userAgent).toBe(userAgent)
  const { code, stdout } = await server.stop()
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toHaveLength(1 + entries.length + 1)
})
