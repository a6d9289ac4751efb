import { requireAnswer } from '../src/answer/request.ts'
import { type Answer, type RequestFacts, serve, type ServeOptions, type Snapshot } from '../src/serve.ts'

/** Answers complete requests to a snapshot, in one call each. */
export function answering(snapshot: Snapshot, options?: ServeOptions): (request: RequestFacts) => Answer {
  const handler = serve(snapshot, options)
  return (request) => requireAnswer(handler(request))
}
