import { say, visibleJson } from '../../base/escape.ts'
import type { Progress } from '../progress.ts'

/** How long a file took to be parsed, in milliseconds. */
export interface FileTime {
  readonly path: string
  readonly time: number
}

export interface BuildSummary {
  readonly posts: number
  readonly files: number
  readonly bytes: number
  /** By phase, in order. */
  readonly seconds: Readonly<Record<string, number>>
  readonly slowest: readonly FileTime[]
}

/** By phase. Files are made as they are written; of that time, `representing` is what making them took. */
export function secondsOf(progress: Progress, representing: number): Record<string, number> {
  const { writing = 0, ...before } = Object.fromEntries(progress.seconds())
  const phases = { ...before, representing, writing: Math.max(0, writing - representing) }
  return Object.fromEntries(Object.entries(phases).map(([phase, seconds]) => [phase, rounded(seconds)]))
}

export function slowest(times: readonly FileTime[]): FileTime[] {
  return times
    .toSorted((a, b) => b.time - a.time)
    .slice(0, mostShown)
    .map(({ path, time }) => ({ path, time: rounded(time) }))
}

const mostShown = 5

/** "12 posts, 468 files, 3.1 MB in 2.4 s: reading 0.1, parsing 0.4, representing 0.3, writing 1.6" */
export function sayTimes({ posts, files, bytes, seconds, slowest }: BuildSummary): void {
  const total = Object.values(seconds).reduce((sum, one) => sum + one, 0)
  const parts = Object.entries(seconds).map(([phase, time]) => `${phase} ${time.toFixed(1)}`)
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  say(process.stderr, `${posts} posts, ${files} files, ${size} in ${total.toFixed(1)} s: ${parts.join(', ')}`)
  for (const { path, time } of slowest)
    say(process.stderr, `  ${time.toFixed(0).padStart(5)} ms to parse ${path}`)
}

/** Nothing else is on standard output. Errors end with status 1. */
export function printJson<T extends { readonly errors: number }>(summary: T): number {
  process.stdout.write(`${visibleJson(JSON.stringify(summary, null, 2))}\n`)
  return summary.errors > 0 ? 1 : 0
}

function rounded(number: number): number {
  return Math.round(number * 1000) / 1000
}
