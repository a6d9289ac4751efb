import type { Answer } from '../snapshot/resource.ts'
import type { FaultName } from './faults.ts'

/**
 * What a runtime tells about a request; nothing else about it can change the answer. A header that was not sent is
 * undefined; one sent several times is joined with ", " in order (RFC 9110 §5.3).
 */
export interface RequestFacts {
  /** As it came: method names are case-sensitive. */
  readonly method: string
  /** The request target in origin form, or `*`; never decoded. Empty when the request could not be read. */
  readonly target: string
  readonly accept?: string | undefined
  readonly acceptEncoding?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly ifMatch?: string | undefined
  /** What the runtime found wrong with the message itself; it then decides the answer alone. */
  readonly fault?: FaultName | undefined
}

/** Pure: the same facts get the same answer for as long as the handler lives. */
export type Handler = (request: RequestFacts) => Answer
