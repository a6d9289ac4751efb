import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Handler } from '../../src/answer/request.ts'
import { toMiddleware } from '../../src/runtime/node/listen.ts'
import { peerOf } from '../../src/runtime/node/peer.ts'
import { type Client, type Turn, Turns } from '../../src/runtime/node/turns.ts'
import { serve } from '../../src/serve.ts'
import { toy } from '../answer/toy.ts'
import { cases } from '../thorough.ts'
import { answersIn, answersTo, listenTo, statuses, ways } from './wire.ts'

const host = 'Host: archive.example\r\n'
const post = (body: string, headers = '') =>
  `POST /mcp HTTP/1.1\r\n${host}${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const call = post(ping)
const callFrom = (client: string) => post(ping, `X-Forwarded-For: 198.51.100.1, ${client}\r\n`)
const batch = post(`[${Array(16).fill(ping)}]`)
const page = `GET /robots.txt HTTP/1.1\r\n${host}\r\n`
const missing = `GET /nowhere HTTP/1.1\r\n${host}\r\n`

/** The toy's handler; expensive requests take longer than a turn allows, and are counted. */
function slow() {
  const handler = serve(toy())
  const done = { works: 0, works404: 0, beforeThe404: 0, isOver: false }
  const counting: Handler = (request) => {
    const isWork = request.mayWork === true && handler({ ...request, mayWork: false }).needs === 'time'
    if (request.target === '/nowhere') {
      if (isWork) done.beforeThe404 = done.works - done.works404
      else done.works404 = done.works
    } else if (isWork) {
      done.works++
      for (const end = performance.now() + 3; performance.now() < end && !done.isOver; );
    }
    return handler(request)
  }
  return { handler: counting, done }
}

describe.each(ways)('$way', ({ start }) => {
  test('a static response overtakes tool calls that arrived earlier', async () => {
    const { handler, done } = slow()
    const { port } = await start({ handler })
    const callers = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'))
    const received = callers.map((socket) => listenTo(socket))
    const reader = connect(port, '127.0.0.1')
    const read = listenTo(reader)
    for (const socket of callers) socket.write(call.repeat(4))
    reader.write(page)
    await read.until((text) => text.includes('User-agent'))
    expect(done.works, 'tool calls that ran before the page was sent').toBeLessThan(25)
    for (const one of received) await one.until((text) => text.split('"jsonrpc"').length > 4)
    expect(done.works, 'tool calls in total').toBe(200)
    for (const socket of [...callers, reader]) socket.resetAndDestroy()
  })

  const many = cases(100, 1000)
  test(`answers ${many} connections with pipelined tool calls, and pages in between`, async () => {
    const { port } = await start()
    const pages: number[] = []
    let finished = false
    const visiting = (async () => {
      while (!finished) pages.push(...statuses(await answersTo(port, page)))
    })()
    const all = await Promise.all(Array.from({ length: many }, () => answersTo(port, call.repeat(4))))
    finished = true
    await visiting
    expect(new Set(all.map((answers) => statuses(answers).join()))).toEqual(new Set(['200,200,200,200']))
    expect(new Set(pages)).toEqual(new Set([200]))
  })

  describe('while batches of 30 connections wait', () => {
    const crowd = async (leave: (socket: Socket) => void, address = '127.0.0.1') => {
      const { handler, done } = slow()
      const server = await start({ handler })
      const from = (localAddress: string) => connect({ port: server.port, host: '127.0.0.1', localAddress })
      const callers = Array.from({ length: 30 }, () => from('127.0.0.1').on('error', () => {}))
      for (const socket of callers) socket.write(batch)
      await expect.poll(() => server.measure().connections).toBe(callers.length)
      await expect.poll(() => done.works).toBeGreaterThan(callers.length)
      callers.forEach(leave)
      const visitor = from(address)
      const received = listenTo(visitor)
      /** How many messages of others were answered before ours. */
      const waited = async (request: string) => {
        const [before, answers] = [done.works, answersIn(received.text()).length]
        visitor.write(request)
        await received.until((text) => answersIn(text).length > answers)
        return done.works - before
      }
      const end = () => {
        done.isOver = true
        for (const socket of [visitor, ...callers]) socket.resetAndDestroy()
      }
      return { server, done, waited, end }
    }

    test.each<[string, (socket: Socket) => void]>([
      ['wait for them', () => {}],
      ['have closed their side', (socket) => socket.end()],
      ['are gone', (socket) => socket.destroy()],
    ])('a 404 waits for at most two of their messages, if they %s', async (_, leave) => {
      const { done, waited, end } = await crowd(leave)
      await waited(missing)
      expect(done.beforeThe404).toBeLessThanOrEqual(2)
      expect(done.works, 'messages answered meanwhile').toBeLessThan(30 * 16)
      end()
    })

    test.each<[string, number, string, string, (socket: Socket) => void]>([
      ['while the others have closed their side', 4, call, '127.0.0.1', (socket) => socket.end()],
      ['from another address', 4, call, '127.0.0.2', () => {}],
      ['of another client behind their proxy', 4, callFrom('203.0.113.7'), '127.0.0.1', () => {}],
      ['from their address, after one message of each,', 30 + 4, call, '127.0.0.1', () => {}],
    ])(
      'a tool call %s waits for at most %i turns, its own included',
      async (_, most, request, address, leave) => {
        const { waited, end } = await crowd(leave, address)
        await waited(missing)
        expect(await waited(request)).toBeLessThanOrEqual(most)
        end()
      },
    )

    test('the work of a reset connection is dropped', async () => {
      const { server, done, waited, end } = await crowd((socket) => socket.resetAndDestroy())
      await expect.poll(() => server.measure().connections).toBe(1)
      const before = done.works
      await waited(call)
      expect(done.works).toBe(before + 1)
      end()
    })
  })

  test('over the limit, tool calls get 503 with Retry-After, and pages and 404s are answered', async () => {
    const { handler } = slow()
    const { port } = await start({ handler, queuedWork: 8 })
    const callers = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'))
    const received = callers.map((socket) => listenTo(socket))
    for (const socket of callers) socket.write(batch)
    expect(statuses(await answersTo(port, page, missing))).toEqual([200, 404])
    for (const one of received) await one.until((text) => text !== '')
    const answers = received.map((one) => answersIn(one.text())[0])
    const refused = answers.filter((answer) => answer?.status === 503)
    expect(refused.length).toBeGreaterThanOrEqual(40 - 8 - 1)
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200, 503]))
    const refusal = refused[0]
    expect(Number(refusal?.headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(refusal?.body ?? '')).toMatchObject({ jsonrpc: '2.0', error: { code: -32603 } })
    const [, { status } = { status: 0 }] = await answersTo(port, page, call)
    expect(status, 'later, on a connection of its own').toBe(200)
    for (const socket of callers) socket.resetAndDestroy()
  })

  test('tool calls and pages on one connection are answered in order', async () => {
    const { handler } = slow()
    const { port } = await start({ handler })
    const answers = await answersTo(port, `${page}${call}${page}${missing}${call}${page}`)
    expect(statuses(answers)).toEqual([200, 200, 200, 404, 200, 200])
    expect(answers.map(({ body }) => body.slice(0, 4)).join(' ')).toBe('User {"js User {"er {"js User')
  })
})

describe('in middleware, while 60 pipelined tool calls of one connection wait', () => {
  const crowd = async () => {
    const { handler, done } = slow()
    const server = createServer(toMiddleware(handler)).listen(0, '127.0.0.1')
    const closed = new Promise((resolve) => {
      server.once('connection', (socket) => socket.once('close', resolve))
    })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const caller = connect(port, '127.0.0.1').on('error', () => {})
    caller.write(call.repeat(60))
    await expect.poll(() => done.works).toBeGreaterThan(2)
    /** How many calls are answered from now on, until one of another connection is. */
    const waited = async () => {
      const before = done.works
      const visitor = connect(port, '127.0.0.1')
      const received = listenTo(visitor)
      visitor.write(call)
      await received.until((text) => text.includes('"jsonrpc"'))
      visitor.destroy()
      return done.works - before
    }
    const end = () => {
      done.isOver = true
      server.closeAllConnections()
      server.close()
    }
    return { caller, closed, waited, end }
  }

  test('one from their address waits for some of them', async () => {
    const { waited, end } = await crowd()
    expect(await waited()).toBeLessThan(30)
    end()
  })

  test.each(['destroy', 'resetAndDestroy'] as const)('%s drops all of them', async (leave) => {
    const { caller, closed, waited, end } = await crowd()
    caller[leave]()
    await closed
    expect(await waited()).toBe(1)
    end()
  })
})

test('clients that hold incomplete batches of more than 16 MiB are refused, from the address that holds the most', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const client = (name: string, peer: string): Client => ({
    peer,
    hasEnded: false,
    need: undefined,
    takeTurn: ({ messageError }: Turn) => void seen.push(`${name}: ${messageError ?? 'works'}`),
    destroy: () => {},
  })
  const holding = (parts: number) =>
    ({ needs: 'time', operation: 'mcp', heldBytes: parts * 2 ** 22 }) as const
  turns.addWork(client('other', 'b'), holding(1))
  for (const [nth, one] of [1, 2, 0, 1].entries()) turns.addWork(client(`a${nth}`, 'a'), holding(one))
  await expect.poll(() => seen.length).toBe(5)
  expect(seen).toEqual(['a1: overloaded', 'other: works', 'a0: works', 'a2: works', 'a3: works'])
})

test.each([
  ['an IPv4 address', { address: '192.0.2.1' }, '192.0.2.1'],
  ['an IPv4 address in IPv6', { address: '::ffff:192.0.2.1' }, '192.0.2.1'],
  ['the /64 network of an IPv6 address', { address: '2001:db8:1:2:3:4:5:6' }, '2001:db8:1:2'],
  ['with zeros left out at the end', { address: '2001:db8::' }, '2001:db8:0:0'],
  ['in the middle', { address: '2001:db8::1:2:3:4:5' }, '2001:db8:0:1'],
  ['or outside the network', { address: '2001:db8:1:2::6' }, '2001:db8:1:2'],
  ['a client of a local proxy', { address: '::1', forwardedFor: '192.0.2.1, 192.0.2.2' }, '192.0.2.2'],
  ['a client of a proxy on a Unix socket', { forwardedFor: '192.0.2.2' }, '192.0.2.2'],
  ['no client that a stranger names', { address: '192.0.2.1', forwardedFor: '192.0.2.2' }, '192.0.2.1'],
])('a peer is %s', (_, facts, peer) => {
  expect(peerOf(facts)).toBe(peer)
})

test('a client whose turn throws is disconnected, and the others are served', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const client = (name: string, fails = false) => ({
    peer: 'a',
    hasEnded: false,
    need: undefined,
    takeTurn() {
      if (fails) throw new Error(`${name} fails, as it should`)
      seen.push(name)
    },
    destroy: () => seen.push(`${name} closed`),
  })
  turns.add(client('first', true))
  turns.add(client('second'))
  turns.addWork(client('third', true), { needs: 'time' })
  turns.addWork(client('fourth'), { needs: 'time', operation: 'search' })
  await expect.poll(() => seen).toEqual(['first closed', 'second', 'third closed', 'fourth'])
})
