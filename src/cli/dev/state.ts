import type { Diagnostic } from '../../diagnostics.ts'
import { counts, report, tally } from '../report.ts'

/** What a page in a browser is told of the folder that it is a preview of. */
export interface DevState {
  /** Another one for every change. */
  readonly version: string
  /** "1 error, 2 warnings"; '' when nothing is wrong. */
  readonly tally: string
  /** There are errors, so that what is shown is from before them. */
  readonly isBroken: boolean
  /** As `citable check` has them. */
  readonly problems: string
  /** From the path of a page to the day that it is dated, or to `draft`. */
  readonly unpublished: Readonly<Record<string, string>>
}

export function stateOf(
  version: string,
  dir: string,
  diagnostics: readonly Diagnostic[],
  unpublished: ReadonlyMap<string, string>,
): DevState {
  return {
    version,
    tally: tally(diagnostics),
    isBroken: counts(diagnostics).errors > 0,
    problems: report(diagnostics, dir, { colour: false }),
    unpublished: Object.fromEntries(unpublished),
  }
}
