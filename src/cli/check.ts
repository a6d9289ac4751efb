import type { Derived } from '../archive/derived.ts'
import { withLevels } from '../diagnostics.ts'
import { readHere } from './load.ts'
import { counts, type Format, report, tally } from './report.ts'
import { chosenDay, inColour } from './settings.ts'
import { say, visible } from '../visible.ts'

export interface CheckOptions {
  readonly format: Format
  readonly strict?: boolean
  readonly all?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly asOf?: string
}

/** Reports everything that is wrong with the content. The exit status is 1 when any of it is an error. */
export async function checkCommand(dir: string, options: CheckOptions): Promise<number> {
  const { value: archive, diagnostics } = await readHere(dir, { asOf: chosenDay(options.asOf) })
  const found = withLevels(diagnostics, {}, options.strict)
  process.stdout.write(report(found, dir, { ...options, colour: inColour(process.stdout) }))
  if (options.format === 'text') {
    if (options.verbose && archive) process.stdout.write(derivations(archive.derived, archive.settings.title))
    const told = tally(found) || 'no problems found'
    say(process.stdout, `${dir}: ${told}${archive ? '' : ', nothing published'}.`)
  }
  return counts(found).errors > 0 ? 1 : 0
}

/** What front matter did not say and was found out otherwise, post by post. */
function derivations(derived: readonly Derived[], title: string): string {
  const ignored = derived.reduce((sum, one) => sum + one.ignored, 0)
  const posts = derived.filter(({ from }) => from.length > 0)
  return [
    ...posts.map(({ path, from }) => `${visible(path)}: ${from.join(', ')}\n`),
    `${visible(title)}: ${derived.length} posts; ${ignored} keys of front matter mean nothing here and are ignored.\n`,
  ].join('')
}
