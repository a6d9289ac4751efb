import { existsSync, realpathSync } from 'node:fs'
import * as module from 'node:module'
import { isAbsolute, join, relative, sep } from 'node:path'
import { distrustOf, makePrivateFolder, userCaches } from '../build/private-folder.ts'

/** From Node 22 on. */
const { enableCompileCache } = module as { readonly enableCompileCache?: (folder: string) => unknown }

/** Keeps compiled code for the next command, which starts in three quarters of the time. */
export function keepCompiledCode(): void {
  const caches = userCaches()
  if (!enableCompileCache || caches === undefined) return
  const folder = join(caches, 'citable-code')
  try {
    // Whoever wrote an archive could have written such code. It may be named as in `--dir=…`; the default is `archive`.
    const named = process.argv.slice(2).map((word) => word.slice(word.indexOf('=') + 1))
    if ([process.cwd(), 'archive', ...named].some((place) => contains(place, caches))) return
    makePrivateFolder(folder)
    if (distrustOf(folder)) return
    enableCompileCache(folder)
    // For processes that this one starts.
    process.env['NODE_COMPILE_CACHE'] ??= folder
  } catch {
    // No home that can be written.
  }
}

/** As `isWithin`, whose module would be loaded before its code is kept. Arguments that are no paths contain nothing. */
function contains(outer: string, inner: string): boolean {
  if (!existsSync(outer)) return false
  const path = relative(realpathSync(outer), existsSync(inner) ? realpathSync(inner) : inner)
  return path.split(sep)[0] !== '..' && !isAbsolute(path)
}
