import { type Dirent, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { say } from '../base/terminal.ts'
import { isSystemError } from '../base/errors.ts'

/** In milliseconds. */
const checkInterval = 1000

const noCode = async (): Promise<unknown> => undefined

/**
 * Calls `changed` once per burst of changes, after `quiet` milliseconds. Events do not reliably tell what changed. `codeOf` tells the
 * state of files elsewhere.
 */
export function watchFolder(dir: string, quiet: number, changed: () => void, codeOf = noCode) {
  // No trailing slash, so that events about the folder itself have its name.
  const root = join(dirname(dir), basename(dir))
  const watchers = new Map<string, FSWatcher>()
  let identity = inodeOf(root)
  let code = codeOf()
  let timer: NodeJS.Timeout | undefined
  let isOutdated = true
  const written = new Set<string>()

  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const path of written) if (!isBeingWritten(path)) written.delete(path)
      if (written.size > 0) return settle()
      try {
        if (isOutdated) watchAll()
      } catch (error) {
        // Watch errors must not stop the server.
        if (!isSystemError(error)) throw error
        say(process.stderr, `Cannot watch all of ${root}: ${error.message}`)
      }
      code = codeOf()
      changed()
    }, quiet)
  }
  // Watchers miss a changed symbolic link and a folder that did not exist.
  const check = setInterval(() => {
    const now = inodeOf(root)
    codeOf().then(async (latest) => latest !== (await code) && settle())
    if (now === identity && (now === '' || watchers.has(root))) return
    identity = now
    drop()
    isOutdated = true
    settle()
  }, checkInterval)
  watchAll()
  return {
    close() {
      clearInterval(check)
      clearTimeout(timer)
      drop()
    },
  }

  /** One watcher per folder: on Linux, Node's recursive mode watches every file. */
  function watchAll(): void {
    isOutdated = false
    const folders = new Set<string>()
    // Watch each folder before reading it, so that new subfolders are either listed or reported.
    for (const path of foldersIn(root)) {
      folders.add(path)
      if (!watchers.has(path)) watchOne(path)
    }
    drop((path) => !folders.has(path))
  }

  function watchOne(path: string): void {
    try {
      const watcher = watch(path, (event, name) => {
        if (event === 'rename') isOutdated = true
        // The folder itself was removed; a new one of this name gets a new watcher. Subfolders that moved along would still report.
        if (event === 'rename' && name === basename(path))
          drop((one) => one === path || one.startsWith(path + sep))
        if (name !== null) written.add(join(path, name))
        settle()
      })
      watcher.on('error', () => drop((one) => one === path))
      watchers.set(path, watcher)
    } catch (error) {
      // Ignore removed or unreadable folders, but not a full watcher table.
      if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'EACCES')) return
      throw error
    }
  }

  function drop(isDropped: (path: string) => boolean = () => true): void {
    for (const [path, watcher] of watchers) {
      if (!isDropped(path)) continue
      watcher.close()
      watchers.delete(path)
    }
  }
}

/** In milliseconds. */
const writeWindow = 500

/** Returns whether a file has just been emptied: saving in place empties it first, and a reader would see an empty post. */
function isBeingWritten(path: string): boolean {
  try {
    const stat = statSync(path)
    return stat.isFile() && stat.size === 0 && Math.abs(Date.now() - stat.mtimeMs) < writeWindow
  } catch {
    return false
  }
}

function inodeOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.dev} ${stat.ino}` : ''
}

/** Yields the folder and its subfolders, without hidden ones and node_modules. */
function* foldersIn(path: string): Generator<string> {
  yield path
  let entries: readonly Dirent[] = []
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    // Removed or unreadable.
  }
  for (const entry of entries)
    if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      yield* foldersIn(join(path, entry.name))
}

/** Serializes runs. Calls during a run trigger one more after it, so that the last state is always read. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRequested = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (isRequested) {
      isRequested = false
      await work()
    }
  }

  return () => {
    isRequested = true
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

/** In milliseconds. */
const maxWait = 3_600_000
const retryInterval = 60_000

/** Publishes when the next post goes live or expires, and again each minute until `set` is called. */
export function schedule(publish: () => void) {
  let timer: NodeJS.Timeout | undefined
  const set = (nextChange: string | undefined) => {
    clearTimeout(timer)
    if (nextChange === undefined) return
    const wait = Date.parse(nextChange) - Date.now()
    // In steps: timers are limited to 24 days, and clocks may change or sleep.
    const step = () => {
      if (wait > maxWait) return set(nextChange)
      timer = setTimeout(step, retryInterval).unref()
      publish()
    }
    timer = setTimeout(step, Math.min(Math.max(wait, 0), maxWait)).unref()
  }
  return { set, close: () => clearTimeout(timer) }
}
