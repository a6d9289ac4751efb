import { setImmediate as nextTurn } from 'node:timers/promises'
import { isMarkdown } from '../content/layout.ts'
import type { ContentSource } from '../content/source.ts'

/** Progress of a phase. */
export interface Step {
  readonly phase: Phase
  /** How many files, posts or resources are done. */
  readonly done: number
  /** Of how many, if known. May be a getter, which counts when it is read. */
  readonly total?: number | undefined
}

/** In order; each lasts until the next starts. Only commands check links and import. */
export type Phase = 'reading' | 'parsing' | 'files' | 'sealing' | 'writing' | 'links' | 'importing'
/** A promise that it returns is awaited where the work can pause. */
export type OnProgress = (step: Step) => unknown

/** Milliseconds for which other events wait at most, where the work can pause. */
const maxTurn = 25

/** Reports to a program. Throws if the signal is aborted, and lets other events in: one of them may abort it. */
export function pausingReport(onProgress: OnProgress = () => {}, signal?: AbortSignal): OnProgress {
  let turnEnd = performance.now() + maxTurn
  return (step) => {
    signal?.throwIfAborted()
    onProgress(step)
    if (performance.now() < turnEnd) return undefined
    return nextTurn().then(() => (turnEnd = performance.now() + maxTurn))
  }
}

/** Returns a callback per finished resource. Counts the total only if a line is shown. */
export function reportingResources<Published>(
  phase: Phase,
  report: OnProgress,
  count: (published: Published) => number,
): (published: Published) => unknown {
  let done = 0
  let total: number | undefined
  return (published) => {
    done++
    return report({
      phase,
      done,
      get total() {
        total ??= count(published)
        return total
      },
    })
  }
}

/** Wraps a source to report reads: documents first, then files they refer to. */
export function reportingSource(source: ContentSource, report: OnProgress): ContentSource {
  const done = { reading: 0, files: 0 }
  let total: number | undefined
  return {
    async list() {
      await report({ phase: 'reading', done: 0 })
      const paths = await source.list()
      total = paths.filter(isMarkdown).length
      return paths
    },
    async read(path) {
      const phase = isMarkdown(path) || /\.ya?ml$/i.test(path) ? 'reading' : 'files'
      await report({ phase, done: ++done[phase], total: phase === 'reading' ? total : undefined })
      return source.read(path)
    },
  }
}

/** Returns a callback for parsed bodies. */
export function reportingBodies(total: number, report: OnProgress): (bodies: number) => unknown {
  let done = 0
  report({ phase: 'parsing', done, total })
  return (bodies) => {
    done += bodies
    return report({ phase: 'parsing', done, total })
  }
}
