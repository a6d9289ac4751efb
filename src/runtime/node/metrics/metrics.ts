import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { guarded } from '../guard.ts'
import { cannotListen } from '../service.ts'
import { join, type Sample, type VitalName, vitals, watchVitals } from './vitals.ts'

/** What has become of the content since the server started. */
export interface History {
  /** In milliseconds since 1970, when what is served was taken over; 0 before anything is. */
  loaded: number
  readonly reloads: { done: number; failed: number }
}

/** Answers Prometheus on a port of its own, so that the archive’s has nothing but the archive. */
export async function openMetrics(
  place: { readonly port: number; readonly host: string },
  version: string,
  history: History,
  /** What the server's processes tell, all but this one; or this one's counts, if it is the server. */
  read: () => Promise<Sample> | undefined,
): Promise<Server> {
  const own = watchVitals()
  const answer = guarded(
    async (request: IncomingMessage, response: ServerResponse) => {
      request.resume()
      if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
        response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Metrics are at /metrics.\n')
        return
      }
      const sample = join([{ counts: [], vitals: own() }, (await read()) ?? { counts: [], vitals: {} }])
      response
        .writeHead(200, { 'Content-Type': prometheusType, 'Cache-Control': 'no-store' })
        .end(prometheusText(metricsOf(sample, version, history)))
    },
    (_, response) => response.destroy(),
  )
  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, place)))
    server.listen(place.port, place.host, resolve)
  })
  // Such as too many open files when a connection is accepted: it passes, and the archive goes on.
  server.on('error', (error) => console.error(error))
  // It must not keep a process that is done from ending.
  return server.unref()
}

export function metricsOf(
  { counts, vitals: measured }: Sample,
  version: string,
  { loaded, reloads }: History,
): Metric[] {
  return [
    {
      name: 'citable_info',
      help: 'The running version.',
      type: 'gauge',
      values: [[{ version }, 1]],
    },
    {
      name: 'citable_requests_total',
      help: 'Requests answered, by the fast lane or by node:http.',
      type: 'counter',
      values: counts.map(({ count, ...labels }) => [labels, count]),
    },
    {
      name: 'citable_reloads_total',
      help: 'Reloads of the content; a failed one leaves the old content in service.',
      type: 'counter',
      values: Object.entries(reloads).map(([outcome, count]) => [{ outcome }, count]),
    },
    {
      name: 'citable_snapshot_loaded_timestamp_seconds',
      help: 'When the served content was loaded; 0 before anything is served.',
      type: 'gauge',
      values: [[{}, loaded / 1000]],
    },
    ...Object.entries(vitals).flatMap(([name, { help, type }]): Metric[] => {
      const value = measured[name as VitalName]
      return value === undefined ? [] : [{ name, help, type, values: [[{}, value]] }]
    }),
  ]
}

/** A metric and what it is now, for each set of labels that it has. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  readonly values: readonly (readonly [labels: Readonly<Record<string, string | number>>, value: number])[]
}

export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8'

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details */
export function prometheusText(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, help, type, values }) => [
      `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${name} ${type}`,
      ...values.map(([labels, value]) => `${name}${labelText(labels)} ${value}`),
      '',
    ])
    .join('\n')
}

function labelText(labels: Metric['values'][number][0]): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
