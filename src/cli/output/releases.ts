import { lstatSync, readdirSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolders } from './durable.ts'
import { filesBelow } from './inspect-folder.ts'
import type { OutputFolder } from './folder.ts'
import { listName, readList } from './list.ts'
import { UsageError } from '../../base/usage-error.ts'

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
  const names = namesIn(join(root, releasesFolder))
    .filter((name) => releaseName.test(name) && isOwn(join(root, releasesFolder, name)))
    .sort()
  const target = targetOf(join(root, currentLink))
  if (target === undefined) return { names, current: undefined }
  if (ofRelease.test(target))
    return { names, current: names.find((name) => target === `${releasesFolder}/${name}`) }
  throw new UsageError(
    `${currentLink} was not written by a build and would be lost; move it, or choose another folder for --out`,
  )
}

/** Whether a folder is one that builds put releases into. */
export function hasReleases(root: string): boolean {
  return ofRelease.test(targetOf(join(root, currentLink)) ?? '')
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
    if (holdsForeign(place)) return true
    renameSync(place, join(staging, `gone-${name}`))
    return false
  })
}

/** The time to the second, in UTC. Where the clock was set back, one that still sorts after the latest. */
export function nextName(root: string, now: number): string {
  const taken = namesIn(join(root, releasesFolder)).filter((name) => releaseName.test(name))
  const [latest = ''] = taken.sort().reverse()
  const [date, time = ''] = latest.split('T')
  const after = latest === '' ? 0 : Date.parse(`${date}T${time.replaceAll('-', ':')}`) + 1000
  return new Date(Math.max(now, after)).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
}

/** No colon, which Windows and some archives do not take in a name. */
const releaseName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
const ofRelease = /^releases\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

/** A folder that a build has left its list in. */
function isOwn(place: string): boolean {
  const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false })
  return isThere(place)?.isDirectory() === true && isThere(join(place, listName))?.isFile() === true
}

/** Where a link leads; empty for what is none. */
function targetOf(link: string): string | undefined {
  const found = lstatSync(link, { throwIfNoEntry: false })
  if (!found) return undefined
  return found.isSymbolicLink() ? readlinkSync(link) : ''
}

function holdsForeign(place: string): boolean {
  const own = readList(place)
  return filesBelow(place, '').some((path) => path !== listName && !own.has(path))
}
