import type { Answer } from '../../../snapshot/resource.ts'

/** How often requests of one kind were answered; whoever answers one adds to it. */
export interface Count {
  readonly way: Way
  readonly method: string
  readonly status: number
  readonly form: string
  count: number
}

export type Way = 'lane' | 'http'

/**
 * Counts answers. The lane finds the count of an answer when it first keeps it, so that counting one that is given again
 * is an addition and nothing else.
 */
export class Tally {
  readonly #counts = new Map<string, Count>()
  /** By media type as it is sent, of which there are a few: its form is found out once. */
  readonly #byType = new Map<string, Count>()

  of(way: Way, sent: string, { status, headers }: Answer): Count {
    const method = known.has(sent) ? sent : 'other'
    const at = headers.indexOf('Content-Type')
    const type = at < 0 ? '' : (headers[at + 1] ?? '')
    const key = `${way} ${method} ${status} ${type}`
    const before = this.#byType.get(key)
    if (before) return before
    const count = this.#countOf({ way, method, status, form: formOf(type) })
    this.#byType.set(key, count)
    return count
  }

  get counts(): readonly Count[] {
    return [...this.#counts.values()]
  }

  #countOf(kind: Omit<Count, 'count'>): Count {
    const key = keyOf(kind)
    const count = this.#counts.get(key) ?? { ...kind, count: 0 }
    this.#counts.set(key, count)
    return count
  }
}

/** Upper bounds of a histogram's buckets, in seconds. */
export const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** How long requests of one operation took. */
export interface Duration {
  readonly operation: string
  /** Of each bucket alone, and of what took longer than the last bound. */
  readonly counts: number[]
  seconds: number
}

export class Durations {
  readonly #byOperation = new Map<string, Duration>()

  get all(): readonly Duration[] {
    return [...this.#byOperation.values()]
  }

  observe(operation: string | undefined, began: number): void {
    const seconds = (performance.now() - began) / 1000
    const bucket = durationBounds.findIndex((bound) => seconds <= bound)
    this.add(
      { operation: operation ?? 'resource', counts: [], seconds },
      bucket < 0 ? durationBounds.length : bucket,
    )
  }

  /** All that another process has counted, or one more in a bucket. */
  add({ operation, counts, seconds }: Duration, bucket?: number): void {
    let sum = this.#byOperation.get(operation)
    if (!sum) {
      sum = { operation, counts: Array.from({ length: durationBounds.length + 1 }, () => 0), seconds: 0 }
      this.#byOperation.set(operation, sum)
    }
    sum.seconds += seconds
    for (const [nth, count] of counts.entries()) sum.counts[nth] = (sum.counts[nth] ?? 0) + count
    if (bucket !== undefined) sum.counts[bucket] = (sum.counts[bucket] ?? 0) + 1
  }
}

export function addUp(counts: Iterable<Count>): readonly Count[] {
  const sums = new Map<string, Count>()
  for (const { count, ...kind } of counts) {
    const key = keyOf(kind)
    sums.set(key, { ...kind, count: (sums.get(key)?.count ?? 0) + count })
  }
  return [...sums.values()]
}

function keyOf({ way, method, status, form }: Omit<Count, 'count'>): string {
  return `${way} ${method} ${status} ${form}`
}

/** A method is whatever a client sends; a label must not be. */
const known: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** What kind of thing was sent, by its media type. A 304 has none. */
function formOf(contentType: string): string {
  if (contentType === '') return 'none'
  const [type = ''] = contentType.split(';', 1)
  return forms.find(([pattern]) => pattern.test(type))?.[1] ?? 'other'
}

const forms = [
  [/^text\/html$/, 'html'],
  [/^text\/markdown$/, 'markdown'],
  [/[/+]json$/, 'json'],
  [/[/+]xml$/, 'xml'],
  [/^text\//, 'text'],
  [/^(?:image|audio|video|font)\//, 'media'],
] as const
