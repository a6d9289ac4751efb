import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { makeLane, readPlainHead } from '../../src/runtime/node/lane.ts'
import { serve } from '../../src/serve.ts'
import { toy } from '../answer/toy.ts'
import { exchange, start } from './wire.ts'

const get = (target: string, ...fields: string[]) =>
  `GET ${target} HTTP/1.1\r\n${['Host: a', ...fields].map((field) => `${field}\r\n`).join('')}\r\n`

describe('what is plain beyond doubt is answered in the lane', () => {
  for (const [text, facts] of [
    [get('/'), { method: 'GET', target: '/' }],
    [get('/x').replace('GET', 'HEAD'), { method: 'HEAD', target: '/x' }],
    [get('/x?y="z"', 'ACCEPT:  text/markdown\t', 'X: y'), { target: '/x?y="z"', accept: 'text/markdown' }],
    [get('/', 'Accept-Encoding: br', 'If-None-Match: "a"'), { acceptEncoding: 'br', ifNoneMatch: '"a"' }],
    [get('/', 'Connection: Keep-Alive', 'If-Match: *'), { ifMatch: '*' }],
  ] as const) {
    test(JSON.stringify(text), () => expect(readPlainHead(text)?.request).toMatchObject(facts))
  }
})

describe('everything else leaves it', () => {
  for (const [why, text] of [
    ['another method', get('/').replace('GET', 'PUT')],
    ['a POST that does not say how long it is', get('/').replace('GET', 'POST')],
    ['a POST of a length that is no number', get('/', 'Content-Length: 1x').replace('GET', 'POST')],
    ['a POST of two lengths', get('/', 'Content-Length: 1', 'Content-Length: 1').replace('GET', 'POST')],
    ['a method in small letters', get('/').replace('GET', 'get')],
    ['another version', get('/').replace('1.1', '1.0')],
    ['an absolute target', get('http://a/')],
    ['a fragment', get('/x#y')],
    ['a space in the target', get('/x y')],
    ['a letter beyond ASCII in the target', get('/ü')],
    ['a letter beyond ASCII in a header', get('/', 'X: ü')],
    ['a null byte in a header', get('/', 'X: \0')],
    ['no header at all', 'GET / HTTP/1.1\r\n\r\n'],
    ['no Host', get('/').replace('Host', 'Hoist')],
    ['two Hosts', get('/', 'host: b')],
    ['an invalid Host', get('/').replace('Host: a', 'Host: a/b')],
    ['an empty Host', get('/').replace('Host: a', 'Host:')],
    ['two Accepts, which are one list', get('/', 'Accept: text/html', 'Accept: text/markdown')],
    ['a length', get('/', 'Content-Length: 0')],
    ['a transfer encoding', get('/', 'Transfer-Encoding: chunked')],
    ['an expectation', get('/', 'Expect: 100-continue')],
    ['an upgrade', get('/', 'Upgrade: h2c')],
    ['a connection to be closed', get('/', 'Connection: close')],
    ['a space before the colon', get('/', 'X : y')],
    ['a folded line', get('/', 'X: y', ' z')],
    ['a bare line feed', get('/', 'X: y\nZ: z')],
    ['a bare carriage return', get('/', 'X: y\rZ: z')],
    ['half a request', get('/').slice(0, -2)],
    ['a second request behind it', get('/') + get('/')],
    ['bytes behind it', `${get('/')}x`],
    ['an empty line before it', `\r\n${get('/')}`],
    ['101 fields', get('/', ...Array.from({ length: 100 }, (_, i) => `X-${i}: y`))],
  ] as const) {
    test(why, () => expect(readPlainHead(text)).toBeUndefined())
  }

  test('a packet of more than 8 KiB', () => {
    const lane = makeLane(serve(toy()), 65_000)
    expect(lane(Buffer.from(get('/', `X: ${'y'.repeat(7000)}`)))).toBeDefined()
    expect(lane(Buffer.from(get('/', `X: ${'y'.repeat(9000)}`)))).toBeUndefined()
  })
})

/** With a log, every connection is node:http's from the start. */
const both = async () => [await start(), await start({ log: () => {} })] as const

const withoutDate = (bytes: string) => bytes.replace(/^Date: .*$/m, 'Date')

async function rawAnswer(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').end(request)
  let text = ''
  for await (const piece of socket) text += piece.toString('latin1')
  return withoutDate(text)
}

test('both ways send the same bytes', async () => {
  const [quick, slow] = await both()
  for (const request of [
    get('/posts/week-01'),
    get('/posts/week-01', 'Accept: text/markdown', 'Accept-Encoding: br'),
    get('/posts/week-01', 'Accept: image/png'),
    get('/posts/week-01').replace('GET', 'HEAD'),
    get('/posts/week-01', 'If-None-Match: *'),
    get('/posts/week-01', 'If-Match: "other"'),
    get('/developers/?a=b'),
    get('/api/v1/posts/week-9.json'),
    get('/nowhere').replace('GET', 'HEAD'),
    get(`/${'x'.repeat(8000)}`),
  ]) {
    const [first, second, again] = [
      await rawAnswer(quick.port, request),
      await rawAnswer(slow.port, request),
      await rawAnswer(quick.port, request),
    ]
    expect(first, request.slice(0, 80)).toBe(second)
    expect(again).toBe(first)
  }
})

describe('a POST is answered in the lane when all of it is there', () => {
  const lane = makeLane(serve(toy()), 65_000)
  const post = (body: string, length = body.length) =>
    lane(
      Buffer.from(`POST /api/v1/index.json HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`),
    )

  test('whole', () => expect(post('{}')?.toString()).toMatch(/^HTTP\/1\.1 405 /))
  test('empty', () => expect(post('')?.toString()).toMatch(/^HTTP\/1\.1 405 /))
  test('too short', () => expect(post('{}', 3)).toBeUndefined())
  test('with something behind it', () => expect(post('{}x', 2)).toBeUndefined())
})

test('a connection changes lanes without losing a request', async () => {
  const { port } = await start()
  const { answers } = await exchange(
    port,
    get('/robots.txt'),
    get('/', 'Accept: a/b', 'Accept: text/markdown'),
    get('/nowhere'),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
})

test('a request that comes in pieces is put together', async () => {
  const { port } = await start()
  const { answers } = await exchange(
    port,
    get('/robots.txt'),
    'GET /robots.txt HT',
    'TP/1.1\r\nHost: a\r\n\r\n',
    get('/'),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('after a swap the lane answers from the new archive', async () => {
  const server = await start()
  const ask = () => exchange(server.port, get('/posts/week-42'))
  expect((await ask()).answers[0]?.status).toBe(404)
  expect((await ask()).answers[0]?.status).toBe(404)
  server.swap(serve(toy({ posts: ['week-42'] })))
  expect((await ask()).answers[0]?.status).toBe(200)
})

test('a client that does not read its answer is let go', async () => {
  const body = Buffer.alloc(32 * 1024 * 1024)
  const handler = () => ({ status: 200, headers: ['Content-Length', String(body.length)], body })
  const { port } = await start({ handler, timeouts: { stalled: 200 } })
  const socket = connect(port, '127.0.0.1').pause()
  socket.write(get('/'))
  const closed = new Promise((resolve) => socket.once('close', resolve).on('error', () => {}))
  // Nothing is read until the server has given up; then the little that was on its way, and the end.
  setTimeout(() => socket.resume(), 600)
  await closed
  expect(socket.bytesRead).toBeLessThan(body.length)
})
