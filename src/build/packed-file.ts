import { statSync } from 'node:fs'
import { normalBaseUrl } from '../archive/urls.ts'
import { isCalendarDate } from '../base/dates.ts'
import { UsageError } from '../base/errors.ts'
import type { CompileOptions } from '../compile.ts'
import { fileVersion, openSnapshotFile, SnapshotFile, openInSteps } from '../runtime/node/snapshot-file.ts'
import type { Snapshot } from '../snapshot/resource.ts'
import { inMemory } from '../snapshot/unpack.ts'
import type { Packed } from './compiler.ts'

/** Opens a packed archive in steps, so that a server answers requests meanwhile. */
export const snapshotIn = (packed: Packed): Promise<Snapshot> =>
  openInSteps(packed instanceof Uint8Array ? inMemory(packed) : packed)

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Rejects options that conflict with those it was packed with, because its links are fixed. */
export async function openPackedFile(path: string, { baseUrl, asOf }: CompileOptions): Promise<Packed> {
  if (asOf !== undefined && isCalendarDate(asOf))
    throw new UsageError(`${path} is already packed; pass --as-of to citable pack instead.`, 2)
  const file = openSnapshotFile(path)
  try {
    const packedUrl = await baseUrlOf(file, path)
    if (baseUrl !== undefined && normalBaseUrl(baseUrl) !== packedUrl)
      throw new UsageError(`${path} was packed for ${packedUrl}, not ${baseUrl}; pack it again.`, 2)
    if (fileVersion(statSync(path)) !== file.version)
      throw new UsageError(`${path} is still being written; try again in a moment.`)
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

/** Calls `overwritten` when the served file is written in place, as by scp, and `settled` after a second without writes. */
export function watchOverwriting(
  path: string,
  servedVersion: () => string | undefined,
  { overwritten, settled }: { overwritten(): void; settled(): void },
): NodeJS.Timeout {
  let [reported, seen, tried] = ['', '', '']
  return setInterval(() => {
    const served = servedVersion()
    const stat = statSync(path, { throwIfNoEntry: false })
    if (served === undefined || !stat?.isFile()) return
    const now = fileVersion(stat)
    if (now !== served && served.startsWith(`${stat.dev} ${stat.ino} `)) {
      if (reported !== served) overwritten()
      reported = served
      if (now === seen && now !== tried) {
        tried = now
        settled()
      }
    }
    seen = now
  }, 1000).unref()
}

/** Opens the whole file, to detect damage before it is served. */
async function baseUrlOf(packed: Packed, path: string): Promise<string> {
  try {
    return (await snapshotIn(packed)).baseUrl
  } catch (error) {
    const expected = 'a complete archive packed by this version of citable'
    throw new UsageError(`${path} is neither a folder nor ${expected} (${(error as Error).message}).`)
  }
}

export function discard(packed: Packed): void {
  if (packed instanceof SnapshotFile) packed.close()
}
