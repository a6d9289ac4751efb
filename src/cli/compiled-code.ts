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
    makePrivateFolder(folder)
    // Whoever wrote an archive could have written such code.
    const places = [process.cwd(), ...process.argv.slice(2)].filter((path) => existsSync(path))
    if (distrustOf(folder) || places.some((place) => contains(place, folder))) return
    enableCompileCache(folder)
    // For processes that this one starts.
    process.env['NODE_COMPILE_CACHE'] ??= folder
  } catch {
    // No home that can be written.
  }
}

function contains(outer: string, inner: string): boolean {
  const path = relative(realpathSync(outer), realpathSync(inner))
  return !path.startsWith('..') && !isAbsolute(path)
}
