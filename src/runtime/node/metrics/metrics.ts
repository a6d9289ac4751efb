import { existsSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { guarded } from '../guard.ts'
import { startListening } from '../http/port.ts'
import texts from './metrics.json' with { type: 'json' }
import { droppedLines } from './pipes.ts'
import { addUp, type Count, durationBounds, type Duration, Durations } from './tally.ts'

/** `loaded` is when the current content was loaded, in milliseconds since the epoch; 0 before the first load. */
export const newHistory = () => ({
  loaded: 0,
  reloads: { done: 0, failed: 0 },
  compiles: { done: 0, failed: 0, seconds: 0 },
})

type History = ReturnType<typeof newHistory>

export const noSample: Sample = { counts: [], durations: [], vitals: {} }

/** Serves Prometheus metrics on a separate port, with `/health` for readiness and `/live`, which answers as long as the process does. */
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
      const send = (status: number, text: string, type = 'text/plain') =>
        response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)
      if (path === '/health') send(isReady() ? 200 : 503, isReady() ? 'ready\n' : 'not ready\n')
      else if (path === '/live') send(200, 'live\n')
      else if (path !== '/metrics') send(404, 'Not found. Use /metrics, /health or /live.\n')
      else {
        const sample = join([{ ...noSample, vitals: own() }, (await read()) ?? noSample])
        const type = 'text/plain; version=0.0.4; charset=utf-8'
        send(200, prometheusText(metricsOf(sample, version, history)), type)
      }
    },
    (_, response) => response.destroy(),
  )
  // The idle connection of a scraper must not delay the exit.
  const server = createServer(answer).on('connection', (socket) => socket.unref())
  await startListening(server, place)
  return server.unref()
}

/** Named as in Prometheus's own clients, so that Node dashboards work. `join` tells how values of several processes combine. */
export const { vitals } = texts

export function metricsOf(
  { counts, durations, vitals: measured }: Sample,
  version: string,
  { loaded, reloads, compiles: { seconds, ...compiles } }: History,
): Metric[] {
  const byOutcome = (counts: Readonly<Record<string, number>>): readonly Value[] =>
    Object.entries(counts).map(([outcome, count]) => [{ outcome }, count])
  const values: Readonly<Record<keyof typeof texts.counted, readonly Value[]>> = {
    citable_info: [[{ version }, 1]],
    citable_requests_total: counts.map(({ count, ...labels }) => [labels, count]),
    citable_request_duration_seconds: durations.flatMap(histogramValues),
    citable_compiles_total: byOutcome(compiles),
    citable_compile_seconds_total: [[{}, seconds]],
    citable_reloads_total: byOutcome(reloads),
    citable_snapshot_loaded_timestamp_seconds: [[{}, loaded / 1000]],
  }
  const vitalValues = Object.entries(measured).map(([name, value]) => [name, [[{}, value]]])
  const all: Readonly<Record<string, readonly Value[]>> = { ...values, ...Object.fromEntries(vitalValues) }
  return Object.entries({ ...texts.counted, ...vitals }).flatMap(([name, { type, help }]) =>
    all[name] ? [{ name, type, help, values: all[name] }] : [],
  )
}

/** Prometheus buckets are cumulative. */
function histogramValues({ operation, counts, seconds }: Duration): readonly Value[] {
  let count = 0
  const buckets = counts.map((one, nth): Value => {
    count += one
    return [{ operation, le: durationBounds[nth] ?? '+Inf' }, count, '_bucket']
  })
  return [...buckets, [{ operation }, seconds, '_sum'], [{ operation }, count, '_count']]
}

type Metric = Readonly<Record<'name' | 'type' | 'help', string>> & { readonly values: readonly Value[] }
type Value = readonly [labels: Readonly<Record<string, string | number>>, value: number, suffix?: string]

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details */
function prometheusText(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, help, type, values }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...values.map(([labels, value, suffix = '']) => {
        // JSON escapes what Prometheus does.
        const pairs = Object.entries(labels).map(([key, label]) => `${key}=${JSON.stringify(String(label))}`)
        return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs}}`} ${value}`
      }),
      '',
    ])
    .join('\n')
}

export interface Sample {
  readonly counts: readonly Count[]
  readonly durations: readonly Duration[]
  readonly vitals: Partial<Record<VitalName, number>>
}

type VitalName = keyof typeof vitals

/** Linux only. */
const descriptors = '/proc/self/fd'

export function watchVitals(): () => Sample['vitals'] {
  const resolution = 20
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  // The histogram includes the sampling interval itself, and is empty before the first sample.
  const lag = (nanoseconds: number) =>
    delays.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - resolution / 1000)
  return () => {
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed, external } = process.memoryUsage()
    const sample = {
      process_cpu_seconds_total: (user + system) / 1e6,
      process_resident_memory_bytes: rss,
      ...(existsSync(descriptors) ? { process_open_fds: readdirSync(descriptors).length } : {}),
      citable_log_lines_dropped_total: droppedLines,
      nodejs_heap_size_used_bytes: heapUsed,
      nodejs_external_memory_bytes: external,
      nodejs_eventloop_lag_p99_seconds: lag(delays.percentile(99)),
      nodejs_eventloop_lag_max_seconds: lag(delays.max),
    }
    delays.reset()
    return sample
  }
}

export function join(samples: readonly Sample[]): Sample {
  const joined: Sample['vitals'] = {}
  for (const { vitals: one } of samples) {
    for (const [name, value] of Object.entries(one) as [VitalName, number][]) {
      const before = joined[name] ?? 0
      joined[name] = vitals[name].join === 'sum' ? before + value : Math.max(before, value)
    }
  }
  const sums = new Durations()
  for (const { durations } of samples) for (const one of durations) sums.add(one)
  return { counts: addUp(samples.flatMap(({ counts }) => counts)), durations: sums.all, vitals: joined }
}

/** Keeps the counters of a process that has ended: a counter must never decrease. */
export function countersOf({ vitals: last, ...counted }: Sample): Sample {
  const { process_cpu_seconds_total = 0, citable_log_lines_dropped_total = 0 } = last
  return { ...counted, vitals: { process_cpu_seconds_total, citable_log_lines_dropped_total } }
}
