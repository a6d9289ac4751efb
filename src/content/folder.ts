import {
  type BigIntStats,
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import platformPath, { join } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { dotNames } from '../generators/registry.ts'
import { type ContentSource, NotFollowed } from './source.ts'

/**
 * A folder on disk. Hidden names are no content, unless a generator uses them. Calls are synchronous: for thousands of small files that is
 * several times faster than the thread pool.
 */
export function folder(root: string): ContentSource {
  return {
    async list() {
      const home = realpathSync.native(root)
      return [...filesIn(home, '', readdirSync(home, { withFileTypes: true }))].sort()
    },
    async read(path) {
      try {
        return readFileSync(realPath(realpathSync.native(root), path))
      } catch (error) {
        if (error instanceof NotFollowed) throw error
        // "permission denied": the caller says which path it was.
        const { errno, message } = error as NodeJS.ErrnoException
        throw new Error(getSystemErrorMap().get(errno ?? 0)?.[1] ?? message, { cause: error })
      }
    },
  }
}

/**
 * The same for repeated reads: a file that has not changed is the same object. One written just before it was read is read again, because its
 * time could not tell a later change.
 */
export function rememberedFolder(root: string): ContentSource {
  const { list, read } = folder(root)
  const kept = new Map<string, { readonly stamp: string; readonly bytes: string | Uint8Array }>()
  return {
    list,
    async read(path) {
      if (path.endsWith('/')) return read(path)
      const before = kept.get(path)
      const stat = statSync(join(root, path), { bigint: true, throwIfNoEntry: false })
      const stamp = stat && stampOf(stat)
      if (before && before.stamp === stamp) return before.bytes
      kept.delete(path)
      const bytes = await read(path)
      if (stamp !== undefined && bytes.length < mostRemembered) kept.set(path, { stamp, bytes })
      return bytes
    },
  }
}

/** Pictures and films would fill the memory. */
const mostRemembered = 2 ** 18

/** Milliseconds: the clock of a file system may tick this slowly. */
const slowestTick = 20

function stampOf({ mtimeMs, mtimeNs, ctimeNs, size, ino }: BigIntStats): string | undefined {
  return Date.now() - Number(mtimeMs) < slowestTick ? undefined : `${mtimeNs} ${ctimeNs} ${size} ${ino}`
}

/** Every file below a folder of the archive, whose path is '' or ends with a slash. */
function* filesIn(home: string, path: string, entries: readonly Dirent[]): Generator<string> {
  for (const entry of entries) {
    if (isHidden(entry.name)) continue
    const inner = path + entry.name
    if (entry.isDirectory()) yield* folderIn(home, `${inner}/`)
    else if (entry.isFile()) yield inner
    else if (entry.isSymbolicLink()) yield isFollowed(home, inner) ? inner : `${inner}/`
  }
}

/** A folder that cannot be listed stands for what is in it: reading it fails too, and says why. */
function* folderIn(home: string, path: string): Generator<string> {
  let entries: readonly Dirent[]
  try {
    entries = readdirSync(join(home, path), { withFileTypes: true })
  } catch {
    yield path
    return
  }
  yield* filesIn(home, path, entries)
}

function isFollowed(home: string, link: string): boolean {
  try {
    realPath(home, link)
    return true
  } catch {
    return false
  }
}

/**
 * Where a path leads through links: only to files that are content at their own path. Checked on every read, since a folder above may have
 * become a link after listing.
 */
function realPath(home: string, path: string): string {
  const written = join(home, path.replace(/\/$/, ''))
  const real = realPathOrNone(written)
  if (real === undefined) throw new NotFollowed('points to nothing readable')
  if (!isWithin(real, home)) throw new NotFollowed('points outside the archive')
  if (platformPath.relative(home, real).split(platformPath.sep).some(isHidden))
    throw new NotFollowed('points to a hidden file or folder')
  if (isLink(written) && !statSync(real).isFile()) throw new NotFollowed('points to a folder')
  return real
}

/** Undefined for a link without a target. */
function realPathOrNone(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (isLink(path)) return undefined
    throw error
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/**
 * Whether one path, absolute like the other, is the other or below it. `path` is that of the machine, whichever it is.
 * @internal
 */
export function isWithin(inner: string, outer: string, path = platformPath): boolean {
  const way = path.relative(outer, inner)
  // From one drive of Windows to another there is none.
  return !path.isAbsolute(way) && way.split(path.sep)[0] !== '..'
}

function isHidden(name: string): boolean {
  return name.startsWith('.') && !dotNames.has(name)
}
