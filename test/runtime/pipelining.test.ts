import { describe, expect, test } from 'vitest'
import { answersTo, statuses, untilClosed, ways } from './wire.ts'

const host = 'Host: archive.example\r\n'
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\n${host}${fields}\r\n`
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const call = `POST /mcp HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${ping.length}\r\n\r\n${ping}`
const chunkedCall = `POST /mcp HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${ping.length.toString(16)}\r\n${ping}\r\n0\r\n\r\n`

/** RFC 9112 §5 allows the tab. The parser of Node 20 rejects it; later ones accept it. */
const tabAfterLength = process.versions.node.startsWith('20.') ? [400] : [200, 200]

/** The bytes in one packet, and in two, split at every position. */
function splits(bytes: string): (readonly string[])[] {
  return [[bytes], ...Array.from(bytes, (_, at) => [bytes.slice(0, at), bytes.slice(at)]).slice(1)]
}

describe.each(ways)('$way', ({ start }) => {
  test('answers pipelined requests in order', async () => {
    const { port } = await start()
    const answers = await answersTo(
      port,
      get('/') + call + get('/nowhere') + chunkedCall + get('/', 'Accept: a/b\r\nAccept: text/markdown\r\n'),
    )
    expect(answers.map(({ body }) => body.slice(0, 4)).join(' ')).toBe('<h1> {"js {"er {"js # /')
  })

  test('answers a thousand pipelined requests in order', async () => {
    const { port } = await start()
    const paths = Array.from({ length: 1000 }, (_, i) => `/none-${i}`)
    const answers = await answersTo(port, paths.map((path) => get(path)).join(''))
    expect(answers.map(({ body }) => JSON.parse(body).error.path)).toEqual(paths)
  })

  test('answers CONNECT in order too', async () => {
    const { port } = await start()
    const connect = `CONNECT a:443 HTTP/1.1\r\n${host}\r\n`
    const answers = await answersTo(port, get('/') + get('/robots.txt') + connect + get('/'))
    expect(statuses(answers)).toEqual([200, 200, 405])
    expect(answers[1]?.body).toBe('User-agent: *')
  })

  describe.concurrent('an invalid request gets its error after the responses before it', () => {
    test.each<[string, string, number]>([
      ['an unknown method', `ABC / HTTP/1.1\r\n${host}\r\n`, 501],
      ['another version', `GET / HTTP/2.0\r\n${host}\r\n`, 505],
      ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
      ['a malformed header line', get('/', 'X : 1\r\n'), 400],
      ['a space in the target', `GET /a b HTTP/1.1\r\n${host}\r\n`, 400],
      ['headers that are too large', get('/', `X: ${'x'.repeat(17_000)}\r\n`), 431],
      ['a target that is too long', get(`/${'x'.repeat(17_000)}`), 414],
    ])('%s after a GET and after a POST', async (_, bytes, status) => {
      const { port } = await start()
      for (const first of [get('/'), call, chunkedCall]) {
        expect(statuses(await answersTo(port, first + bytes))).toEqual([200, status])
        expect(statuses(await answersTo(port, first, bytes)), 'in two packets').toEqual([200, status])
      }
    })
  })

  describe.concurrent('garbage after a request closes the connection without a response', () => {
    test.each<[string, string]>([
      ['a NUL byte', '\0'],
      ['more of the body', ', "id": 2}\r\n\r\n'],
      ['text', 'garbage after the end\r\n\r\n'],
      ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc'],
    ])('%s', async (_, junk) => {
      const { port } = await start()
      for (const first of [get('/'), call, chunkedCall]) {
        expect(statuses(await untilClosed(port, first + junk))).toEqual([200])
        expect(statuses(await untilClosed(port, first, junk)), 'in two packets').toEqual([200])
      }
    })
  })

  test('responses do not depend on packet boundaries', async () => {
    const { port } = await start()
    for (const [bytes, expected] of [
      [get('/') + call + get('/robots.txt'), [200, 200, 200]],
      [get('/') + chunkedCall + get('/robots.txt'), [200, 200, 200]],
      [`GET / HTTP/1.2\r\n${host}\r\n`, [505]],
      [`ABC / HTTP/1.1\r\n${host}\r\n`, [501]],
      [`${get('/')}ABC / HTTP/1.1\r\n${host}\r\n`, [200, 501]],
      [`${get('/')}garbage after the end`, [200]],
      [call.replace('\r\n\r\n', '\t\t\r\n\r\n') + get('/'), tabAfterLength],
    ] as const) {
      const responses = await Promise.all(splits(bytes).map((packets) => answersTo(port, ...packets)))
      for (const [at, answers] of responses.entries()) {
        expect(statuses(answers), `${JSON.stringify(bytes)}, split at ${at}`).toEqual(expected)
      }
    }
  })
})
