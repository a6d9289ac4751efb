import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import platformPath, { basename, dirname, join, resolve } from 'node:path'
import { foldersAbove } from '../../base/paths.ts'
import { isSystemError, UsageError } from '../../base/errors.ts'
import { buildManifest, isWithin, resolveLinks } from '../../content/folder.ts'
import { Interruption, syncFiles, syncFolders } from './durable.ts'
import { inspectFolder } from './inspect-folder.ts'

/** An output folder locked by one command. */
export interface OutputFolder {
  /** Absolute path, with links resolved. */
  readonly root: string
  /** The outermost folder this command created, if any. */
  readonly created: string | undefined
  readonly previous: Manifest
  readonly staging: string
}

/** Content is never mixed with output: a folder inside the archive must be new, or written by builds, which are not content. */
export function requireApart(dir: string, out: string): void {
  const [archive, target] = [resolveLinks(resolve(dir)), resolveLinks(resolve(out))]
  if (isWithin(archive, target)) {
    throw new UsageError(`${out} contains the archive; choose another output folder.`, 2)
  }
  const kind = statSync(target, { throwIfNoEntry: false })
  if (kind?.isDirectory() === false) throw new UsageError(`${out} is not a folder.`)
  if (kind && isWithin(target, archive) && !isOutput(target)) {
    throw new UsageError(
      `${out} is inside the archive and was not written by a build; choose a new output folder.`,
      2,
    )
  }
}

/** A folder of a build, or without files that could be content. */
function isOutput(folder: string): boolean {
  const names = readdirSync(folder)
  return names.includes(manifestName) || names.every((name) => name.startsWith('.'))
}

/** The files of a build. A file without facts may be incomplete. */
export type Manifest = ReadonlyMap<string, Written | undefined>

/** What tells whether a file is still as it was written. */
export interface Written {
  readonly size: number
  /** Of its last change, in milliseconds. */
  readonly time: number
  /** Of its bytes, or of all that they were made from. */
  readonly digest: string
}

/** Inside the output, because renames need the same file system, and the next build must find leftovers of a killed one. */
const stagingPrefix = '.citable-staging-'

/** Locks the output folder, runs the work, and removes the staging folder. */
export async function changeOutput<T>(
  out: string,
  work: (folder: OutputFolder, interruption: Interruption) => Promise<T>,
): Promise<T> {
  const interruption = new Interruption()
  try {
    const folder = await step(
      () => `${out} is unchanged`,
      () => openOutput(out),
    )
    const outcome = await work(folder, interruption).catch((error: Error) => error)
    // Without its staging folder, the work fails with some other error. Report the cause.
    if (outcome instanceof Error && !existsSync(folder.staging))
      throw new UsageError(`Another command took over writing to ${out}; this one stopped.`)
    try {
      rmSync(folder.staging, { recursive: true, force: true })
    } catch (error) {
      const state = outcome instanceof Error ? outcome.message : `${out} is complete`
      const leftover = `${basename(folder.staging)} in it cannot be removed (${(error as Error).message})`
      throw new UsageError(`${state}; ${leftover}`)
    }
    if (!(outcome instanceof Error)) return outcome
    removeIfEmpty(createdFolders(folder))
    throw outcome
  } finally {
    interruption.end()
  }
}

/** Prefixes errors with the state of the output. */
export async function step<T>(state: () => string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UsageError) && !isSystemError(error)) throw error
    throw new UsageError(`${state()}: ${error.message}`, error instanceof UsageError ? error.exitCode : 1)
  }
}

/** Locks the folder by taking over the staging folders of other commands, then reads the manifest. */
function openOutput(out: string): OutputFolder {
  const created = mkdirSync(out, { recursive: true })
  const root = realpathSync(out)
  const text = textOf(join(root, manifestName))
  const known = readManifest(text, root)
  const staging = mkdtempSync(join(root, stagingPrefix))
  try {
    takeOver(root, staging)
    const now = textOf(join(root, manifestName))
    return { root, created, previous: now === text ? known : readManifest(now, root), staging }
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    throw error
  }
}

/** Moves the staging folders of killed or running commands into ours, so that those can no longer change the output. */
function takeOver(root: string, staging: string): void {
  for (const name of readdirSync(root)) {
    const other = join(root, name)
    if (!name.startsWith(stagingPrefix) || other === staging) continue
    try {
      renameSync(other, join(staging, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      // The other command has finished, or has taken over ours.
      if (!existsSync(staging)) throw new UsageError('another command is writing to it')
    }
  }
}

/** Lists the files that the next build may replace or remove. Safe to publish: it names only public files. */
export const manifestName = buildManifest

export async function writeManifest({ root, staging }: OutputFolder, manifest: Manifest): Promise<void> {
  const staged = join(staging, manifestName)
  const about = 'Files that citable build wrote. The next build replaces or removes these and no others.'
  const files = [...manifest.keys()].sort()
  const written = files.map((path) => {
    const { size, time, digest } = manifest.get(path) ?? {}
    return digest === undefined ? '' : `${size} ${time} ${digest}`
  })
  writeFileSync(staged, `${JSON.stringify({ about, files, written }, null, 1)}\n`)
  await syncFiles([staged])
  renameSync(staged, join(root, manifestName))
  await syncFolders([root])
}

/** Removes files and then empty folders. Returns the files that could not be removed, with the reason. */
export function removeFiles({ root, staging }: OutputFolder, paths: readonly string[]): Map<string, string> {
  const failed = new Map<string, string>()
  const { kindAt } = inspectFolder(root)
  for (const [at, path] of paths.entries()) {
    const kind = kindAt(path)
    if (kind === 'nothing' || kind === 'folder') continue
    try {
      // Renamed, not unlinked: this fails if another build has taken over the staging folder.
      renameSync(join(root, path), join(staging, `gone-${at}`))
    } catch (error) {
      failed.set(path, (error as Error).message)
    }
  }
  // Another command may have taken over.
  if (!existsSync(staging)) return failed
  const folders = [...new Set(paths.flatMap(foldersAbove))].sort((a, b) => b.length - a.length)
  removeIfEmpty(folders.map((folder) => join(root, folder)))
  return failed
}

/** Flushes the folders of created or removed files to disk. */
export function syncParents(output: OutputFolder, paths: Iterable<string>): Promise<void> {
  const { root } = output
  const folders = new Set([root])
  for (const path of paths) for (const folder of foldersAbove(path)) folders.add(join(root, folder))
  for (const folder of createdFolders(output)) folders.add(dirname(folder))
  return syncFolders(folders)
}

/** Innermost first. */
function createdFolders({ root, created }: OutputFolder): string[] {
  if (created === undefined) return []
  const outermost = realpathSync(created)
  const folders = [root]
  for (let folder = root; folder !== outermost; folders.push(folder)) folder = dirname(folder)
  return folders
}

function removeIfEmpty(folders: Iterable<string>): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder)
    } catch {
      // Not empty.
    }
  }
}

function readManifest(text: string | undefined, root: string): Manifest {
  if (text === undefined) return new Map()
  const { files, written } = jsonIn(text)
  if (Array.isArray(files) && files.every((file) => isPathWithin(file, root)))
    return new Map(
      files.map((file, nth) => [file, Array.isArray(written) ? factsIn(written[nth]) : undefined]),
    )
  throw new UsageError(`${manifestName} is not a valid build manifest; choose another output folder`)
}

function factsIn(written: unknown): Written | undefined {
  const [size, time, digest] = String(written).split(' ')
  return digest === undefined ? undefined : { size: Number(size), time: Number(time), digest }
}

/** Returns undefined if there is no file, and an empty object for invalid JSON. */
export function readJsonFile(path: string): JsonFile | undefined {
  const text = textOf(path)
  return text === undefined ? undefined : jsonIn(text)
}

interface JsonFile {
  readonly files?: unknown
  readonly unfinished?: unknown
  readonly written?: unknown
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function jsonIn(text: string): JsonFile {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/** Rejects manifest entries that lead out of the folder. */
export function isPathWithin(file: unknown, root: string, path = platformPath): boolean {
  if (typeof file !== 'string') return false
  const folder = path.resolve(root)
  return path.resolve(folder, file).startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)
}
