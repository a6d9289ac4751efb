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
import type { BuildCache } from '../base/caches.ts'
import { checksum } from '../base/digest.ts'

/** Of the code that makes things: a build of the package has its own, and the sources that tests run have none. */
declare const CITABLE_BUILD: string | undefined
export const engine = typeof CITABLE_BUILD === 'undefined' ? 'source' : CITABLE_BUILD

function keyOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256').update(engine)
  // With the length of each before it, no two lists of parts are alike.
  for (const part of parts) hash.update(`\n${part.length}\n`).update(part)
  return hash.digest('base64url').slice(0, 22)
}

export interface MemoryCache extends BuildCache {
  /** What the last run did not ask for is forgotten in this one. */
  nextRun(): void
}

/** For one process that compiles again and again. */
export function memoryCache(): MemoryCache {
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

/** What one cache lacks, the other may have. */
export function layered(memory: BuildCache, disk: BuildCache): BuildCache {
  return {
    key: keyOf,
    get(key) {
      const value = memory.get(key) ?? disk.get(key)
      if (value !== undefined) memory.set(key, value)
      return value
    },
    set(key, value) {
      memory.set(key, value)
      disk.set(key, value)
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
  const added = new SegmentWriter(dir, most)
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
      const bytes = find(key)
      if (!bytes) return undefined
      asked.add(key)
      try {
        return deserialize(bytes)
      } catch {
        return undefined
      }
    },
    set: (key, value) => added.put(key, serialize(value)),
    save() {
      const kept = segments.reduce((sum, { size }) => sum + size, 0)
      const isFull = segments.length >= mostSegments || kept > most
      // All that this run asked for in one segment, and the others are gone; else what is new, beside them.
      if (isFull) for (const key of asked) added.put(key, find(key))
      if (added.end() && isFull) for (const { path } of segments) rmSync(path, { force: true })
      for (const { descriptor } of segments) closeSync(descriptor)
      segments.length = 0
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

/**
 * Writes a segment as values come, so that none is kept in memory, under another name until it is whole. A cache that cannot be written is
 * none: a full disk, a folder of somebody else's.
 */
class SegmentWriter {
  readonly #dir: string
  readonly #most: number
  readonly #table = new Map<string, Place>()
  /** Names are in the order of time, as far as it matters which is looked at first. */
  readonly #name = `${Date.now().toString(36).padStart(9, '0')}-${randomUUID()}`
  #descriptor: number | undefined
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #size = 0
  #isBroken = false

  constructor(dir: string, most: number) {
    this.#dir = dir
    this.#most = most
  }

  put(key: string, value: Uint8Array | undefined): void {
    if (!value || this.#table.has(key) || this.#size + value.length > this.#most) return
    this.#table.set(key, [this.#size, value.length, checksum(value)])
    this.#attempt(() => this.#write(value))
  }

  /** Whether there is a segment now. */
  end(): boolean {
    if (this.#table.size === 0) return false
    const table = Buffer.from(JSON.stringify([...this.#table]))
    const tail = Buffer.alloc(tailSize)
    tail.write(magic, 'latin1')
    tail.writeDoubleBE(this.#size, 4)
    tail.writeDoubleBE(table.length, 12)
    tail.writeInt32BE(checksum(table), 20)
    this.#attempt(() => {
      this.#write(table)
      this.#write(tail)
      this.#flush()
      renameSync(this.#path('.part'), this.#path(ending))
    })
    if (!this.#isBroken && this.#descriptor !== undefined) closeSync(this.#descriptor)
    return !this.#isBroken
  }

  #write(bytes: Uint8Array): void {
    this.#waiting.push(bytes)
    this.#size += bytes.length
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes > together) this.#flush()
  }

  #flush(): void {
    if (this.#descriptor === undefined) {
      mkdirSync(this.#dir, { recursive: true })
      this.#descriptor = openSync(this.#path('.part'), 'wx', 0o600)
    }
    const bytes = Buffer.concat(this.#waiting)
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written)
    this.#waiting = []
    this.#waitingBytes = 0
  }

  #attempt(work: () => void): void {
    if (this.#isBroken) return
    try {
      work()
    } catch {
      this.#isBroken = true
      if (this.#descriptor === undefined) return
      closeSync(this.#descriptor)
      rmSync(this.#path('.part'), { force: true })
    }
  }

  #path(end: string): string {
    return join(this.#dir, this.#name + end)
  }
}

const together = 2 ** 20
