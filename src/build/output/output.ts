import { accessSync, lstatSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { once } from '../../base/caches.ts'
import { foldersAbove } from '../../base/paths.ts'
import { UsageError } from '../../base/errors.ts'
import { bytesOf } from '../../base/utf8.ts'
import { fileDigest } from '../../snapshot/encode.ts'
import { type Interruption, syncFiles } from './durable.ts'
import {
  changeOutput,
  type OutputFolder,
  removeFiles,
  step,
  syncParents,
  writeManifest,
  type Written,
} from './folder.ts'
import { inspectFolder } from './inspect-folder.ts'

export interface OutputFile {
  /** Relative, with forward slashes. */
  readonly path: string
  /** May be made on first use. */
  readonly body: string | Uint8Array
  /** Digest of all inputs of the body, if known. */
  readonly key?: string | undefined
}

/** In any order. Written while streaming. */
export type OutputFiles = Iterable<OutputFile> | AsyncIterable<OutputFile>

/**
 * Writes files into a folder, which may contain other files, and removes stale files of the previous build. A file that is as the manifest
 * says is neither made nor read, unless `isVerified`.
 *
 * Safe to kill at any point. New and changed files are staged and synced first; then the manifest lists old and new files, so that the
 * next build can clean up; then each file is renamed into place. Readers see whole files, but old and new ones side by side for a
 * moment: the home page is replaced last, and stale files are removed after it.
 */
export function writeOutput(
  out: string,
  files: OutputFiles,
  isVerified = false,
): Promise<{ readonly files: number; readonly bytes: number }> {
  return changeOutput(out, async (folder, interruption) => {
    const { root, previous } = folder
    const { digests, untouched, changed } = await step(
      () => `${out} is unchanged`,
      () => stage(folder, files, interruption, isVerified),
    )
    const stale = [...previous.keys()].filter((path) => !digests.has(path))
    if (untouched.size === digests.size && stale.length === 0) return totalOf(untouched)

    let placed = 0
    await step(
      () => `${out} has ${placed} of ${changed.size} new or changed files; build again for the others`,
      async () => {
        if (changed.size === 0 && stale.length === 0) return
        await writeManifest(folder, new Map([...[...digests.keys(), ...stale].map(noFacts), ...untouched]))
        removeFiles(folder, blocking(digests, stale))
        const folders = new Set<string>()
        for (const [path, staged] of homeLast(changed)) {
          const target = join(root, path)
          const parent = dirname(target)
          if (!folders.has(parent)) {
            // Fails if another command has taken over, in whose output the folder would be left empty.
            accessSync(staged)
            mkdirSync(parent, { recursive: true })
            folders.add(parent)
          }
          renameSync(staged, target)
          placed++
        }
        await syncParents(folder, changed.keys())
      },
    )
    const rest = 'but may still contain files of the previous build; build again to remove them'
    return step(
      () => `${out} has every new file, ${rest}`,
      async () => {
        const failed = removeFiles(folder, stale)
        const written = new Map(
          Array.from(digests, ([path, digest]) => {
            const known = untouched.get(path)
            if (known) return [path, known]
            const { size, mtimeMs: time } = lstatSync(join(root, path))
            return [path, { size, time, digest }]
          }),
        )
        await writeManifest(folder, new Map([...written, ...[...failed.keys()].map(noFacts)]))
        await syncParents(folder, stale)
        for (const [path, reason] of failed) throw new UsageError(`${path} cannot be removed (${reason})`)
        return totalOf(written)
      },
    )
  })
}

const noFacts = (path: string) => [path, undefined] as const

function totalOf(written: ReadonlyMap<string, Written>): { readonly files: number; readonly bytes: number } {
  return { files: written.size, bytes: [...written.values()].reduce((sum, { size }) => sum + size, 0) }
}

/** Stages new and changed files. Returns the digest of each file, the facts of those that need no look, and the staged files by path. */
async function stage(
  { root, staging, previous }: OutputFolder,
  files: OutputFiles,
  interruption: Interruption,
  isVerified: boolean,
) {
  const { holds, conflictsWith, hasFolders } = inspectFolder(root)
  const digests = new Map<string, string>()
  const untouched = new Map<string, Written>()
  const changed = new Map<string, string>()
  const foreign = new Set<string>()
  for await (const file of files) {
    const { path } = file
    const body = once(() => bytesOf(file.body))
    const digest = file.key ?? fileDigest(body())
    digests.set(path, digest)
    if (digests.size % 32 === 0) await interruption.check()
    const before = isVerified ? undefined : untouchedSince(previous.get(path), path, digest)
    if (before && hasFolders(path)) {
      untouched.set(path, before)
      continue
    }
    if (holds(path, body())) continue
    for (const other of conflictsWith(path)) if (!previous.has(other)) foreign.add(other)
    const staged = join(staging, String(changed.size))
    writeFileSync(staged, body())
    changed.set(path, staged)
  }
  const [first, ...more] = foreign
  if (first !== undefined) {
    const others = more.length > 0 ? ` (and ${more.length} more)` : ''
    const remedy = 'move it, or choose another output folder'
    throw new UsageError(`${first}${others} was not written by a build and would be lost; ${remedy}.`)
  }
  await syncFiles(changed.values())
  await interruption.check()
  return { digests, untouched, changed }

  function untouchedSince(written: Written | undefined, path: string, digest: string) {
    if (written?.digest !== digest) return undefined
    const found = lstatSync(join(root, path), { throwIfNoEntry: false })
    const isSame = found?.isFile() && found.size === written.size && found.mtimeMs === written.time
    return isSame ? written : undefined
  }
}

/** Returns stale files that are folders now, or inside a folder that is a file now. */
function blocking(paths: ReadonlyMap<string, unknown>, stale: readonly string[]): string[] {
  const folders = new Set([...paths.keys()].flatMap(foldersAbove))
  return stale.filter((path) => folders.has(path) || foldersAbove(path).some((folder) => paths.has(folder)))
}

/** Places the home page last, after its markdown twin, so that it never links to missing files. */
function homeLast<T>(files: ReadonlyMap<string, T>): [string, T][] {
  const rank = ([path]: [string, T]) => (path === 'index.html' ? 2 : /^index\.\w+$/.test(path) ? 1 : 0)
  return [...files].sort((a, b) => rank(a) - rank(b))
}
