import { existsSync, realpathSync } from 'node:fs'
import * as module from 'node:module'
import { isAbsolute, join, relative } from 'node:path'
import { distrustOf, makePrivateFolder, userCaches } from '../build/private-folder.ts'

/** From Node 22 on. */
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown }

/** Keeps compiled code for the next command, which starts in three quarters of the time. */
export function keepCompiledCode(): void {
  const caches = userCaches()
  if (!enableCompileCache || caches === undefined) return
  const folder = join(caches, 'citable-code')
  try {
    // Whoever wrote an archive could have written such code.
    if ([process.cwd(), ...process.argv.slice(2)].some((place) => contains(place, caches))) return
    makePrivateFolder(folder)
    if (distrustOf(folder)) return
    enableCompileCache(folder)
    // For processes that this one starts.
    process.env['NODE_COMPILE_CACHE'] ??= folder
  } catch {
    // No home that can be written.
  }
}

/** Not of arguments that are no paths. */
function contains(outer: string, inner: string): boolean {
  if (!existsSync(outer)) return false
  const path = relative(realpathSync(outer), existsSync(inner) ? realpathSync(inner) : inner)
  return !path.startsWith('..') && !isAbsolute(path)
}
