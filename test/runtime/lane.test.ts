import { describe, expect, test } from 'vitest'
import { decisiveHeaders, type RequestFacts } from '../../src/answer/request.ts'
import { makeLane } from '../../src/runtime/node/http/lane.ts'
import { plainHead, readKey } from '../../src/runtime/node/http/plain.ts'
import { serve } from '../../src/serve.ts'
import { toy } from '../answer/toy.ts'
import { answersTo, start, statuses } from './wire.ts'

const get = (target: string, ...fields: string[]) =>
  `GET ${target} HTTP/1.1\r\n${['Host: a', ...fields].map((field) => `${field}\r\n`).join('')}\r\n`

function plain(text: string) {
  const head = plainHead(Buffer.from(text, 'latin1'))
  return head && readKey(head.key)
}

describe('what no two parsers read differently is answered in the lane', () => {
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

  test('a request after which the connection is to be closed', () => {
    expect(plain(get('/', 'connection: CLOSE'))?.close).toBe(true)
    expect(plain(get('/'))?.close).toBe(false)
  })
})

describe('everything else is left to node:http', () => {
  for (const [why, text] of [
    ['another method', get('/').replace('GET', 'PUT')],
    ['a POST that does not say how long it is', get('/').replace('GET', 'POST')],
    ['a POST of a length that is no number', get('/', 'Content-Length: 1x').replace('GET', 'POST')],
    ['a POST of two lengths', get('/', 'Content-Length: 1', 'Content-Length: 1').replace('GET', 'POST')],
    ['a POST of more than 64 KiB', get('/', 'Content-Length: 65537').replace('GET', 'POST')],
    ['a method in small letters', get('/').replace('GET', 'get')],
    ['another version', get('/').replace('1.1', '1.0')],
    ['a higher version', get('/').replace('1.1', '1.2')],
    ['an absolute target', get('http://a/')],
    ['a fragment', get('/x#y')],
    ['a space in the target', get('/x y')],
    ['two spaces before the version', get('/ ')],
    ['a letter beyond ASCII in the target', get('/ü')],
    ['a letter beyond ASCII in a header', get('/', 'X: ü')],
    ['a letter beyond ASCII in a header’s name', get('/', 'Ü: x')],
    ['a null byte in a header', get('/', 'X: \0')],
    ['a header without a name', get('/', ': x')],
    ['a header without a colon', get('/', 'x')],
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
    ['a proxy’s connection', get('/', 'Proxy-Connection: close')],
    ['a list of wishes for the connection', get('/', 'Connection: keep-alive, close')],
    ['a space before the colon', get('/', 'X : y')],
    ['a folded line', get('/', 'X: y', ' z')],
    ['a bare line feed', get('/', 'X: y\nZ: z')],
    ['a bare carriage return', get('/', 'X: y\rZ: z')],
    ['an empty line before it', `\r\n${get('/')}`],
    ['101 fields', get('/', ...Array.from({ length: 100 }, (_, i) => `X-${i}: y`))],
    ['a head of more than 8 KiB', get('/', `X: ${'y'.repeat(8192)}`)],
  ] as const) {
    test(why, () => expect(plain(text)).toBeUndefined())
  }

  test('every part of a request that is not all there', () => {
    const whole = get('/x', 'Accept: text/html', 'X: y')
    for (let length = 0; length < whole.length; length++) {
      expect(plain(whole.slice(0, length)), `${length} bytes`).toBeUndefined()
    }
  })
})

describe('the key of a request holds what decides, and nothing else', () => {
  const keyOf = (text: string) => plainHead(Buffer.from(text))?.key

  test('a cookie, a trace id or another User-Agent leaves it as it is', () => {
    const key = keyOf(get('/x', 'Accept: */*'))
    expect(key).toBeDefined()
    for (const field of ['Cookie: a=b', 'traceparent: 00-a-b-01', 'User-Agent: x', 'Accept-Language: en']) {
      expect(keyOf(get('/x', 'Accept: */*', field)), field).toBe(key)
      expect(keyOf(get('/x', field, 'Accept: */*')), field).toBe(key)
    }
  })

  test('every decisive header is in it, in any case, and reaches the handler', () => {
    const plainest = keyOf(get('/x'))
    for (const [name, fact] of Object.entries(decisiveHeaders)) {
      if (name === 'host') continue
      for (const spelled of [name, name.toUpperCase()]) {
        const text = get('/x', `${spelled}: v`)
        expect(keyOf(text), spelled).not.toBe(plainest)
        expect(plain(text)?.facts[fact as keyof RequestFacts], spelled).toBe('v')
      }
    }
    expect(keyOf(get('/x').replace('Host: a', 'Host: b'))).not.toBe(plainest)
  })
})

describe('the lane', () => {
  const lane = makeLane(serve(toy()), 65_000)
  const post = (body: string, length = body.length) =>
    lane(
      Buffer.from(`POST /api/v1/index.json HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`),
    )

  test('takes one message, and says how long it was', () => {
    const first = get('/robots.txt', 'X: y')
    expect(lane(Buffer.from(first + get('/')))?.consumed).toBe(first.length)
    expect(lane(Buffer.from(`${first}x`))?.consumed).toBe(first.length)
  })

  test('takes a POST when all of it is there', () => {
    expect(post('{}')?.head.toString()).toMatch(/^HTTP\/1\.1 405 /)
    expect(post('')?.head.toString()).toMatch(/^HTTP\/1\.1 405 /)
    expect(post('{}x', 2)?.consumed).toBe(post('{}')?.consumed ?? 0)
    expect(post('{}', 3)).toBeUndefined()
  })

  test('sends an answer that is asked for again in one piece', () => {
    const [first, second] = [1, 2].map(() => lane(Buffer.from(get('/developers'))))
    const timeless = (text = '') => text.replace(/^Date: .*$/m, 'Date')
    const inTwo = `${first?.head}${Buffer.from(first?.rest ?? [])}`
    expect(second?.rest).toBeNull()
    expect(timeless(second?.head.toString())).toBe(timeless(inTwo))
  })

  test('copies no large body for a client', () => {
    const body = Buffer.alloc(100_000)
    const large = makeLane(() => ({ status: 200, headers: [], body }), 65_000)
    for (const _ of [1, 2, 3]) expect(large(Buffer.from(get('/')))?.rest).toBe(body)
  })

  test('tells requests apart whose keys have one hash', () => {
    const byHash = new Map<number, string>()
    let twins: readonly [string, string] | undefined
    for (let i = 0; twins === undefined; i++) {
      const target = `/${i}`
      const { hash = 0 } = plainHead(Buffer.from(get(target))) ?? {}
      const other = byHash.get(hash)
      if (other) twins = [other, target]
      byHash.set(hash, target)
    }
    const echoing = makeLane(({ target }) => ({ status: 200, headers: ['X', target], body: null }), 65_000)
    for (const target of [...twins, ...twins, ...twins]) {
      expect(echoing(Buffer.from(get(target)))?.head.toString()).toContain(`X: ${target}\r\n`)
    }
  })

  test('asks the handler once for requests that differ in nothing that decides', () => {
    let asked = 0
    const answer = { status: 200, headers: ['Content-Length', '0'], body: null }
    const counting = makeLane(() => {
      asked++
      return answer
    }, 65_000)
    for (let i = 0; i < 100; i++) counting(Buffer.from(get('/', `traceparent: ${i}`)))
    expect(asked).toBe(1)
    counting(Buffer.from(get('/', 'Accept: text/html')))
    expect(asked).toBe(2)
  })
})

test('a connection changes ways without losing a request', async () => {
  const { port } = await start()
  const list = get('/', 'Accept: a/b', 'Accept: text/markdown')
  const answers = await answersTo(port, get('/robots.txt'), list, get('/nowhere'), list + get('/robots.txt'))
  expect(statuses(answers)).toEqual([200, 200, 404, 200, 200])
})

test('a request that comes in pieces is put together', async () => {
  const { port } = await start()
  const pieces = [get('/robots.txt'), 'GET /robots.txt HT', 'TP/1.1\r\nHost: a\r\n\r\n', get('/')]
  expect(statuses(await answersTo(port, ...pieces))).toEqual([200, 200, 200])
})

test('what was answered once is remembered, unless it is large: the lane would keep a thousand of them', () => {
  const asked: string[] = []
  const lane = makeLane(({ target }) => {
    asked.push(target)
    return { status: 200, headers: [], body: Buffer.alloc(target === '/large' ? 70_000 : 100, 'x') }
  }, 1000)
  for (const target of ['/small', '/small', '/small', '/large']) lane(Buffer.from(get(target)))
  asked.push('again')
  const reply = lane(Buffer.from(get('/large')))
  expect(asked.filter((one) => one === '/small')).toHaveLength(1)
  expect(asked.at(-1)).toBe('/large')
  expect([reply?.rest?.length, reply?.privateBytes], 'its bytes are not this client’s alone').toEqual([
    70_000, 0,
  ])
})
