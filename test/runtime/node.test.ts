import { connect } from 'node:net'
import { describe, expect, it, test, vi } from 'vitest'
import type { RequestFacts } from '../../src/answer/request.ts'
import type { ListenOptions, RequestLog } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { toy, variantOf } from '../answer/toy.ts'
import {
  answersIn,
  answersTo,
  listenTo,
  pause,
  start as startServer,
  statuses,
  untilClosed,
  ways,
} from './wire.ts'

const host = 'Host: archive.example\r\n'
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\n${host}${fields}\r\n`

describe.each(ways)('$way', ({ lane }) => {
  const start = (options: Partial<ListenOptions> = {}) => startServer({ lane, ...options })

  test('repeated header lines are joined in order, whatever their case', async () => {
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

  test('nothing but Date and the connection’s own headers is added', async () => {
    const { port } = await start()
    const [answer] = await answersTo(port, get('/robots.txt'))
    const { headers } = variantOf(toy(), '/robots.txt', 'text/plain', 'identity').full
    const sealed = headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
    expect(Object.keys(answer?.headers ?? {})).toEqual([...sealed, 'date', 'connection', 'keep-alive'])
  })

  describe.concurrent('a slow client', () => {
    const timeouts = { headers: 500, request: 500, check: 50 }

    it('that does not finish its headers gets 408', async () => {
      const { port } = await start({ timeouts })
      expect(statuses(await untilClosed(port, 'GET / HTTP/1.1\r\nHost:'))).toEqual([408])
    })

    it('that does not finish its second request gets 408 for it', async () => {
      const { port } = await start({ timeouts })
      expect(statuses(await untilClosed(port, get('/'), 'GET / HTTP/1.1\r\nHost:'))).toEqual([200, 408])
    })

    it('that sends a byte now and then gets 408 all the same', async () => {
      const { port } = await start({ timeouts })
      const answers = await untilClosed(port, ...get('/', `X: ${'x'.repeat(500)}`))
      expect(statuses(answers)).toEqual([408])
    })

    it('that says nothing at all is closed without a word', async () => {
      const { port } = await start({ timeouts })
      expect(await untilClosed(port)).toEqual([])
    })

    it('that says nothing after its answer is closed when it has been idle for long', async () => {
      const { port } = await start({ timeouts: { keepAlive: 500, check: 50 } })
      expect(statuses(await untilClosed(port, get('/')))).toEqual([200])
    })

    it('that was answered before its body came gets no second answer', async () => {
      const { port } = await start({ timeouts })
      const answers = await untilClosed(port, `POST / HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\nabc`)
      expect(statuses(answers)).toEqual([405])
    })

    it('that takes long to read its answer is answered again after it', async () => {
      const body = Buffer.alloc(20_000_000)
      const large = { status: 200, headers: ['Content-Length', String(body.length)], body }
      const short = { check: timeouts.check, keepAlive: 500 }
      const { port } = await start({ handler: () => large, timeouts: short })
      const socket = connect(port, '127.0.0.1')
      const heard = listenTo(socket)
      socket.pause().write(get('/'))
      await pause(1500)
      socket.end(get('/'))
      socket.resume()
      await heard.ended
      expect(heard.text().length).toBeGreaterThan(2 * body.length)
    })

    it('that does not read its answer is let go', async ({ expect }) => {
      const body = Buffer.alloc(20_000_000)
      const large = { status: 200, headers: ['Content-Length', String(body.length)], body }
      const handler = vi.fn(() => large)
      const { port, measure } = await start({ handler, timeouts: { stalled: 50 } })
      const socket = connect(port, '127.0.0.1')
      const heard = listenTo(socket)
      socket.pause().write(get('/'))
      // Nothing is read until the server has given up; then the little that was on its way, and the end.
      await expect.poll(() => handler.mock.calls.length).toBeGreaterThan(0)
      await expect.poll(() => measure().connections).toBe(0)
      socket.resume()
      await heard.ended
      expect(heard.text().length).toBeLessThan(body.length)
    })
  })

  test('an error in the server is an opaque 500, logged once, and the next request is answered', async () => {
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

  test('a handler that cannot even refuse costs its client the connection, not the server its life', async () => {
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

  test('swap answers the next request on an open connection from the new snapshot', async () => {
    const server = await start()
    const socket = connect(server.port, '127.0.0.1')
    const heard = listenTo(socket)
    // Asked twice, so that an answer that was kept would show.
    for (const count of [1, 2]) {
      socket.write(get('/posts/week-77'))
      await heard.until((text) => text.split('}}\n').length > count)
    }
    server.swap(serve(toy({ posts: ['week-77'] })))
    socket.end(get('/posts/week-77'))
    await heard.ended
    expect(statuses(answersIn(heard.text()))).toEqual([404, 404, 200])
  })
})

test('the log has one entry for each request, unread ones too', async () => {
  const log: RequestLog[] = []
  const { port } = await startServer({ log: (entry) => log.push(entry) })
  await answersTo(
    port,
    get('/robots.txt?x', 'User-Agent: reader/1\r\n'),
    `HEAD /developers/ HTTP/1.1\r\n${host}\r\n`,
  )
  await untilClosed(port, '\0')
  expect(log).toMatchObject([
    { method: 'GET', path: '/robots.txt?x', status: 200, bytes: 13, userAgent: 'reader/1' },
    { method: 'HEAD', path: '/developers/', status: 308, bytes: 0, userAgent: undefined },
    { method: '-', path: '-', status: 400 },
  ])
  for (const { ms, time } of log) {
    expect(ms).toBeGreaterThanOrEqual(0)
    expect(time).toBeInstanceOf(Date)
  }
})

test('a port that is taken is refused in one plain sentence', async () => {
  const { port } = await startServer()
  await expect(startServer({ port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1, port ${port}: the port is already in use.`,
  )
})
