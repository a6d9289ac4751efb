import { basename } from 'node:path'
import { slugged } from '../archive/names.ts'
import { UsageError } from '../base/errors.ts'
import { say, visibleJson } from '../base/escape.ts'
import { archiveOf, type Imported } from '../import/archive.ts'
import { noteKinds, totals } from '../import/exported.ts'
import { openFiles } from '../import/files.ts'
import { exportLess, importLimits, timeLimit } from '../import/limits.ts'
import { readers, recognise, type Service } from '../import/recognise.ts'
import { Interruption } from './output/durable.ts'
import { ImportFolder, type Outcome } from './output/import-folder.ts'
import { Progress } from './progress.ts'
import { many, printNextSteps } from './report.ts'

export interface ImportOptions {
  readonly from?: Service
  readonly images: readonly string[]
  readonly fetch: boolean
  readonly allowPrivate: boolean
  readonly format: 'text' | 'json'
}

/** Makes an archive of what another service exports. Asks nothing, and overwrites nothing that has been edited. */
export async function importCommand(
  path: string,
  dir: string | undefined,
  options: ImportOptions,
): Promise<number> {
  const files = openFiles(path)
  const images = options.images.map(openFiles)
  const service = options.from ?? recognise(files)
  const exported = await readers[service](files)
  if (exported.entries.length === 0)
    throw new UsageError(`${path} has no posts and no pages. Export again, with all content.`)
  if (exported.entries.length > importLimits.entries)
    throw new UsageError(
      `${path} has more than ${importLimits.entries.toLocaleString('en')} posts and pages. ${exportLess}`,
    )
  const title = exported.site.title || basename(path).replace(/\.\w+$/, '')
  const target = dir ?? (slugged(title) || 'archive')
  let destination: ImportFolder | undefined
  const interruption = new Interruption()
  const checkTime = timeLimit()
  try {
    destination = new ImportFolder(target)
    const into = destination
    const imported = await new Progress().during((report) =>
      archiveOf(exported, {
        files,
        images,
        destination: into,
        mayFetch: options.fetch,
        allowPrivate: options.allowPrivate,
        fallbackTitle: title,
        async tick(done, total) {
          checkTime()
          report({ phase: 'importing', done, total })
          await interruption.check()
        },
      }),
    )
    const outcome = await destination.commit()
    if (options.format === 'json') process.stdout.write(asJson(service, target, imported, outcome))
    else tell(service, target, imported, outcome)
    return 0
  } finally {
    interruption.end()
    destination?.close()
  }
}

function tell(
  service: Service,
  dir: string,
  { posts, pages, drafts, copied, notes }: Imported,
  outcome: Outcome,
): void {
  const line = (text: string) => say(process.stdout, text)
  const { added, updated, unchanged, edited, conflicts, gone } = outcome
  line(
    `${service}: ${many(posts, 'post')}, ${many(pages, 'page')}, ${many(drafts, 'draft')}, ${many(copied, 'file')}.`,
  )
  const isSame = added + updated === 0
  const kept = edited > 0 ? `, ${edited} edited by you ${isSame ? 'are' : 'and'} kept` : ''
  line(
    isSame
      ? `Nothing changed in ${dir}: ${unchanged} files unchanged${kept}.`
      : `Wrote ${dir}: ${added} new, ${updated} updated, ${unchanged} unchanged${kept}.`,
  )
  for (const path of conflicts) line(`Kept your version, though the export has changed: ${path}`)
  for (const path of gone) line(`Kept, though the export no longer has it: ${path}`)
  const sums = totals(notes)
  if (sums.length > 0) {
    line('')
    line('Changed or not imported:')
    for (const [kind, sum] of sums) line(`  ${String(sum).padStart(5)}  ${noteKinds[kind][0]}`)
    line(`import-report.md in ${dir} lists them all, file by file.`)
  }
  printNextSteps(dir)
}

function asJson(from: Service, dir: string, { notes, ...counts }: Imported, outcome: Outcome): string {
  const leftOut = notes.map(({ kind, file, detail, count = 1 }) => ({ kind, file, detail, count }))
  return `${visibleJson(JSON.stringify({ from, dir, ...counts, ...outcome, leftOut }, null, 2))}\n`
}
