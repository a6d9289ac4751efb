import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { requestLimits } from '../../../base/errors.ts'
import { guarded } from '../guard.ts'
import type { Service } from '../service.ts'
import { Exchange, type ExchangeOptions } from './exchange.ts'
import type { HttpSideSocket, NodeHttpFeeder, ParserError } from './node-http-feeder.ts'

/** A server of node:http that listens on no port: it is handed channels, and its events go to the readers they belong to. */
export function createHttp({ keepAlive }: Timeouts): Server {
  return createServer({
    maxHeaderSize: requestLimits.headers,
    keepAliveTimeout: keepAlive,
    // A reader has deadlines of its own.
    headersTimeout: 0,
    requestTimeout: 0,
    // Checked by readRequest: Node lets a second or a malformed one pass.
    requireHostHeader: false,
  })
}

export function answerRequests(service: Service): void {
  const begin = (options?: ExchangeOptions) =>
    guarded(
      (req: IncomingMessage, res: ServerResponse) => {
        const reader = readerOf(req)
        reader?.begin(new Exchange(req, res, reader, service, options))
      },
      (req) => readerOf(req)?.destroy(),
    )
  service.http
    .on('request', begin())
    // A body is invited only where it is wanted; else Node closes the connection after the answer.
    .on('checkContinue', begin({ waiting: true }))
    .on('checkExpectation', begin({ messageError: 'expectation' }))
    .on(
      'connect',
      guarded(
        (req: IncomingMessage) => readerOf(req)?.connect(req.url ?? ''),
        (req) => readerOf(req)?.destroy(),
      ),
    )
    .on(
      'clientError',
      guarded(
        (error: ParserError, channel) => (channel as HttpSideSocket).owner?.broke(error),
        (_, channel) => channel.destroy(),
      ),
    )
}

function readerOf(req: IncomingMessage): NodeHttpFeeder | undefined {
  return (req.socket as unknown as HttpSideSocket).owner
}

/** In milliseconds. */
export const timeouts = {
  /** Until the header section, and until the whole request, has come. */
  headers: 10_000,
  request: 15_000,
  /** How often deadlines are looked at: nobody is cut off early, and nobody later than twice this. */
  check: 1_000,
  /** Longer than the idle time of the usual CDN or proxy, so that it is never we who hang up on a request. */
  keepAlive: 65_000,
  /** Without progress while an answer waits to be read. */
  stalled: 30_000,
  /** What a client gets to read its last answer in before the connection is gone. */
  linger: 1_000,
  /** On close: how long nobody may have connected before the port is let go, what idle connections get to send one more request,
   * and what everything gets in all. */
  quiet: 20,
  idleGrace: 1_000,
  drain: 10_000,
}

export type Timeouts = Readonly<typeof timeouts>
