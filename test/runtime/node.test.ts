import { connect } from 'node:net'
import { describe, expect, it, test, vi } from 'vitest'
import type { RequestFacts } from '../../src/answer/request.ts'
import type { RequestLog } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { toy, variantOf } from '../answer/toy.ts'
import { answersIn, exchange, exchangeInTurn, listenTo, pause, start } from './wire.ts'

const host = 'Host: archive.example\r\n'
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\n${host}${fields}\r\n`
const fields = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1\r\n`).join('')

describe.concurrent('a request that breaks a rule of HTTP gets one JSON error, with Date, and the connection closes', () => {
  test.each<[string, string, number]>([
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two Hosts', `GET / HTTP/1.1\r\n${host}${host}\r\n`, 400],
    ['two Hosts in HTTP/1.0', `GET / HTTP/1.0\r\n${host}${host}\r\n`, 400],
    ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', 400],
    ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
    ['a Host with a user', 'GET / HTTP/1.1\r\nHost: u@a\r\n\r\n', 400],
    ['a Host list', 'GET / HTTP/1.1\r\nHost: a, b\r\n\r\n', 400],
    ['a Host with a bad port', 'GET / HTTP/1.1\r\nHost: a:b\r\n\r\n', 400],
    ['an absolute target and no Host', 'GET http://a/ HTTP/1.1\r\n\r\n', 400],
    ['an absolute target without a host', `GET http:///x HTTP/1.1\r\n${host}\r\n`, 400],
    ['an absolute target with a user', `GET http://u@a/ HTTP/1.1\r\n${host}\r\n`, 400],
    ['an absolute target of another scheme', `GET ftp://a/ HTTP/1.1\r\n${host}\r\n`, 400],
    ['a target that is no path', `GET developers HTTP/1.1\r\n${host}\r\n`, 400],
    ['a space in the target', `GET /a b HTTP/1.1\r\n${host}\r\n`, 400],
    ['raw bytes in the target', `GET /\xe9 HTTP/1.1\r\n${host}\r\n`, 400],
    ['a space before the colon', get('/', 'X : 1\r\n'), 400],
    ['a folded line', get('/', 'X: 1\r\n 2\r\n'), 400],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: a\n\n', 400],
    ['Content-Length twice', get('/', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400],
    [
      'Content-Length and Transfer-Encoding',
      get('/', 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'),
      400,
    ],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc', 400],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a method the parser does not know', `ABC / HTTP/1.1\r\n${host}\r\n`, 501],
    ['a method in small letters', `get / HTTP/1.1\r\n${host}\r\n`, 501],
    ['another transfer encoding', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n`, 501],
    ['two transfer encodings', `${get('/', 'Transfer-Encoding: gzip, chunked\r\n')}0\r\n\r\n`, 501],
    ['HTTP/2.0', `GET / HTTP/2.0\r\n${host}\r\n`, 505],
    ['HTTP/1.2', `GET / HTTP/1.2\r\n${host}\r\n`, 505],
    ['HTTP/0.9', 'GET /\r\n\r\n', 505],
    ['101 header fields', get('/', fields(100)), 431],
    ['3,000 header fields', get('/', Array(3000).fill('a:\r\n').join('')), 431],
    ['17 KiB of headers', get('/', `X: ${'x'.repeat(17_000)}\r\n`), 431],
    ['a target of 20 KB', get(`/${'x'.repeat(20_000)}`), 414],
    ['another expectation', get('/', 'Expect: a-miracle\r\n'), 417],
    ['a body on GET of more than 64 KiB', get('/', 'Content-Length: 65537\r\n'), 413],
    ['CONNECT', `CONNECT a:443 HTTP/1.1\r\n${host}\r\n`, 405],
  ])('%s', async (_, bytes, status) => {
    const { port } = await start()
    const { answers, closed, reset } = await exchange(port, bytes)
    expect(answers.map((answer) => answer.status)).toEqual([status])
    expect([closed, reset]).toEqual([true, false])
    const [answer] = answers
    expect(answer?.headers).toMatchObject({
      'content-type': 'application/json',
      connection: 'close',
      date: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/),
      'access-control-allow-origin': '*',
    })
    expect(JSON.parse(answer?.body ?? '').error).toMatchObject({
      status,
      code: expect.any(String),
      hint: expect.any(String),
      documentation: 'https://archive.example/developers',
      specification: 'https://archive.example/openapi.json',
    })
    if (status === 405 || (status === 501 && /^(ABC|get)/.test(bytes))) {
      expect(answer?.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS' })
    }
  })
})

describe.concurrent('a request that is right is answered, and the connection stays open', () => {
  test.each<[string, string, number]>([
    ['a page', get('/'), 200],
    ['a missing page', get('/nowhere'), 404],
    ['TRACE', `TRACE / HTTP/1.1\r\n${host}\r\n`, 405],
    ['a method the parser knows and we do not', `PROPFIND / HTTP/1.1\r\n${host}\r\n`, 501],
    ['a target of 8,001 bytes', get(`/${'x'.repeat(8000)}`), 414],
    ['an absolute target', `GET http://archive.example/developers?x HTTP/1.1\r\n${host}\r\n`, 200],
    ['an absolute target without a path', `GET HTTP://archive.example:80?x HTTP/1.1\r\n${host}\r\n`, 200],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 204],
    ['GET *', `GET * HTTP/1.1\r\n${host}\r\n`, 400],
    ['an IPv6 Host', 'GET / HTTP/1.1\r\nHost: [::1]:3000\r\n\r\n', 200],
    ['a Host with a port', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:3000\r\n\r\n', 200],
    ['100 header fields', get('/', fields(99)), 200],
    ['an empty line first', `\r\n${get('/')}`, 200],
    ['an empty body', get('/', 'Content-Length: 0\r\n'), 200],
    ['a range', get('/', 'Range: bytes=0-1\r\n'), 200],
    ['a write with a small body', `POST /api/v1/x HTTP/1.1\r\n${host}Content-Length: 3\r\n\r\nabc`, 405],
  ])('%s', async (_, bytes, status) => {
    const { port } = await start()
    const { answers, closed } = await exchange(port, bytes, get('/robots.txt'))
    expect(answers.map((answer) => answer.status)).toEqual([status, 200])
    expect(closed).toBe(false)
  })
})

describe.concurrent('a connection that cannot be trusted to carry another request is closed after the answer', () => {
  const chunked = 'Transfer-Encoding: chunked\r\n'
  test.each<[string, string, number]>([
    ['a body on GET', `${get('/', 'Content-Length: 3\r\n')}abc`, 200],
    ['a chunked body on GET', `${get('/', chunked)}3\r\nabc\r\n0\r\n\r\n`, 200],
    ['a chunked body in capitals', `${get('/', 'Transfer-Encoding: Chunked\r\n')}0\r\n\r\n`, 200],
    ['a chunked write', `POST / HTTP/1.1\r\n${host}${chunked}\r\n3\r\nabc\r\n0\r\n\r\n`, 405],
    ['a bad chunk after the answer', `POST / HTTP/1.1\r\n${host}${chunked}\r\nzz\r\n`, 405],
    ['an expected body', `PUT / HTTP/1.1\r\n${host}Content-Length: 3\r\nExpect: 100-continue\r\n\r\n`, 405],
    ['100-continue on GET', get('/', 'Expect: 100-continue\r\n'), 200],
    ['an upgrade', get('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), 200],
    ['HTTP/1.0 without a Host', 'GET / HTTP/1.0\r\n\r\n', 200],
  ])('%s', async (_, bytes, status) => {
    const { port } = await start()
    const { answers, closed, reset } = await exchange(port, bytes, get('/robots.txt'))
    expect(answers.map((answer) => answer.status)).toEqual([status])
    expect([closed, reset, answers[0]?.headers.connection]).toEqual([true, false, 'close'])
  })

  it('and a client that is still sending a large body reads the whole answer', async () => {
    const { port } = await start()
    const body = Buffer.alloc(5_000_000)
    const head = `POST /developers HTTP/1.1\r\n${host}Content-Length: ${body.length}\r\n\r\n`
    const { answers, reset } = await exchange(port, head, body)
    expect([answers[0]?.status, reset]).toEqual([405, false])
  })
})

test('pipelined requests are answered in order', async () => {
  const { port } = await start()
  const { answers } = await exchange(
    port,
    get('/') + get('/nowhere') + get('/robots.txt') + get('/', 'Accept: text/markdown\r\n'),
  )
  expect(answers.map((answer) => answer.body.slice(0, 6))).toEqual(['<h1>/<', '{"erro', 'User-a', '# /'])
})

test('garbage after a request does not get a second answer', async () => {
  const { port } = await start()
  const { answers, closed, reset } = await exchange(port, `${get('/')}\0garbage\r\n\r\n`)
  expect(answers.map((answer) => answer.status)).toEqual([200])
  expect([closed, reset]).toEqual([true, false])
})

test('garbage on a connection that had its answer is told so', async () => {
  const { port } = await start()
  const { answers } = await exchangeInTurn(port, get('/'), `ABC / HTTP/1.1\r\n${host}\r\n`)
  expect(answers.map((answer) => answer.status)).toEqual([200, 501])
})

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
  await exchange(port, get('/x?y', lines))
  expect(seen).toMatchObject([
    {
      method: 'GET',
      target: '/x?y',
      accept: 'text/markdown, */*;q=0.1',
      acceptEncoding: 'br',
      ifNoneMatch: '"a", "b"',
      ifMatch: '*',
    },
  ])
})

test('nothing but Date and the connection’s own headers is added', async () => {
  const { port } = await start()
  const { answers } = await exchange(port, get('/robots.txt'))
  const names = Object.keys(answers[0]?.headers ?? {})
  const { headers } = variantOf(toy(), '/robots.txt', 'text/plain', 'identity').full
  const sealed = headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  expect(names).toEqual([...sealed, 'date', 'connection', 'keep-alive'])
})

describe.concurrent('a slow client', () => {
  const timeouts = { headers: 60, request: 60, check: 20 }

  it('that does not finish its headers gets 408', async () => {
    const { port } = await start({ timeouts })
    const { answers, closed } = await exchange(port, 'GET / HTTP/1.1\r\nHost:')
    expect(answers.map((answer) => answer.status)).toEqual([408])
    expect(closed).toBe(true)
  })

  it('that says nothing at all is closed without a word', async () => {
    const { port } = await start({ timeouts })
    expect(await exchange(port)).toEqual({ answers: [], closed: true, reset: false })
  })

  it('that was answered before its body came gets no second answer', async () => {
    const { port } = await start({ timeouts })
    const { answers, closed } = await exchange(port, `POST / HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\nabc`)
    await pause(100)
    expect(answers.map((answer) => answer.status)).toEqual([405])
    expect(closed).toBe(true)
  })

  it('that does not read its answer is let go', async () => {
    const body = Buffer.alloc(20_000_000)
    const large = { status: 200, headers: ['Content-Length', String(body.length)], body }
    const { port } = await start({ handler: () => large, timeouts: { stalled: 50 } })
    const socket = connect(port, '127.0.0.1')
    const heard = listenTo(socket)
    socket.pause().write(get('/'))
    await pause(400)
    socket.resume()
    await heard.ended
    expect(heard.text().length).toBeLessThan(body.length)
  })
})

test('a messageError of the server is an opaque 500, logged once, and the next request is answered', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const handler = serve(toy())
  const { port } = await start({
    handler: (request) => {
      if (request.target === '/broken' && request.messageError === undefined) throw new Error('secret')
      return handler(request)
    },
  })
  const { answers } = await exchange(port, get('/broken'))
  expect(answers.map((answer) => answer.status)).toEqual([500])
  expect(answers[0]?.body).toContain('"internal_error"')
  expect(answers[0]?.body).not.toContain('secret')
  expect(logged).toHaveBeenCalledTimes(1)
  expect((await exchange(port, get('/'))).answers[0]?.status).toBe(200)
  logged.mockRestore()
})

test('a handler that cannot even refuse costs its client the connection, not the server its life', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { port } = await start({
    handler: () => {
      throw new Error('broken throughout')
    },
  })
  expect(await exchange(port, get('/'))).toMatchObject({ answers: [], closed: true })
  expect(await exchange(port, '\0')).toMatchObject({ answers: [], closed: true })
  logged.mockRestore()
})

test('the log has one entry for each request, unread ones too', async () => {
  const log: RequestLog[] = []
  const { port } = await start({ log: (entry) => log.push(entry) })
  await exchange(
    port,
    get('/robots.txt?x', 'User-Agent: reader/1\r\n'),
    `HEAD /developers/ HTTP/1.1\r\n${host}\r\n`,
  )
  await exchange(port, '\0')
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
  const { port } = await start()
  await expect(start({ port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1, port ${port}: another program has the port.`,
  )
})

test('swap answers the next request on an open connection from the new snapshot', async () => {
  const server = await start()
  const socket = connect(server.port, '127.0.0.1')
  const heard = listenTo(socket)
  socket.write(get('/posts/week-77'))
  await heard.until((text) => text.includes('}'))
  server.swap(serve(toy({ posts: ['week-77'] })))
  socket.write(get('/posts/week-77'))
  await heard.quiet(50)
  expect(answersIn(heard.text()).map((answer) => answer.status)).toEqual([404, 200])
  socket.destroy()
})
