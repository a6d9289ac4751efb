import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { isThorough } from '../thorough.ts'
import { emptyFolder, folderWith, post, run, type Server, startServer } from './run.ts'

const draft = post('A draft.').replace('title:', 'draft: true\ntitle:')
const files = { 'posts/week-01.md': post('Text.'), 'posts/week-02.md': draft }

let server: Server
beforeAll(async () => {
  server = await startServer([folderWith(files), '--port', '0'], {}, 'dev')
})

test('dev serves drafts, without CORS and only to local hosts', async () => {
  expect(server.line).toMatch(
    /^Showing .* at http:\/\/localhost:\d+, drafts included. Press Ctrl-C to stop\.$/,
  )
  const answer = await server.get('/posts/week-02', { accept: 'text/html', origin: 'https://other.example' })
  expect(await answer.text()).toContain('A draft.')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  for (const path of ['/posts/week-02', '/posts/week-01.md', '/nothing', '/_citable/dev.js']) {
    const { headers } = await server.get(path, { accept: 'text/html' })
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
  }
  expect(await rawStatus(server.port, 'other.example')).toBe('HTTP/1.1 403 Forbidden')
  expect(await rawStatus(server.port, `localhost:${server.port}`)).toBe('HTTP/1.1 200 OK')
})

test('dev on all addresses answers to addresses, and only to names it is given', async () => {
  const options = ['--port', '0', '--host', '0.0.0.0', '--base-url', 'https://preview.example/blog']
  const { port, stop } = await startServer([folderWith(files), ...options], {}, 'dev')
  const addresses = ['localhost', 'a.localhost', '127.0.0.1', '192.168.1.5', '[2001:db8::1]']
  const others = [
    'other.example',
    'localhost.other.example',
    '1.2.3.4.other.example',
    'preview.example.other',
    '',
  ]
  const refused: string[] = []
  for (const name of [...addresses, 'preview.example', hostname(), ...others])
    if ((await rawStatus(port, `${name}:${port}`)) === 'HTTP/1.1 403 Forbidden') refused.push(name)
  expect(refused).toEqual(others)
  await stop()
})

test('a problem in a draft does not suggest making it a draft', async () => {
  const empty = draft.replace('A draft.', '')
  const dir = folderWith({ ...files, 'posts/week-02.md': empty })
  const server = await startServer([dir, '--port', '0'], {}, 'dev')
  const { stderr } = await server.stop('SIGINT')
  expect(stderr).toMatch(/empty-body: .*\n {6}= Write it\.\n$/)
})

/** fetch cannot set Host. */
function rawStatus(port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `GET /posts/week-02 HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      )
    })
    let text = ''
    socket.setEncoding('latin1').on('error', reject)
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''))
  })
}

test('serve and build contain nothing of dev', async () => {
  const dir = folderWith(files)
  if (isThorough) {
    const served = await startServer([dir, '--port', '0'])
    const page = await served.get('/posts/week-01', { accept: 'text/html' })
    expect(await page.text()).not.toContain('_citable')
    for (const path of ['/_citable/dev.js', '/_citable/events', '/posts/week-02']) {
      expect((await served.get(path)).status, path).toBe(404)
    }
    await served.stop()
  }
  const out = join(emptyFolder(), 'site')
  expect((await run(['build', dir, '--out', out])).code).toBe(0)
  const written = readdirSync(out, { recursive: true, encoding: 'utf8' })
  expect(written).toContain('posts/week-01.html')
  expect(written.filter((path) => /week-02|_citable/.test(path))).toEqual([])
  expect(readFileSync(join(out, 'posts/week-01.html'), 'utf8')).not.toContain('_citable')
})

test('dev answers MCP and search', async () => {
  expect(await (await server.get('/search.md?q=draft')).text()).toContain('A draft.')
  const reply = await fetch(`http://127.0.0.1:${server.port}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_archive_posts","arguments":{}}}',
  })
  expect(await reply.text()).toContain('week-02')
})

test('Ctrl-C exits with 0', async () => {
  expect(await server.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' })
})
