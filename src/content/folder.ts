import type { Dirent } from 'node:fs'
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import platformPath, { basename, dirname, join } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { dotNames } from '../generators/registry.ts'
import { type ContentSource, NotFollowed } from './source.ts'

/** What `citable build` leaves in each folder that it writes: such a folder inside the archive is no content. */
export const buildManifest = '.citable-build.json'

/** Content on disk, without hidden files. For thousands of small files, synchronous calls beat the thread pool. */
export function fromFolder(root: string): ContentSource {
  return {
    root,
    async list() {
      return [...filesBelow(realpathSync.native(root), '')].sort()
    },
    async read(path) {
      try {
        return readFileSync(realPath(realpathSync.native(root), path))
      } catch (error) {
        if (error instanceof NotFollowed) throw error
        // The caller adds the path to a reason such as "permission denied".
        const { errno, message } = error as NodeJS.ErrnoException
        throw new Error(getSystemErrorMap().get(errno ?? 0)?.[1] ?? message, { cause: error })
      }
    },
  }
}

/** Larger files, such as images and videos, are not cached. */
const maxCachedBytes = 2 ** 18
/** Coarsest timestamp resolution of a file system, in milliseconds. */
const timestampResolution = 20

/** Caches unchanged files. Skips a file modified just now, because its next change may have the same timestamp. */
export function cachedFolder(root: string): ContentSource {
  const { list, read } = fromFolder(root)
  const cache = new Map<string, { readonly stamp: string; readonly bytes: string | Uint8Array }>()
  return {
    list,
    async read(path) {
      if (path.endsWith('/')) return read(path)
      const cached = cache.get(path)
      const stat = statSync(join(root, path), { bigint: true, throwIfNoEntry: false })
      const isSettled = stat && Date.now() - Number(stat.mtimeMs) >= timestampResolution
      const stamp = isSettled ? `${stat.mtimeNs} ${stat.ctimeNs} ${stat.size} ${stat.ino}` : undefined
      if (cached && cached.stamp === stamp) return cached.bytes
      cache.delete(path)
      const bytes = await read(path)
      if (stamp !== undefined && bytes.length < maxCachedBytes) cache.set(path, { stamp, bytes })
      return bytes
    },
  }
}

/** Yields every file below a folder, '' or with a slash. An unreadable one yields itself; reading it fails with the reason. */
function* filesBelow(home: string, path: string): Generator<string> {
  let entries: readonly Dirent[]
  try {
    entries = readdirSync(join(home, path), { withFileTypes: true })
  } catch (error) {
    if (path === '') throw error
    yield path
    return
  }
  for (const entry of entries) {
    if (isHiddenName(entry.name)) continue
    const inner = path + entry.name
    if (!entry.isFile() && existsSync(join(home, inner, buildManifest))) continue
    if (entry.isDirectory()) yield* filesBelow(home, `${inner}/`)
    else if (entry.isFile()) yield inner
    else if (entry.isSymbolicLink()) yield isFollowed(home, inner) ? inner : `${inner}/`
  }
}

function isFollowed(home: string, link: string): boolean {
  try {
    realPath(home, link)
    return true
  } catch {
    return false
  }
}

/** Resolves symbolic links; they must lead to content. Checked on every read, since a folder may become a link after listing. */
function realPath(home: string, path: string): string {
  const place = join(home, path.replace(/\/$/, ''))
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (isLink && !existsSync(place)) throw new NotFollowed('points to nothing readable')
  const real = realpathSync.native(place)
  if (!isWithin(real, home)) throw new NotFollowed('points outside the archive')
  if (platformPath.relative(home, real).split(platformPath.sep).some(isHiddenName))
    throw new NotFollowed('points to a hidden file or folder')
  if (isLink && !statSync(real).isFile()) throw new NotFollowed('points to a folder')
  return real
}

/**
 * Returns whether an absolute path is `outer` or below it. Tests pass the `path` of another platform.
 * @internal
 */
export function isWithin(inner: string, outer: string, path = platformPath): boolean {
  const relative = path.relative(outer, inner)
  // Windows has no relative path between drives.
  return !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..'
}

/** Resolves links in the existing part of an absolute path. */
export function resolveLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path === dirname(path) ? path : join(resolveLinks(dirname(path)), basename(path))
  }
}

const isHiddenName = (name: string) => name.startsWith('.') && !dotNames.has(name)
