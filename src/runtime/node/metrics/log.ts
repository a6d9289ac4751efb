import type { RequestFacts } from '../../../answer/request.ts'
import { visibleJson } from '../../../base/escape.ts'
import type { Answer } from '../../../snapshot/resource.ts'
import { clientAddress, type ConnectionFacts } from '../peer.ts'

export const logFormats = ['text', 'ecs'] as const
export type LogFormat = (typeof logFormats)[number]

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

export interface ClientFacts extends ConnectionFacts {
  readonly userAgent?: string | undefined
  readonly traceparent?: string | undefined
}

export function entry(
  request: RequestFacts,
  { status, body }: Answer,
  start: number,
  { userAgent, traceparent, ...from }: ClientFacts = {},
): RequestLog {
  return {
    time: new Date(),
    method: request.method || '-',
    path: request.target || '-',
    status,
    bytes: body?.length ?? 0,
    ms: performance.now() - start,
    userAgent,
    client: clientAddress(from),
    trace: /^[\da-f]{2}-([\da-f]{32})-/.exec(traceparent ?? '')?.[1],
  }
}

export function entryPrinter(format: LogFormat): (entry: RequestLog) => void {
  return format === 'ecs' ? printEcs : printEntry
}

/** Writes one line of JSON per request, safe for terminals. */
function printEntry(entry: RequestLog): void {
  process.stdout.write(`${visibleJson(JSON.stringify({ ...entry, ms: Number(entry.ms.toFixed(3)) }))}\n`)
}

/** Tells the reader of a log how many lines it has missed. */
export function droppedNotice(dropped: number, format: LogFormat): string {
  const message = `${dropped} log lines were dropped because their reader was too slow.`
  return format === 'ecs'
    ? ecsLine('warn', message, { 'event.dataset': 'citable.log' })
    : `${JSON.stringify({ time: new Date(), dropped, message })}\n`
}

export type Level = 'info' | 'warn' | 'error'

/** Formats a line in the Elastic Common Schema (https://www.elastic.co/docs/reference/ecs). */
export function ecsLine(level: Level, message: string, fields: object = {}): string {
  const time = new Date().toISOString()
  const line = { '@timestamp': time, 'log.level': level, message, 'ecs.version': '8.11.0', ...fields }
  return `${visibleJson(JSON.stringify(line))}\n`
}

function printEcs(log: RequestLog): void {
  const { time, method, path, status, bytes, ms, userAgent, client, trace } = log
  const fields = {
    '@timestamp': time.toISOString(),
    'event.dataset': 'citable.access',
    'http.request.method': method,
    'url.original': path,
    'http.response.status_code': status,
    'http.response.body.bytes': bytes,
    'event.duration': Math.round(ms * 1e6),
    'user_agent.original': userAgent,
    'client.address': client,
    'trace.id': trace,
  }
  process.stdout.write(ecsLine(status < 500 ? 'info' : 'error', `${method} ${path} ${status}`, fields))
}

/** Makes `console.error` write ECS lines, with the stack in a field. */
export function errorsAsEcs(): void {
  console.error = (value: unknown) => {
    const fields =
      value instanceof Error ? { 'error.type': value.name, 'error.stack_trace': value.stack } : undefined
    const message = value instanceof Error ? value.message : String(value)
    process.stderr.write(ecsLine('error', message, { 'event.dataset': 'citable.log', ...fields }))
  }
}
