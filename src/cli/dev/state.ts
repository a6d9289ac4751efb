import type { Diagnostic } from '../../base/diagnostics.ts'
import { counts, report, tally } from '../report.ts'
import type { DevState } from './browser/state.ts'

export function stateOf(
  version: string,
  dir: string,
  diagnostics: readonly Diagnostic[],
  unpublished: ReadonlyMap<string, string>,
  isShown: boolean,
): DevState {
  return {
    version,
    tally: tally(diagnostics),
    isBroken: counts(diagnostics).errors > 0,
    isShown,
    problems: report(diagnostics, dir, { colour: false }),
    unpublished: Object.fromEntries(unpublished),
  }
}
