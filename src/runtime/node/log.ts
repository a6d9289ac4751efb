import type { RequestFacts } from '../../answer/request.ts'
import type { Answer } from '../../snapshot/resource.ts'
import { visibleJson } from '../../visible.ts'

export interface RequestLog {
  readonly time: Date
  /** Method and path are `-` when the request could not be read. */
  readonly method: string
  readonly path: string
  readonly status: number
  /** Of the body. */
  readonly bytes: number
  readonly ms: number
  readonly userAgent?: string | undefined
}

export function entry(
  request: RequestFacts,
  { status, body }: Answer,
  began: number,
  userAgent?: string,
): RequestLog {
  return {
    time: new Date(),
    method: request.method || '-',
    path: request.target || '-',
    status,
    bytes: body?.length ?? 0,
    ms: performance.now() - began,
    userAgent,
  }
}

/** One line of JSON for each request, on standard output; nothing in it that a terminal would act on. */
export function printEntry(entry: RequestLog): void {
  process.stdout.write(`${visibleJson(JSON.stringify({ ...entry, ms: Number(entry.ms.toFixed(3)) }))}\n`)
}
