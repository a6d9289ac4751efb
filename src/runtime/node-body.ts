import type { IncomingMessage } from 'node:http'
import type { FaultName } from '../answer/faults.ts'
import { longestBody } from '../answer/request.ts'

/**
 * Collects a body and tells once: all of it, or what is wrong with it. Bytes are counted as they come, whatever was declared, and
 * what comes behind too many is dropped. Gives a function that ends it with another fault, unless it has ended already.
 */
export function readBody(
  req: IncomingMessage,
  declared: number,
  tell: (body: Uint8Array | undefined, fault?: FaultName) => void,
): ((fault: FaultName) => void) | undefined {
  if (declared > longestBody && declared !== Number.POSITIVE_INFINITY) {
    tell(undefined, 'body')
    return undefined
  }
  const chunks: Buffer[] = []
  let size = 0
  let told = false
  const once = (body: Uint8Array | undefined, fault?: FaultName) => {
    if (told) return
    told = true
    tell(body, fault)
  }
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > longestBody) once(undefined, 'body')
    else chunks.push(chunk)
  })
  req.on('end', () => once(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
  return (fault) => once(undefined, fault)
}
