import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, rmSync, type Stats } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PackedBytes } from '../../snapshot/record.ts'

/**
 * A file that holds a packed snapshot. What is read of it is in the system's page cache, which all processes share, and in
 * nobody's heap for longer than it is used.
 */
export class SnapshotFile implements PackedBytes {
  readonly descriptor: number
  /** Bytes that are being sent to a slow client are shared by all others who ask for them. */
  readonly #inUse = new Map<number, WeakRef<Buffer>>()
  readonly #unused = new FinalizationRegistry<number>((start) => {
    if (this.#inUse.get(start)?.deref() === undefined) this.#inUse.delete(start)
  })
  #path: string | undefined
  /** Of a file that is somebody else's, when it was opened; undefined for a temporary one. */
  readonly version: string | undefined

  constructor(descriptor: number, path?: string, version?: string) {
    this.descriptor = descriptor
    this.#path = path
    this.version = version
  }

  /** By which another process may open it, until the name is removed. */
  get path(): string | undefined {
    return this.#path
  }

  get length(): number {
    return fstatSync(this.descriptor).size
  }

  /** A Buffer, which Node sends as it is; it would wrap a plain Uint8Array for each answer. */
  read(start: number, length: number): Buffer {
    const used = this.#inUse.get(start)?.deref()
    if (used?.length === length) return used
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let filled = 0; filled < length; ) {
      const count = readSync(this.descriptor, bytes, filled, length - filled, start + filled)
      if (count === 0) throw new Error('the file of the snapshot ends too early')
      filled += count
    }
    this.#inUse.set(start, new WeakRef(bytes))
    this.#unused.register(bytes, start)
    return bytes
  }

  /** Whoever has it open keeps it; nothing is left of it when they have ended, however they end. */
  removeName(): void {
    if (this.#path !== undefined && this.version === undefined) rmSync(this.#path, { force: true })
    this.#path = undefined
  }

  close(): void {
    this.removeName()
    closeSync(this.descriptor)
  }
}

/** A new file among the temporary ones, which nobody else may read; undefined where none can be made. */
export function createSnapshotFile(): SnapshotFile | undefined {
  const path = join(tmpdir(), `citable-${randomUUID()}`)
  try {
    return new SnapshotFile(openSync(path, 'wx+', 0o600), path)
  } catch {
    return undefined
  }
}

/** Read in place. A file that replaces it has another inode, and is not what was opened. */
export function openSnapshotFile(path: string): SnapshotFile {
  const descriptor = openSync(path, 'r')
  return new SnapshotFile(descriptor, path, fileVersion(fstatSync(descriptor)))
}

/** Differs once a file is replaced or overwritten. */
export function fileVersion({ dev, ino, size, mtimeMs }: Stats): string {
  return `${dev} ${ino} ${size} ${mtimeMs}`
}

/** Where a process finds the file that it was started with, after the standard streams and the channel. */
export const inheritedDescriptor = 4

/** How a process is started that reads or writes a snapshot's file. */
export function stdioWith(file: SnapshotFile) {
  return ['inherit', 'inherit', 'inherit', 'ipc', file.descriptor] as const
}
