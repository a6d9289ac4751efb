import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import type { RequestFacts } from '../../src/answer/request.ts'
import type { RequestLog } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { toy, variantOf } from '../answer/toy.ts'
import { answersIn, answersTo, listenTo, pause, start, statuses, untilClosed, ways } from './wire.ts'

const host = 'Host: archive.example\r\n'
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\n${host}${fields}\r\n`

describe.each(ways)('$way', ({ start }) => {
  test('joins repeated headers in order, in any case', async () => {
    const seen: RequestFacts[] = []
    const handler = serve(toy())
    const { port } = await start({
      handler: (request) => {
        seen.push(request)
        return handler(request)
      },
    })
    const lines =
      'ACCEPT: text/markdown\r\naccept: */*;q=0.1\r\naccept-ENCODING: br\r\nIf-None-Match: "a"\r\nif-none-match: "b"\r\nIf-Match: *\r\n'
    await answersTo(port, get('/x?y', lines))
    expect(seen.at(-1)).toMatchObject({
      method: 'GET',
      target: '/x?y',
      accept: 'text/markdown, */*;q=0.1',
      acceptEncoding: 'br',
      ifNoneMatch: '"a", "b"',
      ifMatch: '*',
    })
  })

  test('adds no headers except Date, Connection and Keep-Alive', async () => {
    const { port } = await start()
    const [answer] = await answersTo(port, get('/robots.txt'))
    const { headers } = variantOf(toy(), '/robots.txt', 'text/plain', 'identity').full
    const sealed = headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
    expect(Object.keys(answer?.headers ?? {})).toEqual([...sealed, 'date', 'connection', 'keep-alive'])
  })

  describe.concurrent('a slow client', () => {
    const timeouts = { headers: 500, request: 500, check: 50 }

    test.each([
      ['gets 408 if it does not finish its headers', ['GET / HTTP/1.1\r\nHost:'], [408]],
      ['or its second request', [get('/'), 'GET / HTTP/1.1\r\nHost:'], [200, 408]],
      ['or keeps sending single bytes', [...get('/', `X: ${'x'.repeat(500)}`)], [408]],
      ['that sends nothing is disconnected without a response', [], []],
      [
        'gets no second response if it was answered before its body arrived',
        [`POST / HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\nabc`],
        [405],
      ],
    ])('%s', async (_, pieces, expected) => {
      const { port } = await start({ timeouts })
      expect(statuses(await untilClosed(port, ...pieces))).toEqual(expected)
    })

    test('is disconnected after the keep-alive timeout', async () => {
      const { port } = await start({ timeouts: { keepAlive: 500, check: 50 } })
      expect(statuses(await untilClosed(port, get('/')))).toEqual([200])
    })

    test('that reads slowly can send another request', async () => {
      const body = Buffer.alloc(20_000_000)
      const large = { status: 200, headers: ['Content-Length', String(body.length)], body }
      const short = { check: timeouts.check, keepAlive: 500 }
      const { port } = await start({ handler: () => large, timeouts: short })
      const socket = connect(port, '127.0.0.1')
      const received = listenTo(socket)
      socket.pause().write(get('/'))
      await pause(1500)
      socket.end(get('/'))
      socket.resume()
      await received.ended
      expect(received.text().length).toBeGreaterThan(2 * body.length)
    })

    test('that does not read its response is disconnected', async ({ expect }) => {
      const body = Buffer.alloc(20_000_000)
      const large = { status: 200, headers: ['Content-Length', String(body.length)], body }
      const handler = vi.fn(() => large)
      const { port, measure } = await start({ handler, timeouts: { stalled: 50 } })
      const socket = connect(port, '127.0.0.1')
      const received = listenTo(socket)
      socket.pause().write(get('/'))
      // Read nothing until the server has given up, then only what was in flight.
      await expect.poll(() => handler.mock.calls.length).toBeGreaterThan(0)
      await expect.poll(() => measure().connections).toBe(0)
      socket.resume()
      await received.ended
      expect(received.text().length).toBeLessThan(body.length)
    })
  })

  test('an error in the handler returns 500 without details and is logged once', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const handler = serve(toy())
    const { port } = await start({
      handler: (request) => {
        if (request.target === '/broken' && request.messageError === undefined) throw new Error('secret')
        return handler(request)
      },
    })
    const answers = await untilClosed(port, get('/broken'))
    expect(statuses(answers)).toEqual([500])
    expect(answers[0]?.body).toContain('"internal_error"')
    expect(answers[0]?.body).not.toContain('secret')
    expect(logged).toHaveBeenCalledTimes(1)
    expect(statuses(await answersTo(port, get('/')))).toEqual([200])
    logged.mockRestore()
  })

  test('drops the connection if the error handler itself throws', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { port } = await start({
      handler: () => {
        throw new Error('broken throughout')
      },
    })
    expect(await untilClosed(port, get('/'))).toEqual([])
    expect(await untilClosed(port, '\0')).toEqual([])
    logged.mockRestore()
  })

  test('swap applies to the next request on an open connection', async () => {
    const server = await start()
    const socket = connect(server.port, '127.0.0.1')
    const received = listenTo(socket)
    // Requested twice, so that a stale cached response would show.
    for (const count of [1, 2]) {
      socket.write(get('/posts/week-77'))
      await received.until((text) => text.split('}}\n').length > count)
    }
    server.swap(serve(toy({ posts: ['week-77'] })))
    socket.end(get('/posts/week-77'))
    await received.ended
    expect(statuses(answersIn(received.text()))).toEqual([404, 404, 200])
  })
})

test('logs one entry per request, unparsable ones included', async () => {
  const log: RequestLog[] = []
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const { port } = await start({ log: (entry) => log.push(entry) })
  await answersTo(
    port,
    get('/robots.txt?x', 'User-Agent: reader/1\r\n'),
    get(
      '/robots.txt',
      `traceparent: 00-${trace}-00f067aa0ba902b7-01\r\nX-Forwarded-For: 198.51.100.7, 203.0.113.9\r\n`,
    ),
    `HEAD /developers/ HTTP/1.1\r\n${host}\r\n`,
  )
  await untilClosed(port, '\0')
  expect(log).toMatchObject([
    {
      method: 'GET',
      path: '/robots.txt?x',
      status: 200,
      bytes: 13,
      userAgent: 'reader/1',
      client: '127.0.0.1',
    },
    { path: '/robots.txt', trace, client: '203.0.113.9' },
    { method: 'HEAD', path: '/developers/', status: 308, bytes: 0, userAgent: undefined },
    { method: '-', path: '-', status: 400 },
  ])
  for (const { ms, time } of log) {
    expect(ms).toBeGreaterThanOrEqual(0)
    expect(time).toBeInstanceOf(Date)
  }
})

test('fails with a clear message if the port is in use', async () => {
  const { port } = await start()
  await expect(start({ port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1, port ${port}: it is already in use.`,
  )
})
