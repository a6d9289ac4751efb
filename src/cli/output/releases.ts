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
import { UsageError } from '../../base/errors.ts'
import { type Interruption, syncFiles, syncFolders } from './durable.ts'
import { changeOutput, listName, listText, type OutputFolder, readList, step, syncPlaces } from './folder.ts'
import { filesBelow, foldersAbove, inspectFolder } from './inspect-folder.ts'
import type { OutputFiles } from './output.ts'

/** Below the output: the folder of all releases, and the link that leads to one of them. */
export const releasesFolder = 'releases'
export const currentLink = 'current'

export interface Releases {
  /** Oldest first. */
  readonly names: readonly string[]
  /** Which one is published; undefined before the first, or if somebody has removed it. */
  readonly current: string | undefined
}

/** What is no release of ours is passed over; what is in the place of the link and is not ours is an error. */
export function readReleases(root: string): Releases {
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false })
  const names = namesIn(root).filter((name) => {
    const place = join(root, releasesFolder, name)
    return isThere(place)?.isDirectory() && isThere(join(place, listName))?.isFile()
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

/** Publishes a release that is whole: who follows the link finds the one before it or this one, and never none. */
export async function publish({ root, staging }: OutputFolder, name: string): Promise<void> {
  const link = join(staging, currentLink)
  symlinkSync(`${releasesFolder}/${name}`, link)
  renameSync(link, join(root, currentLink))
  await syncFolders([root])
}

/**
 * Removes all but the newest, and the one that is published; returns those that are kept because somebody else has put a file
 * into them. A release leaves its place by one rename, so that what is left there is always whole.
 */
export function removeOld({ root, staging }: OutputFolder, keep: number): readonly string[] {
  const { names, current } = readReleases(root)
  const old = names.slice(0, -keep).filter((name) => name !== current)
  return old.filter((name) => {
    const place = join(root, releasesFolder, name)
    const own = readList(place)
    if (filesBelow(place, '').some((path) => path !== listName && !own.has(path))) return true
    renameSync(place, join(staging, `gone-${name}`))
    return false
  })
}

/** The time to the second, in UTC. Where the clock was set back, one that still sorts after the latest. */
export function nextName(root: string, now: number): string {
  const latest = namesIn(root).at(-1) ?? ''
  const [date, time = ''] = latest.split('T')
  const after = latest === '' ? 0 : Date.parse(`${date}T${time.replaceAll('-', ':')}`) + 1000
  return new Date(Math.max(now, after)).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
}

/** No colon, which Windows and some archives do not take in a name. */
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

/** Where a link leads; empty for what is none. */
function targetOf(link: string): string | undefined {
  const found = lstatSync(link, { throwIfNoEntry: false })
  if (!found) return undefined
  return found.isSymbolicLink() ? readlinkSync(link) : ''
}

export interface Release {
  readonly name: string
  /** False when it would have been the same as the one that is published. */
  readonly isNew: boolean
  readonly files: number
  /** Old releases that are kept, because somebody else has put a file into them. */
  readonly kept: readonly string[]
}

/**
 * Writes files into a new folder beside the earlier releases, and publishes it by one rename of a link; so there is no moment
 * without a whole site, wherever this is killed.
 *
 * A file that has not changed is a hard link to that of the release before. Nothing here ever writes into a file that has
 * a name, so one release cannot change another.
 */
export function writeRelease(out: string, files: OutputFiles, keep: number, now: number): Promise<Release> {
  return changeOutput(out, async (folder, interruption) => {
    const { root } = folder
    const release = await step(
      () => `${out}/${currentLink} is unchanged`,
      async () => {
        if (folder.earlier.size > 0)
          throw new UsageError('it holds a build without releases; choose another folder for --out')
        const { current } = readReleases(root)
        const staged = await stage(folder, current, files, interruption)
        await interruption.check()
        if (staged.isSame && current !== undefined)
          return { name: current, isNew: false, files: staged.files }
        const name = nextName(root, now)
        mkdirSync(join(root, releasesFolder), { recursive: true })
        renameSync(staged.place, join(root, releasesFolder, name))
        await syncPlaces(folder, [`${releasesFolder}/${name}`])
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

/** The whole release, on the disk, where nobody looks for it yet. */
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
    // One by one: made with all that is above it, a folder would bring back what a later command has taken away.
    for (const folder of foldersAbove(path).map((one) => join(place, one))) {
      if (!folders.has(folder)) mkdirSync(folder)
      folders.add(folder)
    }
    const isSame = before !== undefined && holds(path, body)
    if (!isSame) changed++
    if (isSame && isLinked(join(before, path), target)) continue
    writeFileSync(target, body, { flag: 'wx' })
    written.push(target)
  }
  const list = join(place, listName)
  writeFileSync(list, listText(paths))
  await syncFiles([...written, list])
  await syncFolders(folders)
  const isSame = changed === 0 && before !== undefined && readList(before).size === paths.size
  return { place, files: paths.size, isSame }
}

/** Not every file system has hard links, and none has as many as one likes. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}
