import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { answersIn, listenTo, pause, ways } from './wire.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: archive.example\r\n\r\n`
/** The drain deadline is longer than any test, so only the grace period closes connections. */
const patient = { quiet: 20, idleGrace: 100, drain: 600_000 }

/** A keep-alive client that has received one response. */
async function client(port: number) {
  const socket = connect(port, '127.0.0.1')
  const received = listenTo(socket)
  socket.write(get('/robots.txt'))
  await received.until((text) => text.includes('User-agent'))
  return { socket, received, answers: () => answersIn(received.text()) }
}

describe.each(ways)('$way', ({ start }) => {
  test('answers one more request on a keep-alive connection, with Connection: close', async () => {
    const server = await start({ timeouts: { ...patient, idleGrace: 5000 } })
    const one = await client(server.port)
    const closed = server.close()
    await pause(50)
    one.socket.write(get('/'))
    await one.received.ended
    await closed
    expect(one.received.reset()).toBe(false)
    expect(one.answers().map(({ status, headers }) => [status, headers.connection])).toEqual([
      [200, 'keep-alive'],
      [200, 'close'],
    ])
  })

  test('waits for a request that is still arriving', async () => {
    const server = await start({ timeouts: patient })
    const one = await client(server.port)
    one.socket.write('GET / HTTP/1.1\r\nHost: arch')
    await pause(50)
    const closed = server.close()
    await pause(400) // Longer than idleGrace.
    one.socket.write('ive.example\r\n\r\n')
    await one.received.ended
    await closed
    expect(one.answers().map(({ status }) => status)).toEqual([200, 200])
  })

  test('finishes sending a response to a slow reader', async () => {
    const body = Buffer.alloc(20_000_000, 'x')
    const large = { status: 200, headers: ['Content-Length', String(body.length)], body }
    const server = await start({ handler: () => large, timeouts: patient })
    const socket = connect(server.port, '127.0.0.1')
    let bytes = 0
    socket.on('data', (data) => {
      bytes += data.length
    })
    const ended = new Promise((resolve) => socket.once('end', resolve))
    socket.pause().write(get('/'))
    await pause(50)
    const closed = server.close()
    await pause(400)
    socket.resume()
    await Promise.all([closed, ended])
    expect(bytes).toBeGreaterThan(body.length)
  })

  test('closes idle connections after a grace period and accepts no new ones', async () => {
    const server = await start({ timeouts: patient })
    const one = await client(server.port)
    const silent = listenTo(connect(server.port, '127.0.0.1'))
    const closed = server.close()
    expect(server.close()).toBe(closed)
    await closed
    await Promise.all([one.received.ended, silent.ended])
    expect([one.received.reset(), silent.reset()]).toEqual([false, false])
    const late = listenTo(connect(server.port, '127.0.0.1'))
    await late.ended
    expect(late.reset()).toBe(true)
  })

  test('closes unfinished requests at the deadline', async () => {
    const server = await start({ timeouts: { quiet: 1, idleGrace: 10, drain: 150 } })
    const socket = connect(server.port, '127.0.0.1')
    const received = listenTo(socket)
    socket.write('GET / HT')
    await pause(20)
    await server.close()
    await received.ended
  })

  test('drops no connection while clients keep connecting', async () => {
    for (let round = 0; round < 3; round++) {
      const server = await start({ timeouts: { ...patient, idleGrace: 10_000 } })
      const visitors = fork(new URL('./visitors.mjs', import.meta.url), [String(server.port)])
      await once(visitors, 'message')
      const end = once(visitors, 'message')
      await server.close()
      const [{ answered, lost }] = await end
      expect(lost, `lost responses, of ${answered + lost} connections`).toBe(0)
    }
  })
})
