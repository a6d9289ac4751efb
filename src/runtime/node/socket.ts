import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { MessageErrorName } from '../../answer/http-errors.ts'
import type { Answer } from '../../snapshot/resource.ts'

/** An answer where there is no ServerResponse to send it: after a parser's error, and to CONNECT. */
export function sendRaw(socket: Socket, { status, headers, body }: Answer): void {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`
  socket.cork()
  socket.write(`${head}Date: ${new Date().toUTCString()}\r\nConnection: close\r\n\r\n`, 'latin1')
  if (body !== null) socket.write(body)
  closeGently(socket)
}

const lingering = 1000

/**
 * Closing while bytes are still coming resets the connection, and the reset can overtake the answer (RFC 9112
 * §9.6). So only our side is closed, and what still comes is dropped for a moment.
 */
export function closeGently(socket: Socket): void {
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingering)
  socket.once('close', () => clearTimeout(timer))
}

/** A connection as node:http keeps it: the answer that is being sent on it, if any. */
export interface AnsweringSocket extends Socket {
  readonly _httpMessage?: NodeJS.EventEmitter | null
}

/** Closes once every answer that is due has been sent: those of requests that came before what broke the connection. */
export function closeWhenAnswered(socket: AnsweringSocket): void {
  if (socket._httpMessage) socket._httpMessage.once('finish', () => closeWhenAnswered(socket))
  else closeGently(socket)
}

/** What Node tells of a request that its parser gave up on. */
export interface ParserError extends Error {
  readonly code?: string
  readonly reason?: string
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** Which error of the message made the parser give up. */
export function parserErrorName(error: ParserError, socket: Socket): MessageErrorName {
  const packet = error.rawPacket?.toString('latin1') ?? ''
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'timeout'
    case 'HPE_INVALID_METHOD':
      return requestLine.test(packet) ? 'method' : 'malformed'
    case 'HPE_INVALID_VERSION':
      return error.reason === 'Invalid HTTP version' ? 'version' : 'malformed'
    case 'HPE_HEADER_OVERFLOW': {
      // The parser does not say what overflowed. Without a line end in all that was read, it is the target.
      const first = socket.bytesRead === packet.length
      return first && !packet.slice(0, error.bytesParsed).includes('\n') ? 'longTarget' : 'headers'
    }
    default:
      return 'malformed'
  }
}

/** A method in the form RFC 9110 §9.1 gives it, and what may follow; anything else is not HTTP at all. */
const requestLine = /^(?:\r\n)*[\w!#$%&'*+.^`|~-]+ [/*h]/i
