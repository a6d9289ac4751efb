import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldersAbove } from '../../base/paths.ts'

type Kind = 'nothing' | 'folder' | 'file' | 'other'

/** Inspects a folder by relative paths with forward slashes. Does not follow symbolic links. */
export function inspectFolder(root: string) {
  const kinds = new Map<string, Kind>()

  /** Returns the first parent that is missing or not a folder. */
  function brokenParent(path: string): { readonly path: string; readonly kind: Kind } | undefined {
    // A folder is known only after those above it.
    if (kinds.get(path.slice(0, path.lastIndexOf('/'))) === 'folder') return undefined
    for (const folder of foldersAbove(path)) {
      const kind = kinds.get(folder) ?? kindOf(join(root, folder))
      kinds.set(folder, kind)
      if (kind !== 'folder') return { path: folder, kind }
    }
    return undefined
  }

  const kindAt = (path: string): Kind => (brokenParent(path) ? 'nothing' : kindOf(join(root, path)))

  return {
    kindAt,

    /** Whether all folders above the path exist and none is a symbolic link. */
    hasFolders: (path: string): boolean => !brokenParent(path),

    holds(path: string, body: string | Uint8Array): boolean {
      return kindAt(path) === 'file' && Buffer.from(body).equals(readFileSync(join(root, path)))
    },

    /** Returns the files to remove before a file can be written there. */
    conflictsWith(path: string): readonly string[] {
      const broken = brokenParent(path)
      if (broken) return broken.kind === 'nothing' ? [] : [broken.path]
      const kind = kindOf(join(root, path))
      if (kind === 'nothing') return []
      return kind === 'folder' ? filesBelow(root, path) : [path]
    },
  }
}

function kindOf(path: string): Kind {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return 'nothing'
  if (found.isDirectory()) return 'folder'
  return found.isFile() ? 'file' : 'other'
}

/** Lists everything except folders, recursively. */
function filesBelow(root: string, path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`
    return entry.isDirectory() ? filesBelow(root, inner) : [inner]
  })
}
