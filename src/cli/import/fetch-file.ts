import { sizeOf } from '../../archive/files/image-size.ts'

/** What a fetched file may cost. */
const limits = { bytes: 20 * 1024 * 1024, milliseconds: 30_000 } as const
/** Under way at once. */
export const fetchesAtOnce = 4

/** A picture from the web, or why there is none. Its bytes say what it is, whatever the host calls it. */
export async function fetchPicture(url: URL): Promise<Uint8Array | string> {
  try {
    const signal = AbortSignal.timeout(limits.milliseconds)
    const response = await fetch(url, {
      signal,
      headers: { accept: 'image/*', 'user-agent': 'citable-import' },
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      return `the host answered ${response.status}`
    }
    const bytes = await withinLimit(response.body)
    if (!bytes) return `it is larger than ${limits.bytes / 1024 / 1024} MB`
    return sizeOf(bytes) ? bytes : 'it is no picture'
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return error.name === 'TimeoutError'
      ? `no answer in ${limits.milliseconds / 1000} seconds`
      : reasonOf(error)
  }
}

async function withinLimit(body: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > limits.bytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** `fetch failed` says nothing; what it was caused by does. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}
