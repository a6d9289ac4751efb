import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { say } from '../base/escape.ts'
import { ownFolder } from './cache.ts'
import { isSystemError } from './settings.ts'
import { isCalendarDate } from '../base/dates.ts'
import type { Diagnostic } from '../base/diagnostics.ts'

/**
 * Calls `changed` when anything in a folder is written, added, renamed or removed, and when the folder itself is replaced: once for a
 * burst, after so many quiet milliseconds. What has changed is not told: editors and git write in too many ways for that to be
 * relied on.
 */
export function watchFolder(dir: string, quiet: number, changed: () => void): { close(): void } {
  // Without a slash at the end, so that the name in an event about the folder itself is its own.
  const root = join(dirname(dir), basename(dir))
  const watchers = new Map<string, FSWatcher>()
  let identity = identityOf(root)
  let timer: NodeJS.Timeout | undefined
  let isOutdated = true
  const written = new Set<string>()

  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const path of written) if (!isBeingWritten(path)) written.delete(path)
      if (written.size > 0) return settle()
      if (isOutdated) watchNew()
      changed()
    }, quiet)
  }
  // Where a link leads elsewhere, or nothing was there when it was last looked at, no watcher tells.
  const check = setInterval(() => {
    const now = identityOf(root)
    if (now === identity && (now === '' || watchers.has(root))) return
    identity = now
    for (const path of [...watchers.keys()]) drop(path)
    isOutdated = true
    settle()
  }, betweenChecks)
  watchAll()
  return {
    close() {
      clearInterval(check)
      clearTimeout(timer)
      for (const path of [...watchers.keys()]) drop(path)
    },
  }

  /** One watcher a folder: Node's own recursive one watches each file on Linux. */
  function watchAll(): void {
    isOutdated = false
    const folders = new Set<string>()
    // Each before its entries are read, so that a folder that is made meanwhile is either among them or reported.
    for (const path of foldersIn(root)) {
      folders.add(path)
      if (!watchers.has(path)) watchOne(path)
    }
    for (const path of [...watchers.keys()]) if (!folders.has(path)) drop(path)
  }

  /** A server goes on, whatever becomes of its watchers. */
  function watchNew(): void {
    try {
      watchAll()
    } catch (error) {
      if (!isSystemError(error)) throw error
      say(process.stderr, `Cannot watch all of ${root}: ${error.message}`)
    }
  }

  function watchOne(path: string): void {
    try {
      const watcher = watch(path, (event, name) => {
        if (name === ownFolder) return
        if (event === 'rename') isOutdated = true
        // The folder itself is gone: what has its name by now is another, and is watched with all that is new.
        if (event === 'rename' && name === basename(path)) dropBelow(path)
        if (name !== null) written.add(join(path, name))
        settle()
      })
      watcher.on('error', () => drop(path))
      watchers.set(path, watcher)
    } catch (error) {
      // A folder that is gone by now or cannot be read has nothing to tell; that there is no more room for watchers must be known.
      if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'EACCES')) return
      throw error
    }
  }

  /** Folders that moved with it still report, from a place that is no longer watched. */
  function dropBelow(path: string): void {
    for (const other of [...watchers.keys()]) if (other === path || other.startsWith(path + sep)) drop(other)
  }

  function drop(path: string): void {
    watchers.get(path)?.close()
    watchers.delete(path)
  }
}

/** In milliseconds. */
const betweenChecks = 1000

/**
 * Whether a file is empty since a moment ago: whoever saves one in place empties it first, and a reader in between would take an
 * empty post for what was meant.
 */
function isBeingWritten(path: string): boolean {
  try {
    const stat = statSync(path)
    return stat.isFile() && stat.size === 0 && Math.abs(Date.now() - stat.mtimeMs) < forWriting
  } catch {
    return false
  }
}

/** In milliseconds. */
const forWriting = 500

function identityOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.dev} ${stat.ino}` : ''
}

/** The folder and all below it that can hold content. */
function* foldersIn(path: string): Generator<string> {
  yield path
  let entries: ReturnType<typeof readFolder>
  try {
    entries = readFolder(path)
  } catch {
    return
  }
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue
    yield* foldersIn(join(path, entry.name))
  }
}

function readFolder(path: string) {
  return readdirSync(path, { withFileTypes: true })
}

/**
 * Does the work when asked, and never twice at once. Asked during a run, it runs once more after it, however often it was asked: what
 * was read before the last request is never what stays.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let asked = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (asked) {
      asked = false
      await work()
    }
  }

  return () => {
    asked = true
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Milliseconds until the day of the next scheduled post begins; undefined when none is scheduled. */
export function untilNext(diagnostics: readonly Diagnostic[], now: number): number | undefined {
  const days = diagnostics.flatMap(({ data }) =>
    data && 'from' in data && data.from !== undefined ? [Date.parse(data.from)] : [],
  )
  return days.length === 0 ? undefined : Math.max(0, Math.min(...days) - now)
}

/** Whether what was published as of one moment is what it would be as of a later one: no post has become due meanwhile. */
export function isCurrent(
  before: string | undefined,
  now: string | undefined,
  diagnostics: readonly Diagnostic[],
): boolean {
  if (before === undefined || now === undefined || isCalendarDate(before) || isCalendarDate(now))
    return before === now
  return before <= now && untilNext(diagnostics, Date.parse(now)) !== 0
}

/** Has scheduled posts published on their day. */
export class Schedule {
  readonly #publish: () => void
  #timer: NodeJS.Timeout | undefined

  /** @param publish reads the content again, as of the moment at which it is called */
  constructor(publish: () => void) {
    this.#publish = publish
  }

  /** What was held back when the content was last read. */
  set(diagnostics: readonly Diagnostic[]): void {
    clearTimeout(this.#timer)
    const wait = untilNext(diagnostics, Date.now())
    if (wait === undefined) return
    // In steps: a timer takes no more than 24 days, and the clock of a machine that slept or was set has moved meanwhile.
    const isDue = wait <= longestWait
    const step = () => (isDue ? this.#publish() : this.set(diagnostics))
    this.#timer = setTimeout(step, Math.min(wait, longestWait)).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}

const longestWait = 3_600_000
