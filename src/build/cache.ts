import { hash, randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { BuildCache } from '../base/caches.ts'
import { readInto } from '../runtime/node/snapshot-file.ts'
import { distrustOf } from './private-folder.ts'

/** Version of the code, part of every cache key. Set by the build; tests run the sources. */
declare const CITABLE_BUILD: string | undefined
export const engine = typeof CITABLE_BUILD === 'undefined' ? 'source' : CITABLE_BUILD

/** Runtimes and versions of Node read only their own serialized values. */
const { bun, modules = '' }: Readonly<Record<string, string | undefined>> = process.versions
const serializer = bun ?? modules

/** Of bytes that stay, such as those of unchanged files between reloads. */
const digests = new WeakMap<Uint8Array, string>()

function keyOf(...parts: readonly (string | Uint8Array)[]): string {
  let text = engine + serializer
  // Length prefixes keep different lists of parts from hashing alike.
  for (const part of parts) {
    const own = typeof part === 'string' ? part : (digests.get(part) ?? hash('sha256', part))
    if (typeof part !== 'string') digests.set(part, own)
    text += `\n${own.length}\n${own}`
  }
  return hash('sha256', text, 'base64url').slice(0, 22)
}

export interface MemoryCache extends BuildCache {
  /** Evicts the entries that the last run did not use. */
  nextRun(): void
}

/** A cache for a process that compiles repeatedly. Values depend on the code of a config, too, by its digest. */
export function memoryCache(code = ''): MemoryCache {
  const entries = new Map<string, { readonly value: unknown; run: number }>()
  let run = 0
  return {
    key: (...parts) => keyOf(code, ...parts),
    get(key) {
      const entry = entries.get(key)
      if (entry) entry.run = run
      return entry?.value
    },
    loader: loaderOf,
    set: (key, value) => void entries.set(key, { value, run }),
    nextRun() {
      for (const [key, entry] of entries) if (entry.run < run) entries.delete(key)
      run++
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
    key: memory.key,
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

/** About 30,000 posts. */
const defaultMaxBytes = 2 ** 30
const maxSegments = 8

/**
 * A folder of immutable segments, one per run: values, a table of their positions, and the table's length and checksum. A segment gets its
 * name when it is complete. Incomplete, foreign or damaged segments are ignored, and so is a folder that others may write. Concurrent runs
 * write separate segments, and an open segment stays readable after another run deletes it. A write error, such as a full disk, only
 * ends writing.
 */
export function diskCache(dir: string, code = '', maxBytes: number = defaultMaxBytes): DiskCache {
  const stored = openSegments(dir)
  let added: Segment | undefined
  let isWritable = true
  const used = new Set<string>()
  /** The forms of a post load its text one after another. */
  let latest: { readonly key: string; readonly value: unknown } | undefined
  return {
    key: (...parts) => keyOf(code, ...parts),
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
      const totalBytes = stored.reduce((sum, { size }) => sum + size, 0)
      const isFull = stored.length >= maxSegments || totalBytes > maxBytes
      // When full, this run's entries are copied into one segment, and the others are deleted.
      if (isFull) for (const key of used) put(key, find(key))
      const complete = added
      if (complete) attempt(() => finish(complete))
      if (complete && isFull && isWritable) for (const { path } of stored) rmSync(path, { force: true })
      for (const { descriptor } of complete ? [complete, ...stored] : stored) closeSync(descriptor)
      stored.length = 0
      added = undefined
      isWritable = false
    },
  }

  function find(key: string): Uint8Array | undefined {
    for (const segment of added ? [added, ...stored] : stored) {
      const bytes = readValue(segment, key)
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
      writeFileSync(added.descriptor, value)
      added.table.set(key, [added.size, value.length, crc32(value)])
      added.size += value.length
    })
  }

  function attempt(write: () => void): void {
    if (!isWritable) return
    try {
      write()
    } catch {
      isWritable = false
      if (added) rmSync(added.path, { force: true })
    }
  }
}

/** Opens a file to read, but no link, and no FIFO, which would block. */
export function openRegular(path: string): number {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  throw new Error(`${path} is no regular file`)
}

const extension = '.segment'
const partExtension = '.part'
/** The table's length and checksum. */
const tailSize = 8

interface Segment {
  readonly path: string
  readonly descriptor: number
  readonly table: Map<string, readonly [start: number, length: number, checksum: number]>
  /** Of the values. */
  size: number
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
    const end = fstatSync(descriptor).size - tailSize
    const tail = readExactly(descriptor, end, tailSize)
    const size = end - tail.readUInt32BE(0)
    const table = readExactly(descriptor, size, end - size)
    if (crc32(table) !== tail.readUInt32BE(4)) throw new Error(`${path} is damaged`)
    return { path, descriptor, table: new Map(JSON.parse(table.toString())), size }
  } catch {
    if (descriptor !== undefined) closeSync(descriptor)
    return undefined
  }
}

function readExactly(descriptor: number, start: number, length: number): Buffer {
  if (start < 0) throw new Error('the file is too short')
  return readInto(descriptor, Buffer.allocUnsafeSlow(length), start)
}

function readValue({ descriptor, table }: Segment, key: string): Uint8Array | undefined {
  const [start, length = 0, checksum] = table.get(key) ?? []
  if (start === undefined) return undefined
  try {
    const bytes = readExactly(descriptor, start, length)
    return crc32(bytes) === checksum ? bytes : undefined
  } catch {
    return undefined
  }
}

function createSegment(dir: string): Segment {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const distrust = distrustOf(dir)
  if (distrust) throw new Error(`${dir} ${distrust}`)
  // Names sort by time. In microseconds: two runs may begin in the same millisecond.
  const time = Math.round((performance.timeOrigin + performance.now()) * 1000)
  const path = join(dir, `${time.toString(36)}-${randomUUID()}${partExtension}`)
  return { path, descriptor: openSync(path, 'wx+', 0o600), table: new Map(), size: 0 }
}

function finish({ path, descriptor, table }: Segment): void {
  const bytes = Buffer.from(JSON.stringify([...table]))
  const tail = Buffer.alloc(tailSize)
  tail.writeUInt32BE(bytes.length, 0)
  tail.writeUInt32BE(crc32(bytes), 4)
  writeFileSync(descriptor, Buffer.concat([bytes, tail]))
  renameSync(path, path.slice(0, -partExtension.length) + extension)
}
