import { afterAll, beforeEach } from 'vitest'

/** What a runtime cannot keep of the contract, and why. */
export interface Limit {
  readonly reason: string
  /** Whole subjects of the suite, by the names of their functions; none of their rows is run. */
  readonly subjects?: readonly string[]
  /** Names of tests, with `*` for any text. Each is run, and fails: one that passes is a row too many here. */
  readonly rows?: readonly string[]
}

/** Inside a `describe`: its rows that are listed must fail. Gives the rows that were met. */
export function expectFailures(limits: readonly Limit[], met: Set<string>): void {
  const rows = limits.flatMap(({ rows = [] }) => rows)
  beforeEach(({ task }) => {
    for (const row of rows) {
      if (!asPattern(row).test(task.name)) continue
      met.add(row)
      // Vitest looks at it after the test; its type is for those who only read.
      ;(task as { fails?: boolean }).fails = true
    }
  })
}

/** Outside of them: a row that no test has is no limit. */
export function expectMet(limits: readonly Limit[], met: ReadonlySet<string>): void {
  afterAll(() => {
    const unmet = limits.flatMap(({ rows = [] }) => rows).filter((row) => !met.has(row))
    if (unmet.length > 0) throw new Error(`no test is called ${unmet.join(' or ')}`)
  })
}

function asPattern(row: string): RegExp {
  return new RegExp(`^${row.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*')}$`, 's')
}
