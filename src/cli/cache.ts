import { hash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { say } from '../base/escape.ts'
import { type DiskCache, diskCache } from '../content/cache.ts'

/** Beside the archive, where nothing is published and git looks away. */
export const ownFolder = '.citable'

/** Where the cache of an archive is: with those of other tools, in a project that has a folder for them. */
export function cacheFolder(dir: string): string {
  const root = existsSync(dir) ? realpathSync(dir) : resolve(dir)
  const modules = foldersFrom(root)
    .map((folder) => join(folder, 'node_modules'))
    .find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory())
  const name = hash('sha256', root, 'hex').slice(0, 16)
  return modules === undefined ? join(root, ownFolder, 'cache') : join(modules, '.cache', 'citable', name)
}

function foldersFrom(folder: string): string[] {
  return folder === dirname(folder) ? [folder] : [folder, ...foldersFrom(dirname(folder))]
}

export function openCache(folder: string): DiskCache {
  keepFromGit(folder)
  return diskCache(folder)
}

function keepFromGit(folder: string): void {
  const own = dirname(folder)
  if (!own.endsWith(ownFolder) || existsSync(join(own, '.gitignore'))) return
  try {
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, '.gitignore'), '*\n')
  } catch {
    // Then nothing can be kept here either.
  }
}

/** Removes what earlier commands kept for an archive. */
export function clearCache(dir: string): number {
  const folder = cacheFolder(dir)
  const shown = relative('.', folder) || '.'
  const was = existsSync(folder)
  rmSync(folder, { recursive: true, force: true })
  say(process.stdout, was ? `Removed ${shown}` : `No cache in ${shown}`)
  return 0
}
