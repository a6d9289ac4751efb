import { expect, test, vi } from 'vitest'
import { toFetch } from '../../src/runtime/fetch.ts'
import { requireAnswer } from '../../src/answer/request.ts'
import { serve } from '../../src/serve.ts'
import { fixture, pairs } from '../snapshot/fixture.ts'
import { failing } from './failing.ts'

const handler = serve(await fixture({ baseUrl: 'https://example.org' }))
const fetch = toFetch(handler)
const json = { 'Content-Type': 'application/json' }

test("returns the handler's status, headers and body unchanged", async () => {
  for (const [path, accept] of [
    ['/posts/week-01', 'text/markdown'],
    ['/posts/week-01', 'text/html'],
    ['/nowhere', '*/*'],
    ['/', 'image/png'],
    ['/posts/week-01/', '*/*'],
  ] as const) {
    const answer = requireAnswer(handler({ method: 'GET', target: path, accept, acceptEncoding: 'gzip' }))
    const headers = { Accept: accept, 'Accept-Encoding': 'gzip' }
    const response = await fetch(new Request(`https://example.org${path}`, { headers }))
    expect(response.status).toBe(answer.status)
    expect(Array.from(response.headers)).toEqual(
      pairs(answer.headers)
        .map(([name, value]) => [name.toLowerCase(), value])
        .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
    expect(Buffer.from(await response.arrayBuffer()).equals(answer.body ?? Buffer.alloc(0)), path).toBe(true)
  }
})

const ask = (body: string | ReadableStream, headers: Record<string, string> = {}) =>
  fetch(
    new Request('https://example.org/mcp', {
      method: 'POST',
      headers: { ...json, ...headers },
      body,
      duplex: 'half',
    } as RequestInit),
  )

test('returns 400 for a body that breaks off, and logs nothing', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new Error('hung up'))
    },
  })
  expect((await ask(broken)).status).toBe(400)
  expect(log.mock.calls).toEqual([])
  log.mockRestore()
})

test('reads bodies up to 64 KiB, and returns 413 above that, with or without Content-Length', async () => {
  const pong = await ask('{"jsonrpc":"2.0","id":1,"method":"ping"}')
  expect(await pong.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  expect((await ask('', { 'Content-Length': '70000' })).status).toBe(413)
  const chunk = new Uint8Array(10_000)
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent++
      controller.enqueue(chunk)
    },
  })
  expect((await ask(endless)).status).toBe(413)
  expect(sent, 'chunks read before the 413').toBeLessThan(10)
})

test('an error in the handler returns 500 without details and is logged once', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('the secret of line 42')
  const response = await toFetch(failing(handler, error))(new Request('https://example.org/'))
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
  expect(log.mock.calls).toEqual([[error]])
  log.mockRestore()
})
