import { afterAll, beforeEach } from 'vitest'

/** Tests of the contract that a runtime cannot pass, and why. */
export interface Limit {
  readonly reason: string
  /** Function names of subjects that are skipped. */
  readonly subjects?: readonly string[]
  /** Test names, with `*` as a wildcard. They run and must fail, so that a row that is no longer needed shows. */
  readonly rows?: readonly string[]
}

/** Call inside a `describe`: marks the listed tests as expected to fail, and adds the rows that match to `met`. */
export function expectFailures(limits: readonly Limit[], met: Set<string>): void {
  const rows = limits.flatMap(({ rows = [] }) => rows)
  beforeEach(({ task }) => {
    for (const row of rows) {
      if (!asPattern(row).test(task.name)) continue
      met.add(row)
      // Vitest reads `fails` after the test, although its type is read-only.
      ;(task as { fails?: boolean }).fails = true
    }
  })
}

/** Call outside: fails if a row matched no test. */
export function expectMet(limits: readonly Limit[], met: ReadonlySet<string>): void {
  afterAll(() => {
    const unmet = limits.flatMap(({ rows = [] }) => rows).filter((row) => !met.has(row))
    if (unmet.length > 0) throw new Error(`no test has the name ${unmet.join(' or ')}`)
  })
}

function asPattern(row: string): RegExp {
  return new RegExp(`^${row.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*')}$`, 's')
}
