import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { serve } from '../../src/serve.ts'
import { toy } from '../answer/toy.ts'
import { answersTo, statuses, untilClosed, ways } from './wire.ts'

/** Request bodies at the level of the socket; test/contract covers the rest of the MCP endpoint. */
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const head = (fields: string) =>
  `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${fields}\r\n`
const sized = (body: string) => head(`Content-Length: ${body.length}\r\n`) + body
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = 'Transfer-Encoding: chunked\r\n'
const robots = 'GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n'
const pong = '{"jsonrpc":"2.0","id":1,"result":{}}'
const codeIn = (body: string | undefined) => JSON.parse(body ?? '').error?.code

describe.each(ways)('$way', ({ start }) => {
  describe.concurrent('a request body', () => {
    test.each<[string, readonly string[]]>([
      ['in one packet', [sized(ping)]],
      ['in three packets', [sized(ping).slice(0, -20), ping.slice(-20, -3), ping.slice(-3)]],
      ['in chunks of one byte', [head(chunked), ...Array.from(ping, chunk), '0\r\n\r\n']],
      ['with an empty line', [sized(`\r\n\r\n${ping}`)]],
      ['with whitespace around its Content-Length', [sized(ping).replace(/Length: (\d+)/, 'Length:\t $1  ')]],
    ])('%s is read, and the connection stays open', async (_, pieces) => {
      const { port } = await start()
      const answers = await answersTo(port, ...pieces, robots)
      expect(statuses(answers)).toEqual([200, 200])
      expect(answers[0]?.body).toBe(pong)
    })

    test('can share a packet with the next request', async () => {
      const { port } = await start()
      const answers = await answersTo(port, sized(ping) + robots)
      expect(answers.map(({ body }) => body)).toEqual([pong, 'User-agent: *'])
    })

    test.each<[string, readonly string[]]>([
      ['with a Content-Length above the limit', [head('Content-Length: 65537\r\n')]],
      ['with chunks that add up to more', [head(chunked), ...Array(2).fill(chunk('x'.repeat(40_000)))]],
      ['that is above it and still arriving', [head('Content-Length: 5000000\r\n'), 'x'.repeat(3_000_000)]],
    ])('%s returns 413 and closes the connection', async (_, pieces) => {
      const { port } = await start()
      const answers = await untilClosed(port, ...pieces)
      expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[413, -32600]])
    })

    test.each([
      ['that stops arriving returns 408', untilClosed, [sized(ping).slice(0, -3)], 408],
      ['cut short by a half-close returns 400', answersTo, [sized(ping).slice(0, -3)], 400],
      ['with malformed chunks returns 400', untilClosed, [head(chunked), 'zz\r\n'], 400],
    ] as const)('%s', async (_, send, pieces, expected) => {
      const timeouts = expected === 408 ? { headers: 500, request: 500, check: 50 } : {}
      const { port } = await start({ timeouts })
      const answers = await send(port, ...pieces)
      expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[expected, -32600]])
    })

    test('cut short by a reset does not affect other clients', async () => {
      const { port } = await start()
      const socket = connect(port, '127.0.0.1')
      await new Promise((sent) => socket.write(sized(ping).slice(0, -3), sent))
      socket.resetAndDestroy()
      expect(statuses(await answersTo(port, sized(ping)))).toEqual([200])
    })
  })

  describe.concurrent('Expect: 100-continue', () => {
    const expecting = (fields: string) => head(`Expect: 100-continue\r\n${fields}`)

    test.each([
      ['if the headers are valid', `Content-Length: ${ping.length}\r\n`, ping],
      ['if the body is chunked, of unknown length', chunked, `${chunk(ping)}0\r\n\r\n`],
    ])('gets 100 %s', async (_, fields, body) => {
      const { port } = await start()
      expect(statuses(await answersTo(port, expecting(fields), body))).toEqual([100, 200])
    })

    test.each([
      ['the body is above the limit', 'Content-Length: 65537\r\n', 413],
      ['the body is compressed', 'Content-Length: 9\r\nContent-Encoding: gzip\r\n', 415],
      ['Accept excludes JSON', 'Content-Length: 9\r\nAccept: text/html\r\n', 406],
      ['Origin is invalid', 'Content-Length: 9\r\nOrigin: x\r\n', 403],
    ])('gets the final status at once if %s', async (_, fields, status) => {
      const { port } = await start()
      expect(statuses(await untilClosed(port, expecting(fields)))).toEqual([status])
    })
  })

  test('[decided-11.loopback] the host of an absolute target overrides Host', async () => {
    const { port } = await start({ handler: serve(toy(), { exposure: 'loopback' }) })
    const absolute = sized(ping).replace('/mcp', 'http://evil.example/mcp')
    expect(statuses(await answersTo(port, absolute))).toEqual([403])
    expect(statuses(await answersTo(port, sized(ping)))).toEqual([200])
  })

  test('an error in the handler returns -32603 without details and is logged once', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const handler = serve(toy())
    const { port } = await start({
      handler: (request) => {
        if (request.body !== undefined && request.messageError === undefined) throw new Error('secret')
        return handler(request)
      },
    })
    const answers = await answersTo(port, sized(ping))
    expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[500, -32603]])
    expect(answers[0]?.body).not.toContain('secret')
    expect(logged).toHaveBeenCalledTimes(1)
    logged.mockRestore()
  })
})
