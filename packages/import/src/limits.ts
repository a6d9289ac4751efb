import { UsageError } from './engine.ts'

/** Limits of an import. REFERENCE.md lists them. */
export const limits = {
  /** A zip may unpack to this many bytes, or this many times its size. Text rarely compresses below a tenth. */
  unpackedBytes: 16 * 2 ** 20,
  unpackedTimes: 50,
  fileBytes: 512 * 2 ** 20,
  entries: 200_000,
  /** Fields of posts.csv, about a dozen per post. */
  csvFields: 2_000_000,
  /** XML elements, depth, and characters per record. Exports have about sixty elements per post, in five levels. */
  xmlElements: 4_000_000,
  xmlDepth: 100,
  recordLength: 16_000_000,
  /** One body: characters, elements, and open elements while parsing. A post may have 4 MiB of markdown. */
  htmlLength: 8_000_000,
  htmlElements: 100_000,
  htmlDepth: 5_000,
  /** Deeper elements are flattened: each line of markdown repeats the markers of its lists and quotes. */
  keptDepth: 50,
  /** For converting all bodies. */
  processorMinutes: 20,
  /** Downloads: one file, and all files of an import. */
  fetchedFileBytes: 20 * 2 ** 20,
  fetchSeconds: 30,
  fetchedBytes: 2 * 2 ** 30,
  fetchMinutes: 60,
} as const

export const splitHint = 'Export fewer posts at a time, and import each part in turn.'

export function requireReadable(name: string, size: number): void {
  if (size <= limits.fileBytes) return
  const most = `${limits.fileBytes / 2 ** 20} MB`
  throw new UsageError(`${name} is larger than ${most}. Remove it from the export and copy it by hand.`)
}

/** Returns a check that throws when this process exceeds its CPU time. */
export function timeLimit(minutes: number = limits.processorMinutes): () => void {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    if (user + system <= minutes * 60e6) return
    throw new UsageError(`The import used more than ${minutes} minutes of CPU time. ${splitHint}`)
  }
}
