import { connect, type Socket } from 'node:net'
import { type ListenOptions, listen, type Running } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { afterFile } from '../after-file.ts'
import { toy } from '../answer/toy.ts'

/** Both paths into the server. Responses are the same on either, so these tests run on both. */
export const ways = [true, false].map((lane) => ({
  way: lane ? 'fast lane' : 'node:http only',
  start: (options: Partial<ListenOptions> = {}) => start({ lane, ...options }),
}))

/** A real server of the toy snapshot on a free port, closed after the tests with short timeouts. */
export async function start(options: Partial<ListenOptions> = {}): Promise<Running> {
  const server = await listen({
    handler: serve(toy()),
    port: 0,
    host: '127.0.0.1',
    ...options,
    timeouts: { quiet: 1, idleGrace: 1, drain: 100, ...options.timeouts },
  })
  afterFile(() => server.close())
  return server
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Partial<Record<'connection' | 'content-length' | 'retry-after', string>>
  readonly body: string
}

type Chunk = string | Buffer

/** Sends raw bytes, half-closes the connection and returns every response. */
export async function answersTo(port: number, ...chunks: readonly Chunk[]): Promise<WireAnswer[]> {
  const { socket, received } = await send(port, chunks)
  socket.end()
  await received.ended
  socket.destroy()
  if (received.reset()) throw new Error(`the connection was reset after ${JSON.stringify(received.text())}`)
  return answersIn(received.text())
}

/** Sends raw bytes and waits for the server to close the connection on its own. */
export async function untilClosed(port: number, ...chunks: readonly Chunk[]): Promise<WireAnswer[]> {
  const { socket, received } = await send(port, chunks)
  await received.ended
  socket.destroy()
  if (received.reset()) throw new Error(`the connection was reset after ${JSON.stringify(received.text())}`)
  return answersIn(received.text())
}

export const statuses = (answers: readonly WireAnswer[]) => answers.map(({ status }) => status)

/** Pauses between chunks, so that each is likely to arrive in its own packet. */
async function send(port: number, chunks: readonly Chunk[]) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  const received = listenTo(socket)
  for (const [at, chunk] of chunks.entries()) {
    if (at > 0) await pause(20)
    if (received.closed()) break
    socket.write(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk)
  }
  return { socket, received }
}

/** Collects what a socket receives. */
export function listenTo(socket: Socket) {
  let text = ''
  let closed = false
  let reset = false
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  socket.on('error', () => {
    reset = true
  })
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      closed = true
      resolve()
    }
    socket.once('end', finish).once('error', finish).once('close', finish)
  })
  return {
    text: () => text,
    closed: () => closed,
    reset: () => reset,
    ended,
    async until(found: (text: string) => boolean) {
      while (!found(text) && !closed) await pause(5)
    },
  }
}

/** Parses a sequence of complete responses; throws on anything else. */
export function answersIn(text: string): WireAnswer[] {
  const answers: WireAnswer[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    if (end < 0 || Number.isNaN(status))
      throw new Error(`not a response: ${JSON.stringify(rest.slice(0, 200))}`)
    const headers: WireAnswer['headers'] = {}
    for (const field of fields) {
      const colon = field.indexOf(': ')
      headers[field.slice(0, colon).toLowerCase() as keyof WireAnswer['headers']] = field.slice(colon + 2)
    }
    const bodiless = status === 204 || status === 304 || status < 200
    const length = bodiless ? 0 : Number(headers['content-length'])
    const body = rest.slice(end + 4, end + 4 + length)
    if (body.length !== length) throw new Error(`the body has ${body.length} instead of ${length} bytes`)
    answers.push({ status, headers, body })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
