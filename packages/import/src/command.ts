import { basename } from 'node:path'
import { type Imported, writeArchive } from './archive.ts'
import { openDestination, type ImportOutcome } from './destination.ts'
import { changeOutput, plural, printNextSteps, Progress, say, slugify } from './engine.ts'
import { UsageError, visibleJson } from './engine.ts'
import type { Service } from './exported.ts'
import { openFiles } from './files.ts'
import { limits, splitHint, timeLimit } from './limits.ts'
import { detectService, readers } from './recognise.ts'
import { sections } from './texts.ts'

interface ImportOptions {
  readonly from?: Service
  readonly images: readonly string[]
  readonly fetch: boolean
  readonly allowPrivate: boolean
  readonly format: 'text' | 'json'
}

/** Converts an export of another service to an archive. Never overwrites edited files. */
export async function importCommand(path: string, dir: string | undefined, options: ImportOptions) {
  const files = openFiles(path)
  const images = options.images.map(openFiles)
  const from = options.from ?? detectService(files)
  const exported = await readers[from](files)
  if (exported.entries.length === 0)
    throw new UsageError(`${path} has no posts and no pages. Export again, with all content.`)
  const most = limits.entries.toLocaleString('en')
  if (exported.entries.length > limits.entries)
    throw new UsageError(`${path} has more than ${most} posts and pages. ${splitHint}`)
  const fallbackTitle = exported.site.title || basename(path).replace(/\.\w+$/, '')
  const target = dir ?? (slugify(fallbackTitle) || 'archive')
  const checkTime = timeLimit()
  const report = await changeOutput(target, async (folder, interruption) => {
    const destination = openDestination(folder, target)
    const imported = await new Progress().during((onProgress) => {
      const tick = async (done: number, total: number) => {
        checkTime()
        onProgress({ phase: 'importing', done, total })
        await interruption.check()
      }
      return writeArchive(exported, { ...options, files, images, destination, fallbackTitle, tick })
    })
    return { from, dir: target, ...imported, ...(await destination.commit()) }
  })
  if (options.format === 'text') printReport(report)
  else {
    const { notes, ...facts } = report
    const leftOut = notes.map(({ kind, file, detail, count = 1 }) => ({ kind, file, detail, count }))
    process.stdout.write(`${visibleJson(JSON.stringify({ ...facts, leftOut }, null, 2))}\n`)
  }
  return 0
}

interface Report extends Imported, ImportOutcome {
  readonly from: Service
  readonly dir: string
}

function printReport({ from, dir, posts, pages, drafts, copied, notes, ...outcome }: Report): void {
  const line = (text: string) => say(process.stdout, text)
  const { added, updated, unchanged, edited, conflicts, gone } = outcome
  const read = [plural(posts, 'post'), plural(pages, 'page'), plural(drafts, 'draft'), plural(copied, 'file')]
  line(`${from}: ${read.join(', ')}.`)
  const isSame = added + updated === 0
  const kept = edited > 0 ? `, ${edited} edited by you ${isSame ? 'are' : 'and'} kept` : ''
  if (isSame) line(`Nothing changed in ${dir}: ${plural(unchanged, 'file')} unchanged${kept}.`)
  else line(`Wrote ${dir}: ${added} new, ${updated} updated, ${unchanged} unchanged${kept}.`)
  for (const path of conflicts) line(`Kept your version, though the export has changed: ${path}`)
  for (const path of gone) line(`Kept, though the export no longer has it: ${path}`)
  if (notes.length > 0) {
    line('')
    line('Changed or not imported:')
    for (const { heading, sum } of sections(notes)) line(`  ${String(sum).padStart(5)}  ${heading}`)
    line(`import-report.md in ${dir} lists them all, file by file.`)
  }
  printNextSteps(dir)
}
