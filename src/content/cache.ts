import { hash, randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { BuildCache } from '../base/caches.ts'

/** Version of the code, part of every cache key. Set by the build; tests run the sources. */
declare const CITABLE_BUILD: string | undefined
export const engine = typeof CITABLE_BUILD === 'undefined' ? 'source' : CITABLE_BUILD

/** Runtimes and versions of Node read only their own serialized values. */
const { bun, modules = '' }: Readonly<Record<string, string | undefined>> = process.versions
const serializer = bun ?? modules

function keyOf(...parts: readonly (string | Uint8Array)[]): string {
  let text = engine + serializer
  // Length prefixes keep different lists of parts from hashing alike.
  for (const part of parts) {
    const own = typeof part === 'string' ? part : hash('sha256', part)
    text += `\n${own.length}\n${own}`
  }
  return hash('sha256', text, 'base64url').slice(0, 22)
}

export interface MemoryCache extends BuildCache {
  /** Evicts the entries that the last run did not use. */
  nextRun(): void
}

/** A cache for a process that compiles repeatedly. */
export function memoryCache(): MemoryCache {
  let [before, now] = [new Map<string, unknown>(), new Map<string, unknown>()]
  return {
    key: keyOf,
    get(key) {
      const value = now.get(key) ?? before.get(key)
      if (value !== undefined) now.set(key, value)
      return value
    },
    loader: loaderOf,
    set: (key, value) => void now.set(key, value),
    nextRun() {
      ;[before, now] = [now, new Map()]
    },
  }
}

/** Keeps the value in memory. */
function loaderOf(this: BuildCache, key: string) {
  const value = this.get(key)
  return value === undefined ? undefined : () => value
}

/** Reads from memory first, then from disk; writes to both. */
export function layered(memory: BuildCache, disk: BuildCache): BuildCache {
  return {
    key: keyOf,
    get(key) {
      const value = memory.get(key) ?? disk.get(key)
      if (value !== undefined) memory.set(key, value)
      return value
    },
    loader: loaderOf,
    set(key, value) {
      memory.set(key, value)
      disk.set(key, value)
    },
  }
}

export interface DiskCache extends BuildCache {
  /** Writes new entries for the next run. Never throws. */
  save(): void
}

/**
 * A folder of immutable segments, one per run: values, a table of their positions, and a trailer that locates the table.
 * Incomplete, foreign or damaged segments are ignored, and so is a folder that others may write. Concurrent runs write separate segments, and an open segment stays
 * readable after another run deletes it.
 */
export function diskCache(dir: string, maxBytes: number = defaultMaxBytes): DiskCache {
  const segments = openSegments(dir)
  const added = segmentWriter(dir, maxBytes)
  const used = new Set<string>()
  /** The forms of a post load its text one after another. */
  let latest: { readonly key: string; readonly value: unknown } | undefined
  const find = (key: string) => {
    const own = added.read(key)
    if (own) return own
    for (const { table, descriptor } of segments) {
      const position = table.get(key)
      const bytes = position && readValue(descriptor, position)
      if (!bytes) continue
      used.add(key)
      return bytes
    }
    return undefined
  }
  return {
    key: keyOf,
    get(key) {
      const bytes = find(key)
      try {
        return bytes && deserialize(bytes)
      } catch {
        return undefined
      }
    },
    loader(key) {
      if (!find(key)) return undefined
      return () => {
        if (latest?.key !== key) latest = { key, value: this.get(key) }
        if (latest.value === undefined) throw new Error(`cannot read ${key} from the cache`)
        return latest.value
      }
    },
    set: (key, value) => added.put(key, serialize(value)),
    save() {
      const totalBytes = segments.reduce((sum, { size }) => sum + size, 0)
      const isFull = segments.length >= maxSegments || totalBytes > maxBytes
      // Compacts when full: copies the entries this run used into one segment and deletes the others.
      if (isFull) for (const key of [...used]) added.put(key, find(key))
      if (added.end() && isFull) for (const { path } of segments) rmSync(path, { force: true })
      for (const { descriptor } of segments) closeSync(descriptor)
      segments.length = 0
    },
  }
}

/** Why a folder cannot hold a cache: its values are published as they are, so nobody else may write them. */
export function distrustOf(dir: string): string | undefined {
  const stat = lstatSync(dir, { throwIfNoEntry: false })
  if (stat?.isDirectory() === false) return 'is no folder'
  // Windows has neither.
  const user = process.getuid?.()
  if (!stat || user === undefined) return undefined
  if (stat.uid !== user) return 'belongs to another user'
  return stat.mode & 0o022 ? 'can be written by other users (chmod 700 makes it private)' : undefined
}

/** Opens a file to read, but no link, and no FIFO, which would block. */
export function openRegular(path: string): number {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  throw new Error(`${path} is no regular file`)
}

/** About 30,000 posts. */
const defaultMaxBytes = 2 ** 30
const maxSegments = 8

const flushBytes = 2 ** 20

const extension = '.segment'
const magic = 'CITC'
/** Magic, the table's start and length, and its checksum. */
const tailSize = 24

type Position = readonly [start: number, length: number, checksum: number]

interface Segment {
  readonly path: string
  readonly descriptor: number
  readonly size: number
  readonly table: ReadonlyMap<string, Position>
}

/** Newest first. */
function openSegments(dir: string): Segment[] {
  let names: string[]
  try {
    names = distrustOf(dir) ? [] : readdirSync(dir)
  } catch {
    return []
  }
  for (const name of names) if (name.endsWith('.part')) removeIfOld(join(dir, name))
  return names
    .filter((name) => name.endsWith(extension))
    .sort()
    .reverse()
    .flatMap((name) => openSegment(join(dir, name)) ?? [])
}

/** Left by a killed process. A live writer has touched its file within the hour. */
function removeIfOld(path: string): void {
  try {
    if (Date.now() - lstatSync(path).mtimeMs > 3_600_000) rmSync(path, { force: true })
  } catch {
    // Another run has removed it.
  }
}

function openSegment(path: string): Segment | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openRegular(path)
    const { size } = fstatSync(descriptor)
    const tail = readExactly(descriptor, size - tailSize, tailSize)
    const [start, length] = [tail.readDoubleBE(4), tail.readDoubleBE(12)]
    const table = readExactly(descriptor, start, length)
    if (tail.toString('latin1', 0, 4) !== magic || crc32(table) !== tail.readUInt32BE(20))
      throw new Error(path)
    return { path, descriptor, size, table: new Map(JSON.parse(table.toString())) }
  } catch {
    if (descriptor !== undefined) closeSync(descriptor)
    return undefined
  }
}

function readExactly(descriptor: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  for (let filled = 0; filled < length; ) {
    const count = readSync(descriptor, bytes, filled, length - filled, start + filled)
    if (count === 0) throw new Error('the segment ends too early')
    filled += count
  }
  return bytes
}

function readValue(descriptor: number, [start, length, sum]: Position): Uint8Array | undefined {
  try {
    const bytes = readExactly(descriptor, start, length)
    return crc32(bytes) === sum ? bytes : undefined
  } catch {
    return undefined
  }
}

/**
 * Streams values to a temporary file and renames it when complete. A write error, such as a full disk, only disables the cache: values
 * put before it can still be read.
 */
function segmentWriter(dir: string, maxBytes: number) {
  const table = new Map<string, Position>()
  // Names sort by time. In microseconds: two runs may begin in the same millisecond.
  const time = Math.round((performance.timeOrigin + performance.now()) * 1000)
  const path = join(dir, `${time.toString(36)}-${randomUUID()}`)
  const partPath = `${path}.part`
  let descriptor: number | undefined
  /** Values after the first `flushedBytes`, which are in the file. */
  let pending: Uint8Array[] = []
  let flushedBytes = 0
  let size = 0
  let isBroken = false
  return { put, read, end }

  function put(key: string, value: Uint8Array | undefined): void {
    if (!value || isBroken || table.has(key) || size + value.length > maxBytes) return
    table.set(key, [size, value.length, crc32(value)])
    attempt(() => write(value))
  }

  function read(key: string): Uint8Array | undefined {
    const position = table.get(key)
    if (!position) return undefined
    let offset = position[0] - flushedBytes
    if (offset < 0 && descriptor !== undefined) return readValue(descriptor, position)
    for (const value of pending) {
      if (offset === 0) return value
      offset -= value.length
    }
    return undefined
  }

  /** Returns whether a segment was written. */
  function end(): boolean {
    if (table.size === 0) return false
    const positions = Buffer.from(JSON.stringify([...table]))
    const tail = Buffer.alloc(tailSize)
    tail.write(magic, 'latin1')
    tail.writeDoubleBE(size, 4)
    tail.writeDoubleBE(positions.length, 12)
    tail.writeUInt32BE(crc32(positions), 20)
    attempt(() => {
      write(positions)
      write(tail)
      flush()
      renameSync(partPath, path + extension)
    })
    if (descriptor !== undefined) closeSync(descriptor)
    table.clear()
    return !isBroken
  }

  function write(bytes: Uint8Array): void {
    pending.push(bytes)
    size += bytes.length
    if (size - flushedBytes > flushBytes) flush()
  }

  function flush(): void {
    if (descriptor === undefined) {
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      const distrust = distrustOf(dir)
      if (distrust) throw new Error(`${dir} ${distrust}`)
      descriptor = openSync(partPath, 'wx+', 0o600)
    }
    const bytes = Buffer.concat(pending)
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
    pending = []
    flushedBytes = size
  }

  function attempt(work: () => void): void {
    if (isBroken) return
    try {
      work()
    } catch {
      isBroken = true
      if (descriptor !== undefined) rmSync(partPath, { force: true })
    }
  }
}
