import { layoutOf } from '../../content/layout.ts'
import { settingsPath } from '../../content/settings.ts'
import type { ContentSource } from '../../content/source.ts'
import { none } from '../../generators/none.ts'
import { detectGenerator } from '../../generators/registry.ts'

/** A folder of a source, as a source. */
export function within(source: ContentSource, folder: string): ContentSource {
  const start = `${folder}/`
  return {
    list: async () =>
      (await source.list()).flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : [])),
    read: (path) => source.read(start + path),
  }
}

/** A source with this text for its archive.yaml. */
export function withSettings(source: ContentSource, text: string): ContentSource {
  return {
    list: async () => [...new Set([...(await source.list()), settingsPath])],
    read: async (path) => (path === settingsPath ? text : source.read(path)),
  }
}

/**
 * Where a repository has its site, when that is one or two folders down and no generator was run at the top: the one with the most
 * posts. A folder of posts at the top is meant itself.
 */
export function siteBelow(paths: readonly string[]): string | undefined {
  if (detectGenerator(paths) !== none || paths.some((path) => path.startsWith('posts/'))) return undefined
  let best: { readonly folder: string; readonly count: number } | undefined
  for (const [folder, inside] of foldersIn(paths)) {
    const { name: generator, posts } = detectGenerator(inside)
    if (generator === none.name) continue
    const count = Math.max(
      ...posts.map((globs) => layoutOf(inside, { generator, posts: globs }).posts.length),
    )
    if (count > (best?.count ?? 0)) best = { folder, count }
  }
  return best?.folder
}

/** Folders down to the second, each with its files as seen from it. */
function foldersIn(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const steps = path.split('/')
    for (const depth of [1, 2]) {
      if (steps.length <= depth || steps.slice(0, depth).some((step) => notOurs.has(step))) break
      const folder = steps.slice(0, depth).join('/')
      const inside = folders.get(folder)
      if (inside) inside.push(path.slice(folder.length + 1))
      else folders.set(folder, [path.slice(folder.length + 1)])
    }
  }
  return folders
}

/** What others wrote, and what only looks like a site. */
const notOurs: ReadonlySet<string> = new Set(['node_modules', 'vendor', 'test', 'tests', 'fixtures'])
