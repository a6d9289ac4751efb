import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Handler, requireAnswer } from '../../src/answer/request.ts'
import { type Middleware, toMiddleware } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { type Ask, connect, type Reply } from '../contract/client.ts'
import { fixture } from '../snapshot/fixture.ts'
import { failing } from './failing.ts'

const handler = serve(await fixture({ baseUrl: 'https://example.org' }))
const ping = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}')
const pong = { jsonrpc: '2.0', id: 1, result: {} }
const post = { method: 'POST', headers: { 'Content-Type': 'application/json' } }

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.restoreAllMocks()
})
const silenceErrors = () => vi.spyOn(console, 'error').mockImplementation(() => {})

async function start(listener: RequestListener): Promise<(path: string, ask?: Ask) => Promise<Reply>> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  closing.push(() => {
    client.close()
    server.close()
  })
  return client
}

describe('with `next`, as in Express', () => {
  const application = (archive: Middleware): RequestListener => {
    return (req, res) => archive(req, res, (error) => res.writeHead(error ? 500 : 299).end('the application'))
  }

  test.each([
    ['GET', '/'],
    ['GET', '/posts/week-01'],
    ['GET', '/posts/week-01/'],
    ['GET', '/search?q=method'],
    ['GET', '/mcp'],
    ['DELETE', '/posts/week-01'],
    ['OPTIONS', '/mcp'],
    ['PROPFIND', '/posts/week-01'],
  ])('%s %s is answered by the archive', async (method, path) => {
    const ask = await start(application(toMiddleware(handler)))
    expect((await ask(path, { method })).text).not.toBe('the application')
  })

  test.each([
    ['GET', '/login'],
    ['POST', '/login?next=/'],
    ['POST', '/api/v2/comments'],
    ['OPTIONS', '/login'],
    ['PROPFIND', '/dav'],
    ['GET', `/callback?code=${'x'.repeat(9000)}`],
  ])('%s %.20s is passed to the application', async (method, path) => {
    const ask = await start(application(toMiddleware(handler)))
    expect((await ask(path, { method })).text).toBe('the application')
  })

  test('a post that cannot be read returns 500 and is not passed on', async () => {
    silenceErrors()
    const ask = await start(application(toMiddleware(failing(handler, new Error('damaged')))))
    expect((await ask('/posts/week-01')).status).toBe(500)
  })

  test.each([
    ['GET', '/login'],
    ['POST', '/api/v2/comments'],
    ['GET', `/callback?code=${'x'.repeat(9000)}`],
    ['GET', '/posts/week-99'],
  ])('%s %.20s costs one look-up, and no search for near matches', async (method, path) => {
    const calls: unknown[] = []
    const counting: Handler = (request) => {
      const answer = requireAnswer(handler(request))
      calls.push([request.target, answer.status, answer.body])
      return answer
    }
    const ask = await start(application(toMiddleware(counting)))
    expect((await ask(path, { method })).text).toBe('the application')
    expect(calls).toEqual([[path, 404, null]])
  })

  test('the application can read the body of a request passed to it', async () => {
    const archive = toMiddleware(handler)
    const ask = await start((req, res) => archive(req, res, () => req.pipe(res)))
    expect((await ask('/comments', { method: 'POST', body: Buffer.from('mine') })).text).toBe('mine')
  })
})

test('without `next`, an unknown path returns the 404 of the archive', async () => {
  const ask = await start(toMiddleware(handler))
  const reply = await ask('/login')
  expect([reply.status, reply.json<{ error: { code: string } }>().error.code]).toEqual([
    404,
    'resource_not_found',
  ])
})

test('uses originalUrl if a router has stripped the mount path', async () => {
  const archive = toMiddleware(serve(await fixture({ baseUrl: 'https://example.org/archive' })))
  const ask = await start((req, res) => {
    const mounted = Object.assign(req, { originalUrl: req.url ?? '' })
    mounted.url = mounted.originalUrl.slice('/archive'.length) || '/'
    archive(mounted, res)
  })
  expect((await ask('/archive')).status).toBe(200)
  expect((await ask('/archive/posts/week-01')).status).toBe(200)
  expect((await ask('/archive/archive/posts/week-01')).status).toBe(404)
})

test('keeps headers set by the application, except those that the archive sets', async () => {
  const archive = toMiddleware(handler)
  const ask = await start((req, res) => {
    res.setHeader('Strict-Transport-Security', 'max-age=1')
    res.setHeader('Vary', 'Origin')
    archive(req, res)
  })
  const reply = await ask('/posts/week-01')
  const { headers } = requireAnswer(handler({ method: 'GET', target: '/posts/week-01' }))
  for (let at = 0; at < headers.length; at += 2) {
    expect(reply.header(headers[at] ?? ''), headers[at]).toBe(headers[at + 1])
  }
  expect(reply.header('Strict-Transport-Security')).toBe('max-age=1')
})

describe('a POST to /mcp', () => {
  test('is read from the request', async () => {
    const ask = await start(toMiddleware(handler))
    expect((await ask('/mcp', { ...post, body: ping })).json()).toEqual(pong)
  })

  test.each<[string, (text: string) => unknown]>([
    ['parsed JSON', (text) => JSON.parse(text)],
    ['a string', (text) => text],
    ['a Buffer', (text) => Buffer.from(text)],
  ])('is taken from req.body after a body parser: %s', async (_, parse) => {
    const ask = await start(parsed(parse))
    expect((await ask('/mcp', { ...post, body: ping })).json()).toEqual(pong)
    const long = Buffer.from(
      JSON.stringify({ ...JSON.parse(String(ping)), params: { a: 'x'.repeat(70_000) } }),
    )
    expect((await ask('/mcp', { ...post, body: long })).status).toBe(413)
  })

  test('returns 500 and logs an error if the body was read but req.body is not set', async () => {
    const log = silenceErrors()
    const ask = await start(parsed(() => undefined))
    expect((await ask('/mcp', { ...post, body: ping })).status).toBe(500)
    expect(log.mock.calls).toEqual([
      [expect.objectContaining({ message: expect.stringContaining('req.body') })],
    ])
  })

  function parsed(parse: (text: string) => unknown): RequestListener {
    const archive = toMiddleware(handler)
    return async (req: IncomingMessage & { body?: unknown }, res) => {
      let text = ''
      for await (const chunk of req.setEncoding('utf8')) text += chunk
      req.body = parse(text)
      archive(req, res)
    }
  }

  test('returns 413 for more than 64 KiB', async () => {
    const ask = await start(toMiddleware(handler))
    expect((await ask('/mcp', { ...post, body: Buffer.alloc(70_000) })).status).toBe(413)
    const headers = { ...post.headers, 'Transfer-Encoding': 'chunked', 'Content-Length': [] }
    expect((await ask('/mcp', { method: 'POST', headers, body: Buffer.alloc(70_000) })).status).toBe(413)
  })
})

test('an error in the handler returns 500 without details and is logged once', async () => {
  const log = silenceErrors()
  const error = new Error('the secret of line 42')
  const ask = await start(toMiddleware(failing(handler, error)))
  const reply = await ask('/posts/week-01')
  expect(reply.status).toBe(500)
  expect(reply.text).not.toContain('secret')
  expect(log.mock.calls).toEqual([[error]])
})
