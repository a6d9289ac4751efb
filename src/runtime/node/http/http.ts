import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { requestLimits } from '../../../base/errors.ts'
import { guarded } from '../guard.ts'
import type { Service } from '../service.ts'
import { Exchange, type ExchangeOptions } from './exchange.ts'
import type { HttpSideSocket, NodeHttpFeeder, ParserError } from './node-http-feeder.ts'

/** Creates a node:http server without a port. It gets side sockets, and its events go to their feeders. */
export function createHttp({ keepAlive }: Timeouts): Server {
  return createServer({
    maxHeaderSize: requestLimits.headers,
    keepAliveTimeout: keepAlive,
    // Connections have their own deadlines.
    headersTimeout: 0,
    requestTimeout: 0,
    // Checked by readRequest: Node accepts duplicate and malformed hosts.
    requireHostHeader: false,
  })
}

export function answerRequests(service: Service): void {
  const fail = (req: IncomingMessage) => feederOf(req)?.connection.destroy()
  const begin = (options?: ExchangeOptions) =>
    guarded((req: IncomingMessage, res: ServerResponse) => {
      const feeder = feederOf(req)
      feeder?.begin(new Exchange(req, res, feeder, service, options))
    }, fail)
  const connect = (req: IncomingMessage) =>
    feederOf(req)?.connection.answerRaw({ method: 'CONNECT', target: req.url ?? '' })
  service.http
    .on('request', begin())
    // Only endpoints ask for the body; otherwise Node closes the connection after the answer.
    .on('checkContinue', begin({ waiting: true }))
    .on('checkExpectation', begin({ messageError: 'expectation' }))
    // Node creates no response for a CONNECT.
    .on('connect', guarded(connect, fail))
    .on(
      'clientError',
      guarded(
        (error: ParserError, socket) => (socket as HttpSideSocket).owner?.parserFailed(error),
        (_, socket) => socket.destroy(),
      ),
    )
}

function feederOf(req: IncomingMessage): NodeHttpFeeder | undefined {
  return (req.socket as unknown as HttpSideSocket).owner
}

/** In milliseconds. */
export const timeouts = {
  /** Until the header section has arrived. */
  headers: 10_000,
  /** Until the whole request has arrived. */
  request: 15_000,
  /** Interval for checking deadlines. A timeout fires at most two intervals late. */
  check: 1_000,
  /** Longer than the idle timeout of common CDNs and proxies, so that they close first. */
  keepAlive: 65_000,
  /** Without progress while a client reads an answer. */
  stalled: 30_000,
  /** For a client to read its last answer. */
  linger: 1_000,
  /** On close: without new connections before the port closes. */
  quiet: 20,
  /** On close: for idle connections to send one more request. */
  idleGrace: 1_000,
  /** On close: for everything together. */
  drain: 10_000,
}

export type Timeouts = Readonly<typeof timeouts>
