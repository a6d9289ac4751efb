import { existsSync, rmSync } from 'node:fs'
import { UsageError } from '../../base/errors.ts'
import { say } from '../../base/terminal.ts'
import { distrustOf } from '../../build/private-folder.ts'
import { type CacheFlags, cachePlace } from '../../build/cache-folder.ts'

/** Removes an archive's build cache, or prints its path. */
export function cacheCommand(action: 'clear' | 'path', dir: string, { cacheDir }: CacheFlags): number {
  const place = cachePlace(dir, cacheDir)
  if (!place) throw new UsageError('There is no home folder, so there is no cache.')
  const { root, folder } = place
  const distrust = distrustOf(root)
  if (distrust) throw new UsageError(`${root} ${distrust}.`)
  const existed = existsSync(folder)
  if (action === 'clear') rmSync(folder, { recursive: true, force: true })
  say(process.stdout, action === 'path' ? folder : `${existed ? 'Removed' : 'No cache in'} ${folder}`)
  return 0
}
