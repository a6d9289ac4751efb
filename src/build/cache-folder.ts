import { hash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { UsageError } from '../base/errors.ts'
import { say } from '../base/terminal.ts'
import { distrustOf, makePrivateFolder, userCaches } from './private-folder.ts'
import { isWithin, resolveLinks } from '../content/folder.ts'

/** For every command that compiles. */
export interface CacheFlags {
  /** Runs the archive's config. */
  readonly config?: boolean | undefined
  readonly cache?: boolean | undefined
  readonly cacheDir?: string | undefined
  /** Also explains a home that cannot be written. */
  readonly verbose?: boolean | undefined
}

/**
 * Creates the folder for an archive's build cache. Returns undefined if there is none, and warns unless it is only that the user has no
 * writable home.
 */
export function cacheFolder(
  dir: string,
  { cache = true, cacheDir, verbose = false }: CacheFlags,
): string | undefined {
  const place = cache ? cachePlace(dir, cacheDir) : undefined
  if (!place) return undefined
  const { root, folder, isInside } = place
  const refuse = (reason: string) =>
    say(process.stderr, `No build cache: ${reason}. Name another folder with --cache-dir, or use --no-cache.`)
  try {
    if (!isInside) makePrivateFolder(folder)
  } catch (error) {
    if (cacheDir !== undefined || verbose) refuse((error as Error).message)
    return undefined
  }
  const path = isInside || distrustOf(root) ? root : folder
  const distrust = isInside ? 'is inside the archive' : distrustOf(path)
  if (distrust) refuse(`${path} ${distrust}`)
  return distrust ? undefined : folder
}

/** Below the root, an archive's folder is named by a digest of its real path. Undefined without a home. */
export function cachePlace(dir: string, cacheDir: string | undefined) {
  const caches = userCaches()
  const path = cacheDir ?? (caches && join(caches, 'citable'))
  if (path === undefined) return undefined
  const [archive, root] = [resolveLinks(resolve(dir)), resolveLinks(resolve(path))]
  // Whoever wrote the content could have written such a cache.
  const isInside = isWithin(root, archive)
  if (isInside && cacheDir !== undefined)
    throw new UsageError(`${cacheDir} is inside the archive; choose another folder for --cache-dir.`, 2)
  return { root, folder: join(root, hash('sha256', archive, 'hex').slice(0, 16)), isInside }
}
