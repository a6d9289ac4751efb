import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Kind = 'nothing' | 'folder' | 'file' | 'other'

/** Looks at a folder that others may write to as well, by paths with forward slashes. Links are looked at, not followed. */
export function inspectFolder(root: string) {
  const folders = new Map<string, Kind>()

  /** The first of the folders above a path that is not one, if any. */
  function brokenAbove(path: string): { readonly path: string; readonly kind: Kind } | undefined {
    for (const folder of foldersAbove(path)) {
      const kind = folders.get(folder) ?? kindOf(join(root, folder))
      folders.set(folder, kind)
      if (kind !== 'folder') return { path: folder, kind }
    }
    return undefined
  }

  const kindAt = (path: string): Kind => (brokenAbove(path) ? 'nothing' : kindOf(join(root, path)))

  return {
    kindAt,

    holds(path: string, body: string | Uint8Array): boolean {
      return kindAt(path) === 'file' && Buffer.from(body).equals(readFileSync(join(root, path)))
    },

    /** What has to go before a file can be written there. */
    inTheWayOf(path: string): readonly string[] {
      const broken = brokenAbove(path)
      if (broken) return broken.kind === 'nothing' ? [] : [broken.path]
      const kind = kindOf(join(root, path))
      if (kind === 'nothing') return []
      return kind === 'folder' ? filesBelow(root, path) : [path]
    },
  }
}

/** `a` and `a/b` of `a/b/c.txt`. */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, at) => names.slice(0, at + 1).join('/'))
}

function kindOf(path: string): Kind {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return 'nothing'
  if (found.isDirectory()) return 'folder'
  return found.isFile() ? 'file' : 'other'
}

/** All that is no folder. */
export function filesBelow(root: string, path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`
    return entry.isDirectory() ? filesBelow(root, inner) : [inner]
  })
}
