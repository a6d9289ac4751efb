import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { BuildCache } from '../base/build-cache.ts'
import { checksum } from '../base/digest.ts'

/** Of the code that makes things: a build of the package has its own, and the sources that tests run have none. */
declare const CITABLE_BUILD: string | undefined
const engine = typeof CITABLE_BUILD === 'undefined' ? 'source' : CITABLE_BUILD

function keyOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256').update(engine)
  // With the length of each before it, no two lists of parts are alike.
  for (const part of parts) hash.update(`\n${part.length}\n`).update(part)
  return hash.digest('base64url').slice(0, 22)
}

/** For one process that compiles again and again. What a whole run did not ask for is forgotten in the next. */
export function memoryCache(): BuildCache & { nextRun(): void } {
  let [before, now] = [new Map<string, unknown>(), new Map<string, unknown>()]
  return {
    key: keyOf,
    get(key) {
      const value = now.get(key) ?? before.get(key)
      if (value !== undefined) now.set(key, value)
      return value
    },
    set: (key, value) => void now.set(key, value),
    nextRun() {
      ;[before, now] = [now, new Map()]
    },
  }
}

export interface DiskCache extends BuildCache {
  /** Keeps what is new for the next run. Whatever goes wrong with it, nothing but that is lost. */
  save(): void
}

/**
 * A folder of segments. Each is written by one run, whole, and never changed: values one after another, a table that says where each
 * is, and where the table is. A segment that is not whole, not of this format or damaged is as if it were not there. Two runs at once
 * write two of them; who reads one that another run removes has it open.
 */
export function diskCache(dir: string, most: number = mostBytes): DiskCache {
  const segments = openSegments(dir)
  const added = new Map<string, Uint8Array>()
  const asked = new Set<string>()
  const find = (key: string) => {
    for (const segment of segments) {
      const place = segment.table.get(key)
      const bytes = place && readPlace(segment, place)
      if (bytes) return bytes
    }
    return undefined
  }
  return {
    key: keyOf,
    get(key) {
      const bytes = added.get(key) ?? find(key)
      if (!bytes) return undefined
      asked.add(key)
      try {
        return deserialize(bytes)
      } catch {
        return undefined
      }
    },
    set(key, value) {
      asked.add(key)
      added.set(key, serialize(value))
    },
    save() {
      const kept = segments.reduce((sum, { size }) => sum + size, 0)
      const isFull = segments.length >= mostSegments || kept > most
      try {
        if (added.size > 0 || isFull) {
          // All that this run asked for in one segment, and the others are gone; else what is new, beside them.
          const keys = isFull ? asked : added.keys()
          writeSegment(dir, keys, (key) => added.get(key) ?? find(key), most)
          if (isFull) for (const { path } of segments) rmSync(path, { force: true })
        }
      } catch {
        // A cache that cannot be written is none: a full disk, a folder of somebody else's.
      }
      for (const { descriptor } of segments) closeSync(descriptor)
      segments.length = 0
      added.clear()
    },
  }
}

/** Bytes on disk: about 30,000 posts. */
const mostBytes = 2 ** 30
const mostSegments = 8

const ending = '.segment'
const magic = 'CITC'
/** The magic word, the table's start and length, and its checksum. */
const tailSize = 24

type Place = readonly [start: number, length: number, checksum: number]

interface Segment {
  readonly path: string
  readonly descriptor: number
  readonly size: number
  readonly table: ReadonlyMap<string, Place>
}

/** The newest first. */
function openSegments(dir: string): Segment[] {
  let names: string[]
  try {
    names = readdirSync(dir)
  } catch {
    return []
  }
  for (const name of names) if (name.endsWith('.part')) removeIfOld(join(dir, name))
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .reverse()
    .flatMap((name) => openSegment(join(dir, name)) ?? [])
}

/** One that was killed left it; one that still writes has done so lately. */
function removeIfOld(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > 3_600_000) rmSync(path, { force: true })
  } catch {
    // Another run was first.
  }
}

function openSegment(path: string): Segment | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'r')
    const { size } = fstatSync(descriptor)
    const tail = readExactly(descriptor, size - tailSize, tailSize)
    const [start, length] = [tail.readDoubleBE(4), tail.readDoubleBE(12)]
    const table = readExactly(descriptor, start, length)
    if (tail.toString('latin1', 0, 4) !== magic || checksum(table) !== tail.readInt32BE(20))
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

function readPlace({ descriptor }: Segment, [start, length, sum]: Place): Uint8Array | undefined {
  try {
    const bytes = readExactly(descriptor, start, length)
    return checksum(bytes) === sum ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Under another name until it is whole. Names are in the order of time, as far as it matters which is looked at first. */
function writeSegment(
  dir: string,
  keys: Iterable<string>,
  get: (key: string) => Uint8Array | undefined,
  most: number,
): void {
  mkdirSync(dir, { recursive: true })
  const name = join(dir, `${Date.now().toString(36).padStart(9, '0')}-${randomUUID()}`)
  const descriptor = openSync(`${name}.part`, 'wx', 0o600)
  try {
    const table: [string, Place][] = []
    let parts: Uint8Array[] = []
    let [size, waiting] = [0, 0]
    const put = (bytes: Uint8Array) => {
      parts.push(bytes)
      size += bytes.length
      waiting += bytes.length
      if (waiting > together) flush()
    }
    const flush = () => {
      const bytes = Buffer.concat(parts)
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
      ;[parts, waiting] = [[], 0]
    }
    for (const key of keys) {
      const value = get(key)
      if (!value || size + value.length > most) continue
      table.push([key, [size, value.length, checksum(value)]])
      put(value)
    }
    const written = Buffer.from(JSON.stringify(table))
    const tail = Buffer.alloc(tailSize)
    tail.write(magic, 'latin1')
    tail.writeDoubleBE(size, 4)
    tail.writeDoubleBE(written.length, 12)
    tail.writeInt32BE(checksum(written), 20)
    put(written)
    put(tail)
    flush()
    closeSync(descriptor)
    renameSync(`${name}.part`, name + ending)
  } catch (error) {
    rmSync(`${name}.part`, { force: true })
    throw error
  }
}

const together = 2 ** 20
