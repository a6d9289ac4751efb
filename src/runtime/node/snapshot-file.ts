import { randomUUID } from 'node:crypto'
import { close, fstatSync, openSync, readSync, rmSync, type Stats } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { once } from '../../base/caches.ts'
import { DamagedSnapshot } from '../../base/errors.ts'
import { onDemand } from '../../snapshot/encode.ts'
import type { PackedBytes } from '../../snapshot/record.ts'
import type { Snapshot } from '../../snapshot/resource.ts'
import { opening } from '../../snapshot/unpack.ts'

const chunkSize = 2 ** 20

/** A packed snapshot on disk. All processes share it through the page cache, and nothing stays on the heap. */
export class SnapshotFile implements PackedBytes {
  readonly descriptor: number
  /** Buffers being sent to slow clients, shared with other requests for the same bytes. */
  readonly #inUse = new Map<number, WeakRef<Buffer>>()
  readonly #unused = new FinalizationRegistry<number>((start) => {
    if (this.#inUse.get(start)?.deref() === undefined) this.#inUse.delete(start)
  })
  /** Undefined once the name is removed. */
  path: string | undefined
  /** The version when it was opened; undefined for a temporary file. */
  readonly version: string | undefined

  constructor(descriptor: number, path?: string, version?: string) {
    this.descriptor = descriptor
    this.path = path
    this.version = version
  }

  get length(): number {
    return fstatSync(this.descriptor).size
  }

  /** Returns a Buffer: Node would wrap a plain Uint8Array for each answer. */
  read(start: number, length: number): Buffer {
    const used = this.#inUse.get(start)?.deref()
    if (used?.length === length) return used
    const bytes = readInto(this.descriptor, Buffer.allocUnsafeSlow(length), start)
    this.#inUse.set(start, new WeakRef(bytes))
    this.#unused.register(bytes, start)
    return bytes
  }

  /** The whole file, in pieces. */
  *chunks(): Generator<Buffer> {
    const { length } = this
    for (let at = 0; at < length; at += chunkSize) yield this.read(at, Math.min(chunkSize, length - at))
  }

  /** Unlinks a temporary file. Processes that have it open keep it, and the system frees it when they exit. */
  removeName(): void {
    if (this.path !== undefined && this.version === undefined) rmSync(this.path, { force: true })
    this.path = undefined
  }

  /** In another thread: to free the blocks of a large file that has no name any more takes long. */
  close(): void {
    this.removeName()
    close(this.descriptor, () => {})
  }
}

/** Fills the buffer. */
export function readInto(descriptor: number, bytes: Buffer, start: number): Buffer {
  for (let filled = 0; filled < bytes.length; ) {
    const count = readSync(descriptor, bytes, filled, bytes.length - filled, start + filled)
    if (count === 0) throw new DamagedSnapshot('the file', 'is truncated')
    filled += count
  }
  return bytes
}

/** Creates a private temporary file, or returns undefined if it cannot. */
export function createSnapshotFile(): SnapshotFile | undefined {
  const path = join(tmpdir(), `citable-${randomUUID()}`)
  try {
    return new SnapshotFile(openSync(path, 'wx+', 0o600), path)
  } catch {
    return undefined
  }
}

/** A snapshot that reads its file on demand. */
export interface PackedSnapshot extends Snapshot {
  /** Closes the file. Call it when nothing uses the snapshot any more. */
  close(): void
}

/**
 * Opens a packed file of any size. Memory holds its search index, and what was read last.
 * @example
 * const snapshot = await openPacked('archive.bin')
 * await listen({ handler: serve(snapshot), port: 3000, host: '127.0.0.1' })
 */
export async function openPacked(path: string): Promise<PackedSnapshot> {
  const file = openSnapshotFile(path)
  try {
    return { ...(await openInSteps(file)), close: once(() => file.close()) }
  } catch (error) {
    file.close()
    throw new Error(`${path} cannot be opened: ${(error as Error).message}`, { cause: error })
  }
}

/** Opens a snapshot while the process handles other events. */
export async function openInSteps(packed: PackedBytes): Promise<Snapshot> {
  for (const steps = opening(packed, { onDemand }); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    await nextTurn()
  }
}

export const openSnapshotFile = (path: string, descriptor = openSync(path, 'r')): SnapshotFile =>
  new SnapshotFile(descriptor, path, fileVersion(fstatSync(descriptor)))

/** Changes when a file is replaced or overwritten. */
export const fileVersion = ({ dev, ino, size, mtimeMs }: Stats): string => `${dev} ${ino} ${size} ${mtimeMs}`

/** The snapshot's file descriptor in a child process, after the standard streams and the IPC channel. */
export const inheritedDescriptor = 4

/** The `stdio` option for a child process that uses the file. */
export const stdioWith = (file: SnapshotFile) =>
  ['inherit', 'inherit', 'inherit', 'ipc', file.descriptor] as const
