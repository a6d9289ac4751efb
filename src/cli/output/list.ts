import { readFileSync } from 'node:fs'
import platformPath, { join } from 'node:path'
import { isWithin } from '../../content/folder.ts'
import { UsageError } from '../../base/errors.ts'

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
  if (Array.isArray(files) && files.every((one) => isOfBuild(one, root))) return new Set(files)
  throw new UsageError(`${listName} is not the list of a build; build into another folder`)
}

/** A path that leads out of the folder is none that a build wrote, and must not be followed. */
export function isOfBuild(file: unknown, root: string, path = platformPath): boolean {
  if (typeof file !== 'string') return false
  const place = path.resolve(root, file)
  return place !== path.resolve(root) && isWithin(place, root, path)
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
