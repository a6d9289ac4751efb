import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { MessageErrorName } from '../../../answer/http-errors.ts'
import { requestLimits } from '../../../base/http.ts'
import { guarded } from '../guard.ts'
import type { RequestFacts } from '../../../answer/request.ts'
import type { Answer } from '../../../snapshot/resource.ts'
import type { Service } from './service.ts'

/** An Expect header: the client waits for 100 Continue (RFC 9110 §10.1.1), or for something else. */
export type Expectation = 'continue' | 'unknown'

/** A connection that node:http parses messages for. */
export interface NodeHttpOwner {
  readonly socket: Socket
  readonly service: Service
  readonly hasEnded: boolean
  /** node:http has parsed the head of a request. */
  begin(req: IncomingMessage, res: ServerResponse, expectation?: Expectation): void
  answerWritten(answer: Answer): void
  answerSent(): void
  /** Answers what node:http creates no response for, and closes. */
  answerRaw(request: RequestFacts): void
  parserFailed(error: ParserError): void
  close(): void
  destroy(): void
}

/** Creates a node:http server without a port. It gets side sockets, and its events go to their connections. */
export function createNodeHttp(keepAlive: number): Server {
  const server = createServer({
    maxHeaderSize: requestLimits.headers,
    keepAliveTimeout: keepAlive,
    // Connections have their own deadlines.
    headersTimeout: 0,
    requestTimeout: 0,
    // Checked by readRequest: Node accepts duplicate and malformed hosts.
    requireHostHeader: false,
  })
  const ownerOf = (req: IncomingMessage) => (req.socket as unknown as SideSocket).owner
  const fail = (req: IncomingMessage) => ownerOf(req).destroy()
  const begin = (expectation?: Expectation) =>
    guarded((req: IncomingMessage, res: ServerResponse) => ownerOf(req).begin(req, res, expectation), fail)
  const connect = (req: IncomingMessage) =>
    ownerOf(req).answerRaw({ method: 'CONNECT', target: req.url ?? '' })
  const clientError = (error: ParserError, socket: Duplex) => (socket as SideSocket).owner.parserFailed(error)
  return (
    server
      .on('request', begin())
      // Only endpoints ask for the body; otherwise Node closes the connection after the answer.
      .on('checkContinue', begin('continue'))
      .on('checkExpectation', begin('unknown'))
      .on('connect', guarded(connect, fail))
      .on(
        'clientError',
        guarded(clientError, (_, socket) => socket.destroy()),
      )
  )
}

/** The stream that node:http uses as its socket. The connection keeps the real one and decides how much node:http sees. */
export class SideSocket extends Duplex {
  readonly owner: NodeHttpOwner

  constructor(owner: NodeHttpOwner) {
    super({ decodeStrings: false, autoDestroy: false })
    this.owner = owner
    // node:http removes its own listener when it gives up on a connection.
    this.on('error', () => owner.destroy())
    owner.service.nodeHttp.emit('connection', this)
  }

  get remoteAddress(): string | undefined {
    return this.owner.socket.remoteAddress
  }

  override _read(): void {}

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: Done): void {
    this.owner.socket.write(chunk, encoding, done)
  }

  /** Writes head and body together. */
  override _writev(chunks: { chunk: Buffer | string; encoding: BufferEncoding }[], done: Done): void {
    const { socket } = this.owner
    const last = chunks.length - 1
    socket.cork()
    chunks.forEach(({ chunk, encoding }, at) => {
      socket.write(chunk, encoding, at === last ? done : undefined)
    })
    socket.uncork()
  }

  override _final(done: () => void): void {
    this.owner.close()
    done()
  }

  override _destroy(_: Error | null, done: () => void): void {
    this.owner.destroy()
    done()
  }
}

type Done = (error?: Error | null) => void

/** The `clientError` of node:http. */
export interface ParserError extends Error {
  readonly code?: string
  readonly reason?: string
  /** The last packet, and how much of it was parsed. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

const unfinishedMethod = /^(?:\r\n)*[\w!#$%&'*+.^`|~-]* ?$/
const longestMethod = 1000

/** Classifies a parser error in a head. Undefined while more bytes may change it, so that packet boundaries never matter. */
export function headError(error: ParserError, head: Buffer): MessageErrorName | undefined {
  switch (error.code) {
    case 'HPE_INVALID_METHOD': {
      const text = head.toString('latin1')
      if (startsAsRequest(head)) return 'method'
      return text.length < longestMethod && unfinishedMethod.test(text) ? undefined : 'malformed'
    }
    case 'HPE_INVALID_URL':
      return unencodedTarget.test(head.toString('latin1')) ? 'unencoded' : 'malformed'
    case 'HPE_INVALID_VERSION':
      return error.reason === 'Invalid HTTP version' ? 'version' : 'malformed'
    case 'HPE_HEADER_OVERFLOW': {
      // The parser does not say what overflowed. Before the first line end, it is the target.
      const unparsed = (error.rawPacket?.length ?? 0) - (error.bytesParsed ?? 0)
      return head.subarray(0, head.length - unparsed).includes('\n') ? 'headers' : 'longTarget'
    }
    default:
      return 'malformed'
  }
}

/** Before anything else that a target may not have. */
const unencodedTarget = /^(?:\r\n)*[\w!#$%&'*+.^`|~-]+ [\x21-\x7e]*[\x80-\xff]/
const requestLine = /^(?:\r\n)*[\w!#$%&'*+.^`|~-]+ [/*h]/i

/** Whether the bytes start with a method (RFC 9110 §9.1) and a target. */
export const startsAsRequest = (head: Buffer): boolean => requestLine.test(head.toString('latin1'))
