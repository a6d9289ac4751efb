import type { MessageErrorName } from '../../../answer/http-errors.ts'

/** What node:http tells of a message that its parser gave up on. */
export interface ParserError extends Error {
  readonly code?: string
  readonly reason?: string
  /** What it was given last, and how far it came in it. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/**
 * What is wrong with a message whose head cannot be read. Undefined while that depends on what is still to come: an error is told
 * by the bytes alone, however they were cut into packets.
 */
export function headError(error: ParserError, head: Buffer): MessageErrorName | undefined {
  switch (error.code) {
    case 'HPE_INVALID_METHOD': {
      const text = head.toString('latin1')
      if (beginsAsRequest(head)) return 'method'
      return text.length < longestMethod && unfinishedMethod.test(text) ? undefined : 'malformed'
    }
    case 'HPE_INVALID_VERSION':
      return error.reason === 'Invalid HTTP version' ? 'version' : 'malformed'
    case 'HPE_HEADER_OVERFLOW': {
      // The parser does not say what overflowed. Without a line end before that, it is the target.
      const unparsed = (error.rawPacket?.length ?? 0) - (error.bytesParsed ?? 0)
      return head.subarray(0, head.length - unparsed).includes('\n') ? 'headers' : 'longTarget'
    }
    default:
      return 'malformed'
  }
}

/** A method in the form of RFC 9110 §9.1, and the beginning of a target. Anything else is not a request at all. */
export function beginsAsRequest(head: Buffer): boolean {
  return requestLine.test(head.toString('latin1'))
}

const requestLine = /^(?:\r\n)*[\w!#$%&'*+.^`|~-]+ [/*h]/i
const unfinishedMethod = /^(?:\r\n)*[\w!#$%&'*+.^`|~-]* ?$/
const longestMethod = 1000
