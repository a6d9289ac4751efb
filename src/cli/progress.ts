import type { OnProgress, Phase, Step } from '../build/progress.ts'

/** Output of the progress line; ignored unless it is a terminal. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Milliseconds before the first line, and between updates. */
const showAfter = 1000
const updateInterval = 100
/** Returns to the first column and erases the line. */
const eraseLine = '\r\u001b[K'

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

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
