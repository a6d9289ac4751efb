import { headerIn } from '../../../snapshot/headers.ts'
import type { Answer } from '../../../snapshot/resource.ts'

/** A request counter for one set of labels. */
export interface Count {
  readonly way: Way
  readonly method: string
  readonly status: number
  readonly form: string
  count: number
}

export type Way = 'lane' | 'http'

/** Bounds the label's values: clients can send any method. */
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])

/** Counts answers. The lane caches the counter with the answer, so that counting a repeat is one addition. */
export class Tally {
  /** By Content-Type, to classify each only once. */
  readonly #counts = new Map<string, Count>()

  of(way: Way, sentMethod: string, { status, headers }: Answer): Count {
    const method = knownMethods.has(sentMethod) ? sentMethod : 'other'
    const type = headerIn(headers, 'Content-Type') ?? ''
    const key = `${way} ${method} ${status} ${type}`
    const known = this.#counts.get(key)
    if (known) return known
    const count = { way, method, status, form: formOf(type), count: 0 }
    this.#counts.set(key, count)
    return count
  }

  get counts(): readonly Count[] {
    return addUp(this.#counts.values())
  }
}

/** Upper bounds of a histogram's buckets, in seconds. */
export const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** A histogram for one operation. */
export interface Duration {
  readonly operation: string
  /** Not cumulative; the last bucket has no upper bound. */
  readonly counts: number[]
  seconds: number
}

export class Durations {
  readonly #byOperation = new Map<string, Duration>()

  get all(): readonly Duration[] {
    return [...this.#byOperation.values()]
  }

  observe(operation: string | undefined, start: number): void {
    const seconds = (performance.now() - start) / 1000
    const bucket = durationBounds.findIndex((bound) => seconds <= bound)
    this.add(
      { operation: operation ?? 'resource', counts: [], seconds },
      bucket < 0 ? durationBounds.length : bucket,
    )
  }

  /** Adds the histogram of another process, or one request to a bucket. */
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
    const key = Object.values(kind).join(' ')
    sums.set(key, { ...kind, count: (sums.get(key)?.count ?? 0) + count })
  }
  return [...sums.values()]
}

const forms = [
  [/^text\/html$/, 'html'],
  [/^text\/markdown$/, 'markdown'],
  [/[/+]json$/, 'json'],
  [/[/+]xml$/, 'xml'],
  [/^text\//, 'text'],
  [/^(?:image|audio|video|font)\//, 'media'],
] as const

/** Classifies a media type. A 304 has none. */
function formOf(contentType: string): string {
  if (contentType === '') return 'none'
  const [type = ''] = contentType.split(';', 1)
  return forms.find(([pattern]) => pattern.test(type))?.[1] ?? 'other'
}
