import { countPlanned, type Published } from '../compile.ts'
import type { OnProgress, Phase } from './progress.ts'

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
