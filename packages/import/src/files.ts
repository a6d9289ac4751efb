import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import { UsageError } from './engine.ts'
import type { ExportFiles } from './exported.ts'
import { limits, requireReadable } from './limits.ts'

/** Opens a file, folder or zip. */
export function openFiles(path: string): ExportFiles {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) throw new UsageError(`${path} does not exist.`, 2)
  const isFolder = status.isDirectory()
  if (!isFolder && !status.isFile()) throw new UsageError(`${path} is neither a file nor a folder.`, 2)
  if (!isFolder && status.size === 0) throw new UsageError(`${path} is empty. Export or copy it again.`)
  const start = isFolder ? '' : bytesAt(path, 0, 3).toString('latin1')
  if (start === 'PK\u0003' || start === 'PK\u0005') return openZip(path)
  const pathOf = (file: string) => (isFolder ? join(path, file) : path)
  return {
    name: path,
    paths: isFolder ? filesIn(path) : [basename(path)],
    read(file) {
      requireReadable(pathOf(file), statSync(pathOf(file)).size)
      return readFileSync(pathOf(file))
    },
    chunks: (file) => chunksOf(pathOf(file)),
  }
}

/** Does not follow symbolic links: exports have none, and one could lead anywhere. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter(isExportFile)
    .sort()
}

const chunkLength = 2 ** 20

function* chunksOf(path: string): Iterable<Uint8Array> {
  const { size } = statSync(path)
  for (let at = 0; at < size; at += chunkLength) yield bytesAt(path, at, chunkLength)
}

/** Reads a zip one file at a time, because it may not fit in memory. */
export function openZip(path: string): ExportFiles {
  const records = directoryOf(path)
  const maxBytes = Math.max(limits.unpackedBytes, limits.unpackedTimes * statSync(path).size)
  const alreadyRead = new Set<string>()
  let unpacked = 0
  const read = (name: string) => {
    const record = records.get(name)
    if (!record) throw damaged(path, `${name} is missing`)
    if (!alreadyRead.has(name)) unpacked += record.readUInt32LE(24)
    alreadyRead.add(name)
    const most = `${limits.unpackedBytes / 2 ** 20} MB and ${limits.unpackedTimes} times its size`
    const advice = 'If it is yours, unpack it and name the folder.'
    if (unpacked > maxBytes) throw new UsageError(`${path} unpacks to more than ${most}. ${advice}`)
    return inflated(path, name, record)
  }
  return { name: path, paths: [...records.keys()].sort(), read, chunks: (name) => [read(name)] }
}

const unpackHint = 'Unpack it, and name the folder instead.'

/** APPNOTE.TXT §4.3.16: 22 bytes and a comment of up to 65,535. */
const endLength = 22
const maxComment = 0xffff

/** Returns the records of a zip's central directory (§4.3.12) by file name. Each begins the rest of the directory. */
function directoryOf(path: string): ReadonlyMap<string, Buffer> {
  const length = statSync(path).size
  const start = Math.max(0, length - endLength - maxComment)
  const tail = bytesAt(path, start, length - start)
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end === -1 || end + endLength > tail.length) throw damaged(path, 'its end is missing')
  const count = tail.readUInt16LE(end + 10)
  const size = tail.readUInt32LE(end + 12)
  const offset = tail.readUInt32LE(end + 16)
  if (count === 0xffff || offset === 0xffffffff)
    throw new UsageError(`${path} has more than 65,534 files or 4 GB. ${unpackHint}`)
  if (offset + size > length) throw damaged(path, 'its directory is missing')
  const records = new Map<string, Buffer>()
  let rest = bytesAt(path, offset, size)
  for (let n = 0; n < count; n++) {
    if (rest.length < 46 || rest.readUInt32LE(0) !== 0x02014b50)
      throw damaged(path, 'its directory cannot be read')
    const isEncrypted = (rest.readUInt16LE(8) & 1) === 1
    if (isEncrypted) throw new UsageError(`${path} has a password. ${unpackHint}`)
    const nameEnd = 46 + rest.readUInt16LE(28)
    const name = rest.toString('utf8', 46, nameEnd)
    if (isExportFile(name)) records.set(name, rest)
    rest = rest.subarray(nameEnd + rest.readUInt16LE(30) + rest.readUInt16LE(32))
  }
  return records
}

/** Excludes system files such as `.DS_Store`. Names never become local paths, but appear in reports. */
function isExportFile(name: string): boolean {
  const isForeign = (step: string) => step === '' || step.startsWith('.') || step === '__MACOSX'
  return !name.includes('\\') && !name.split('/').some(isForeign)
}

function inflated(path: string, name: string, record: Buffer): Uint8Array {
  const method = record.readUInt16LE(10)
  const packed = record.readUInt32LE(20)
  const size = record.readUInt32LE(24)
  const offset = record.readUInt32LE(42)
  requireReadable(`${name} in ${path}`, size)
  const header = bytesAt(path, offset, 30)
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50)
    throw damaged(path, `${name} is not where it should be`)
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const bytes = bytesAt(path, start, packed)
  if (bytes.length < packed) throw damaged(path, `${name} is cut off`)
  if (method !== 0 && method !== 8)
    throw new UsageError(`${name} in ${path} uses an unsupported compression method. Unpack the zip first.`)
  let content: Uint8Array
  try {
    content = method === 0 ? bytes : inflateRawSync(bytes, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw damaged(path, `${name} cannot be unpacked`)
  }
  if (content.length !== size || crc32(content) !== record.readUInt32LE(16))
    throw damaged(path, `${name} does not match its checksum`)
  return content
}

const damaged = (path: string, what: string): UsageError =>
  new UsageError(`${path} is damaged: ${what}. Download it again.`)

/** Returns fewer bytes at the end of the file, so that a false length allocates nothing. */
function bytesAt(path: string, offset: number, length: number): Buffer {
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, fstatSync(descriptor).size - offset)))
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, offset))
  } finally {
    closeSync(descriptor)
  }
}
