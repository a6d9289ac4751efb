import type { IncomingMessage } from 'node:http'
import type { MessageErrorName } from '../../../answer/http-errors.ts'
import { longestBody } from '../../../answer/request.ts'

/**
 * Collects a body and tells once: all of it, or what is wrong with it. Bytes are counted as they come, whatever was declared, and
 * what comes after too many is dropped. Gives a function that ends it with a different error, unless it has ended already.
 */
export function readBody(
  req: IncomingMessage,
  declared: number,
  tell: (body: Uint8Array | undefined, messageError?: MessageErrorName) => void,
): ((messageError: MessageErrorName) => void) | undefined {
  if (declared > longestBody && declared !== Number.POSITIVE_INFINITY) {
    tell(undefined, 'body')
    return undefined
  }
  const chunks: Buffer[] = []
  let size = 0
  let told = false
  const once = (body: Uint8Array | undefined, messageError?: MessageErrorName) => {
    if (told) return
    told = true
    tell(body, messageError)
  }
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > longestBody) once(undefined, 'body')
    else chunks.push(chunk)
  })
  req.on('end', () => once(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
  return (messageError) => once(undefined, messageError)
}
