import type { RequestFacts } from '../../../answer/request.ts'
import type { Answer } from '../../../snapshot/resource.ts'
import { visibleJson } from '../../../base/visible.ts'
import { printEcs } from './ecs.ts'

/** How all that a server writes is written. */
export const logFormats = ['text', 'ecs'] as const
export type LogFormat = (typeof logFormats)[number]

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

export function entryPrinter(format: LogFormat): (entry: RequestLog) => void {
  return format === 'ecs' ? printEcs : printEntry
}

/** One line of JSON for each request, on standard output; nothing in it that a terminal would act on. */
function printEntry(entry: RequestLog): void {
  process.stdout.write(`${visibleJson(JSON.stringify({ ...entry, ms: Number(entry.ms.toFixed(3)) }))}\n`)
}
