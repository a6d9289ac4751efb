import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Handler } from '../../src/answer/request.ts'
import { Turns } from '../../src/runtime/node/service.ts'
import { serve } from '../../src/serve.ts'
import { toy } from '../answer/toy.ts'
import { cases } from '../thorough.ts'
import { answersTo, listenTo, start, statuses, ways } from './wire.ts'

const host = 'Host: archive.example\r\n'
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
const call = `POST /mcp HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${ping.length}\r\n\r\n${ping}`
const page = `GET /robots.txt HTTP/1.1\r\n${host}\r\n`

/** The toy's handler; expensive requests take longer than a turn allows, and are counted. */
function slow() {
  const handler = serve(toy())
  const done = { works: 0 }
  const counting: Handler = (request) => {
    const isWork = request.mayWork === true && handler({ ...request, mayWork: false }).status === 102
    if (!isWork) return handler(request)
    done.works++
    for (const end = performance.now() + 3; performance.now() < end; );
    return handler(request)
  }
  return { handler: counting, done }
}

describe.each(ways)('$way', ({ lane }) => {
  test('a static response overtakes tool calls that arrived earlier', async () => {
    const { handler, done } = slow()
    const { port } = await start({ lane, handler })
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
    for (const socket of [...callers, reader]) socket.destroy()
  })

  const many = cases(100, 1000)
  test(`answers ${many} connections with pipelined tool calls, and pages in between`, async () => {
    const { port } = await start({ lane })
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

  test('tool calls and pages on one connection are answered in order', async () => {
    const { handler } = slow()
    const { port } = await start({ lane, handler })
    const answers = await answersTo(
      port,
      `${page}${call}${page}GET /nowhere HTTP/1.1\r\n${host}\r\n${call}${page}`,
    )
    expect(statuses(answers)).toEqual([200, 200, 200, 404, 200, 200])
    expect(answers.map(({ body }) => body.slice(0, 5))).toEqual([
      'User-',
      '{"jso',
      'User-',
      '{"err',
      '{"jso',
      'User-',
    ])
  })
})

test('a client whose turn throws is disconnected, and the others are served', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const client = (name: string, fails = false) => ({
    takeTurn() {
      if (fails) throw new Error(`${name} fails, as it should`)
      seen.push(name)
    },
    destroy: () => seen.push(`${name} closed`),
  })
  turns.add(client('first', true))
  turns.add(client('second'))
  turns.addWork(client('third', true))
  turns.addWork(client('fourth'))
  await expect.poll(() => seen).toEqual(['first closed', 'second', 'third closed', 'fourth'])
})
