import { longestBody, type RequestFacts } from '../answer/request.ts'
import { concatBytes } from '../base/digest.ts'

/** Reads a body up to the limit, whatever length was declared. Returns the facts to add to its request. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  declaredLength: number,
): Promise<Pick<RequestFacts, 'body' | 'messageError'>> {
  if (declaredLength > longestBody) return { messageError: 'body' }
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of chunks) {
      size += part.length
      if (size > longestBody) return { messageError: 'body' }
      parts.push(part)
    }
  } catch {
    // The client disconnected; not worth a log line.
    return { messageError: 'malformed' }
  }
  return { body: parts.length === 1 && parts[0] ? parts[0] : concatBytes(parts) }
}
