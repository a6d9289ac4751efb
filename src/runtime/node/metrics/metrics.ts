import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { guarded } from '../guard.ts'
import { cannotListen } from '../service.ts'
import { addUp, type Count, durationBounds, type Duration, Durations } from './tally.ts'

export interface History {
  /** When the current content was loaded, in milliseconds since the epoch; 0 before the first load. */
  loaded: number
  readonly reloads: { done: number; failed: number }
  readonly compiles: { done: number; failed: number; seconds: number }
}

export function newHistory(): History {
  return { loaded: 0, reloads: { done: 0, failed: 0 }, compiles: { done: 0, failed: 0, seconds: 0 } }
}

/** Serves Prometheus metrics on a separate port. */
export async function openMetrics(
  place: { readonly port: number; readonly host: string },
  version: string,
  history: History,
  /** Samples the server's other processes, or this one's counters if it is the server. Undefined before the first start. */
  read: () => Promise<Sample> | undefined,
  isReady: () => boolean,
): Promise<Server> {
  const own = watchVitals()
  const answer = guarded(
    async (request: IncomingMessage, response: ServerResponse) => {
      request.resume()
      const path = request.method === 'GET' || request.method === 'HEAD' ? request.url : undefined
      if (path !== '/metrics') {
        const [status, text] =
          path !== '/health'
            ? ([404, 'Not found. Use /metrics or /health.'] as const)
            : isReady()
              ? ([200, 'ready'] as const)
              : ([503, 'not ready'] as const)
        response
          .writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
          .end(`${text}\n`)
        return
      }
      const sample = join([{ ...noSample, vitals: own() }, (await read()) ?? noSample])
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
  // For example EMFILE on accept, which passes.
  server.on('error', (error) => console.error(error))
  return server.unref()
}

export function metricsOf(
  { counts, durations, vitals: measured }: Sample,
  version: string,
  { loaded, reloads, compiles: { seconds, ...compiles } }: History,
): Metric[] {
  return [
    { name: 'citable_info', help: 'The running version.', type: 'gauge', values: [[{ version }, 1]] },
    {
      name: 'citable_requests_total',
      help: 'Requests answered, by the fast lane or by node:http.',
      type: 'counter',
      values: counts.map(({ count, ...labels }) => [labels, count]),
    },
    {
      name: 'citable_request_duration_seconds',
      help: 'Time from request to response, by tool for tool calls.',
      type: 'histogram',
      values: durations.flatMap(histogramValues),
    },
    {
      name: 'citable_compiles_total',
      help: 'Content compilations, including the first.',
      type: 'counter',
      values: Object.entries(compiles).map(([outcome, count]) => [{ outcome }, count]),
    },
    {
      name: 'citable_compile_seconds_total',
      help: 'Time spent compiling.',
      type: 'counter',
      values: [[{}, seconds]],
    },
    {
      name: 'citable_reloads_total',
      help: 'Content reloads; after a failed one, the old content stays up.',
      type: 'counter',
      values: Object.entries(reloads).map(([outcome, count]) => [{ outcome }, count]),
    },
    {
      name: 'citable_snapshot_loaded_timestamp_seconds',
      help: 'When the current content was loaded; 0 before the first load.',
      type: 'gauge',
      values: [[{}, loaded / 1000]],
    },
    ...Object.entries(vitals).flatMap(([name, { help, type }]): Metric[] => {
      const value = measured[name as VitalName]
      return value === undefined ? [] : [{ name, help, type, values: [[{}, value]] }]
    }),
  ]
}

/** Prometheus buckets are cumulative. */
function histogramValues({ operation, counts, seconds }: Duration): Metric['values'] {
  let count = 0
  const buckets = counts.map((one, nth): Metric['values'][number] => {
    count += one
    return [{ operation, le: durationBounds[nth] ?? '+Inf' }, count, '_bucket']
  })
  return [...buckets, [{ operation }, seconds, '_sum'], [{ operation }, count, '_count']]
}

interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly values: readonly (readonly [
    labels: Readonly<Record<string, string | number>>,
    value: number,
    suffix?: string,
  ])[]
}

const prometheusType = 'text/plain; version=0.0.4; charset=utf-8'

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details */
function prometheusText(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, help, type, values }) => [
      `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${name} ${type}`,
      ...values.map(([labels, value, suffix = '']) => `${name}${suffix}${labelText(labels)} ${value}`),
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

export interface Sample {
  readonly counts: readonly Count[]
  readonly durations: readonly Duration[]
  readonly vitals: Partial<Record<VitalName, number>>
}

export const noSample: Sample = { counts: [], durations: [], vitals: {} }

interface Vital {
  readonly help: string
  readonly type: 'counter' | 'gauge'
  /** How values of several processes combine. */
  readonly join: 'sum' | 'max'
}

/** Named as in Prometheus's own clients, so that Node dashboards work. */
export const vitals = {
  citable_connections: { help: 'Open connections; not on Deno.', type: 'gauge', join: 'sum' },
  process_cpu_seconds_total: { help: 'CPU time, user and system.', type: 'counter', join: 'sum' },
  process_resident_memory_bytes: {
    help: 'Resident memory, shared pages included.',
    type: 'gauge',
    join: 'sum',
  },
  process_open_fds: { help: 'Open file descriptors; on Linux only.', type: 'gauge', join: 'sum' },
  nodejs_heap_size_used_bytes: { help: 'Used JavaScript heap.', type: 'gauge', join: 'sum' },
  nodejs_external_memory_bytes: { help: 'Buffers outside the heap.', type: 'gauge', join: 'sum' },
  nodejs_eventloop_lag_p99_seconds: {
    help: 'Event loop delay since the last scrape, 99th percentile, of the slowest process.',
    type: 'gauge',
    join: 'max',
  },
  nodejs_eventloop_lag_max_seconds: {
    help: 'Longest event loop delay since the last scrape, of the slowest process.',
    type: 'gauge',
    join: 'max',
  },
} as const satisfies Record<string, Vital>
type VitalName = keyof typeof vitals

export function watchVitals(): () => Sample['vitals'] {
  const lag = watchLag()
  return () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed, external } = process.memoryUsage()
    return {
      process_cpu_seconds_total: (user + system) / 1e6,
      process_resident_memory_bytes: rss,
      ...openDescriptors(),
      nodejs_heap_size_used_bytes: heapUsed,
      nodejs_external_memory_bytes: external,
      ...lag(),
    }
  }
}

export function join(samples: readonly Sample[]): Sample {
  const joined: Sample['vitals'] = {}
  for (const { vitals: one } of samples) {
    for (const [name, { join }] of Object.entries(vitals) as [VitalName, Vital][]) {
      const [value, before] = [one[name], joined[name] ?? 0]
      if (value !== undefined) joined[name] = join === 'sum' ? before + value : Math.max(before, value)
    }
  }
  const sums = new Durations()
  for (const { durations } of samples) for (const one of durations) sums.add(one)
  return { counts: addUp(samples.flatMap(({ counts }) => counts)), durations: sums.all, vitals: joined }
}

/** Keeps the counters of a process that has ended: a counter must never decrease. */
export function countersOf({ vitals: last, ...counted }: Sample): Sample {
  const { process_cpu_seconds_total = 0 } = last
  return { ...counted, vitals: { process_cpu_seconds_total } }
}

function watchLag(): () => Sample['vitals'] {
  const resolution = 20
  const delays: IntervalHistogram = monitorEventLoopDelay({ resolution })
  delays.enable()
  return () => {
    // The histogram includes the sampling interval itself, and is empty before the first sample.
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1000)
    const lag = delays.count === 0 ? { p99: 0, max: 0 } : { p99: delays.percentile(99), max: delays.max }
    delays.reset()
    return {
      nodejs_eventloop_lag_p99_seconds: seconds(lag.p99),
      nodejs_eventloop_lag_max_seconds: seconds(lag.max),
    }
  }
}

/** Linux only. */
function openDescriptors(): Sample['vitals'] {
  try {
    return { process_open_fds: readdirSync('/proc/self/fd').length }
  } catch {
    return {}
  }
}
