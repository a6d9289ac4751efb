import { linkSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFiles, syncFolders } from './durable.ts'
import type { Interruption } from './interruption.ts'
import { foldersAbove, inspectFolder } from './inspect-folder.ts'
import type { OutputFiles } from './output.ts'
import { changeOutput, type OutputFolder, step, syncPlaces } from './folder.ts'
import { listName, listText, readList } from './list.ts'
import { currentLink, nextName, publish, readReleases, releasesFolder, removeOld } from './releases.ts'
import { UsageError } from '../../base/usage-error.ts'

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
      () => `${out}/${currentLink} is as it was`,
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

interface Staged {
  readonly place: string
  readonly files: number
  readonly isSame: boolean
}

/** The whole release, on the disk, where nobody looks for it yet. */
async function stage(
  { root, staging }: OutputFolder,
  current: string | undefined,
  files: OutputFiles,
  interruption: Interruption,
): Promise<Staged> {
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
