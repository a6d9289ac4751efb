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
  writeFileSync,
} from 'node:fs'
import platformPath, { basename, dirname, join } from 'node:path'
import { UsageError } from '../../base/errors.ts'
import { isWithin } from '../../content/folder.ts'
import { isSystemError } from '../settings.ts'
import { Interruption, syncFiles, syncFolders } from './durable.ts'
import { foldersAbove, inspectFolder } from './inspect-folder.ts'

/** The folder that a build writes to, while it does. */
export interface OutputFolder {
  /** Where it is, with links followed. */
  readonly root: string
  /** The first folder that had to be made to have it. */
  readonly made: string | undefined
  readonly earlier: ReadonlySet<string>
  readonly staging: string
}

/** Inside the output: a rename works within one file system only, and what a killed build left is found there. */
const stagingPrefix = '.citable-staging-'

/** Opens the folder for one command, has it do its work, and leaves nothing of its own there. */
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
    // Whatever it was that failed, this is why.
    if (outcome instanceof Error && !existsSync(folder.staging))
      throw new UsageError(`Another command took over writing to ${out}; this one stopped.`)
    const left = closeOutput(folder, outcome instanceof Error)
    if (left !== undefined)
      throw new UsageError(`${outcome instanceof Error ? outcome.message : `${out} is complete`}; ${left}`)
    if (outcome instanceof Error) throw outcome
    return outcome
  } finally {
    interruption.end()
  }
}

/** What goes wrong is told with the state that the output is in. */
export async function step<T>(state: () => string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UsageError) && !isSystemError(error)) throw error
    throw new UsageError(`${state()}: ${error.message}`, error instanceof UsageError ? error.exitCode : 1)
  }
}

/** From here on no other command can change the folder: what it has staged is ours. So the list is read after that. */
function openOutput(out: string): OutputFolder {
  const made = mkdirSync(out, { recursive: true })
  const root = realpathSync(out)
  readList(root)
  const staging = mkdtempSync(join(root, stagingPrefix))
  try {
    takeOver(root, staging)
    return { root, made, earlier: readList(root), staging }
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    throw error
  }
}

/** A build that was killed left its staging folder; one that still runs cannot change anything any more. */
function takeOver(root: string, staging: string): void {
  for (const name of readdirSync(root)) {
    const other = join(root, name)
    if (!name.startsWith(stagingPrefix) || other === staging) continue
    try {
      renameSync(other, join(staging, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      // It has ended by now; or it was first, and has ours.
      if (!existsSync(staging)) throw new UsageError('another command is writing to it')
    }
  }
}

export async function putList({ root, staging }: OutputFolder, paths: Iterable<string>): Promise<void> {
  const staged = join(staging, listName)
  writeFileSync(staged, listText(paths))
  await syncFiles([staged])
  renameSync(staged, join(root, listName))
  await syncFolders([root])
}

/** Returns those that could not be removed, each with the reason. Folders that are empty then go, too. */
export function removeFiles({ root, staging }: OutputFolder, paths: readonly string[]): Map<string, string> {
  const kept = new Map<string, string>()
  const { kindAt } = inspectFolder(root)
  for (const [at, path] of paths.entries()) {
    const kind = kindAt(path)
    if (kind === 'nothing' || kind === 'folder') continue
    try {
      // Not unlinked: like all that changes the output, this fails once another build has taken over.
      renameSync(join(root, path), join(staging, `gone-${at}`))
    } catch (error) {
      kept.set(path, (error as Error).message)
    }
  }
  // By now they may be another command's.
  if (!existsSync(staging)) return kept
  const folders = [...new Set(paths.flatMap(foldersAbove))].sort((a, b) => b.length - a.length)
  removeIfEmpty(folders.map((folder) => join(root, folder)))
  return kept
}

/** Waits until the disk has these files where they are now, or has no longer those that were removed. */
export function syncPlaces({ root, made }: OutputFolder, paths: Iterable<string>): Promise<void> {
  const folders = new Set([root])
  for (const path of paths) for (const folder of foldersAbove(path)) folders.add(join(root, folder))
  for (const folder of madeFolders(root, made)) folders.add(dirname(folder))
  return syncFolders(folders)
}

/** Says what could not be removed, if anything. */
function closeOutput({ root, made, staging }: OutputFolder, failed: boolean): string | undefined {
  try {
    rmSync(staging, { recursive: true, force: true })
  } catch (error) {
    return `${basename(staging)} in it cannot be removed (${(error as Error).message})`
  }
  if (failed) removeIfEmpty(madeFolders(root, made))
  return undefined
}

/** From the output outwards. */
function madeFolders(root: string, made: string | undefined): string[] {
  if (made === undefined) return []
  const outermost = realpathSync(made)
  const folders = [root]
  for (let folder = root; folder !== outermost; folders.push(folder)) folder = dirname(folder)
  return folders
}

function removeIfEmpty(folders: Iterable<string>): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder)
    } catch {
      // Something is in it, and not ours to remove.
    }
  }
}

/**
 * The list that a build leaves in its folder: the files that the next build may replace or remove. Most hosts do not publish a name
 * that starts with a dot; where one does, the list says nothing that the site does not.
 */
export const listName = '.citable-build.json'

/** Empty where there was no build yet. */
export function readList(root: string): ReadonlySet<string> {
  const list = jsonIn(join(root, listName))
  if (!list) return new Set()
  const { files } = list
  if (Array.isArray(files) && files.every((one) => isOfBuild(one, root))) return new Set(files)
  throw new UsageError(`${listName} is not a list written by a build; build into another folder`)
}

/** Undefined where there is no file; empty for what is no JSON. */
export function jsonIn(
  path: string,
): { readonly files?: unknown; readonly unfinished?: unknown } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) ?? {}
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** A path that leads out of the folder is none that a build wrote, and must not be followed. */
export function isOfBuild(file: unknown, root: string, path = platformPath): boolean {
  if (typeof file !== 'string') return false
  const place = path.resolve(root, file)
  return place !== path.resolve(root) && isWithin(place, root, path)
}

export function listText(paths: Iterable<string>): string {
  const about = 'Files that citable build wrote. The next build replaces or removes these and no others.'
  return `${JSON.stringify({ about, files: [...paths].sort() }, null, 1)}\n`
}
