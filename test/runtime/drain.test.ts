import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { answersIn, listenTo, pause, start } from './wire.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: archive.example\r\n\r\n`
const patient = { idleGrace: 200, drain: 2000 }

/** A client with one answered request behind it. */
async function client(port: number) {
  const socket = connect(port, '127.0.0.1')
  const heard = listenTo(socket)
  socket.write(get('/robots.txt'))
  await heard.until((text) => text.includes('User-agent'))
  return { socket, heard, answers: () => answersIn(heard.text()) }
}

test('a kept-alive client may send one more request, is answered and told to go', async () => {
  const server = await start({ timeouts: patient })
  const one = await client(server.port)
  const closed = server.close()
  await pause(50)
  one.socket.write(get('/'))
  await one.heard.ended
  await closed
  expect(one.heard.reset()).toBe(false)
  expect(one.answers().map(({ status, headers }) => [status, headers.connection])).toEqual([
    [200, 'keep-alive'],
    [200, 'close'],
  ])
})

test('a request that is still arriving is waited for and answered', async () => {
  const server = await start({ timeouts: patient })
  const one = await client(server.port)
  one.socket.write('GET / HTTP/1.1\r\nHost: arch')
  await pause(20)
  const closed = server.close()
  await pause(300) // Longer than the grace for idle connections.
  one.socket.write('ive.example\r\n\r\n')
  await one.heard.ended
  await closed
  expect(one.answers().map(({ status }) => status)).toEqual([200, 200])
})

test('an answer that is still being read is read to its end', async () => {
  const body = Buffer.alloc(20_000_000, 'x')
  const large = { status: 200, headers: ['Content-Length', String(body.length)], body }
  const server = await start({ handler: () => large, timeouts: patient })
  const socket = connect(server.port, '127.0.0.1')
  let bytes = 0
  socket.on('data', (data) => {
    bytes += data.length
  })
  socket.pause().write(get('/'))
  await pause(50)
  const closed = server.close()
  await pause(300)
  socket.resume()
  await closed
  await pause(20)
  expect(bytes).toBeGreaterThan(body.length)
})

test('idle and silent connections are closed after a short grace, and new ones are not taken', async () => {
  const server = await start({ timeouts: patient })
  const one = await client(server.port)
  const silent = connect(server.port, '127.0.0.1')
  const heard = listenTo(silent)
  await pause(20)
  const closed = server.close()
  expect(server.close()).toBe(closed)
  await pause(20)
  const late = listenTo(connect(server.port, '127.0.0.1'))
  await late.ended
  expect(late.reset()).toBe(true)
  await closed
  await Promise.all([one.heard.ended, heard.ended])
  expect([one.heard.reset(), heard.reset()]).toEqual([false, false])
})

test('a client that never finishes is cut off at the deadline', async () => {
  const server = await start({ timeouts: { idleGrace: 10, drain: 150 } })
  const socket = connect(server.port, '127.0.0.1')
  const heard = listenTo(socket)
  socket.write('GET / HT')
  await pause(20)
  await server.close()
  await heard.ended
})

test('no request fails while the server drains under load', async () => {
  const server = await start({ timeouts: patient })
  let answered = 0
  let lost = 0
  const visit = async () => {
    for (;;) {
      const socket = connect(server.port, '127.0.0.1')
      const heard = listenTo(socket)
      const connected = await new Promise((resolve) => {
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      })
      if (!connected) return
      for (let sent = 1; !heard.closed(); sent++) {
        socket.write(get('/robots.txt'))
        await heard.until((text) => text.split('User-agent').length > sent)
        if (heard.text().split('User-agent').length <= sent) lost++
        else answered++
        if (heard.text().includes('Connection: close')) await heard.ended
      }
    }
  }
  const visitors = Array.from({ length: 20 }, visit)
  await pause(200)
  await server.close()
  await Promise.all(visitors)
  expect(answered).toBeGreaterThan(20)
  expect(lost).toBe(0)
})
