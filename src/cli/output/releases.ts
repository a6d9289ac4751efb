import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { foldersAbove } from '../../base/paths.ts'
import { UsageError } from '../../base/errors.ts'
import { type Interruption, syncFiles, syncFolders } from './durable.ts'
import {
  changeOutput,
  manifestName,
  manifestText,
  type OutputFolder,
  readManifest,
  step,
  syncParents,
} from './folder.ts'
import { filesBelow, inspectFolder } from './inspect-folder.ts'
import type { OutputFiles } from './output.ts'

/** In the output folder: all releases, and a symbolic link to the published one. */
export const releasesFolder = 'releases'
export const currentLink = 'current'

export interface Releases {
  /** Oldest first. */
  readonly names: readonly string[]
  /** The published release; undefined before the first, or if it was deleted. */
  readonly current: string | undefined
}

/** Ignores other folders. Throws if `current` exists and is not a link to a release. */
export function readReleases(root: string): Releases {
  const stat = (path: string) => lstatSync(path, { throwIfNoEntry: false })
  const names = namesIn(root).filter((name) => {
    const place = join(root, releasesFolder, name)
    return stat(place)?.isDirectory() && stat(join(place, manifestName))?.isFile()
  })
  const target = targetOf(join(root, currentLink))
  if (target === undefined) return { names, current: undefined }
  if (hasReleases(root))
    return { names, current: names.find((name) => target === `${releasesFolder}/${name}`) }
  throw new UsageError(
    `${currentLink} was not written by a build and would be lost; move it, or choose another folder for --out`,
  )
}

export function hasReleases(root: string): boolean {
  const [folder, name = '', ...more] = targetOf(join(root, currentLink))?.split('/') ?? []
  return folder === releasesFolder && releaseName.test(name) && more.length === 0
}

/** Points the link at a release, atomically. */
export async function publish({ root, staging }: OutputFolder, name: string): Promise<void> {
  const link = join(staging, currentLink)
  symlinkSync(`${releasesFolder}/${name}`, link)
  renameSync(link, join(root, currentLink))
  await syncFolders([root])
}

/**
 * Removes all but the newest and the published release, each by one rename, so that none is ever incomplete. Returns the releases kept
 * because they contain other files.
 */
export function removeOld({ root, staging }: OutputFolder, keep: number): readonly string[] {
  const { names, current } = readReleases(root)
  const old = names.slice(0, -keep).filter((name) => name !== current)
  return old.filter((name) => {
    const place = join(root, releasesFolder, name)
    const own = readManifest(place)
    if (filesBelow(place, '').some((path) => path !== manifestName && !own.has(path))) return true
    renameSync(place, join(staging, `gone-${name}`))
    return false
  })
}

/** Returns the UTC time in seconds. Sorts after the latest release even if the clock was set back. */
export function nextName(root: string, now: number): string {
  const latest = namesIn(root).at(-1) ?? ''
  const [date, time = ''] = latest.split('T')
  const after = latest === '' ? 0 : Date.parse(`${date}T${time.replaceAll('-', ':')}`) + 1000
  return new Date(Math.max(now, after)).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
}

/** Without colons, which Windows does not allow in file names. */
const releaseName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** Oldest first. */
function namesIn(root: string): string[] {
  try {
    return readdirSync(join(root, releasesFolder))
      .filter((name) => releaseName.test(name))
      .sort()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

/** Returns an empty string for anything but a symbolic link. */
function targetOf(link: string): string | undefined {
  const found = lstatSync(link, { throwIfNoEntry: false })
  if (!found) return undefined
  return found.isSymbolicLink() ? readlinkSync(link) : ''
}

export interface Release {
  readonly name: string
  /** False if nothing has changed since the published release. */
  readonly isNew: boolean
  readonly files: number
  /** Old releases kept because they contain other files. */
  readonly kept: readonly string[]
}

/**
 * Writes a new release and publishes it by replacing a symbolic link, so that the site is complete at all times, even if killed.
 * Unchanged files are hard links to the previous release. Files are never modified in place, so releases cannot affect each other.
 */
export function writeRelease(out: string, files: OutputFiles, keep: number, now: number): Promise<Release> {
  return changeOutput(out, async (folder, interruption) => {
    const { root } = folder
    const release = await step(
      () => `${out}/${currentLink} is unchanged`,
      async () => {
        if (folder.previous.size > 0)
          throw new UsageError('it contains a build without releases; choose another folder for --out')
        const { current } = readReleases(root)
        const staged = await stage(folder, current, files, interruption)
        await interruption.check()
        if (staged.isSame && current !== undefined)
          return { name: current, isNew: false, files: staged.files }
        const name = nextName(root, now)
        mkdirSync(join(root, releasesFolder), { recursive: true })
        renameSync(staged.place, join(root, releasesFolder, name))
        await syncParents(folder, [`${releasesFolder}/${name}`])
        await publish(folder, name)
        return { name, isNew: true, files: staged.files }
      },
    )
    const kept = await step(
      () => `${out}/${currentLink} is ${release.name}, and an earlier release cannot be removed`,
      () => removeOld(folder, keep),
    )
    return { ...release, kept }
  })
}

/** Writes and syncs the release in the staging folder. */
async function stage(
  { root, staging }: OutputFolder,
  current: string | undefined,
  files: OutputFiles,
  interruption: Interruption,
) {
  const place = join(staging, 'release')
  const before = current === undefined ? undefined : join(root, releasesFolder, current)
  const { holds } = inspectFolder(before ?? place)
  const paths = new Set<string>()
  const folders = new Set<string>([place])
  const written: string[] = []
  let changed = 0
  mkdirSync(place)
  for await (const { path, body } of files) {
    await interruption.check()
    const target = join(place, path)
    paths.add(path)
    // Not recursive: that would recreate a staging folder that another command has taken over.
    for (const folder of foldersAbove(path).map((one) => join(place, one))) {
      if (!folders.has(folder)) mkdirSync(folder)
      folders.add(folder)
    }
    const isSame = before !== undefined && holds(path, body)
    if (!isSame) changed++
    if (isSame && tryLink(join(before, path), target)) continue
    writeFileSync(target, body, { flag: 'wx' })
    written.push(target)
  }
  const manifest = join(place, manifestName)
  writeFileSync(manifest, manifestText(paths))
  await syncFiles([...written, manifest])
  await syncFolders(folders)
  const isSame = changed === 0 && before !== undefined && readManifest(before).size === paths.size
  return { place, files: paths.size, isSame }
}

/** Some file systems lack hard links, and all limit their number. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}
