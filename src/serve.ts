import { ladder } from './answer/ladder.ts'
import type { Handler } from './answer/request.ts'
import type { Snapshot } from './snapshot/resource.ts'

/**
 * The serve half: a sealed snapshot in, a pure function from a request to its answer out. It reads no clock, no
 * disk and no environment, and uses nothing that one runtime has and another lacks.
 */
export function serve(snapshot: Snapshot): Handler {
  return ladder(snapshot)
}
