import { describe, expect, test } from 'vitest'
import { answersTo, statuses, untilClosed, ways } from './wire.ts'

const host = 'Host: archive.example\r\n'
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\n${host}${fields}\r\n`
const fields = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1\r\n`).join('')
const robots = get('/robots.txt')
const length = (bytes: number) => `Content-Length: ${bytes}\r\n`
const chunked = 'Transfer-Encoding: chunked\r\n'

describe.each(ways)('$way', ({ start }) => {
  describe.concurrent('an invalid request gets one JSON error and closes the connection', () => {
    test.each<[string, string, number]>([
      ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
      ['two Host headers', `GET / HTTP/1.1\r\n${host}${host}\r\n`, 400],
      ['two Host headers in HTTP/1.0', `GET / HTTP/1.0\r\n${host}${host}\r\n`, 400],
      ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', 400],
      ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
      ['a Host with user info', 'GET / HTTP/1.1\r\nHost: u@a\r\n\r\n', 400],
      ['a Host list', 'GET / HTTP/1.1\r\nHost: a, b\r\n\r\n', 400],
      ['a Host with an invalid port', 'GET / HTTP/1.1\r\nHost: a:b\r\n\r\n', 400],
      ['an absolute target without a Host header', 'GET http://a/ HTTP/1.1\r\n\r\n', 400],
      ['an absolute target without a host', `GET http:///x HTTP/1.1\r\n${host}\r\n`, 400],
      ['an absolute target with user info', `GET http://u@a/ HTTP/1.1\r\n${host}\r\n`, 400],
      ['an absolute target with another scheme', `GET ftp://a/ HTTP/1.1\r\n${host}\r\n`, 400],
      ['a target that is not a path', `GET developers HTTP/1.1\r\n${host}\r\n`, 400],
      ['a space in the target', `GET /a b HTTP/1.1\r\n${host}\r\n`, 400],
      ['a non-ASCII byte in the target', `GET /\xe9 HTTP/1.1\r\n${host}\r\n`, 400],
      ['a space before the colon', get('/', 'X : 1\r\n'), 400],
      ['a folded header line', get('/', 'X: 1\r\n 2\r\n'), 400],
      ['a bare line feed', 'GET / HTTP/1.1\nHost: a\n\n', 400],
      ['Content-Length twice', get('/', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400],
      ['Content-Length and Transfer-Encoding', get('/', length(1) + chunked), 400],
      ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc', 400],
      ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
      ['a method unknown to the parser', `ABC / HTTP/1.1\r\n${host}\r\n`, 501],
      ['a lower-case method', `get / HTTP/1.1\r\n${host}\r\n`, 501],
      ['another transfer encoding', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n`, 501],
      ['two transfer encodings', `${get('/', 'Transfer-Encoding: gzip, chunked\r\n')}0\r\n\r\n`, 501],
      ['HTTP/2.0', `GET / HTTP/2.0\r\n${host}\r\n`, 505],
      ['HTTP/3.1', `GET / HTTP/3.1\r\n${host}\r\n`, 505],
      ['HTTP/1.12', `GET / HTTP/1.12\r\n${host}\r\n`, 400],
      ['HTTP/0.9', 'GET /\r\n\r\n', 505],
      ['101 header fields', get('/', fields(100)), 431],
      ['3,000 header fields', get('/', Array(3000).fill('a:\r\n').join('')), 431],
      ['Content-Length after 1,200 header fields', get('/', `${fields(1200)}Content-Length: 9\r\n`), 431],
      ['17 KiB of headers', get('/', `X: ${'x'.repeat(17_000)}\r\n`), 431],
      ['a target of 20 KB', get(`/${'x'.repeat(20_000)}`), 414],
      ['an unknown expectation', get('/', 'Expect: a-miracle\r\n'), 417],
      ['a GET body of more than 64 KiB', get('/', 'Content-Length: 65537\r\n'), 413],
      ['CONNECT', `CONNECT a:443 HTTP/1.1\r\n${host}\r\n`, 405],
    ])('%s', async (_, bytes, status) => {
      const { port } = await start()
      const answers = await untilClosed(port, bytes)
      expect(statuses(answers)).toEqual([status])
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

  test('a target outside ASCII gets a hint to percent-encode it', async () => {
    const { port } = await start()
    for (const target of ['/search.md?q=Stra\xc3\x9fe', '/stra\xc3\x9fe']) {
      const [answer] = await untilClosed(port, get(target))
      expect(JSON.parse(answer?.body ?? '').error.hint, target).toMatch(/Percent-encode.*%C3%9F for /)
    }
  })

  describe.concurrent('a valid request is answered and keeps the connection open', () => {
    test.each<[string, string, number]>([
      ['a page', get('/'), 200],
      ['a missing page', get('/nowhere'), 404],
      ['TRACE', `TRACE / HTTP/1.1\r\n${host}\r\n`, 405],
      ['a method known only to the parser', `PROPFIND / HTTP/1.1\r\n${host}\r\n`, 501],
      ['a target of 8,001 bytes', get(`/${'x'.repeat(8000)}`), 414],
      ['an absolute target', `GET http://archive.example/developers?x HTTP/1.1\r\n${host}\r\n`, 200],
      ['an absolute target without a path', `GET HTTP://archive.example:80?x HTTP/1.1\r\n${host}\r\n`, 200],
      ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 204],
      ['GET *', `GET * HTTP/1.1\r\n${host}\r\n`, 400],
      ['an IPv6 Host', 'GET / HTTP/1.1\r\nHost: [::1]:3000\r\n\r\n', 200],
      ['a Host with a port', 'GET / HTTP/1.1\r\nHost: 127.0.0.1:3000\r\n\r\n', 200],
      ['100 header fields', get('/', fields(99)), 200],
      ['an empty line before the request', `\r\n${get('/')}`, 200],
      ['an empty body', get('/', 'Content-Length: 0\r\n'), 200],
      ['a range', get('/', 'Range: bytes=0-1\r\n'), 200],
      ['a write method with a small body', `POST /api/v1/x HTTP/1.1\r\n${host}${length(3)}\r\nabc`, 405],
      ['50,000 empty lines before the request', `${'\r\n'.repeat(50_000)}${get('/')}`, 200],
    ])('%s', async (_, bytes, status) => {
      const { port } = await start()
      expect(statuses(await answersTo(port, bytes, robots))).toEqual([status, 200])
      expect(statuses(await answersTo(port, bytes + robots)), 'in one packet').toEqual([status, 200])
    })
  })

  describe.concurrent('a response closes the connection if the next request could be ambiguous', () => {
    const keep = 'Connection: keep-alive\r\n'
    test.each<[string, string, number]>([
      ['a GET body', `${get('/', 'Content-Length: 3\r\n')}abc`, 200],
      ['a GET body longer than its Content-Length', `${get('/', 'Content-Length: 3\r\n')}abcdef`, 200],
      ['a chunked GET body', `${get('/', chunked)}3\r\nabc\r\n0\r\n\r\n`, 200],
      ['chunks in capitals', `${get('/', chunked.replace('chunked', 'Chunked'))}0\r\n\r\n`, 200],
      ['a chunked POST body', `POST / HTTP/1.1\r\n${host}${chunked}\r\n3\r\nabc\r\n0\r\n\r\n`, 405],
      ['a malformed chunk after the response', `POST / HTTP/1.1\r\n${host}${chunked}\r\nzz\r\n`, 405],
      ['100-continue on PUT', `PUT / HTTP/1.1\r\n${host}${length(3)}Expect: 100-continue\r\n\r\n`, 405],
      ['100-continue on GET', get('/', 'Expect: 100-continue\r\n'), 200],
      ['an upgrade', get('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), 200],
      ['HTTP/1.0 with chunks', `POST /mcp HTTP/1.0\r\n${host}${keep}${chunked}\r\n0\r\n\r\n`, 400],
      ['HTTP/1.0 with chunks and a length', `GET / HTTP/1.0\r\n${keep}${chunked}${length(3)}\r\n`, 400],
      ['HTTP/1.2', `GET / HTTP/1.2\r\n${host}\r\n`, 505],
      ['HTTP/1.9 with a body', `POST / HTTP/1.9\r\n${host}Content-Length: 3\r\n\r\nabc`, 505],
      ['HTTP/1.0 without a Host', 'GET / HTTP/1.0\r\n\r\n', 200],
      ['Connection: close', get('/', 'Connection: close\r\n'), 200],
      ['Proxy-Connection: close', get('/', 'Proxy-Connection: close\r\n'), 200],
    ])('%s', async (_, bytes, status) => {
      const { port } = await start()
      for (const packets of [[bytes, robots], [bytes + robots]]) {
        const answers = await untilClosed(port, ...packets)
        expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([
          [status, 'close'],
        ])
      }
    })

    test('a client that is still sending a large body receives the complete response', async () => {
      const { port } = await start()
      const body = Buffer.alloc(5_000_000)
      const head = `POST /developers HTTP/1.1\r\n${host}Content-Length: ${body.length}\r\n\r\n`
      expect(statuses(await untilClosed(port, head, body))).toEqual([405])
    })
  })
})
