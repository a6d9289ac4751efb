import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { visitors } from './visitors.mjs'

const answer = (body: string, length = body.length, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${body}`

/** Servers that break a promise, and what the clients of the fault scenarios must say of it. */
const wrong: readonly (readonly [string, (socket: Socket, turn: number) => void, string])[] = [
  ['resets the connection', (socket) => socket.resetAndDestroy(), 'read ECONNRESET'],
  ['closes without an answer', (socket) => socket.end(), 'a connection was closed without an answer'],
  ['ends an answer early', (socket) => socket.end(answer('State-1', 100)), 'closed without an answer'],
  ['mixes two states', (socket) => socket.write(answer('State-1 State-2')), 'an answer mixed of 1,2'],
  ['is in no state', (socket) => socket.write(answer('Text')), 'an answer from no state'],
  ['goes back', (socket, turn) => socket.write(answer(`State-${9 - turn}`)), 'after state'],
  ['fails', (socket) => socket.write(answer('State-1', 7, '502 Bad Gateway')), 'status 502'],
  ['sends too much', (socket) => socket.write(`${answer('State-1')}x`), 'more bytes than the answer has'],
]

async function visited(answerTo: (socket: Socket, turn: number) => void, enough: number) {
  let turn = 0
  const server = createServer((socket) => {
    socket.on('data', () => answerTo(socket, turn++)).on('error', () => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const load = visitors((server.address() as AddressInfo).port, { clients: 1 })
  while (turn < enough) await new Promise((resolve) => setTimeout(resolve, 2))
  const seen = await load.stop()
  server.close()
  return seen
}

test.each(wrong)('a server that %s is found out', async (_, answerTo, says) => {
  // It takes two answers to go back.
  const { failures } = await visited(answerTo, says === 'after state' ? 2 : 1)
  expect(failures.join()).toContain(says)
})

test('a server that nobody can reach is found out', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const { failures } = await visitors(port, { clients: 1 }).stop()
  expect(failures.join()).toContain('ECONNREFUSED')
})

test('one that keeps every promise is not', async () => {
  const { answers, failures } = await visited((socket) => socket.write(answer('State-1')), 50)
  expect(failures).toEqual([])
  expect(answers).toBeGreaterThanOrEqual(50)
})
