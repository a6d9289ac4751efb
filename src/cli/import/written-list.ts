import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOfBuild } from '../output/list.ts'
import { UsageError } from '../settings.ts'

/** The list that an import leaves in its folder: what it wrote, so that the next one knows what has been edited since. */
export const listName = '.citable-import.json'

export interface WrittenList {
  /** An import that was killed may have written none, some or all of what the list names. */
  readonly isUnfinished: boolean
  /** From each path to the digests of what an import wrote there: one, or two while the second is being written. */
  readonly files: ReadonlyMap<string, readonly string[]>
}

export function readWrittenList(root: string): WrittenList {
  let text: string
  try {
    text = readFileSync(join(root, listName), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { isUnfinished: false, files: new Map() }
    throw error
  }
  const { files, unfinished } = parsed(text)
  const isList =
    typeof files === 'object' &&
    files !== null &&
    Object.entries(files).every(([path, digests]) => isOfBuild(path, root) && isDigests(digests))
  if (!isList)
    throw new UsageError(`${join(root, listName)} is not the list of an import; import into another folder.`)
  return { isUnfinished: unfinished === true, files: new Map(Object.entries(files)) }
}

export function writtenListText({ isUnfinished, files }: WrittenList): string {
  const about = 'What citable import wrote here. What has been edited since is never overwritten.'
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify({ about, ...(isUnfinished && { unfinished: true }), files: Object.fromEntries(sorted) }, null, 1)}\n`
}

function isDigests(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function parsed(text: string): { readonly files?: unknown; readonly unfinished?: unknown } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
