import {
  closeSync,
  fdatasync,
  fsync,
  openSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { UsageError } from '../../base/errors.ts'
import { dirname, join } from 'node:path'
import { foldersAbove, inspectFolder } from './inspect-folder.ts'

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

/**
 * All of the files or none: each is complete on the disk before it gets its name, by a link, which never replaces a file; when one of
 * them fails, those before it are taken back.
 */
export async function writeNew(dir: string, files: Readonly<Record<string, string>>): Promise<void> {
  const here = inspectFolder(dir)
  const inTheWay = Object.keys(files).flatMap((path) => here.inTheWayOf(path))
  if (inTheWay.length > 0) {
    const them = inTheWay.length === 1 ? 'it' : 'them'
    throw new UsageError(
      `${inTheWay.map((path) => join(dir, path)).join(', ')} already exists; nothing was written. Move ${them} away first.`,
      2,
    )
  }
  const undo: (() => void)[] = []
  const makeFolder = (path: string) => {
    const made = mkdirSync(path, { recursive: true })
    if (made !== undefined) undo.push(() => rmdirSync(path))
  }
  try {
    makeFolder(dir)
    const draft = mkdtempSync(join(dir, '.citable-new-'))
    undo.push(() => rmSync(draft, { recursive: true, force: true }))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(draft, path)), { recursive: true })
      writeFileSync(join(draft, path), text)
    }
    await syncFiles(Object.keys(files).map((path) => join(draft, path)))
    for (const path of Object.keys(files)) {
      for (const above of foldersAbove(path)) makeFolder(join(dir, above))
      linkSync(join(draft, path), join(dir, path))
      undo.push(() => rmSync(join(dir, path)))
    }
    rmSync(draft, { recursive: true, force: true })
    await syncFolders([dir, ...Object.keys(files).map((path) => dirname(join(dir, path)))])
  } catch (error) {
    for (const step of undo.reverse()) quietly(step)
    throw error
  }
}

function quietly(step: () => void): void {
  try {
    step()
  } catch {
    // What cannot be taken back is left; the first error is the one to tell.
  }
}

/** By a rename, which is all or nothing; with the permissions that the file had. */
export async function replaceFile(path: string, body: string): Promise<void> {
  const draft = mkdtempSync(join(dirname(path), '.citable-fix-'))
  try {
    const staged = join(draft, 'file')
    writeFileSync(staged, body, { mode: statSync(path).mode })
    await syncFiles([staged])
    renameSync(staged, path)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
