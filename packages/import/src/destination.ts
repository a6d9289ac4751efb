import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspectFolder, isPathWithin, type OutputFolder, readJsonFile, syncFiles } from './engine.ts'
import { syncParents, UsageError } from './engine.ts'

/** Lists what the import wrote, so that the next one can detect edits. */
const manifestName = '.citable-import.json'

/** Digests by path: one, or two while a file is being replaced. */
type Manifest = ReadonlyMap<string, readonly string[]>

export type Destination = ReturnType<typeof openDestination>
export type ImportOutcome = Awaited<ReturnType<Destination['commit']>>

/** The folder that an import writes. Files are staged, synced and renamed together: an aborted import changes nothing. */
export function openDestination(folder: OutputFolder, name: string) {
  const { root, staging } = folder
  const before = readManifest(root, name)
  const existing = inspectFolder(root)
  const digests = new Map<string, string>()
  const drafts = new Map<string, string>()
  const foreign = new Set<string>()
  /** Edited or deleted by the publisher, but changed in the export. Kept and reported. */
  const conflicts: string[] = []
  let updated = 0
  /** Edited by the publisher; unchanged in the export. */
  let edited = 0

  return {
    /** Returns whether this or an earlier import wrote the file. */
    has: (path: string) => digests.has(path) || before.files.has(path),
    /** Keeps a file from an earlier import. */
    keep(path: string) {
      const digest = before.files.get(path)?.at(-1)
      if (digest !== undefined && !digests.has(path)) digests.set(path, digest)
    },
    add(path: string, body: string | Uint8Array) {
      const digest = digestOf(body)
      const earlier = before.files.get(path)
      const kind = existing.kindAt(path)
      const current = kind === 'file' ? digestOf(readFileSync(join(root, path))) : undefined
      digests.set(path, digest)
      if (current === digest) return
      const isDeleted = kind === 'nothing' && !before.isUnfinished
      const isEdited = current === undefined ? isDeleted : !earlier?.includes(current)
      if (earlier && isEdited) {
        // Kept, with its old digest in the list.
        const last = earlier.at(-1) ?? digest
        digests.set(path, last)
        if (last === digest) edited++
        else conflicts.push(path)
        return
      }
      if (!earlier) for (const other of existing.conflictsWith(path)) foreign.add(other)
      const draft = join(staging, String(drafts.size))
      writeFileSync(draft, body)
      drafts.set(path, draft)
      if (current !== undefined) updated++
    },
    async commit() {
      const [first, ...more] = foreign
      if (first !== undefined) {
        const others = more.length > 0 ? ` (and ${more.length} more)` : ''
        const why = 'was not written by an import and would be lost, so nothing was written'
        throw new UsageError(`${join(name, first)}${others} ${why}. Import into another folder.`, 2)
      }
      // From an earlier import, but no longer in the export. Kept.
      const gone = [...before.files.keys()].filter((path) => !digests.has(path))
      const after = new Map([...before.files].filter(([path]) => !digests.has(path)))
      for (const [path, digest] of digests) after.set(path, [digest])
      const text = manifestText(after)
      if (drafts.size > 0 || !existing.holds(manifestName, text)) await place(after, text)
      const unchanged = digests.size - drafts.size - edited - conflicts.length
      return { added: drafts.size - updated, updated, unchanged, edited, conflicts, gone }
    },
  }

  async function place(after: Manifest, text: string): Promise<void> {
    const both = Array.from(after, ([path, digests]): [string, string[]] => [
      path,
      [...new Set([...(before.files.get(path) ?? []), ...digests])],
    ])
    const [unfinished, finished] = [join(staging, 'list-before'), join(staging, 'list-after')]
    writeFileSync(unfinished, manifestText(new Map(both), true))
    writeFileSync(finished, text)
    await syncFiles([...drafts.values(), unfinished, finished])
    // No await until the end, so that signals are not handled in between.
    renameSync(unfinished, join(root, manifestName))
    for (const [path, draft] of drafts) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      renameSync(draft, join(root, path))
    }
    renameSync(finished, join(root, manifestName))
    await syncParents(folder, drafts.keys())
  }
}

const digestOf = (body: string | Uint8Array): string => createHash('sha256').update(body).digest('hex')

function readManifest(root: string, name: string) {
  const { files, unfinished } = readJsonFile(join(root, manifestName)) ?? { files: {} }
  const entries = typeof files === 'object' && files !== null ? Object.entries(files) : undefined
  if (entries?.every(([path, digests]) => isPathWithin(path, root) && Array.isArray(digests)))
    return { isUnfinished: unfinished === true, files: new Map<string, readonly string[]>(entries) }
  const place = join(name, manifestName)
  throw new UsageError(`${place} is not a list written by an import; import into another folder.`)
}

/** A killed import may have written only some of the files in an unfinished list. */
function manifestText(files: Manifest, isUnfinished = false): string {
  const about = 'Files that citable import wrote. Files edited since are never overwritten.'
  const sorted = Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ about, ...(isUnfinished && { unfinished: true }), files: sorted }, null, 1)}\n`
}
