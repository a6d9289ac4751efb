import { UsageError } from '../base/errors.ts'

/** What an import may cost, whatever its export holds. REFERENCE.md lists them. */
export const importLimits = {
  /** Of a zip: bytes that any may unpack to, and for larger ones how many times their size. Text is seldom packed to a tenth. */
  unpackedBytes: 16 * 2 ** 20,
  unpackedTimes: 50,
  /** Bytes of a file that is read as a whole. */
  fileBytes: 512 * 2 ** 20,
  /** Posts, pages and drafts. */
  entries: 200_000,
  /** Of a list of posts. A field is one of a dozen in a row. */
  csvFields: 2_000_000,
  /** Of XML: records, which attachments are, too; elements, their levels, and characters of one record. Exports have sixty elements a post in five levels. */
  xmlRecords: 500_000,
  xmlElements: 4_000_000,
  xmlDepth: 100,
  recordLength: 16_000_000,
  /** Of one body: characters, elements, and levels that are open while it is parsed. A post may have 4 MiB of markdown. */
  htmlLength: 8_000_000,
  htmlElements: 100_000,
  htmlDepth: 5_000,
  /** Levels that are kept of a body; every line of markdown begins with the signs of all lists and quotes that it is in. */
  keptDepth: 50,
  /** For all bodies, which are converted one after another. */
  processorMinutes: 20,
  /** Of what is fetched: one file, and all of one import. */
  fetchedFileBytes: 20 * 2 ** 20,
  fetchSeconds: 30,
  fetchedBytes: 2 * 2 ** 30,
  fetchMinutes: 60,
} as const

export const exportLess = 'Export fewer posts at a time, and import each part in turn.'

export function requireReadable(name: string, size: number): void {
  if (size <= importLimits.fileBytes) return
  const most = `${importLimits.fileBytes / 2 ** 20} MB`
  throw new UsageError(`${name} is larger than ${most}. Remove it from the export and copy it by hand.`)
}

/** Gives a check that fails once this process has worked for so long. */
export function timeLimit(minutes: number = importLimits.processorMinutes): () => void {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    if (user + system <= minutes * 60e6) return
    throw new UsageError(`The import used more than ${minutes} minutes of CPU time. ${exportLess}`)
  }
}
