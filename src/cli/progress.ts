import { countPlanned, type Published } from '../compile.ts'
import { isMarkdown } from '../content/layout.ts'
import type { ContentSource } from '../content/source.ts'
import { say, visibleJson } from '../base/escape.ts'

/** What is being done, how much of it is, and of how much, where that is known; it may be counted when it is asked for. */
export interface Step {
  readonly phase: Phase
  readonly done: number
  readonly total?: number | undefined
}

/** In the order in which they come; each lasts until the next begins. */
export type Phase = 'reading' | 'parsing' | 'files' | 'sealing' | 'writing' | 'links' | 'importing'
export type OnProgress = (step: Step) => void

/** What the line is written to: a terminal, or something else that is left alone. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/**
 * Follows a piece of work: how long each phase takes, and, on a terminal and from the second second on, one line that is written over
 * again and again. The line is there while the work runs and no longer, and the work itself says nothing: what is said afterwards
 * never shares a line with it.
 */
export class Progress {
  readonly #stream: ProgressStream
  readonly #now: () => number
  readonly #began: number
  readonly #seconds = new Map<Phase, number>()
  #phase: { readonly name: Phase; readonly began: number } | undefined
  #shownAt = 0
  #isShown = false

  /** `now` counts milliseconds from any moment on. */
  constructor(stream: ProgressStream = process.stderr, now = () => performance.now()) {
    this.#stream = stream
    this.#now = now
    this.#began = now()
  }

  /** Does the work with something to report to, and clears the line whatever comes of it. */
  async during<T>(work: (report: OnProgress) => Promise<T>): Promise<T> {
    try {
      return await work(this.#report)
    } finally {
      this.#enter(undefined)
      this.#clear()
    }
  }

  /** The same for work of another process, which is asked for no report that nobody would see: each is a message. */
  duringApart<T>(work: (report: OnProgress | undefined) => Promise<T>): Promise<T> {
    return this.#stream.isTTY ? this.during(work) : work(undefined)
  }

  /** How long each phase took, in seconds. */
  seconds(): ReadonlyMap<Phase, number> {
    return this.#seconds
  }

  readonly #report: OnProgress = (step) => {
    if (this.#phase?.name !== step.phase) this.#enter(step.phase)
    const now = this.#now()
    if (!this.#stream.isTTY || now - this.#began < quietFor || now - this.#shownAt < between) return
    this.#shownAt = now
    this.#isShown = true
    // A line that is broken by the terminal would not be written over as a whole. One that does not know its width has none.
    const line = lineOf(step, now - (this.#phase?.began ?? now)).slice(0, (this.#stream.columns || 80) - 1)
    this.#stream.write(`${eraseLine}${line}`)
  }

  #enter(name: Phase | undefined): void {
    const now = this.#now()
    if (this.#phase) {
      const before = this.#seconds.get(this.#phase.name) ?? 0
      this.#seconds.set(this.#phase.name, before + (now - this.#phase.began) / 1000)
    }
    this.#phase = name && { name, began: now }
  }

  #clear(): void {
    if (this.#isShown) this.#stream.write(eraseLine)
    this.#isShown = false
  }
}

/** In milliseconds. What is done sooner needs no line, and nobody reads ten of them in a second. */
const quietFor = 1000
const between = 100

/** To the first column, and nothing from there on. */
const eraseLine = '\r\u001b[K'

const words: Readonly<Record<Phase, readonly [doing: string, what: string]>> = {
  reading: ['Reading', 'files'],
  parsing: ['Parsing', 'posts and pages'],
  files: ['Reading', 'images and other files'],
  sealing: ['Compressing', 'addresses'],
  writing: ['Writing', 'addresses'],
  links: ['Asking for', 'links'],
  importing: ['Importing', 'posts and pages'],
}

/** "Parsing: 120 of 982 posts and pages, 4 s left" */
export function lineOf({ phase, done, total }: Step, elapsed: number): string {
  const [doing, what] = words[phase]
  const isKnown = total !== undefined && done <= total
  // From little nothing can be told.
  const left = isKnown && done * 20 >= total ? Math.ceil((elapsed * (total - done)) / done / 1000) : undefined
  return `${doing}: ${done}${isKnown ? ` of ${total}` : ''} ${what}${left ? `, ${left} s left` : ''}`
}

/** What to call for each resource of an archive that is done with. They are counted once, and only if a line is shown. */
export function reportingResources(phase: Phase, report: OnProgress): (of: Published) => void {
  let done = 0
  let total: number | undefined
  return (published) => {
    done++
    report({
      phase,
      done,
      get total() {
        total ??= countPlanned(published)
        return total
      },
    })
  }
}

/** The same source, which reports what is read from it: first what was written, then what that refers to. */
export function reportingSource(source: ContentSource, report: OnProgress): ContentSource {
  const done = { reading: 0, files: 0 }
  let total: number | undefined
  return {
    async list() {
      report({ phase: 'reading', done: 0 })
      const paths = await source.list()
      total = paths.filter(isMarkdown).length
      return paths
    },
    read(path) {
      const phase = isMarkdown(path) || /\.ya?ml$/i.test(path) ? 'reading' : 'files'
      report({ phase, done: ++done[phase], total: phase === 'reading' ? total : undefined })
      return source.read(path)
    },
  }
}

/** What to call for each body that has been parsed. */
export function reportingBodies(total: number, report: OnProgress): (bodies: number) => void {
  let done = 0
  report({ phase: 'parsing', done, total })
  return (bodies) => {
    done += bodies
    report({ phase: 'parsing', done, total })
  }
}

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
export function printTimes({ posts, files, bytes, seconds, slowest }: BuildSummary): void {
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
