import { accessSync, existsSync, lstatSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { foldersAbove } from '../../base/paths.ts'
import type { BuildCache } from '../../base/caches.ts'
import { UsageError } from '../../base/errors.ts'
import { type Interruption, syncFiles } from './durable.ts'
import { changeOutput, type OutputFolder, removeFiles, step, syncParents, writeManifest } from './folder.ts'
import { inspectFolder } from './inspect-folder.ts'

export interface OutputFile {
  /** Relative, with forward slashes. */
  readonly path: string
  readonly body: string | Uint8Array
  /** Digest of all inputs of the body, if known. */
  readonly key?: string | undefined
}

/** In any order. Written while streaming. */
export type OutputFiles = Iterable<OutputFile> | AsyncIterable<OutputFile>

/**
 * Writes files into a folder, which may contain other files, and removes stale files of the previous build. Returns the number of files.
 *
 * Safe to kill at any point. New and changed files are staged and synced first; then the manifest lists old and new files, so that the
 * next build can clean up; then each file is renamed into place. Readers see whole files, but old and new ones side by side for a
 * moment: the home page is replaced last, and stale files are removed after it.
 */
export function writeOutput(out: string, files: OutputFiles, cache?: OutputCache): Promise<number> {
  return changeOutput(out, async (folder, interruption) => {
    const { root, previous } = folder
    const { paths, changed, keys } = await step(
      () => `${out} is unchanged`,
      () => stage(folder, files, interruption, cache),
    )
    const stale = [...previous].filter((path) => !paths.has(path))
    if (changed.size === 0 && stale.length === 0 && paths.size === previous.size) {
      cache?.save(keys)
      return paths.size
    }

    let placed = 0
    await step(
      () => `${out} has ${placed} of ${changed.size} new or changed files; build again for the others`,
      async () => {
        await writeManifest(folder, [...paths, ...stale])
        removeFiles(folder, blocking(paths, stale))
        for (const [path, staged] of homeLast(changed)) {
          const target = join(root, path)
          if (!existsSync(dirname(target))) {
            // Fails if another command has taken over, in whose output the folder would be left empty.
            accessSync(staged)
            mkdirSync(dirname(target), { recursive: true })
          }
          renameSync(staged, target)
          placed++
        }
        await syncParents(folder, changed.keys())
      },
    )
    const rest = 'but may still contain files of the previous build; build again to remove them'
    await step(
      () => `${out} has every new file, ${rest}`,
      async () => {
        const failed = removeFiles(folder, stale)
        await writeManifest(folder, [...paths, ...failed.keys()])
        await syncParents(folder, stale)
        for (const [path, reason] of failed) throw new UsageError(`${path} cannot be removed (${reason})`)
        cache?.save(keys)
      },
    )
    return paths.size
  })
}

/** Stages new and changed files. Returns all paths, the staged files by path, and the keys for the cache. */
async function stage(
  { root, staging, previous }: OutputFolder,
  files: OutputFiles,
  interruption: Interruption,
  cache: OutputCache | undefined,
) {
  const { holds, conflictsWith, hasFolders } = inspectFolder(root)
  const paths = new Set<string>()
  const changed = new Map<string, string>()
  const foreign = new Set<string>()
  const keys = new Map<string, string>()
  for await (const file of files) {
    const { path } = file
    paths.add(path)
    if (file.key !== undefined) keys.set(path, file.key)
    if (paths.size % 32 === 0) await interruption.check()
    if (cache?.sizeOf(file) !== undefined && hasFolders(path)) continue
    const { body } = file
    if (holds(path, body)) continue
    for (const other of conflictsWith(path)) if (!previous.has(other)) foreign.add(other)
    const staged = join(staging, String(changed.size))
    writeFileSync(staged, body)
    changed.set(path, staged)
  }
  const [first, ...more] = foreign
  if (first !== undefined) {
    const others = more.length > 0 ? ` (and ${more.length} more)` : ''
    const remedy = 'move it, or choose another folder for --out'
    throw new UsageError(`${first}${others} was not written by a build and would be lost; ${remedy}.`)
  }
  await syncFiles(changed.values())
  await interruption.check()
  return { paths, changed, keys }
}

/** Returns stale files that are folders now, or inside a folder that is a file now. */
function blocking(paths: ReadonlySet<string>, stale: readonly string[]): string[] {
  const folders = new Set([...paths].flatMap(foldersAbove))
  return stale.filter((path) => folders.has(path) || foldersAbove(path).some((folder) => paths.has(folder)))
}

/** Places the home page last, after its markdown twin, so that it never links to missing files. */
function homeLast<T>(files: ReadonlyMap<string, T>): [string, T][] {
  const rank = ([path]: [string, T]) => (path === 'index.html' ? 2 : /^index\.\w+$/.test(path) ? 1 : 0)
  return [...files].sort((a, b) => rank(a) - rank(b))
}

/** Remembers the key, size and time of written files, so that unchanged ones are neither rendered nor read again. */
export class OutputCache {
  readonly #out: string
  readonly #cache: BuildCache
  readonly #previous: ReadonlyMap<string, Written>
  /** One `stat` per file. */
  readonly #sizes = new Map<string, number | undefined>()

  constructor(out: string, cache: BuildCache) {
    this.#out = out
    this.#cache = cache
    this.#previous = (cache.get(this.#key()) ?? new Map()) as ReadonlyMap<string, Written>
  }

  /** Returns undefined if the file has to be written. */
  sizeOf({ path, key }: OutputFile): number | undefined {
    if (key === undefined) return undefined
    if (!this.#sizes.has(path)) {
      const written = this.#previous.get(path)
      const isSame = written?.key === key && this.#isUntouched(path, written)
      this.#sizes.set(path, isSame ? written.size : undefined)
    }
    return this.#sizes.get(path)
  }

  /** Call when all files are in place. */
  save(files: Iterable<readonly [path: string, key: string]>): void {
    const now = new Map<string, Written>()
    let isNew = false
    for (const [path, key] of files) {
      const before = this.#previous.get(path)
      const isUnchanged = before !== undefined && this.#sizes.get(path) !== undefined
      const { size, mtimeMs } = isUnchanged ? before : lstatSync(join(this.#out, path))
      isNew ||= before?.key !== key || before.mtimeMs !== mtimeMs || before.size !== size
      now.set(path, { key, size, mtimeMs })
    }
    if (isNew || now.size !== this.#previous.size) this.#cache.set(this.#key(), now)
  }

  #isUntouched(path: string, { size, mtimeMs }: Written): boolean {
    const found = lstatSync(join(this.#out, path), { throwIfNoEntry: false })
    return found?.isFile() === true && found.size === size && found.mtimeMs === mtimeMs
  }

  #key(): string {
    return this.#cache.key('written', resolve(this.#out))
  }
}

interface Written {
  readonly key: string
  readonly size: number
  readonly mtimeMs: number
}
