import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { MessageErrorName } from '../../answer/http-errors.ts'
import { type Handler, longestBody, type RequestFacts } from '../../answer/request.ts'
import { readBody } from './body.ts'
import { cannotListen } from './cannot-listen.ts'
import { enterLane, makeLane } from './lane.ts'
import { entry, type RequestLog } from './log.ts'
import { type NodeRequest, readRequest } from './request.ts'
import {
  type AnsweringSocket,
  closeGently,
  closeWhenAnswered,
  parserErrorName,
  type ParserError,
  sendRaw,
} from './socket.ts'

export type { RequestLog } from './log.ts'

export interface ListenOptions {
  readonly handler: Handler
  /** 0 for any free one. */
  readonly port: number
  readonly host: string
  /** Told of every request after its answer is sent; without it nothing is measured. */
  readonly log?: ((entry: RequestLog) => void) | undefined
  readonly timeouts?: Partial<typeof timeouts> | undefined
}

export interface Running {
  readonly port: number
  readonly host: string
  /** From the next request on, the new handler answers. */
  swap(handler: Handler): void
  /** Takes no new connections, answers what was asked, then closes. */
  close(): Promise<void>
}

/** A request under way. */
interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly waiting: boolean
  readonly began: number
}

/** In milliseconds. */
const timeouts = {
  /** Until the header section, and until the whole request, has come. */
  headers: 10_000,
  request: 15_000,
  /** How often those two are looked at; Node's own 30 s would make them coarse. */
  check: 2_000,
  /** Longer than the idle time of the usual CDN or proxy, so that it is never we who hang up on a request. */
  keepAlive: 65_000,
  /** Without progress while an answer waits to be read. */
  stalled: 30_000,
  /** On close: what idle connections get to send one more request, and what everything gets in all. */
  idleGrace: 1_000,
  drain: 10_000,
}

/** Serves over HTTP/1.1 on node:http, with the rules of HTTP that it leaves to its users. */
export async function listen(options: ListenOptions): Promise<Running> {
  const { log } = options
  const wait = { ...timeouts, ...options.timeouts }
  let { handler } = options
  let lane = makeLane(handler, wait.keepAlive)
  let draining: Promise<void> | undefined

  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: wait.headers,
    requestTimeout: wait.request,
    connectionsCheckingInterval: wait.check,
    keepAliveTimeout: wait.keepAlive,
    requireHostHeader: false, // Checked here: Node lets a second or a malformed one pass.
  })

  /** The request that each connection is, or was last, busy with. */
  const latest = new WeakMap<Socket, IncomingMessage>()

  /** `waiting`: the client keeps its body back until it is told to go on (RFC 9110 §10.1.1). */
  function respond(
    req: IncomingMessage,
    res: ServerResponse,
    messageError?: MessageErrorName,
    waiting = false,
  ): void {
    latest.set(req.socket, req)
    answerTo(readRequest(req, messageError), { req, res, waiting, began: log ? performance.now() : 0 })
  }

  function answerTo(request: NodeRequest, exchange: Exchange): void {
    const { req, res, began } = exchange
    try {
      const answer = handler(request)
      if (answer.status === 100) {
        awaitBody(request, exchange)
        return
      }
      if (request.close) req.socket.destroySoon = () => closeGently(req.socket)
      if (request.close || draining) res.shouldKeepAlive = false
      res.writeHead(answer.status, answer.headers as string[])
      res.end(answer.body)
      // Only what the kernel did not take at once waits for its reader, so only then is a timer worth its price.
      if (req.socket.writableLength > 0) req.socket.setTimeout(wait.stalled)
      if (log) res.once('finish', () => log(entry(request, answer, began, req.headers['user-agent'])))
    } catch (error) {
      console.error(error)
      if (request.messageError === 'internal' || res.headersSent) req.socket.destroy()
      else answerTo({ ...request, messageError: 'internal', close: true }, exchange)
    }
  }

  /** Whose body is being read, and how to stop that. */
  const reading = new WeakMap<Socket, (messageError: MessageErrorName) => void>()

  function awaitBody(request: NodeRequest, exchange: Exchange): void {
    const { req, res, waiting } = exchange
    if (waiting && request.length <= longestBody) res.writeContinue()
    const stop = readBody(req, request.length, (body, messageError) => {
      reading.delete(req.socket)
      request.body = body
      request.messageError = messageError
      request.close = request.mustClose || messageError !== undefined
      answerTo(request, exchange)
    })
    if (stop) reading.set(req.socket, stop)
  }

  /** For what never becomes a request that Node would let us answer. */
  function respondRaw(socket: Socket, request: RequestFacts): void {
    try {
      const answer = handler(request)
      sendRaw(socket, answer)
      log?.(entry(request, answer, performance.now()))
    } catch (error) {
      console.error(error)
      socket.destroy()
    }
  }

  server.on('request', (req, res) => respond(req, res))
  // A body is invited only where it is wanted; else Node closes the connection after the answer.
  server.on('checkContinue', (req, res) => respond(req, res, undefined, true))
  server.on('checkExpectation', (req, res) => respond(req, res, 'expectation'))
  server.on('connect', (req: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy()).resume()
    respondRaw(socket, { method: 'CONNECT', target: req.url ?? '' })
  })
  server.on('clientError', (error: ParserError, socket: AnsweringSocket) => {
    if (socket.writableEnded) return
    const messageError = parserErrorName(error, socket)
    const stop = reading.get(socket)
    if (stop) return stop(messageError)
    // What follows an answer that is on its way, or belongs to a request that was answered before it had come whole, or comes
    // too late to be told from one, gets none: two answers to one request are how responses get mixed up behind a proxy.
    const unfinished = latest.get(socket)?.complete === false
    const answered =
      socket._httpMessage || unfinished || (messageError === 'timeout' && socket.bytesWritten > 0)
    if (!socket.writable || socket.bytesRead === 0) socket.destroySoon()
    else if (answered) closeWhenAnswered(socket)
    else respondRaw(socket, { method: '', target: '', messageError })
  })

  const sockets = new Set<Socket>()
  const inLane = new Set<Socket>()
  const [nodesOwn] = server.listeners('connection')
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      inLane.delete(socket)
    })
    if (log) nodesOwn?.call(server, socket)
    else {
      inLane.add(socket)
      enterLane(socket, { answer: answerInLane, leave: leaveLane, timeouts: wait })
    }
  })

  /** What the handler cannot answer is asked again by node:http's way, which knows how to report it. */
  function answerInLane(packet: Buffer): Buffer | undefined {
    try {
      return draining ? undefined : lane(packet)
    } catch {
      return undefined
    }
  }

  function leaveLane(socket: Socket): void {
    inLane.delete(socket)
    nodesOwn?.call(server, socket)
  }

  function closeIdle(): void {
    // Node counts a connection as idle when its answer is made, not when it is read: so while one is being read all wait.
    for (const socket of sockets) if (socket.writableLength > 0) return
    server.closeIdleConnections()
    // It does not know of those in the lane, and counts as busy what never said anything.
    for (const socket of sockets) if (inLane.has(socket) || socket.bytesRead === 0) socket.destroy()
  }

  async function drain(): Promise<void> {
    // Right after a poll, all that waited in the backlog is accepted and all that came is read: nothing that a
    // client has sent by then is reset.
    await setImmediate()
    // Not `server.close()`, which since Node 19 destroys idle connections at once, with requests on their way.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    const sweep = setInterval(() => setImmediate().then(closeIdle), wait.idleGrace)
    const deadline = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, wait.drain)
    await closed
    clearInterval(sweep)
    clearTimeout(deadline)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, options)))
    server.listen(options.port, options.host, resolve)
  })
  server.removeAllListeners('error').on('error', (error) => console.error(error))

  return {
    port: (server.address() as AddressInfo).port,
    host: options.host,
    swap(next) {
      handler = next
      lane = makeLane(next, wait.keepAlive)
    },
    close() {
      draining ??= drain()
      return draining
    },
  }
}
