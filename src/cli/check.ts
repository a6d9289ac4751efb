import { readHere } from './load.ts'
import { counts, type Format, report, tally } from './report.ts'
import { inColour } from './settings.ts'
import { say } from './visible.ts'

/** Reports everything that is wrong with the content. The exit status is 1 when any of it is an error. */
export async function checkCommand(dir: string, options: { format: Format }): Promise<number> {
  const { value: archive, diagnostics } = await readHere(dir, {})
  process.stdout.write(report(diagnostics, dir, options.format, inColour(process.stdout)))
  if (options.format === 'text') {
    const found = tally(diagnostics) || 'no problems found'
    say(process.stdout, `${dir}: ${found}${archive ? '' : ', nothing published'}.`)
  }
  return counts(diagnostics).errors > 0 ? 1 : 0
}
