import { writeSync } from 'node:fs'
import { folder, packArchive, readArchive } from '../compile.ts'
import { inheritedDescriptor } from '../runtime/node/snapshot-file.ts'
import { encodings as everyEncoding } from '../snapshot/resource.ts'
import { openCache } from './cache.ts'
import type { CompileJob, CompileProgress, CompileReply } from './compiler.ts'
import { type OnProgress, reportingBodies, reportingResources, reportingSource } from './progress.ts'
import { readInThreads } from './read-threads.ts'
import { isSystemError } from './settings.ts'

// Some supervisors signal the whole group to have the content read again; what is being read must not die of it.
process.on('SIGHUP', () => {})
// The parent is gone: nobody waits for what is being compiled.
process.once('disconnect', () => process.exit())

process.once('message', async (job: CompileJob) => {
  const reply = await run(job)
  process.send?.(reply, () => process.exit())
})

async function run({
  dir,
  options: given,
  cacheFolder,
  onDemand,
  intoFile,
  reports,
}: CompileJob): Promise<CompileReply> {
  const report = reports ? tellParent() : () => {}
  const cache = cacheFolder === undefined ? undefined : openCache(cacheFolder)
  const options = { ...given, cache }
  try {
    const { value: archive, diagnostics } = await readArchive(
      reportingSource(folder(dir), report),
      options,
      (reading) => readInThreads(reading, true, reportingBodies(reading.documents.length, report)),
    )
    if (!archive) return { isSealed: false, packed: undefined, diagnostics }
    const parts = gathering(intoFile ? writeAll : undefined)
    const { encodings = onDemand ? everyEncoding : undefined } = options
    await packArchive(
      archive,
      parts.add,
      { encodings, onDemand, cache },
      reportingResources('sealing', report),
    )
    return { isSealed: true, packed: parts.rest(), diagnostics }
  } catch (error) {
    if (isSystemError(error)) return { failed: error.message }
    throw error
  } finally {
    cache?.save()
  }
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

function writeAll(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(inheritedDescriptor, bytes, written)
}
