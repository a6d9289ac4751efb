import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  changeOutput,
  inspectFolder,
  isPathWithin,
  type OutputFolder,
  plural,
  printNextSteps,
  Progress,
  readJsonFile,
  say,
  slugify,
  syncFiles,
  syncParents,
  UsageError,
  visibleJson,
} from './engine.ts'
import { writeArchive, type Destination, type Imported } from './archive.ts'
import type { Service } from './exported.ts'
import { importLimits, noteKinds, splitExportHint, timeLimit, totals } from './exported.ts'
import { openFiles } from './files.ts'
import { detectService, readers } from './recognise.ts'

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
  const service = options.from ?? detectService(files)
  const exported = await readers[service](files)
  if (exported.entries.length === 0)
    throw new UsageError(`${path} has no posts and no pages. Export again, with all content.`)
  if (exported.entries.length > importLimits.entries)
    throw new UsageError(
      `${path} has more than ${importLimits.entries.toLocaleString('en')} posts and pages. ${splitExportHint}`,
    )
  const title = exported.site.title || basename(path).replace(/\.\w+$/, '')
  const target = dir ?? (slugify(title) || 'archive')
  const checkTime = timeLimit()
  const { imported, outcome } = await changeOutput(target, async (folder, interruption) => {
    const destination = openImport(folder, target)
    const imported = await new Progress().during((report) =>
      writeArchive(exported, {
        files,
        images,
        destination,
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
    return { imported, outcome: await destination.commit() }
  })
  if (options.format === 'json') process.stdout.write(jsonReport(service, target, imported, outcome))
  else printReport(service, target, imported, outcome)
  return 0
}

function printReport(
  service: Service,
  dir: string,
  { posts, pages, drafts, copied, notes }: Imported,
  outcome: Outcome,
): void {
  const line = (text: string) => say(process.stdout, text)
  const { added, updated, unchanged, edited, conflicts, gone } = outcome
  const read = [plural(posts, 'post'), plural(pages, 'page'), plural(drafts, 'draft'), plural(copied, 'file')]
  line(`${service}: ${read.join(', ')}.`)
  const isSame = added + updated === 0
  const kept = edited > 0 ? `, ${edited} edited by you ${isSame ? 'are' : 'and'} kept` : ''
  line(
    isSame
      ? `Nothing changed in ${dir}: ${plural(unchanged, 'file')} unchanged${kept}.`
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

function jsonReport(from: Service, dir: string, { notes, ...counts }: Imported, outcome: Outcome): string {
  const leftOut = notes.map(({ kind, file, detail, count = 1 }) => ({ kind, file, detail, count }))
  return `${visibleJson(JSON.stringify({ from, dir, ...counts, ...outcome, leftOut }, null, 2))}\n`
}

export interface Outcome {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  /** Edited by the publisher; unchanged in the export. */
  readonly edited: number
  /** Edited or deleted by the publisher, but changed in the export. Kept and reported. */
  readonly conflicts: readonly string[]
  /** From an earlier import, but no longer in the export. Kept. */
  readonly gone: readonly string[]
}

/** The output of an import. Files are staged, synced and then renamed together, so that an aborted import changes nothing. */
function openImport(folder: OutputFolder, name: string): Destination & { commit(): Promise<Outcome> } {
  const { root, staging } = folder
  const manifest = readManifest(root, name)
  const existing = inspectFolder(root)
  const digests = new Map<string, string>()
  const staged = new Map<string, string>()
  const foreign = new Set<string>()
  const conflicts: string[] = []
  let updated = 0
  let edited = 0

  return {
    has: (path) => digests.has(path) || manifest.files.has(path),

    keep(path) {
      const digest = manifest.files.get(path)?.at(-1)
      if (digest !== undefined && !digests.has(path)) digests.set(path, digest)
    },

    add(path, body) {
      const digest = digestOf(body)
      const known = manifest.files.get(path)
      const kind = existing.kindAt(path)
      const current = kind === 'file' ? digestOf(readFileSync(join(root, path))) : undefined
      const isDeleted = kind === 'nothing' && known !== undefined && !manifest.isUnfinished
      digests.set(path, digest)
      if (current === digest) return
      if (isDeleted || (known !== undefined && current !== undefined && !known.includes(current))) {
        // Edited by the publisher: do not overwrite it, and keep its old digest in the list.
        const before = known?.at(-1) ?? digest
        digests.set(path, before)
        if (before === digest) edited++
        else conflicts.push(path)
        return
      }
      if (known === undefined) for (const other of existing.conflictsWith(path)) foreign.add(other)
      const draft = join(staging, String(staged.size))
      writeFileSync(draft, body)
      staged.set(path, draft)
      if (current !== undefined) updated++
    },

    async commit() {
      const [first, ...more] = foreign
      if (first !== undefined) {
        const others = more.length > 0 ? ` (and ${more.length} more)` : ''
        throw new UsageError(
          `${join(name, first)}${others} was not written by an import and would be lost, so nothing was written. Import into another folder.`,
          2,
        )
      }
      const gone = [...manifest.files.keys()].filter((path) => !digests.has(path))
      const after = new Map<string, readonly string[]>([
        ...gone.map((path) => [path, manifest.files.get(path) ?? []] as const),
        ...Array.from(digests, ([path, digest]) => [path, [digest]] as const),
      ])
      const text = manifestText({ isUnfinished: false, files: after })
      if (staged.size > 0 || !existing.holds(manifestName, text)) await place(after, text)
      const unchanged = digests.size - staged.size - edited - conflicts.length
      return { added: staged.size - updated, updated, unchanged, edited, conflicts, gone }
    },
  }

  async function place(after: Manifest['files'], text: string): Promise<void> {
    const both = new Map(
      Array.from(after, ([path, own]) => [path, [...new Set([...(manifest.files.get(path) ?? []), ...own])]]),
    )
    const [before, last] = [join(staging, 'list-before'), join(staging, 'list-after')]
    writeFileSync(before, manifestText({ isUnfinished: true, files: both }))
    writeFileSync(last, text)
    await syncFiles([...staged.values(), before, last])
    // No await until the end, so that signals are not handled in between.
    renameSync(before, join(root, manifestName))
    for (const [path, draft] of staged) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      renameSync(draft, join(root, path))
    }
    renameSync(last, join(root, manifestName))
    await syncParents(folder, staged.keys())
  }
}

function digestOf(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

/** Lists what the import wrote, so that the next one can detect edits. */
const manifestName = '.citable-import.json'

interface Manifest {
  /** A killed import may have written only some of these files. */
  readonly isUnfinished: boolean
  /** Digests by path: one, or two while a file is being replaced. */
  readonly files: ReadonlyMap<string, readonly string[]>
}

function readManifest(root: string, name: string): Manifest {
  const { files, unfinished } = readJsonFile(join(root, manifestName)) ?? { files: {} }
  const isList =
    typeof files === 'object' &&
    files !== null &&
    Object.entries(files).every(([path, digests]) => isPathWithin(path, root) && Array.isArray(digests))
  if (!isList)
    throw new UsageError(
      `${join(name, manifestName)} is not a list written by an import; import into another folder.`,
    )
  return { isUnfinished: unfinished === true, files: new Map(Object.entries(files)) }
}

function manifestText({ isUnfinished, files }: Manifest): string {
  const about = 'Files that citable import wrote. Files edited since are never overwritten.'
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify({ about, ...(isUnfinished && { unfinished: true }), files: Object.fromEntries(sorted) }, null, 1)}\n`
}
