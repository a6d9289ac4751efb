import { isMarkdown } from '../content/layout.ts'
import type { ContentSource } from '../content/source.ts'
import type { OnProgress } from './progress.ts'

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
