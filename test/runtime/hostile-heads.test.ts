import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { installed } from '../installed.ts'
import { cases } from '../thorough.ts'
import { startServed } from './served.ts'

/** No request head may crash the process, or a worker. */

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'CONNECT', 'TRACE', 'FOO', 'get', 'M-SEARCH')
const name = fc.constantFrom(
  ...['Host', 'Accept', 'Accept-Encoding', 'Connection', 'Content-Length', 'Transfer-Encoding', 'Expect'],
  ...['Upgrade', 'If-None-Match', 'Origin', 'Content-Type', 'X', 'Proxy-Connection', 'Mcp-Name'],
)
const value = fc.constantFrom(
  ...'0|5|x||chunked|close|keep-alive|upgrade|100-continue|"a"|*/*|identity'.split('|'),
  ...['text/markdown', 'application/json', '[::1]', 'a,b', '-1', '1e3', '\x80'],
)
const separator = fc.constantFrom(...' |\t| \t|\t |,|, |;|;q=|"|\\|=|:|\r|\n|\r\n|\r\n |\0|('.split('|'))
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
      const server = await startServed(node, [], flags)
      const before = server.processes()
      for (const bytes of [tabs('FOO', 1000), tabs('POST', 7000), tabs('GET', 7000)])
        await send(server.port, bytes)
      const property = fc.asyncProperty(fc.array(head, { minLength: 1, maxLength: 4 }), async (heads) => {
        await send(server.port, heads.join(''))
        expect(server.processes(), 'process ids, as before the request').toEqual(before)
      })
      await fc.assert(property, { numRuns: cases(40, 300), seed: 7, endOnFailure: true })
      expect(await server.ask()).toBe(200)
    },
    600_000,
  )
})

/** Sends bytes, half-closes, and waits until the server has closed too. */
function send(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {}).once('close', () => resolve())
    socket.resume().end(Buffer.from(bytes, 'latin1'))
  })
}
