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
 * A folder of immutable segments, one per run: values, a table of their positions, and a trailer that locates the table. A segment gets its
 * name when it is complete. Incomplete, foreign or damaged segments are ignored, and so is a folder that others may write. Concurrent runs
 * write separate segments, and an open segment stays readable after another run deletes it. A write error, such as a full disk, only
 * ends writing.
 */
export function diskCache(dir: string, maxBytes: number = defaultMaxBytes): DiskCache {
  const segments = openSegments(dir)
  let added: NewSegment | undefined
  let isWritable = true
  const used = new Set<string>()
  /** The forms of a post load its text one after another. */
  let latest: { readonly key: string; readonly value: unknown } | undefined
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
    set: (key, value) => put(key, serialize(value)),
    save() {
      const totalBytes = segments.reduce((sum, { size }) => sum + size, 0)
      const isFull = segments.length >= maxSegments || totalBytes > maxBytes
      // When full, this run's entries are copied into one segment, and the others are deleted.
      if (isFull) for (const key of used) put(key, find(key))
      const complete = added
      if (complete) attempt(() => finish(complete))
      if (complete && isFull && isWritable) for (const { path } of segments) rmSync(path, { force: true })
      for (const { descriptor } of complete ? [complete, ...segments] : segments) closeSync(descriptor)
      segments.length = 0
      added = undefined
      isWritable = false
    },
  }

  function find(key: string): Uint8Array | undefined {
    for (const { table, descriptor } of added ? [added, ...segments] : segments) {
      const position = table.get(key)
      const bytes = position && readValue(descriptor, position)
      if (!bytes) continue
      used.add(key)
      return bytes
    }
    return undefined
  }

  function put(key: string, value: Uint8Array | undefined): void {
    if (!value) return
    attempt(() => {
      added ??= createSegment(dir)
      if (added.table.has(key) || added.size + value.length > maxBytes) return
      const position = [added.size, value.length, crc32(value)] as const
      append(added, value)
      added.table.set(key, position)
    })
  }

  function attempt(work: () => void): void {
    if (!isWritable) return
    try {
      work()
    } catch {
      isWritable = false
      if (added) rmSync(added.path, { force: true })
    }
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

const extension = '.segment'
const partExtension = '.part'
/** The table's start and length, and its checksum. */
const tailSize = 20

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
  for (const name of names) if (name.endsWith(partExtension)) removeIfOld(join(dir, name))
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
    const [start, length] = [tail.readDoubleBE(0), tail.readDoubleBE(8)]
    if (start + length + tailSize !== size) throw new Error(path)
    const table = readExactly(descriptor, start, length)
    if (crc32(table) !== tail.readUInt32BE(16)) throw new Error(path)
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

interface NewSegment {
  readonly path: string
  readonly descriptor: number
  readonly table: Map<string, Position>
  size: number
}

function createSegment(dir: string): NewSegment {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const distrust = distrustOf(dir)
  if (distrust) throw new Error(`${dir} ${distrust}`)
  // Names sort by time. In microseconds: two runs may begin in the same millisecond.
  const time = Math.round((performance.timeOrigin + performance.now()) * 1000)
  const path = join(dir, `${time.toString(36)}-${randomUUID()}${partExtension}`)
  return { path, descriptor: openSync(path, 'wx+', 0o600), table: new Map(), size: 0 }
}

function append(segment: NewSegment, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(segment.descriptor, bytes, written, bytes.length - written, segment.size + written)
  segment.size += bytes.length
}

function finish(segment: NewSegment): void {
  const table = Buffer.from(JSON.stringify([...segment.table]))
  const tail = Buffer.alloc(tailSize)
  tail.writeDoubleBE(segment.size, 0)
  tail.writeDoubleBE(table.length, 8)
  tail.writeUInt32BE(crc32(table), 16)
  append(segment, Buffer.concat([table, tail]))
  renameSync(segment.path, segment.path.slice(0, -partExtension.length) + extension)
}
