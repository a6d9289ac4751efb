import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { readArchive } from './read-archive.ts'
import { packArchive } from './seal-archive.ts'
import { diskCache, layered, memoryCache, type MemoryCache } from './cache.ts'
import { cachedFolder, folder } from '../content/folder.ts'
import type { ContentSource } from '../content/source.ts'
import { inheritedDescriptor, readInto, SnapshotFile } from '../runtime/node/snapshot-file.ts'
import { countResources } from '../representations/represent.ts'
import { Vocabulary } from '../search/build.ts'
import type { PreviousPack, PackedBlocks } from '../snapshot/pack.ts'
import { cacheSnapshot, openCachedSnapshot, recordFor, recordingSource } from './cached-snapshot.ts'
import { type CompileJob, type CompileMessage, type CompileReply, inherited } from './compiler.ts'
import { type OnProgress, reportingBodies, reportingResources, reportingSource } from './progress.ts'
import { readAndIndex } from './read-bodies.ts'
import { isSystemError } from '../base/errors.ts'

// Some supervisors send SIGHUP to the whole process group to reload; a running compilation must survive it.
process.on('SIGHUP', () => {})
// The parent has exited, or has no job for a while.
process.once('disconnect', () => process.exit())

/** State of a process that stays for further jobs. */
interface Session {
  readonly source: ContentSource
  readonly memory: MemoryCache
  readonly vocabulary: Vocabulary
  /** The last snapshot. The next one copies unchanged blocks from it. */
  packed?: PreviousPack & { readonly file: SnapshotFile }
}

let session: Session | undefined

process.on('message', async (job: CompileJob) => {
  const isFirst = session === undefined
  const reply = await run(job)
  process.send?.(reply, () => {
    // After the reply, so that the server does not wait for it.
    if (isFirst && session?.packed && job.cacheFolder !== undefined)
      cacheSnapshot(job.cacheFolder, session.packed.file)
    if (job.idleTimeout === 0) process.exit()
  })
})

async function run(job: CompileJob): Promise<CompileReply> {
  const { dir, cacheFolder, ahead, idleTimeout, file, keepName, reports } = job
  const report = reports ? progressReporter() : () => {}
  // Only the first job uses the disk. Later jobs change little, so memory suffices.
  const disk = cacheFolder === undefined || session ? undefined : diskCache(cacheFolder)
  if (idleTimeout > 0) session ??= startSession(dir, cacheFolder)
  session?.memory.nextRun()
  const cache = session && disk ? layered(session.memory, disk) : (session?.memory ?? disk)
  // Only the first snapshot is cached, with a record of its inputs.
  const recorded = session && disk ? recordingSource(session.source) : undefined
  const source = recorded ?? session?.source ?? folder(dir)
  const options = { ...job.options, cache }
  let out: number | undefined
  try {
    const {
      value: archive,
      diagnostics,
      nextChange,
    } = await readArchive(reportingSource(source, report), options, (plan) =>
      readAndIndex(plan, { indexed: true, onRead: reportingBodies(plan.documents.length, report) }),
    )
    const found = { diagnostics, nextChange }
    if (!archive) return { isSealed: false, packed: undefined, ...found }
    out = file === undefined ? undefined : openNew(file, keepName)
    const parts: Uint8Array[] = []
    const write = (bytes: Uint8Array) =>
      out === undefined ? parts.push(Buffer.from(bytes)) : writeFileSync(out, bytes)
    const buffer = writeBuffer(write)
    const sealing = { encodings: options.encodings, ahead, cache, vocabulary: session?.vocabulary }
    const onSealed = reportingResources('sealing', report, countResources)
    const record =
      recorded && ((blocks: PackedBlocks) => recordFor(job.options, recorded.inputs(), found, blocks))
    const previous = out === undefined ? undefined : session?.packed
    const blocks = await packArchive(archive, buffer.add, sealing, onSealed, previous, record)
    buffer.flush()
    remember(out, blocks)
    return { isSealed: true, packed: out === undefined ? Buffer.concat(parts) : undefined, ...found }
  } catch (error) {
    if (out !== undefined) closeSync(out)
    if (isSystemError(error)) return { failed: error.message }
    throw error
  } finally {
    disk?.save()
  }
}

function startSession(dir: string, cacheFolder: string | undefined): Session {
  const cached = cacheFolder === undefined ? undefined : openCachedSnapshot(cacheFolder)
  return {
    source: cachedFolder(dir),
    memory: memoryCache(),
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
function remember(descriptor: number | undefined, blocks: PackedBlocks): void {
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

/** Sends progress ten times a second, and at the start of each phase. */
function progressReporter(): OnProgress {
  let [last, phase] = [0, '']
  return (step) => {
    const now = performance.now()
    if (step.phase === phase && now - last < 100) return
    last = now
    phase = step.phase
    // If the parent has exited, `disconnect` above ends this process.
    if (process.connected) process.send?.({ step } satisfies CompileMessage, () => {})
  }
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
      if (part.length > bufferSize) write(part)
      else {
        buffer.set(part, size)
        size += part.length
      }
    },
  }
}
