import { say, visibleJson } from '../base/terminal.ts'
import { plural } from '../base/wording.ts'
import type { OnProgress, Phase, Step } from '../build/progress.ts'

/** Output of the progress line; ignored unless it is a terminal. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Measures phases and shows a progress line on a terminal after a second. The work must print nothing meanwhile. */
export class Progress {
  readonly #stream: ProgressStream
  readonly #now: () => number
  readonly #start: number
  /** Seconds per phase. */
  readonly seconds = new Map<Phase, number>()
  #phase: { readonly name: Phase; readonly start: number } | undefined
  /** When the line was last written; 0 if there is none. */
  #shownAt = 0

  /** `now` returns milliseconds. */
  constructor(stream: ProgressStream = process.stderr, now = () => performance.now()) {
    this.#stream = stream
    this.#now = now
    this.#start = now()
  }

  /** Runs the work with a reporter; always clears the line. */
  async during<T>(work: (report: OnProgress) => Promise<T>): Promise<T> {
    try {
      return await work(this.#report)
    } finally {
      this.#enter(undefined)
      if (this.#shownAt > 0) this.#stream.write(eraseLine)
      this.#shownAt = 0
    }
  }

  /** Like `during`, for work in another process, which reports by message only if there is a terminal. */
  duringApart<T>(work: (report: OnProgress | undefined) => Promise<T>): Promise<T> {
    return this.#stream.isTTY ? this.during(work) : work(undefined)
  }

  readonly #report: OnProgress = (step) => {
    if (this.#phase?.name !== step.phase) this.#enter(step.phase)
    const now = this.#now()
    if (!this.#stream.isTTY || now - this.#start < showAfter || now - this.#shownAt < updateInterval) return
    this.#shownAt = now
    // A wrapped line could not be erased. Assume 80 columns if unknown.
    const line = progressLine(step, now - (this.#phase?.start ?? now)).slice(
      0,
      (this.#stream.columns || 80) - 1,
    )
    this.#stream.write(`${eraseLine}${line}`)
  }

  #enter(name: Phase | undefined): void {
    const now = this.#now()
    if (this.#phase) {
      const before = this.seconds.get(this.#phase.name) ?? 0
      this.seconds.set(this.#phase.name, before + (now - this.#phase.start) / 1000)
    }
    this.#phase = name && { name, start: now }
  }
}

/** Milliseconds before the first line, and between updates. */
const showAfter = 1000
const updateInterval = 100

/** Returns to the first column and erases the line. */
const eraseLine = '\r\u001b[K'

const phaseWords: Readonly<Record<Phase, readonly [doing: string, what: string]>> = {
  reading: ['Reading', 'files'],
  parsing: ['Parsing', 'posts and pages'],
  files: ['Reading', 'images and other files'],
  sealing: ['Compressing', 'URLs'],
  writing: ['Writing', 'URLs'],
  links: ['Checking', 'links'],
  importing: ['Importing', 'posts and pages'],
}

/** "Parsing: 120 of 982 posts and pages, 4 s left" */
export function progressLine({ phase, done, total }: Step, elapsed: number): string {
  const [doing, what] = phaseWords[phase]
  const isKnown = total !== undefined && done <= total
  // Too early to estimate.
  const left = isKnown && done * 20 >= total ? Math.ceil((elapsed * (total - done)) / done / 1000) : undefined
  return `${doing}: ${done}${isKnown ? ` of ${total}` : ''} ${what}${left ? `, ${left} s left` : ''}`
}

/** Parse time of a file, in milliseconds. */
export interface FileTime {
  readonly path: string
  readonly time: number
}

interface BuildSummary {
  readonly posts: number
  readonly files: number
  readonly bytes: number
  readonly seconds: Readonly<Record<string, number>>
  readonly slowest: readonly FileTime[]
}

/** Files are rendered while writing; `representing` is the rendering's share. */
export function secondsOf(progress: Progress, representing: number): Record<string, number> {
  const { writing = 0, ...before } = Object.fromEntries(progress.seconds)
  const phases = { ...before, representing, writing: Math.max(0, writing - representing) }
  return Object.fromEntries(Object.entries(phases).map(([phase, seconds]) => [phase, rounded(seconds)]))
}

export function slowest(times: readonly FileTime[]): FileTime[] {
  return times
    .toSorted((a, b) => b.time - a.time)
    .slice(0, 5)
    .map(({ path, time }) => ({ path, time: rounded(time) }))
}

/** "12 posts, 468 files, 3.1 MB in 2.4 s: reading 0.1, parsing 0.4, representing 0.3, writing 1.6" */
export function printTimes({ posts, files, bytes, seconds, slowest }: BuildSummary): void {
  const total = Object.values(seconds).reduce((sum, one) => sum + one, 0)
  const parts = Object.entries(seconds).map(([phase, time]) => `${phase} ${time.toFixed(1)}`)
  const what = `${plural(posts, 'post')}, ${plural(files, 'file')}, ${megabytes(bytes)}`
  say(process.stderr, `${what} in ${total.toFixed(1)} s: ${parts.join(', ')}`)
  for (const { path, time } of slowest)
    say(process.stderr, `  ${time.toFixed(0).padStart(5)} ms to parse ${path}`)
}

/** The only output on stdout. Returns exit status 1 if there are errors. */
export function printJson<T extends { readonly errors: number }>(summary: T): number {
  process.stdout.write(`${visibleJson(JSON.stringify(summary, null, 2))}\n`)
  return summary.errors > 0 ? 1 : 0
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function rounded(number: number): number {
  return Math.round(number * 1000) / 1000
}
