import { readdirSync } from 'node:fs'
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Count } from './tally.ts'
import { addUp } from './tally.ts'

/** What a process of a server tells about itself. */
export interface Sample {
  readonly counts: readonly Count[]
  readonly vitals: Partial<Record<VitalName, number>>
}

interface Vital {
  readonly help: string
  readonly type: 'counter' | 'gauge'
  /** What several processes have of it together. */
  readonly join: 'sum' | 'most'
}

/** Under the names that Prometheus’s own clients use, so that a dashboard for Node finds them. */
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
    join: 'most',
  },
  nodejs_eventloop_lag_max_seconds: {
    help: 'Longest event loop delay since the last scrape, of the slowest process.',
    type: 'gauge',
    join: 'most',
  },
} as const satisfies Record<string, Vital>
export type VitalName = keyof typeof vitals

/** Watches this process from now on. */
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

/** All processes as one. */
export function join(samples: readonly Sample[]): Sample {
  const joined: Sample['vitals'] = {}
  for (const { vitals: one } of samples) {
    for (const [name, { join }] of Object.entries(vitals) as [VitalName, Vital][]) {
      const [value, before] = [one[name], joined[name] ?? 0]
      if (value !== undefined) joined[name] = join === 'sum' ? before + value : Math.max(before, value)
    }
  }
  return { counts: addUp(samples.flatMap(({ counts }) => counts)), vitals: joined }
}

/** What of a process that has ended still counts: a counter must never fall. */
export function remains({ counts, vitals: before }: Sample): Sample {
  const { process_cpu_seconds_total = 0 } = before
  return { counts, vitals: { process_cpu_seconds_total } }
}

function watchLag(): () => Sample['vitals'] {
  const resolution = 20
  const delays: IntervalHistogram = monitorEventLoopDelay({ resolution })
  delays.enable()
  return () => {
    // It counts the interval itself as a delay; before the first, it has nothing to tell.
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1000)
    const lag = delays.count === 0 ? { p99: 0, max: 0 } : { p99: delays.percentile(99), max: delays.max }
    delays.reset()
    return {
      nodejs_eventloop_lag_p99_seconds: seconds(lag.p99),
      nodejs_eventloop_lag_max_seconds: seconds(lag.max),
    }
  }
}

/** Only Linux lists them. */
function openDescriptors(): Sample['vitals'] {
  try {
    return { process_open_fds: readdirSync('/proc/self/fd').length }
  } catch {
    return {}
  }
}
