import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { requestLimits } from '../../../base/errors.ts'
import type { HttpSideSocket } from './http-side-socket.ts'
import { Exchange, type ExchangeOptions } from './exchange.ts'
import { guarded } from '../guard.ts'
import type { ParserError } from './parser-error.ts'
import type { NodeHttpFeeder } from './node-http-feeder.ts'
import type { Service } from '../service.ts'
import type { Timeouts } from './timeouts.ts'

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
