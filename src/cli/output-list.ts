import { readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { UsageError } from './settings.ts'

/**
 * The list that a build leaves in its folder: the files that the next build may replace or remove. Most hosts do not publish a name
 * that starts with a dot; where one does, the list says nothing that the site does not.
 */
export const listName = '.citable-build.json'

/** Empty where there was no build yet. */
export function readList(root: string): ReadonlySet<string> {
  let text: string
  try {
    text = readFileSync(join(root, listName), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set()
    throw error
  }
  const files = parsed(text)
  // A path that leads out of the folder is none that a build wrote, and must not be followed.
  const isInside = (path: unknown) =>
    typeof path === 'string' && resolve(root, path).startsWith(root.endsWith(sep) ? root : root + sep)
  if (Array.isArray(files) && files.every(isInside)) return new Set(files)
  throw new UsageError(`${listName} is not the list of a build; build into another folder`)
}

export function listText(paths: Iterable<string>): string {
  const about = 'What citable build wrote here. The next build replaces or removes these files and no others.'
  return `${JSON.stringify({ about, files: [...paths].sort() }, null, 1)}\n`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)?.files
  } catch {
    return undefined
  }
}
