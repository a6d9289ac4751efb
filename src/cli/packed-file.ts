import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { normalBaseUrl } from '../archive/urls.ts'
import { isCalendarDate } from '../base/dates.ts'
import { UsageError } from '../base/errors.ts'
import type { CompileOptions } from '../compile.ts'
import { type CardRecipe, drawCard } from '../representations/cards.ts'
import { createSnapshotFile, openSnapshotFile, SnapshotFile } from '../runtime/node/snapshot-file.ts'
import { nodeOnDemand } from '../snapshot/encode.ts'
import { magic } from '../snapshot/record.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import { openPacked, unpack } from '../snapshot/unpack.ts'
import type { Packed } from './compiler.ts'
import { Interruption, syncFiles, syncFolders } from './output/durable.ts'

/** An archive that was compiled before, in one file: `citable pack` writes it, and whatever needs a snapshot opens it. */

/** Compressed bodies and cards, which a server makes when they are first asked for. */
export const onDemand = nodeOnDemand((recipe) => drawCard(recipe as CardRecipe))

export function snapshotIn(packed: Packed): Snapshot {
  return packed instanceof Uint8Array ? unpack(packed, onDemand) : openPacked(packed, { onDemand })
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** What is asked of it must be what it was packed with: every link in it is settled. */
export function openPackedFile(path: string, { baseUrl, asOf }: CompileOptions, keepName = false): Packed {
  if (asOf !== undefined && isCalendarDate(asOf))
    throw new UsageError(`${path} is already packed; pass --as-of to citable pack instead.`, 2)
  const copy = createSnapshotFile()
  try {
    const packed = copied(path, copy)
    const home = homeOf(packed, path)
    if (baseUrl !== undefined && normalBaseUrl(baseUrl) !== home)
      throw new UsageError(`${path} was packed for ${home}, not ${baseUrl}; pack it again.`, 2)
    if (!keepName) copy?.removeName()
    return packed
  } catch (error) {
    copy?.close()
    throw error
  }
}

/**
 * A copy of one's own, since a body is read when it is asked for: whoever writes over the file, as scp does, must not change what is
 * being served. In memory where there is no room for another file.
 */
function copied(path: string, copy: SnapshotFile | undefined): Packed {
  const before = statSync(path)
  if (copy?.path) copyFileSync(path, copy.path, constants.COPYFILE_FICLONE)
  const packed = copy ?? readFileSync(path)
  const after = statSync(path)
  if (before.ino === after.ino && before.size === after.size && before.mtimeMs === after.mtimeMs)
    return packed
  throw new UsageError(`${path} is still being written; try again in a moment.`)
}

/** Opened to the end, so that damage to the table or the search index is noticed before anybody serves it. */
function homeOf(packed: Packed, path: string): string {
  try {
    return snapshotIn(packed).baseUrl
  } catch (error) {
    throw new UsageError(
      `${path} is neither a folder nor a complete archive packed by this version of citable (${(error as Error).message}).`,
    )
  }
}

/** Whoever reads it finds the archive from before or the new one, never a part of one. Says how many bytes it has. */
export async function writePackedFile(path: string, packed: Packed): Promise<number> {
  requireOurs(path)
  const staged = join(dirname(path), `.${basename(path)}-${randomUUID()}`)
  const interruption = new Interruption()
  try {
    writeAll(staged, packed)
    await syncFiles([staged])
    await interruption.check()
    renameSync(staged, path)
    await syncFolders([dirname(path)])
    return packed.length
  } finally {
    rmSync(staged, { force: true })
    interruption.end()
  }
}

/** A slip of the keyboard must not cost anybody a post. */
function requireOurs(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (found.isDirectory()) throw new UsageError(`${path} is a folder; choose a file name.`, 2)
  if (found.size === 0 || isPacked(path)) return
  throw new UsageError(`${path} is not a packed archive and would be overwritten; choose another file.`, 2)
}

/** In this format or an earlier one, whose magic words differ in the last letter. */
function isPacked(path: string): boolean {
  const file = openSnapshotFile(path)
  try {
    return file.length >= 4 && file.read(0, 4).readUInt32BE() >>> 8 === magic >>> 8
  } finally {
    file.close()
  }
}

function writeAll(path: string, packed: Packed): void {
  const descriptor = openSync(path, 'wx')
  try {
    for (let at = 0; at < packed.length; at += together) {
      const length = Math.min(together, packed.length - at)
      const bytes = packed instanceof Uint8Array ? packed.subarray(at, at + length) : packed.read(at, length)
      writeFileSync(descriptor, bytes)
    }
  } finally {
    closeSync(descriptor)
  }
}

const together = 2 ** 20

export function discard(packed: Packed): void {
  if (packed instanceof SnapshotFile) packed.close()
}
