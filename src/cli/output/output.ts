import { accessSync, existsSync, lstatSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { BuildCache } from '../../base/caches.ts'
import { UsageError } from '../../base/errors.ts'
import { type Interruption, syncFiles } from './durable.ts'
import { changeOutput, type OutputFolder, putList, removeFiles, step, syncPlaces } from './folder.ts'
import { foldersAbove, inspectFolder } from './inspect-folder.ts'
import { hasReleases } from './releases.ts'

export interface OutputFile {
  /** Relative, with forward slashes. */
  readonly path: string
  readonly body: string | Uint8Array
  /** Of all that the body is made of, where that is known. */
  readonly key?: string | undefined
}

/** In any order; each is written as it comes. */
export type OutputFiles = Iterable<OutputFile> | AsyncIterable<OutputFile>

/**
 * Writes files into a folder that may hold other things, and removes what only an earlier build wrote there; says how many files
 * the site has.
 *
 * It may be killed at any point. All that is new or changed is written to a staging folder, and is on the disk before the first
 * of it is renamed into place; by then the list names old files and new ones, so that the next build knows all of them for its
 * own. A reader finds each file old or new and never half of one, though for a moment old ones beside new ones: the home
 * page is renamed last, and nothing is removed before it.
 */
export function writeOutput(out: string, files: OutputFiles, before?: WrittenBefore): Promise<number> {
  return changeOutput(out, (folder, interruption) => replaceFiles(out, folder, files, interruption, before))
}

async function replaceFiles(
  out: string,
  folder: OutputFolder,
  files: OutputFiles,
  interruption: Interruption,
  before: WrittenBefore | undefined,
): Promise<number> {
  const { root, earlier } = folder
  const { paths, changed, keys } = await step(
    () => `${out} is unchanged`,
    async () => {
      if (hasReleases(root))
        throw new UsageError('it holds releases; add --releases, or choose another folder for --out')
      const staged = await stage(folder, files, interruption, before)
      await syncFiles(staged.changed.values())
      await interruption.check()
      return staged
    },
  )
  const gone = [...earlier].filter((path) => !paths.has(path))
  if (changed.size === 0 && gone.length === 0 && paths.size === earlier.size) {
    before?.keep(keys)
    return paths.size
  }

  let placed = 0
  await step(
    () => `${out} has ${placed} of ${changed.size} new or changed files; build again for the others`,
    async () => {
      await putList(folder, [...paths, ...gone])
      removeFiles(folder, blocking(paths, gone))
      for (const [path, staged] of homeLast(changed)) {
        const target = join(root, path)
        if (!existsSync(dirname(target))) makeFolder(dirname(target), staged)
        renameSync(staged, target)
        placed++
      }
      await syncPlaces(folder, changed.keys())
    },
  )
  await step(
    () =>
      `${out} has every new file, but may still hold some from the earlier build; build again to remove them`,
    async () => {
      const kept = removeFiles(folder, gone)
      await putList(folder, [...paths, ...kept.keys()])
      await syncPlaces(folder, gone)
      for (const [path, reason] of kept) throw new UsageError(`${path} cannot be removed (${reason})`)
      before?.keep(keys)
    },
  )
  return paths.size
}

interface Staged {
  readonly paths: ReadonlySet<string>
  /** From each path whose file is new or changed to where that is staged. */
  readonly changed: ReadonlyMap<string, string>
  /** Of those that have one. */
  readonly keys: ReadonlyMap<string, string>
}

async function stage(
  { root, staging, earlier }: OutputFolder,
  files: OutputFiles,
  interruption: Interruption,
  before: WrittenBefore | undefined,
): Promise<Staged> {
  const { holds, inTheWayOf, kindAt } = inspectFolder(root)
  const paths = new Set<string>()
  const changed = new Map<string, string>()
  const foreign = new Set<string>()
  const keys = new Map<string, string>()
  for await (const file of files) {
    const { path } = file
    paths.add(path)
    if (file.key !== undefined) keys.set(path, file.key)
    if (paths.size % 32 === 0) await interruption.check()
    if (before?.sizeOf(file) !== undefined && kindAt(path) === 'file') continue
    const { body } = file
    if (holds(path, body)) continue
    for (const other of inTheWayOf(path)) if (!earlier.has(other)) foreign.add(other)
    const staged = join(staging, String(changed.size))
    writeFileSync(staged, body)
    changed.set(path, staged)
  }
  const [first, ...more] = foreign
  if (first === undefined) return { paths, changed, keys }
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  throw new UsageError(
    `${first}${others} was not written by a build and would be lost; move it, or choose another folder for --out.`,
  )
}

/** Files that have become folders, and files in folders that have become files. */
function blocking(paths: ReadonlySet<string>, gone: readonly string[]): string[] {
  const folders = new Set([...paths].flatMap(foldersAbove))
  return gone.filter((path) => folders.has(path) || foldersAbove(path).some((folder) => paths.has(folder)))
}

/** Only while there is something to put into it: an empty folder would be left in what another command is writing. */
function makeFolder(folder: string, staged: string): void {
  accessSync(staged)
  mkdirSync(folder, { recursive: true })
}

/** The page that people begin with comes after its twin: when it is there, everything is. */
function homeLast<T>(files: ReadonlyMap<string, T>): [string, T][] {
  const place = ([path]: [string, T]) => (path === 'index.html' ? 2 : /^index\.\w+$/.test(path) ? 1 : 0)
  return [...files].sort((a, b) => place(a) - place(b))
}

/** What an earlier build wrote into a folder, of files whose key says what they hold: those need neither be made nor be read. */
export class WrittenBefore {
  readonly #out: string
  readonly #cache: BuildCache
  readonly #earlier: ReadonlyMap<string, Written>
  /** Each file is looked at once. */
  readonly #sizes = new Map<string, number | undefined>()

  constructor(out: string, cache: BuildCache) {
    this.#out = out
    this.#cache = cache
    this.#earlier = (cache.get(this.#key()) ?? new Map()) as ReadonlyMap<string, Written>
  }

  /** Undefined if it must be made. */
  sizeOf({ path, key }: OutputFile): number | undefined {
    if (key === undefined) return undefined
    if (!this.#sizes.has(path)) {
      const written = this.#earlier.get(path)
      const isSame = written?.key === key && this.#isAsWritten(path, written)
      this.#sizes.set(path, isSame ? written.size : undefined)
    }
    return this.#sizes.get(path)
  }

  /** Every file of this build that has a key, once they are all in place. */
  keep(files: Iterable<readonly [path: string, key: string]>): void {
    const now = new Map<string, Written>()
    let isNew = false
    for (const [path, key] of files) {
      const { size, mtimeMs } = lstatSync(join(this.#out, path))
      const earlier = this.#earlier.get(path)
      isNew ||= earlier?.key !== key || earlier.mtimeMs !== mtimeMs || earlier.size !== size
      now.set(path, { key, size, mtimeMs })
    }
    if (isNew || now.size !== this.#earlier.size) this.#cache.set(this.#key(), now)
  }

  #isAsWritten(path: string, { size, mtimeMs }: Written): boolean {
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
