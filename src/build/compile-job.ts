import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { readArchive } from './read-archive.ts'
import { packArchive } from './seal-archive.ts'
import { diskCache, layered, memoryCache, type MemoryCache } from './cache.ts'
import { cachedFolder, fromFolder } from '../content/folder.ts'
import type { ContentSource } from '../content/source.ts'
import {
  createSnapshotFile,
  inheritedDescriptor,
  readInto,
  SnapshotFile,
} from '../runtime/node/snapshot-file.ts'
import { Vocabulary } from '../search/build.ts'
import type { Built } from '../base/diagnostics.ts'
import type { PreviousPack, PackedBlocks } from '../snapshot/pack.ts'
import { openCachedSnapshot, recordFor, recordingSource } from './cached-snapshot.ts'
import {
  type CompileJob,
  type CompileReply,
  inherited,
  type JobFacts,
  type JobOptions,
  type Packed,
  resultOf,
} from './compiler.ts'
import { type OnProgress, reportingBodies } from './progress.ts'
import { readAndIndex } from './read-bodies.ts'
import { isSystemError } from '../base/errors.ts'

/** Compiles once, in this process. */
export async function compileHere(
  facts: JobFacts,
  options: JobOptions,
  report?: OnProgress,
): Promise<Built<Packed>> {
  const file = createSnapshotFile()
  try {
    const reply = await runJob({ ...facts, options, file: file?.path, reports: false }, report)
    return resultOf(reply, file, facts.keepName)
  } catch (error) {
    file?.close()
    throw error
  }
}

/** What a process knows that stays for further jobs. */
export interface Session {
  hasRun: boolean
  readonly source: ContentSource
  readonly memory: MemoryCache
  readonly vocabulary: Vocabulary
  /** The last snapshot. The next one copies unchanged blocks from it. */
  packed?: PreviousPack & { readonly file: SnapshotFile }
}

/** Packs an archive. With a session, what its last job made is used again. */
export async function runJob(
  job: CompileJob,
  report: OnProgress = () => {},
  session?: Session,
): Promise<CompileReply> {
  const { dir, cacheFolder, ahead, file, keepName } = job
  const code = job.options.config?.digest
  // Only the first job uses the disk. Later jobs change little, so memory suffices.
  const disk = cacheFolder === undefined || session?.hasRun ? undefined : diskCache(cacheFolder, code)
  session?.memory.nextRun()
  const cache = session && disk ? layered(session.memory, disk) : (session?.memory ?? disk)
  // Only the first snapshot is cached, with a record of its inputs.
  const recorded = session && disk ? recordingSource(session.source) : undefined
  const source = recorded ?? session?.source ?? fromFolder(dir)
  const options = { ...job.options, cache }
  let out: number | undefined
  const discard = () => {
    if (out !== undefined) closeSync(out)
  }
  try {
    // Before reading, so that a process that is killed leaves no file.
    out = file === undefined ? undefined : openNew(file, keepName)
    const {
      value: archive,
      diagnostics,
      nextChange,
    } = await readArchive(source, { ...options, report }, (plan) =>
      readAndIndex(plan, { indexed: true, onRead: reportingBodies(plan.documents.length, report) }),
    )
    const found = { diagnostics, nextChange }
    if (!archive) {
      discard()
      return { isSealed: false, packed: undefined, ...found }
    }
    const parts: Uint8Array[] = []
    const write = (bytes: Uint8Array) =>
      out === undefined ? parts.push(Buffer.from(bytes)) : writeFileSync(out, bytes)
    const buffer = writeBuffer(write)
    const sealing = { encodings: options.encodings, ahead, cache, vocabulary: session?.vocabulary, report }
    const record =
      recorded && ((blocks: PackedBlocks) => recordFor(job.options, recorded.inputs(), found, blocks))
    const previous = out === undefined ? undefined : session?.packed
    const blocks = await packArchive(archive, buffer.add, sealing, previous, record)
    buffer.flush()
    remember(out, blocks, session)
    return { isSealed: true, packed: out === undefined ? Buffer.concat(parts) : undefined, ...found }
  } catch (error) {
    discard()
    if (isSystemError(error)) return { failed: error.message }
    throw error
  } finally {
    disk?.save()
    if (session) session.hasRun = true
  }
}

export function startSession({ dir, cacheFolder, options }: CompileJob): Session {
  const cached = cacheFolder === undefined ? undefined : openCachedSnapshot(cacheFolder)
  return {
    hasRun: false,
    source: cachedFolder(dir),
    memory: memoryCache(options.config?.digest),
    vocabulary: new Vocabulary(),
    ...(cached && {
      packed: copySource(cached.file, { ...cached.record, blocks: new Map(cached.record.blocks) }),
    }),
  }
}

function openNew(path: string, keepName: boolean): number {
  if (path === inherited) return inheritedDescriptor
  const descriptor = openSync(path, 'r+')
  if (!keepName) rmSync(path, { force: true })
  return descriptor
}

/** Keeps the new file open for the next job to copy from. */
function remember(descriptor: number | undefined, blocks: PackedBlocks, session: Session | undefined): void {
  if (descriptor === undefined) return
  const file = new SnapshotFile(descriptor)
  session?.packed?.file.close()
  if (session) session.packed = copySource(file, blocks)
  else file.close()
}

function copySource(file: SnapshotFile, { blocks, strings }: PackedBlocks): Session['packed'] & object {
  // Reused: each part is written before the next is read.
  let bytes = Buffer.alloc(0)
  const read = (start: number, length: number) => {
    if (bytes.length < length) bytes = Buffer.allocUnsafeSlow(length)
    return readInto(file.descriptor, bytes.subarray(0, length), start)
  }
  return { blocks, strings, file, read }
}

const bufferSize = 2 ** 20

/** Joins small writes. */
function writeBuffer(write: (bytes: Uint8Array) => void) {
  const buffer = Buffer.allocUnsafeSlow(bufferSize)
  let size = 0
  const flush = () => {
    write(buffer.subarray(0, size))
    size = 0
  }
  return {
    flush,
    add(part: Uint8Array) {
      if (size + part.length > bufferSize) flush()
      if (part.length >= bufferSize) write(part)
      else {
        buffer.set(part, size)
        size += part.length
      }
    },
  }
}
