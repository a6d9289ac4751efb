import { closeSync, fdatasync, fsync, openSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { UsageError } from '../../base/errors.ts'

/** Waits until the disk has the bytes of these files, which a rename or a reported success does not mean by itself. */
export function syncFiles(paths: Iterable<string>): Promise<void> {
  return syncEach(paths, 'r+')
}

/** Waits until the disk has what these folders list; those that are gone meanwhile list nothing. */
export function syncFolders(paths: Iterable<string>): Promise<void> {
  return syncEach(paths, 'r')
}

/** Many at a time: a file system commits all that waits for it in one go. One by one, 4,000 files took half as long again. */
async function syncEach(paths: Iterable<string>, flags: 'r' | 'r+'): Promise<void> {
  const waiting = [...paths].values()
  const syncNext = async () => {
    for (const path of waiting) await syncOne(path, flags)
  }
  await Promise.all(Array.from({ length: 32 }, syncNext))
}

/** Only what waits for the disk leaves this thread: a handle of promises for each file took three times as long. */
async function syncOne(path: string, flags: 'r' | 'r+'): Promise<void> {
  try {
    const descriptor = openSync(path, flags)
    await promisify(flags === 'r' ? fsync : fdatasync)(descriptor).finally(() => closeSync(descriptor))
  } catch (error) {
    if (flags === 'r+' || !noFolderSync.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Gone; or a file system or platform (Windows, some network disks) that keeps folders in its own way. */
const noFolderSync = new Set(['ENOENT', 'ENOTDIR', 'EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM'])

/**
 * While something is half done, a signal to end is noticed by the work itself, which ends in order. A second one ends the process at
 * once, as each does at any other time.
 */
export class Interruption {
  #signal: Signal | undefined
  readonly #note = (signal: Signal) => {
    this.#signal = signal
    this.end()
  }

  constructor() {
    for (const signal of signals) process.once(signal, this.#note)
  }

  /** Lets signals be delivered, and throws if one was. */
  async check(): Promise<void> {
    await nextTurn()
    if (this.#signal) throw new UsageError('stopped', exitCodes[this.#signal])
  }

  end(): void {
    for (const signal of signals) process.off(signal, this.#note)
  }
}

/** As shells have it. The last is a terminal that was closed. */
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type Signal = keyof typeof exitCodes
const signals = Object.keys(exitCodes) as Signal[]
