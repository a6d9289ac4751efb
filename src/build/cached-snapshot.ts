import { hash } from 'node:crypto'
import { closeSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCalendarDate } from '../base/dates.ts'
import { digest } from '../base/digest.ts'
import type { Built } from '../base/diagnostics.ts'
import type { JobOptions } from './compiler.ts'
import { engine, openRegular } from './cache.ts'
import { fromFolder } from '../content/folder.ts'
import { distrustOf } from './private-folder.ts'
import type { ContentSource } from '../content/source.ts'
import { openSnapshotFile, type SnapshotFile } from '../runtime/node/snapshot-file.ts'
import type { PackedBlock, PackedBlocks } from '../snapshot/pack.ts'
import { readNote } from '../snapshot/unpack.ts'
import { bytesOf } from '../base/utf8.ts'

/**
 * The last snapshot of a server, in the cache folder. An unchanged archive is served from it; otherwise, the compiler copies unchanged
 * blocks. A digest in the file name detects damage.
 */

/** Stored in the snapshot: its inputs, what was found, and blocks to copy. */
interface SnapshotRecord extends Inputs, Found {
  readonly engine: string
  readonly options: string
  readonly asOf?: string | undefined
  readonly blocks: readonly (readonly [key: string, block: PackedBlock])[]
  readonly strings: readonly string[]
}

type Found = Omit<Built<unknown>, 'value'>

/** Digests of the file list and of each file read. */
interface Inputs {
  readonly list: string
  readonly files: readonly (readonly [path: string, digest: string])[]
}

const unreadable = 'unreadable'

/** Wraps a source to record digests of everything read. */
export function recordingSource(source: ContentSource): ContentSource & { readonly inputs: () => Inputs } {
  const files = new Map<string, string>()
  let list = ''
  return {
    async list() {
      const paths = await source.list()
      list = listDigest(paths)
      return paths
    },
    async read(path) {
      files.set(path, unreadable)
      const bytes = await source.read(path)
      files.set(path, digestOf(bytesOf(bytes)))
      return bytes
    },
    inputs: () => ({ list, files: [...files] }),
  }
}

export function recordFor(
  { asOf, ...options }: JobOptions,
  inputs: Inputs,
  found: Found,
  { blocks, strings }: PackedBlocks,
): SnapshotRecord {
  return {
    engine,
    options: JSON.stringify(options),
    asOf,
    ...inputs,
    ...found,
    blocks: [...blocks],
    strings,
  }
}

/** Returns the cached snapshot if compiling would produce the same. */
export async function unchangedSnapshot(
  cacheFolder: string,
  dir: string,
  { asOf, ...options }: JobOptions,
): Promise<Built<SnapshotFile> | undefined> {
  const cached = openCachedSnapshot(cacheFolder)
  if (!cached) return undefined
  const { file, record } = cached
  const { diagnostics, nextChange } = record
  const hasSameOptions = record.options === JSON.stringify(options) && isCurrent(record, asOf)
  if (hasSameOptions && (await isUnchanged(record, fromFolder(dir))))
    return { value: file, diagnostics, nextChange }
  file.close()
  return undefined
}

/** Whether no post has gone live or expired between two times. */
export function isCurrent(
  { asOf: before, nextChange }: Pick<SnapshotRecord, 'asOf' | 'nextChange'>,
  now: string | undefined,
): boolean {
  if (before === undefined || now === undefined || isCalendarDate(before) || isCalendarDate(now))
    return before === now
  return before <= now && (nextChange === undefined || Date.parse(now) < Date.parse(nextChange))
}

/** Skips damaged files, and those of other versions. */
export function openCachedSnapshot(
  cacheFolder: string,
): { readonly file: SnapshotFile; readonly record: SnapshotRecord } | undefined {
  for (const name of snapshotsIn(cacheFolder)) {
    let file: SnapshotFile | undefined
    try {
      const path = join(cacheFolder, name)
      file = openSnapshotFile(path, openRegular(path))
      const record = name === nameOf(file) ? (readNote(file) as SnapshotRecord | undefined) : undefined
      if (record?.engine === engine) return { file, record }
    } catch {
      // Unreadable.
    }
    file?.close()
  }
  return undefined
}

/** Replaces the cached snapshot. Ignores failures. */
export function cacheSnapshot(cacheFolder: string, file: SnapshotFile): void {
  const earlier = snapshotsIn(cacheFolder)
  const name = nameOf(file)
  if (earlier.includes(name)) return
  const part = join(cacheFolder, `${name}.part`)
  try {
    const descriptor = openSync(part, 'wx', 0o600)
    try {
      for (const bytes of file.chunks()) writeFileSync(descriptor, bytes)
    } finally {
      closeSync(descriptor)
    }
    renameSync(part, join(cacheFolder, name))
    for (const old of earlier) rmSync(join(cacheFolder, old), { force: true })
  } catch {
    rmSync(part, { force: true })
  }
}

const prefix = 'snapshot-'

function snapshotsIn(cacheFolder: string): readonly string[] {
  try {
    if (distrustOf(cacheFolder)) return []
    return readdirSync(cacheFolder).filter((name) => name.startsWith(prefix) && !name.endsWith('.part'))
  } catch {
    return []
  }
}

async function isUnchanged({ list, files }: Inputs, source: ContentSource): Promise<boolean> {
  if (listDigest(await source.list()) !== list) return false
  for (const [path, before] of files) {
    const now = await source.read(path).then(
      (bytes) => digestOf(bytesOf(bytes)),
      () => unreadable,
    )
    if (now !== before) return false
  }
  return true
}

const listDigest = (paths: Iterable<string>): string => digestOf(JSON.stringify([...paths].sort()))

const digestOf = (bytes: string | Uint8Array): string => hash('sha256', bytes, 'base64url').slice(0, 22)

/** Hashes blocks with a fast, non-cryptographic digest: SHA-256 would dominate the startup time. */
function nameOf(file: SnapshotFile): string {
  let sums = ''
  for (const bytes of file.chunks()) sums += digest(bytes)
  return prefix + digestOf(sums)
}
