import type { Derived } from '../archive/model.ts'
import type { Diagnostic } from '../base/diagnostics.ts'
import { say, visible } from '../base/escape.ts'
import type { Archive } from '../compile.ts'
import { folder } from '../content/folder.ts'
import type { ContentSource } from '../content/read.ts'
import type { LinkOptions } from './check-links.ts'
import { applyFixes, showFixed } from './fix.ts'
import { readFrom, requireFolder, type Watching } from './load.ts'
import { type OnProgress, Progress } from './progress.ts'
import { counts, type Format, many, report, tally, unpublished } from './report.ts'
import { chosenDay, inColour } from './settings.ts'

export interface CheckOptions {
  readonly format: Format
  readonly fix?: boolean
  readonly links?: boolean
  readonly allowPrivate?: boolean
  readonly cache?: string
  readonly strict?: boolean
  readonly all?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly asOf?: string
  readonly future?: boolean
}

/** Reports everything that is wrong with the content. The exit status is 1 when any of it is an error. */
export async function checkCommand(dir: string, options: CheckOptions): Promise<number> {
  const links = options.links ? await openLinks(options) : undefined
  const first = await examine(dir, options, links)
  const fixed = options.fix ? await applyFixes(dir, first.diagnostics) : []
  // What a fix lets be read may have problems of its own. Nobody is asked again.
  const { archive, diagnostics } =
    fixed.length > 0 ? await examine(dir, options, links && { ...links, most: 0 }) : first
  if (options.format === 'text') process.stdout.write(showFixed(fixed, dir))
  const found = options.strict
    ? diagnostics.map((one) => (one.severity === 'warning' ? { ...one, severity: 'error' as const } : one))
    : diagnostics
  process.stdout.write(report(found, dir, { ...options, colour: inColour(process.stdout) }))
  if (options.format === 'text') {
    if (options.verbose && archive) process.stdout.write(derivations(archive.derived, archive.settings.title))
    if (first.left > 0) say(process.stdout, `${first.left} links are still unchecked; run the command again.`)
    const told = tally(found) || 'no problems found'
    const changed = fixed.length > 0 ? `${fixed.length} fixed, ` : ''
    const left = unpublished(found).length
    const without = archive
      ? left > 0
        ? `, ${many(left, 'post')} not published`
        : ''
      : ', nothing published'
    say(process.stdout, `${dir}: ${changed}${told}${without}.`)
  }
  return counts(found).errors > 0 ? 1 : 0
}

async function openLinks({ cache, allowPrivate = false }: CheckOptions): Promise<LinkOptions> {
  const { LinkCache, usualCache } = await import('../probe/outgoing-links.ts')
  return { allowPrivate, cache: new LinkCache(cache ?? usualCache(), Date.now()) }
}

async function examine(
  dir: string,
  { asOf, future }: CheckOptions,
  links?: LinkOptions,
): Promise<FoundProblems> {
  requireFolder(dir)
  const options = { asOf: chosenDay(asOf, future), links }
  return new Progress().during((report) => findProblems(folder(dir), options, report))
}

/** What front matter did not say and was found out otherwise, post by post. */
function derivations(derived: readonly Derived[], title: string): string {
  const ignored = derived.reduce((sum, one) => sum + one.ignored, 0)
  const posts = derived.filter(({ from }) => from.length > 0)
  return [
    ...posts.map(({ path, from }) => `${visible(path)}: ${from.join(', ')}\n`),
    `${visible(title)}: ${many(derived.length, 'post')}.${ignored === 0 ? '' : ` Ignored: ${many(ignored, 'key')} that Citable does not use.`}\n`,
  ].join('')
}

export interface FoundProblems {
  readonly archive: Archive | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** Links that were not asked for. */
  readonly left: number
}

/** What publishing would report, and what only somebody who asks for problems is told. */
export async function findProblems(
  source: ContentSource,
  { asOf, links }: { readonly asOf?: string | undefined; readonly links?: LinkOptions | undefined },
  report: OnProgress,
): Promise<FoundProblems> {
  let found: Diagnostic[] = []
  let left = 0
  const read: Parameters<NonNullable<Watching['look']>>[] = []
  const look: Watching['look'] = (plan, bodies) => read.push([plan, bodies])
  const { value: archive, diagnostics } = await readFrom(source, { asOf }, { report, look, isReport: true })
  const [{ advise }, { byPosition }, { checkServerJson }, { unpublishedIn }] = await Promise.all([
    import('../archive/advice.ts'),
    import('../archive/build.ts'),
    import('./server-json.ts'),
    import('./unpublished.ts'),
  ])
  for (const [plan, bodies] of read) {
    found = [...found, ...advise(plan, bodies, archive), ...(await unpublishedIn(source, plan.content))]
    if (!links) continue
    const { checkLinks } = await import('./check-links.ts')
    const checked = await checkLinks(plan, links, report)
    found = [...found, ...checked.diagnostics]
    left += checked.left
  }
  if (archive) found = [...found, ...(await checkServerJson(source, archive))]
  return { archive, diagnostics: [...diagnostics, ...found].sort(byPosition), left }
}
