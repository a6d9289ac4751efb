import { openSync, rmSync, writeSync } from 'node:fs'
import { countResources, folder, packArchive, readArchive } from '../compile.ts'
import { layered, memoryCache, type MemoryCache } from '../content/cache.ts'
import { cachedFolder } from '../content/folder.ts'
import type { ContentSource } from '../content/source.ts'
import { inheritedDescriptor, SnapshotFile } from '../runtime/node/snapshot-file.ts'
import { Vocabulary } from '../search/build.ts'
import type { PreviousPack, PackedBlocks } from '../snapshot/pack.ts'
import { openCache } from './cache.ts'
import { keepSnapshot, noteFor, notingSource, openKept } from './kept-snapshot.ts'
import { type CompileJob, type CompileProgress, type CompileReply, inherited } from './compiler.ts'
import { type OnProgress, reportingBodies, reportingResources, reportingSource } from './progress.ts'
import { readInThreads } from './read-threads.ts'
import { isSystemError } from './settings.ts'

// Some supervisors signal the whole group to have the content read again; what is being read must not die of it.
process.on('SIGHUP', () => {})
// The parent is gone: nobody waits for what is being compiled.
process.once('disconnect', () => process.exit())

/** What is known of the archive, for as long as the process stays. */
interface Known {
  readonly source: ContentSource
  readonly memory: MemoryCache
  readonly vocabulary: Vocabulary
  /** What was packed last. */
  packed?: PreviousPack & { readonly file: SnapshotFile }
}

let known: Known | undefined
let waiting: NodeJS.Timeout | undefined

process.on('message', async (job: CompileJob) => {
  clearTimeout(waiting)
  const isFirst = known === undefined
  const reply = await run(job)
  process.send?.(reply, () => {
    // Nobody waits for it.
    if (isFirst && known?.packed && job.cacheFolder !== undefined)
      keepSnapshot(job.cacheFolder, known.packed.file)
    if (job.stays === 0) process.exit()
    waiting = setTimeout(() => process.exit(), job.stays)
  })
})

async function run(job: CompileJob): Promise<CompileReply> {
  const { dir, options: given, cacheFolder, ahead, stays, file, keepName, reports } = job
  const report = reports ? tellParent() : () => {}
  // What later jobs find is in memory; a process that is started anew makes those few again.
  const disk = cacheFolder === undefined || known ? undefined : openCache(cacheFolder)
  if (stays > 0) known ??= begin(dir, cacheFolder)
  known?.memory.nextRun()
  const cache = known && disk ? layered(known.memory, disk) : (known?.memory ?? disk)
  // Only the first snapshot is kept, with what it was made of.
  const noted = known && disk ? notingSource(known.source) : undefined
  const source = noted ?? known?.source ?? folder(dir)
  const options = { ...given, cache }
  try {
    const { value: archive, diagnostics } = await readArchive(
      reportingSource(source, report),
      options,
      (reading) => readInThreads(reading, true, reportingBodies(reading.documents.length, report)),
    )
    if (!archive) return { isSealed: false, packed: undefined, diagnostics }
    const out = file === undefined ? undefined : openNew(file, keepName)
    const parts = gathering(out === undefined ? undefined : (bytes) => writeAll(out, bytes))
    const { encodings } = options
    const made = { encodings, ahead, cache, vocabulary: known?.vocabulary }
    const sealed = reportingResources('sealing', report, countResources)
    const note = noted && ((blocks: PackedBlocks) => noteFor(given, noted.inputs(), diagnostics, blocks))
    const blocks = await packArchive(archive, parts.add, made, sealed, known?.packed, note)
    const packed = parts.rest()
    remember(out, blocks)
    return { isSealed: true, packed, diagnostics }
  } catch (error) {
    if (isSystemError(error)) return { failed: error.message }
    throw error
  } finally {
    disk?.save()
  }
}

function begin(dir: string, cacheFolder: string | undefined): Known {
  const kept = cacheFolder === undefined ? undefined : openKept(cacheFolder)
  return {
    source: cachedFolder(dir),
    memory: memoryCache(),
    vocabulary: new Vocabulary(),
    ...(kept && { packed: copying(kept.file, { ...kept.note, blocks: new Map(kept.note.blocks) }) }),
  }
}

function openNew(path: string, keepName: boolean): number {
  if (path === inherited) return inheritedDescriptor
  const descriptor = openSync(path, 'r+')
  if (!keepName) rmSync(path, { force: true })
  return descriptor
}

/** The file just written is what the next one is copied from. */
function remember(descriptor: number | undefined, blocks: PackedBlocks): void {
  if (descriptor === undefined) return
  const file = new SnapshotFile(descriptor)
  known?.packed?.file.close()
  if (known) known.packed = copying(file, blocks)
  else file.close()
}

function copying(file: SnapshotFile, { blocks, strings }: PackedBlocks): Known['packed'] & object {
  return { blocks, strings, file, read: (start, length) => file.read(start, length) }
}

/** Ten times a second, and whenever something else begins. */
function tellParent(): OnProgress {
  let [last, phase] = [0, '']
  return (step) => {
    const now = performance.now()
    if (step.phase === phase && now - last < 100) return
    last = now
    phase = step.phase
    // A parent that is gone meanwhile wants to know nothing; `disconnect` above ends this process.
    if (process.connected) process.send?.({ step } satisfies CompileProgress, () => {})
  }
}

/** Gathers small parts to write them together; without a file, all of them. */
function gathering(write: ((bytes: Uint8Array) => void) | undefined) {
  let parts: Uint8Array[] = []
  let size = 0
  const joined = () => {
    const bytes = Buffer.concat(parts)
    parts = []
    size = 0
    return bytes
  }
  return {
    add(part: Uint8Array): void {
      parts.push(part)
      size += part.length
      if (write && size >= together) write(joined())
    },
    /** What there is no file for. */
    rest(): Uint8Array | undefined {
      if (!write) return joined()
      write(joined())
      return undefined
    },
  }
}

const together = 2 ** 20

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}
