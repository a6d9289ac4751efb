import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterFile } from '../after-file.ts'
import { installed } from '../installed.ts'
import { cases } from '../thorough.ts'

/** No request head may crash the process, or a worker. */

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'CONNECT', 'TRACE', 'FOO', 'get', 'M-SEARCH')
const name = fc.constantFrom(
  ...['Host', 'Accept', 'Accept-Encoding', 'Connection', 'Content-Length', 'Transfer-Encoding', 'Expect'],
  ...['Upgrade', 'If-None-Match', 'Origin', 'Content-Type', 'X', 'Proxy-Connection', 'Mcp-Name'],
)
const value = fc.constantFrom(
  ...[
    '0',
    '5',
    'x',
    '',
    'chunked',
    'close',
    'keep-alive',
    'upgrade',
    '100-continue',
    '"a"',
    '*/*',
    'identity',
  ],
  ...['text/markdown', 'application/json', '[::1]', 'a,b', '-1', '1e3', '\x80'],
)
const separator = fc.constantFrom(
  ...[
    ' ',
    '\t',
    ' \t',
    '\t ',
    ',',
    ', ',
    ';',
    ';q=',
    '"',
    '\\',
    '=',
    ':',
    '\r',
    '\n',
    '\r\n',
    '\r\n ',
    '\0',
    '(',
  ],
)
/** Up to slightly more than the longest head allowed. */
const times = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(100, 1000, 7000, 17_000))
const repeated = fc
  .tuple(separator, times)
  .map(([text, count]) => text.repeat(Math.min(count, Math.ceil(17_000 / text.length))))
const line = fc
  .tuple(name, repeated, value, repeated, fc.integer({ min: 1, max: 3 }))
  .map(([one, before, text, after, lines]) => `${one}:${before}${text}${after}\r\n`.repeat(lines))
const head = fc
  .tuple(
    method,
    fc.constantFrom(' ', '  ', '\t'),
    fc.constantFrom('/', '*', '/mcp', '/search?q=x', 'a:443', 'http://a/', '/%ff', '//'),
    fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/', ''),
    fc.array(line, { maxLength: 4 }),
    fc.constantFrom('Host: x\r\n', ''),
  )
  .map(
    ([verb, gap, target, version, lines, host]) =>
      `${verb}${gap}${target} ${version}\r\n${host}${lines.join('')}\r\n`,
  )

const tabs = (verb: string, count: number) =>
  `${verb} / HTTP/1.1\r\nHost: x\r\ncontent-length:0${' \t'.repeat(count)}\r\n\r\n`

const settings = cases([[]], [[], ['--log'], ['--workers', '2'], ['--workers', '2', '--log']])
const servers = cases([process.execPath], [process.execPath, installed('node')]).flatMap((node) =>
  settings.map((flags) => ({ node, flags })),
)

describe.runIf(process.platform === 'linux').each(servers)('$flags on $node', ({ node = '', flags }) => {
  test.skipIf(node === '')(
    'no request head crashes the process',
    async () => {
      const server = await start(node, flags)
      const before = server.processes()
      for (const bytes of [tabs('FOO', 1000), tabs('POST', 7000), tabs('GET', 7000)])
        await send(server.port, bytes)
      const property = fc.asyncProperty(fc.array(head, { minLength: 1, maxLength: 4 }), async (heads) => {
        await send(server.port, heads.join(''))
        expect(server.processes(), 'process ids, as before the request').toEqual(before)
      })
      await fc.assert(property, { numRuns: cases(40, 300), seed: 7, endOnFailure: true })
      expect(await status(server.port)).toBe(200)
    },
    600_000,
  )
})

async function start(node: string, flags: readonly string[]) {
  const command = ['dist/cli/main.js', 'serve', 'test/fixtures/archive', '--port', '0', ...flags]
  const server = spawn(node, command, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, BASE_URL: 'http://localhost:3000' },
  })
  afterFile(() => server.kill('SIGKILL'))
  return { port: await portOf(server), processes: () => [server.pid, ...childrenOf(server.pid ?? 0)] }
}

function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.once('exit', () => reject(new Error(`the server ended: ${output}`)))
    server.stdout?.setEncoding('utf8').on('data', (text) => {
      if (output.length < 1000) output += text
      const [, digits] = /http:\/\/[^\s:]+:(\d+)[\n,/]/.exec(output) ?? []
      if (digits) resolve(Number(digits))
    })
  })
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

/** Sends bytes, half-closes, and waits until the server has closed too. */
function send(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {}).once('close', () => resolve())
    socket.resume().end(Buffer.from(bytes, 'latin1'))
  })
}

async function status(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/robots.txt`, { headers: { connection: 'close' } })
  await response.text()
  return response.status
}
