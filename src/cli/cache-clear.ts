import { existsSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { say } from '../base/escape.ts'
import { cacheFolder } from './cache.ts'
import { requireFolder } from './load.ts'

/** Removes what earlier commands kept for an archive. */
export function clearCache(dir: string): number {
  requireFolder(dir)
  const folder = cacheFolder(dir)
  const shown = relative('.', folder) || '.'
  const was = existsSync(folder)
  rmSync(folder, { recursive: true, force: true })
  say(process.stdout, was ? `Removed ${shown}` : `There is no cache in ${shown}`)
  return 0
}
