import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import type { ListenOptions } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { toy } from '../answer/toy.ts'
import { answersTo, start as startServer, statuses, untilClosed, ways } from './wire.ts'

/** What a body can do to a socket; everything else about the MCP endpoint is in the contract. */
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const head = (fields: string) =>
  `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${fields}\r\n`
const sized = (body: string) => head(`Content-Length: ${body.length}\r\n`) + body
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = 'Transfer-Encoding: chunked\r\n'
const robots = 'GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n'
const pong = '{"jsonrpc":"2.0","id":1,"result":{}}'
const codeIn = (body: string | undefined) => JSON.parse(body ?? '').error?.code

describe.each(ways)('$way', ({ lane }) => {
  const start = (options: Partial<ListenOptions> = {}) => startServer({ lane, ...options })

  describe.concurrent('a body', () => {
    test.each<[string, readonly string[]]>([
      ['at once', [sized(ping)]],
      ['in pieces', [sized(ping).slice(0, -20), ping.slice(-20, -3), ping.slice(-3)]],
      ['byte by byte in chunks', [head(chunked), ...Array.from(ping, chunk), '0\r\n\r\n']],
      ['that holds an empty line', [sized(`\r\n\r\n${ping}`)]],
      ['whose length has blanks around it', [sized(ping).replace(/Length: (\d+)/, 'Length:\t $1  ')]],
    ])('%s is read, and the connection goes on', async (_, pieces) => {
      const { port } = await start()
      const answers = await answersTo(port, ...pieces, robots)
      expect(statuses(answers)).toEqual([200, 200])
      expect(answers[0]?.body).toBe(pong)
    })

    test('with a request in the same packet is read, and the request is answered after it', async () => {
      const { port } = await start()
      const answers = await answersTo(port, sized(ping) + robots)
      expect(answers.map(({ body }) => body)).toEqual([pong, 'User-agent: *'])
    })

    test.each<[string, readonly string[]]>([
      ['that is declared too long', [head('Content-Length: 65537\r\n')]],
      [
        'that grows too long in chunks',
        [head(chunked), chunk('x'.repeat(40_000)), chunk('x'.repeat(40_000))],
      ],
      ['that is too long and still coming', [head('Content-Length: 5000000\r\n'), 'x'.repeat(3_000_000)]],
    ])('%s is 413, and the connection closes', async (_, pieces) => {
      const { port } = await start()
      const answers = await untilClosed(port, ...pieces)
      expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[413, -32600]])
    })

    test('that stops halfway is 408', async () => {
      const { port } = await start({ timeouts: { headers: 500, request: 500, check: 50 } })
      const answers = await untilClosed(port, sized(ping).slice(0, -3))
      expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[408, -32600]])
    })

    test('that its client ends halfway is 400', async () => {
      const { port } = await start()
      const answers = await answersTo(port, sized(ping).slice(0, -3))
      expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[400, -32600]])
    })

    test('whose chunks are broken is 400', async () => {
      const { port } = await start()
      const answers = await untilClosed(port, head(chunked), 'zz\r\n')
      expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[400, -32600]])
    })

    test('whose client goes away harms nobody', async () => {
      const { port } = await start()
      const socket = connect(port, '127.0.0.1')
      await new Promise((sent) => socket.write(sized(ping).slice(0, -3), sent))
      socket.resetAndDestroy()
      expect(statuses(await answersTo(port, sized(ping)))).toEqual([200])
    })
  })

  describe.concurrent('Expect: 100-continue', () => {
    const expecting = (fields: string) => head(`Expect: 100-continue\r\n${fields}`)

    test('is granted when the headers are in order', async () => {
      const { port } = await start()
      const answers = await answersTo(port, expecting(`Content-Length: ${ping.length}\r\n`), ping)
      expect(statuses(answers)).toEqual([100, 200])
    })

    test.each([
      ['the body is too long', 'Content-Length: 65537\r\n', 413],
      ['it is compressed', 'Content-Length: 9\r\nContent-Encoding: gzip\r\n', 415],
      ['no form is acceptable', 'Content-Length: 9\r\nAccept: text/html\r\n', 406],
      ['the Origin is none', 'Content-Length: 9\r\nOrigin: x\r\n', 403],
    ])('is answered at once when %s', async (_, fields, status) => {
      const { port } = await start()
      expect(statuses(await untilClosed(port, expecting(fields)))).toEqual([status])
    })
  })

  test('[decided-11.loopback] an absolute target’s host comes before Host', async () => {
    const { port } = await start({ handler: serve(toy(), { exposure: 'loopback' }) })
    const absolute = sized(ping).replace('/mcp', 'http://evil.example/mcp')
    expect(statuses(await answersTo(port, absolute))).toEqual([403])
    expect(statuses(await answersTo(port, sized(ping)))).toEqual([200])
  })

  test('an error in the server is -32603, tells nothing, and is logged once', async () => {
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
