import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { visitors } from './visitors.mjs'

const answer = (body: string, length = body.length, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${body}`

/** Faulty servers, and the failure that the clients of the fault scenarios must report. */
const faulty: readonly (readonly [string, (socket: Socket, turn: number) => void, string])[] = [
  ['resets the connection', (socket) => socket.resetAndDestroy(), 'read ECONNRESET'],
  ['closes without a response', (socket) => socket.end(), 'a connection was closed without a response'],
  ['truncates a response', (socket) => socket.end(answer('State-1', 100)), 'closed without a response'],
  ['mixes two states', (socket) => socket.write(answer('State-1 State-2')), 'a response mixes states 1,2'],
  ['has no state', (socket) => socket.write(answer('Text')), 'a response without a state'],
  ['returns to an earlier state', (socket, turn) => socket.write(answer(`State-${9 - turn}`)), 'after state'],
  ['returns 502', (socket) => socket.write(answer('State-1', 7, '502 Bad Gateway')), 'status 502'],
  [
    'sends too many bytes',
    (socket) => socket.write(`${answer('State-1')}x`),
    'more bytes than the response has',
  ],
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

test.each(faulty)('detects a server that %s', async (_, answerTo, message) => {
  // An earlier state takes two responses.
  const { failures } = await visited(answerTo, message === 'after state' ? 2 : 1)
  expect(failures.join()).toContain(message)
})

test('detects a server that refuses connections', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const { failures } = await visitors(port, { clients: 1 }).stop()
  expect(failures.join()).toContain('ECONNREFUSED')
})

test('reports nothing for a correct server', async () => {
  const { answers, failures } = await visited((socket) => socket.write(answer('State-1')), 50)
  expect(failures).toEqual([])
  expect(answers).toBeGreaterThanOrEqual(50)
})
