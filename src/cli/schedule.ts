import { isCalendarDate } from '../base/dates.ts'
import type { Diagnostic } from '../base/diagnostics.ts'

/** Milliseconds until the day of the next scheduled post begins; undefined when none is scheduled. */
export function untilNext(diagnostics: readonly Diagnostic[], now: number): number | undefined {
  const days = diagnostics.flatMap(({ data }) =>
    data && 'from' in data && data.from !== undefined ? [Date.parse(data.from)] : [],
  )
  return days.length === 0 ? undefined : Math.max(0, Math.min(...days) - now)
}

/** Whether what was published as of one moment is what it would be as of a later one: no post has become due meanwhile. */
export function isCurrent(
  before: string | undefined,
  now: string | undefined,
  diagnostics: readonly Diagnostic[],
): boolean {
  if (before === undefined || now === undefined || isCalendarDate(before) || isCalendarDate(now))
    return before === now
  return before <= now && untilNext(diagnostics, Date.parse(now)) !== 0
}

/** Has scheduled posts published on their day. */
export class Schedule {
  readonly #publish: () => void
  #timer: NodeJS.Timeout | undefined

  /** @param publish reads the content again, as of the moment at which it is called */
  constructor(publish: () => void) {
    this.#publish = publish
  }

  /** What was held back when the content was last read. */
  set(diagnostics: readonly Diagnostic[]): void {
    clearTimeout(this.#timer)
    const wait = untilNext(diagnostics, Date.now())
    if (wait === undefined) return
    // In steps: a timer takes no more than 24 days, and the clock of a machine that slept or was set has moved meanwhile.
    const isDue = wait <= longestWait
    const step = () => (isDue ? this.#publish() : this.set(diagnostics))
    this.#timer = setTimeout(step, Math.min(wait, longestWait)).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}

const longestWait = 3_600_000
