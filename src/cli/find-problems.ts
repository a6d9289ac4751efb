import type { Body } from '../archive/body.ts'
import type { BuildPlan } from '../archive/plan.ts'
import type { Archive } from '../compile.ts'
import type { ContentSource } from '../content/source.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import { now } from './clock.ts'
import type { LinkOptions } from './check-links.ts'
import { readFrom, type Watching } from './load.ts'
import type { OnProgress } from './progress.ts'

export interface FoundProblems {
  readonly archive: Archive | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** Links that were not asked for. */
  readonly left: number
}

export interface FindOptions {
  readonly asOf?: string | undefined
  /** Without them, nobody is asked whether links to other sites lead anywhere. */
  readonly links?: LinkOptions | undefined
}

/** What publishing would report, and what only somebody who asks for problems is told. */
export async function findProblems(
  source: ContentSource,
  { asOf, links }: FindOptions,
  report: OnProgress,
): Promise<FoundProblems> {
  let found: Diagnostic[] = []
  let left = 0
  const read: { readonly plan: BuildPlan; readonly bodies: readonly Body[] }[] = []
  const look: Watching['look'] = (plan, bodies) => read.push({ plan, bodies })
  const { value: archive, diagnostics } = await readFrom(source, { asOf }, { report, look, isReport: true })
  const [{ advise }, { byPosition }] = await Promise.all([
    import('../archive/advice.ts'),
    import('../archive/build.ts'),
  ])
  for (const { plan, bodies } of read) {
    found = [...found, ...advise(plan, bodies, archive, asOf === undefined ? now().day : undefined)]
    if (!links) continue
    const { checkLinks } = await import('./check-links.ts')
    const checked = await checkLinks(plan, links, report)
    found = [...found, ...checked.diagnostics]
    left += checked.left
  }
  return { archive, diagnostics: [...diagnostics, ...found].sort(byPosition), left }
}
