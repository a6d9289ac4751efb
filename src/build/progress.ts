import { isMarkdown } from '../content/layout.ts'
import type { ContentSource } from '../content/source.ts'
import type { Publication } from '../representations/publication.ts'

/** Progress of a phase. `total` may be a getter. */
export interface Step {
  readonly phase: Phase
  readonly done: number
  readonly total?: number | undefined
}

/** In order; each lasts until the next starts. */
export type Phase = 'reading' | 'parsing' | 'files' | 'sealing' | 'writing' | 'links' | 'importing'
export type OnProgress = (step: Step) => void

/** Returns a callback per finished resource. Counts the total only if a line is shown. */
export function reportingResources(
  phase: Phase,
  report: OnProgress,
  count: (published: Publication) => number,
): (published: Publication) => void {
  let done = 0
  let total: number | undefined
  return (published) => {
    done++
    report({
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

/** Returns a callback for parsed bodies. */
export function reportingBodies(total: number, report: OnProgress): (bodies: number) => void {
  let done = 0
  report({ phase: 'parsing', done, total })
  return (bodies) => {
    done += bodies
    report({ phase: 'parsing', done, total })
  }
}
