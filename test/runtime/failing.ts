import type { Handler } from '../../src/answer/request.ts'

/** A handler that throws, except when it is asked for the error response. */
export function failing(handler: Handler, error: Error): Handler {
  return (request) => {
    if (request.messageError !== undefined) return handler(request)
    throw error
  }
}
