import { hash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { say } from '../base/escape.ts'
import { type DiskCache, diskCache } from '../content/cache.ts'

/** In the archive. Ignored by git and never published. */
export const ownFolder = '.citable'

/** Returns `node_modules/.cache/citable/…` inside a Node.js project, and `.citable/cache` elsewhere. */
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
  ignoreInGit(folder)
  return diskCache(folder)
}

function ignoreInGit(folder: string): void {
  const parent = dirname(folder)
  if (!parent.endsWith(ownFolder) || existsSync(join(parent, '.gitignore'))) return
  try {
    mkdirSync(parent, { recursive: true })
    writeFileSync(join(parent, '.gitignore'), '*\n')
  } catch {
    // Not writable, so the cache is not written either.
  }
}

export function clearCache(dir: string): number {
  const folder = cacheFolder(dir)
  const shown = relative('.', folder) || '.'
  const existed = existsSync(folder)
  rmSync(folder, { recursive: true, force: true })
  say(process.stdout, existed ? `Removed ${shown}` : `No cache in ${shown}`)
  return 0
}
