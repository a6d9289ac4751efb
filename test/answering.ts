import { requireAnswer } from '../src/answer/request.ts'
import { type Answer, type RequestFacts, serve, type ServeOptions, type Snapshot } from '../src/serve.ts'

/** The text of an answer; empty for one without a body. */
export const textOf = ({ body }: Answer) => new TextDecoder().decode(body ?? undefined)

/** Answers complete requests to a snapshot, in one call each. */
export function answering(snapshot: Snapshot, options?: ServeOptions): (request: RequestFacts) => Answer {
  const handler = serve(snapshot, options)
  return (request) => requireAnswer(handler(request))
}
