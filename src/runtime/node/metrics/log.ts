import type { RequestFacts } from '../../../answer/request.ts'
import { visibleJson } from '../../../base/terminal.ts'
import type { Answer } from '../../../snapshot/resource.ts'
import { clientAddress, type ClientFacts } from '../peer.ts'

export interface RequestLog {
  readonly time: Date
  /** Method and path are `-` if the request could not be parsed. */
  readonly method: string
  readonly path: string
  readonly status: number
  readonly bytes: number
  readonly ms: number
  readonly userAgent?: string | undefined
  /** The client's address; behind a proxy, as the nearest proxy reports it. */
  readonly client?: string | undefined
  /** The trace id of `traceparent` (W3C Trace Context). */
  readonly trace?: string | undefined
}

export function logEntry(
  { method, target }: RequestFacts,
  { status, body }: Answer,
  start: number,
  client: ClientFacts = {},
): RequestLog {
  return {
    time: new Date(),
    method: method || '-',
    path: target || '-',
    status,
    bytes: body?.length ?? 0,
    ms: performance.now() - start,
    userAgent: client.userAgent,
    client: clientAddress(client),
    trace: /^[\da-f]{2}-([\da-f]{32})-/.exec(client.traceparent ?? '')?.[1],
  }
}

/** Writes one line of JSON per request, safe for terminals. */
export function printEntry(entry: RequestLog): void {
  process.stdout.write(`${visibleJson(JSON.stringify({ ...entry, ms: Number(entry.ms.toFixed(3)) }))}\n`)
}
