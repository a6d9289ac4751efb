import { connect, type Socket } from 'node:net'
import { afterAll } from 'vitest'
import { type ListenOptions, listen, type Running } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { toy } from '../answer/toy.ts'

const running: Running[] = []

afterAll(() => Promise.all(running.map((server) => server.close())))

/** A real server of the toy on a free port; closed after the tests, without patience. */
export async function start(options: Partial<ListenOptions> = {}): Promise<Running> {
  const server = await listen({
    handler: serve(toy()),
    port: 0,
    host: '127.0.0.1',
    ...options,
    timeouts: { idleGrace: 1, drain: 100, ...options.timeouts },
  })
  running.push(server)
  return server
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Partial<Record<'connection' | 'content-length', string>>
  readonly body: string
}

export interface Exchange {
  readonly answers: readonly WireAnswer[]
  /** Whether the server ended the connection, and whether it was reset. */
  readonly closed: boolean
  readonly reset: boolean
}

/** Sends bytes as they are and reads until the server closes, or has been quiet for a while. */
export async function exchange(port: number, ...chunks: readonly (string | Buffer)[]): Promise<Exchange> {
  const socket = connect(port, '127.0.0.1')
  const heard = listenTo(socket)
  for (const chunk of chunks) {
    socket.write(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk)
    if (chunks.length > 1) await pause(10)
  }
  await Promise.race([heard.ended, heard.quiet(150)])
  socket.destroy()
  return { answers: answersIn(heard.text()), closed: heard.closed(), reset: heard.reset() }
}

/** The same, but the second is sent when the first has been answered, however long that takes. */
export async function exchangeInTurn(port: number, first: string, second: string): Promise<Exchange> {
  const socket = connect(port, '127.0.0.1')
  const heard = listenTo(socket)
  socket.write(Buffer.from(first, 'latin1'))
  await heard.until((text) => /\r\n\r\n[\s\S]/.test(text))
  await pause(20)
  socket.write(Buffer.from(second, 'latin1'))
  const before = heard.text().length
  await heard.until((text) => text.length > before)
  await Promise.race([heard.ended, heard.quiet(150)])
  socket.destroy()
  return { answers: answersIn(heard.text()), closed: heard.closed(), reset: heard.reset() }
}

/** Follows what a socket says. */
export function listenTo(socket: Socket) {
  let text = ''
  let closed = false
  let reset = false
  let last = Date.now()
  socket.on('data', (data) => {
    text += data.toString('latin1')
    last = Date.now()
  })
  socket.on('error', () => {
    reset = true
  })
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      closed = true
      resolve()
    }
    socket.once('end', finish).once('error', finish)
  })
  return {
    text: () => text,
    closed: () => closed,
    reset: () => reset,
    ended,
    async quiet(ms: number) {
      while (text === '' ? Date.now() - last < 10 * ms : Date.now() - last < ms) await pause(10)
    },
    async until(found: (text: string) => boolean) {
      while (!found(text) && !closed) await pause(5)
    },
  }
}

/** Cuts what came over the wire into answers; anything that is not one whole answer after another throws. */
export function answersIn(text: string): WireAnswer[] {
  const answers: WireAnswer[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    if (end < 0 || Number.isNaN(status))
      throw new Error(`not an answer: ${JSON.stringify(rest.slice(0, 200))}`)
    const headers: WireAnswer['headers'] = {}
    for (const field of fields) {
      const colon = field.indexOf(': ')
      headers[field.slice(0, colon).toLowerCase() as keyof WireAnswer['headers']] = field.slice(colon + 2)
    }
    const bodiless = status === 204 || status === 304 || status < 200
    const length = bodiless ? 0 : Number(headers['content-length'])
    const body = rest.slice(end + 4, end + 4 + length)
    if (body.length !== length) throw new Error(`a body of ${body.length} instead of ${length} bytes`)
    answers.push({ status, headers, body })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
