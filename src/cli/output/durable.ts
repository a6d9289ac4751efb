import { closeSync, fdatasync, fsync, openSync } from 'node:fs'

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
  const waiting = paths[Symbol.iterator]()
  const syncNext = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await syncOne(next.value, flags)
  }
  await Promise.all(Array.from({ length: 32 }, syncNext))
}

async function syncOne(path: string, flags: 'r' | 'r+'): Promise<void> {
  try {
    await syncOpen(openSync(path, flags), flags === 'r' ? fsync : fdatasync)
  } catch (error) {
    if (flags === 'r+' || !noFolderSync.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Only what waits for the disk leaves this thread: a handle of promises for each file took three times as long. */
function syncOpen(descriptor: number, sync: typeof fsync): Promise<void> {
  return new Promise((resolve, reject) => {
    sync(descriptor, (error) => {
      closeSync(descriptor)
      if (error) reject(error)
      else resolve()
    })
  })
}

/** Gone; or a file system or platform (Windows, some network disks) that keeps folders in its own way. */
const noFolderSync: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EINVAL',
  'ENOTSUP',
  'EISDIR',
  'EPERM',
])
