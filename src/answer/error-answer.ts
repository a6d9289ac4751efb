import { errorCodes } from '../base/errors.ts'
import { onEveryAnswer } from '../snapshot/headers.ts'
import type { Answer, Signposts } from '../snapshot/resource.ts'
import type { HttpError } from './http-errors.ts'

/** Makes the answer to a request that is refused. `path` is echoed when one is known. */
export type Refuse = (refusal: HttpError, path: string, headers?: readonly string[]) => Answer

/** Where every error sends its reader. */
export type ErrorLinks = Partial<Pick<Signposts, 'documentation' | 'specification'>>

/** The one exit for errors: always JSON, always with the way out, never a page (whatever Accept says). */
export function makeRefuse({ documentation, specification }: ErrorLinks): Refuse {
  return ({ code, message, hint }, path, headers = []) => {
    const { status, cache } = errorCodes[code]
    const error = { status, code, message, hint, path: path || undefined, documentation, specification }
    const body = utf8.encode(`${JSON.stringify({ error })}\n`)
    return {
      status,
      headers: [
        ...['Content-Type', 'application/json'],
        ...['Content-Length', String(body.length)],
        ...['Cache-Control', cache],
        ...headers,
        ...onEveryAnswer,
      ],
      body,
    }
  }
}

const utf8 = new TextEncoder()
