import { hash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../base/digest.ts'
import type { Checked, CompileOptions, Diagnostic } from '../compile.ts'
import { engine } from '../content/cache.ts'
import { folder } from '../content/folder.ts'
import { bytesOf, type ContentSource } from '../content/source.ts'
import { openSnapshotFile, type SnapshotFile } from '../runtime/node/snapshot-file.ts'
import { isCurrent } from './watch.ts'
import type { PackedBlock, PackedBlocks } from '../snapshot/pack.ts'
import { readNote } from '../snapshot/unpack.ts'

/**
 * The snapshot that was packed last for a server, kept with the cache of an archive. Where nothing has changed since, it is served again;
 * else what has not changed is copied from it. It is named after its bytes, so that one which is damaged is as if it were not there.
 */

/** What a snapshot was made of, and what was said of it; and what of it may be copied. */
export interface SnapshotNote extends Inputs {
  readonly engine: string
  readonly options: string
  readonly asOf?: string | undefined
  readonly diagnostics: readonly Diagnostic[]
  readonly blocks: readonly (readonly [key: string, block: PackedBlock])[]
  readonly strings: readonly string[]
}

/** Digests of the list of all files, and of each that was read. */
interface Inputs {
  readonly list: string
  readonly files: readonly (readonly [path: string, digest: string])[]
}

/** The same source, which notes what is read from it. */
export function notingSource(source: ContentSource): ContentSource & { readonly inputs: () => Inputs } {
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

export function noteFor(
  { asOf, ...options }: CompileOptions,
  inputs: Inputs,
  diagnostics: readonly Diagnostic[],
  { blocks, strings }: PackedBlocks,
): SnapshotNote {
  return {
    engine,
    options: JSON.stringify(options),
    asOf,
    ...inputs,
    diagnostics,
    blocks: [...blocks],
    strings,
  }
}

/** If it would be the same today. */
export async function unchangedSnapshot(
  cacheFolder: string,
  dir: string,
  { asOf, ...options }: CompileOptions,
): Promise<Checked<SnapshotFile> | undefined> {
  const kept = openKept(cacheFolder)
  if (!kept) return undefined
  const { file, note } = kept
  const isFor = note.options === JSON.stringify(options) && isCurrent(note.asOf, asOf, note.diagnostics)
  if (isFor && (await isUnchanged(note, folder(dir)))) return { value: file, diagnostics: note.diagnostics }
  file.close()
  return undefined
}

/** What may be copied of it. */
export function openKept(
  cacheFolder: string,
): { readonly file: SnapshotFile; readonly note: SnapshotNote } | undefined {
  for (const name of keptIn(cacheFolder)) {
    let file: SnapshotFile | undefined
    try {
      file = openSnapshotFile(join(cacheFolder, name))
      const note = name === nameOf(file) ? (readNote(file) as SnapshotNote | undefined) : undefined
      if (note?.engine === engine) return { file, note }
    } catch {
      // Then there is none.
    }
    file?.close()
  }
  return undefined
}

/** Whatever goes wrong with it, nothing but that is lost. */
export function keepSnapshot(cacheFolder: string, file: SnapshotFile): void {
  const earlier = keptIn(cacheFolder)
  const name = nameOf(file)
  if (earlier.includes(name)) return
  const part = join(cacheFolder, `${name}.part`)
  try {
    mkdirSync(cacheFolder, { recursive: true })
    const descriptor = openSync(part, 'wx', 0o600)
    try {
      for (const bytes of blocksOf(file))
        for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
    } finally {
      closeSync(descriptor)
    }
    renameSync(part, join(cacheFolder, name))
    for (const old of earlier) rmSync(join(cacheFolder, old), { force: true })
  } catch {
    rmSync(part, { force: true })
  }
}

const beginning = 'snapshot-'

function keptIn(cacheFolder: string): readonly string[] {
  try {
    return readdirSync(cacheFolder).filter((name) => name.startsWith(beginning) && !name.endsWith('.part'))
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

const unreadable = 'unreadable'

function listDigest(paths: Iterable<string>): string {
  return digestOf(JSON.stringify([...paths].sort()))
}

function digestOf(bytes: string | Uint8Array): string {
  return hash('sha256', bytes, 'base64url').slice(0, 22)
}

/** Not by a cryptographic digest, which would take longer than all else. */
function nameOf(file: SnapshotFile): string {
  let sums = ''
  for (const bytes of blocksOf(file)) sums += digest(bytes)
  return beginning + digestOf(sums)
}

function* blocksOf(file: SnapshotFile): Generator<Uint8Array> {
  const { length } = file
  for (let at = 0; at < length; at += together) yield file.read(at, Math.min(together, length - at))
}

const together = 2 ** 20
