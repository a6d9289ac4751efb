import { describe, expect, test, vi } from 'vitest'
import { serve } from '../../src/serve.ts'
import { toy } from '../answer/toy.ts'
import { exchange, pause, start } from '../runtime/wire.ts'

/** What a body can do to a socket; everything else about the endpoint is in the contract. */
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const head = (fields: string) =>
  `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${fields}\r\n`
const sized = (body: string) => head(`Content-Length: ${body.length}\r\n`) + body
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = 'Transfer-Encoding: chunked\r\n'
const robots = 'GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n'
const pong = '{"jsonrpc":"2.0","id":1,"result":{}}'
const codeIn = (body: string | undefined) => JSON.parse(body ?? '').error?.code

describe.concurrent('a body', () => {
  test.each<[string, readonly string[]]>([
    ['at once', [sized(ping)]],
    ['in pieces', [sized(ping).slice(0, -20), ping.slice(-20, -3), ping.slice(-3)]],
    ['byte by byte in chunks', [head(chunked), ...Array.from(ping, chunk), '0\r\n\r\n']],
    ['pipelined', [sized(ping) + robots]],
  ])('%s is read, and the connection goes on', async (_, pieces) => {
    const { port } = await start()
    const pipelined = pieces.some((piece) => piece.includes('robots'))
    const { answers, closed } = await exchange(port, ...pieces, ...(pipelined ? [] : [robots]))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([answers[0]?.body, closed]).toEqual([pong, false])
  })

  test.each<[string, readonly string[]]>([
    ['that is declared too long', [head('Content-Length: 65537\r\n')]],
    ['that grows too long in chunks', [head(chunked), chunk('x'.repeat(40_000)), chunk('x'.repeat(40_000))]],
    ['that is too long and still coming', [head('Content-Length: 5000000\r\n'), 'x'.repeat(3_000_000)]],
  ])('%s is 413, and the connection closes', async (_, pieces) => {
    const { port } = await start()
    const { answers, closed, reset } = await exchange(port, ...pieces)
    expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[413, -32600]])
    expect([closed, reset]).toEqual([true, false])
  })

  test('that stops halfway is 408', async () => {
    const { port } = await start({ timeouts: { headers: 60, request: 60, check: 20 } })
    const { answers, closed } = await exchange(port, sized(ping).slice(0, -3))
    expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[408, -32600]])
    expect(closed).toBe(true)
  })

  test('whose chunks are broken is 400', async () => {
    const { port } = await start()
    const { answers, closed } = await exchange(port, head(chunked), 'zz\r\n')
    expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[400, -32600]])
    expect(closed).toBe(true)
  })

  test('whose client goes away harms nobody', async () => {
    const { port } = await start()
    await exchange(port, sized(ping).slice(0, -3))
    await pause(20)
    expect((await exchange(port, sized(ping))).answers[0]?.status).toBe(200)
  })
})

describe.concurrent('Expect: 100-continue', () => {
  const expecting = (fields: string) => head(`Expect: 100-continue\r\n${fields}`)

  test('is granted when the headers are in order', async () => {
    const { port } = await start()
    const { answers } = await exchange(port, expecting(`Content-Length: ${ping.length}\r\n`), ping)
    expect(answers.map(({ status }) => status)).toEqual([100, 200])
  })

  test.each([
    ['the body is too long', 'Content-Length: 65537\r\n', 413],
    ['it is compressed', 'Content-Length: 9\r\nContent-Encoding: gzip\r\n', 415],
    ['no form is acceptable', 'Content-Length: 9\r\nAccept: text/html\r\n', 406],
    ['the Origin is none', 'Content-Length: 9\r\nOrigin: x\r\n', 403],
  ])('is answered at once when %s', async (_, fields, status) => {
    const { port } = await start()
    const { answers, closed } = await exchange(port, expecting(fields))
    expect(answers.map((answer) => answer.status)).toEqual([status])
    expect(closed).toBe(true)
  })
})

test('[decided-11.loopback] an absolute target’s host comes before Host', async () => {
  const { port } = await start({ handler: serve(toy(), { exposure: 'loopback' }) })
  const absolute = sized(ping).replace('/mcp', 'http://evil.example/mcp')
  expect((await exchange(port, absolute)).answers[0]?.status).toBe(403)
  expect((await exchange(port, sized(ping))).answers[0]?.status).toBe(200)
})

test('a messageError of the server is -32603, tells nothing, and is logged once', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const handler = serve(toy())
  const { port } = await start({
    handler: (request) => {
      if (request.body !== undefined && request.messageError === undefined) throw new Error('secret')
      return handler(request)
    },
  })
  const { answers } = await exchange(port, sized(ping))
  expect(answers.map(({ status, body }) => [status, codeIn(body)])).toEqual([[500, -32603]])
  expect(answers[0]?.body).not.toContain('secret')
  expect(logged).toHaveBeenCalledTimes(1)
  logged.mockRestore()
})
