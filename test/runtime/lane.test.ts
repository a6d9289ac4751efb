import { describe, expect, test } from 'vitest'
import { decisiveHeaders, type Handler, requireAnswer, type RequestFacts } from '../../src/answer/request.ts'
import { type LaneReply, makeLane } from '../../src/runtime/node/http/lane.ts'
import { plainHead, readKey } from '../../src/runtime/node/http/plain.ts'
import { serve } from '../../src/serve.ts'
import { toy } from '../answer/toy.ts'
import { answersTo, start, statuses } from './wire.ts'

const get = (target: string, ...fields: string[]) =>
  `GET ${target} HTTP/1.1\r\n${['Host: a', ...fields].map((field) => `${field}\r\n`).join('')}\r\n`

const post = (...fields: string[]) => get('/', ...fields).replace('GET', 'POST')

function plain(text: string) {
  const head = plainHead(Buffer.from(text, 'latin1'))
  return head && readKey(head.key)
}

describe('unambiguous requests take the fast lane', () => {
  for (const [text, facts] of [
    [get('/'), { method: 'GET', target: '/' }],
    [get('/x').replace('GET', 'HEAD'), { method: 'HEAD', target: '/x' }],
    [get('/x?y="z"', 'ACCEPT:  text/markdown\t', 'X: y'), { target: '/x?y="z"', accept: 'text/markdown' }],
    [get('/', 'Accept-Encoding: br', 'If-None-Match: "a"'), { acceptEncoding: 'br', ifNoneMatch: '"a"' }],
    [get('/', 'Connection: Keep-Alive', 'If-Match: *'), { ifMatch: '*' }],
    [get('/', 'Accept:'), { accept: '' }],
    [get('/', ...Array.from({ length: 99 }, (_, i) => `X-${i}: y`)), { target: '/' }],
  ] as const) {
    test(JSON.stringify(text.slice(0, 100)), () => expect(plain(text)?.facts).toMatchObject(facts))
  }

  test('reads Connection: close', () => {
    expect(plain(get('/', 'connection: CLOSE'))?.close).toBe(true)
    expect(plain(get('/'))?.close).toBe(false)
  })
})

describe('all other requests go to node:http', () => {
  for (const [why, text] of [
    ['another method', get('/').replace('GET', 'PUT')],
    ['a POST without Content-Length', post()],
    ['a POST whose Content-Length is not a number', post('Content-Length: 1x')],
    ['a POST with two Content-Length headers', post('Content-Length: 1', 'Content-Length: 1')],
    ['a POST body of more than 64 KiB', post('Content-Length: 65537')],
    ['a lower-case method', get('/').replace('GET', 'get')],
    ['HTTP/1.0', get('/').replace('1.1', '1.0')],
    ['HTTP/1.2', get('/').replace('1.1', '1.2')],
    ['an absolute target', get('http://a/')],
    ['a fragment', get('/x#y')],
    ['a space in the target', get('/x y')],
    ['two spaces before the version', get('/ ')],
    ['a non-ASCII character in the target', get('/ü')],
    ['a non-ASCII character in a header value', get('/', 'X: ü')],
    ['a non-ASCII character in a header name', get('/', 'Ü: x')],
    ['a NUL byte in a header value', get('/', 'X: \0')],
    ['a header without a name', get('/', ': x')],
    ['a header without a colon', get('/', 'x')],
    ['no headers', 'GET / HTTP/1.1\r\n\r\n'],
    ['no Host', get('/').replace('Host', 'Hoist')],
    ['two Host headers', get('/', 'host: b')],
    ['an invalid Host', get('/').replace('Host: a', 'Host: a/b')],
    ['an empty Host', get('/').replace('Host: a', 'Host:')],
    ['two Accept headers, which form one list', get('/', 'Accept: text/html', 'Accept: text/markdown')],
    ['Content-Length on GET', get('/', 'Content-Length: 0')],
    ['Transfer-Encoding', get('/', 'Transfer-Encoding: chunked')],
    ['Expect', get('/', 'Expect: 100-continue')],
    ['Upgrade', get('/', 'Upgrade: h2c')],
    ['Proxy-Connection', get('/', 'Proxy-Connection: close')],
    ['a list in Connection', get('/', 'Connection: keep-alive, close')],
    ['a space before the colon', get('/', 'X : y')],
    ['a folded header line', get('/', 'X: y', ' z')],
    ['a bare line feed', get('/', 'X: y\nZ: z')],
    ['a bare carriage return', get('/', 'X: y\rZ: z')],
    ['an empty line before the request', `\r\n${get('/')}`],
    ['101 header fields', get('/', ...Array.from({ length: 100 }, (_, i) => `X-${i}: y`))],
    ['a head of more than 8 KiB', get('/', `X: ${'y'.repeat(8192)}`)],
  ] as const) {
    test(why, () => expect(plain(text)).toBeUndefined())
  }

  test('any incomplete request', () => {
    const complete = get('/x', 'Accept: text/html', 'X: y')
    for (let length = 0; length < complete.length; length++) {
      expect(plain(complete.slice(0, length)), `${length} bytes`).toBeUndefined()
    }
  })
})

describe('the cache key', () => {
  const keyOf = (text: string) => plainHead(Buffer.from(text))?.key

  test('does not depend on Cookie, traceparent, User-Agent or Accept-Language', () => {
    const key = keyOf(get('/x', 'Accept: */*'))
    expect(key).toBeDefined()
    for (const field of ['Cookie: a=b', 'traceparent: 00-a-b-01', 'User-Agent: x', 'Accept-Language: en']) {
      expect(keyOf(get('/x', 'Accept: */*', field)), field).toBe(key)
      expect(keyOf(get('/x', field, 'Accept: */*')), field).toBe(key)
    }
  })

  test('includes every decisive header, in any case, and the handler receives it', () => {
    const baseKey = keyOf(get('/x'))
    for (const [name, fact] of Object.entries(decisiveHeaders)) {
      if (name === 'host') continue
      for (const spelled of [name, name.toUpperCase()]) {
        const text = get('/x', `${spelled}: v`)
        expect(keyOf(text), spelled).not.toBe(baseKey)
        expect(plain(text)?.facts[fact as keyof RequestFacts], spelled).toBe('v')
      }
    }
    expect(keyOf(get('/x').replace('Host: a', 'Host: b'))).not.toBe(baseKey)
  })
})

/** A lane, by the text of a message. */
function laneOf(handler: Handler): (text: string) => LaneReply | undefined {
  const lane = makeLane(handler, 65_000)
  return (text) => {
    const reply = lane(Buffer.from(text))
    return reply && requireAnswer(reply)
  }
}

describe('the lane', () => {
  const lane = laneOf(serve(toy()))
  const post = (body: string, length = body.length) =>
    lane(`POST /api/v1/index.json HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`)

  test('consumes one message at a time', () => {
    const first = get('/robots.txt', 'X: y')
    expect(lane(first + get('/'))?.consumed).toBe(first.length)
    expect(lane(`${first}x`)?.consumed).toBe(first.length)
  })

  test('accepts a POST once its body is complete', () => {
    expect(post('{}')?.head.toString()).toMatch(/^HTTP\/1\.1 405 /)
    expect(post('')?.head.toString()).toMatch(/^HTTP\/1\.1 405 /)
    expect(post('{}x', 2)?.consumed).toBe(post('{}')?.consumed ?? 0)
    expect(post('{}', 3)).toBeUndefined()
  })

  test('returns head and body in one buffer from the second request on', () => {
    const [first, second] = [1, 2].map(() => lane(get('/developers')))
    const withoutDate = (text = '') => text.replace(/^Date: .*$/m, 'Date')
    const headAndBody = `${first?.head}${Buffer.from(first?.rest ?? [])}`
    expect(second?.rest).toBeNull()
    expect(withoutDate(second?.head.toString())).toBe(withoutDate(headAndBody))
  })

  test('does not copy large bodies', () => {
    const body = Buffer.alloc(100_000)
    const large = laneOf(() => ({ status: 200, headers: [], body }))
    for (const _ of [1, 2, 3]) expect(large(get('/'))?.rest).toBe(body)
  })

  test('distinguishes requests whose keys have the same hash', () => {
    const byHash = new Map<number, string>()
    let colliding: readonly [string, string] | undefined
    for (let i = 0; colliding === undefined; i++) {
      const target = `/${i}`
      const { hash = 0 } = plainHead(Buffer.from(get(target))) ?? {}
      const other = byHash.get(hash)
      if (other) colliding = [other, target]
      byHash.set(hash, target)
    }
    const echoing = laneOf(({ target }) => ({ status: 200, headers: ['X', target], body: null }))
    for (const target of [...colliding, ...colliding, ...colliding]) {
      expect(echoing(get(target))?.head.toString()).toContain(`X: ${target}\r\n`)
    }
  })

  test('calls the handler once for requests with the same decisive headers', () => {
    let calls = 0
    const counting = laneOf(() => {
      calls++
      return { status: 200, headers: ['Content-Length', '0'], body: null }
    })
    for (let i = 0; i < 100; i++) counting(get('/', `traceparent: ${i}`))
    expect(calls).toBe(1)
    counting(get('/', 'Accept: text/html'))
    expect(calls).toBe(2)
  })

  test('caches small responses, and calls the handler once each time for large ones', () => {
    const calls: string[] = []
    const lane = laneOf(({ target }) => {
      calls.push(target)
      return { status: 200, headers: [], body: Buffer.alloc(target === '/large' ? 70_000 : 100, 'x') }
    })
    for (const target of ['/small', '/small', '/small', '/large', '/large']) lane(get(target))
    expect(calls).toEqual(['/small', '/large', '/large'])
    expect(lane(get('/large'))?.rest, 'not copied').toHaveLength(70_000)
  })
})

test('a connection can switch between the fast lane and node:http', async () => {
  const { port } = await start()
  const list = get('/', 'Accept: a/b', 'Accept: text/markdown')
  const answers = await answersTo(port, get('/robots.txt'), list, get('/nowhere'), list + get('/robots.txt'))
  expect(statuses(answers)).toEqual([200, 200, 404, 200, 200])
})

test('a request can arrive in several packets', async () => {
  const { port } = await start()
  const pieces = [get('/robots.txt'), 'GET /robots.txt HT', 'TP/1.1\r\nHost: a\r\n\r\n', get('/')]
  expect(statuses(await answersTo(port, ...pieces))).toEqual([200, 200, 200])
})
