import { linkSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFiles, syncFolders } from './output/durable.ts'
import { foldersAbove, inspectFolder } from './output/inspect-folder.ts'
import { UsageError } from '../base/errors.ts'

/**
 * All of the files or none: each is complete on the disk before it gets its name, by a link, which never replaces a file; when one of
 * them fails, those before it are taken back.
 */
export async function writeNew(dir: string, files: Readonly<Record<string, string>>): Promise<void> {
  const here = inspectFolder(dir)
  const inTheWay = Object.keys(files).flatMap((path) => here.inTheWayOf(path))
  if (inTheWay.length > 0) {
    const them = inTheWay.length === 1 ? 'it' : 'them'
    throw new UsageError(
      `${inTheWay.map((path) => join(dir, path)).join(', ')} already exists; nothing was written. Move ${them} away first.`,
      2,
    )
  }
  const undo: (() => void)[] = []
  const makeFolder = (path: string) => {
    const made = mkdirSync(path, { recursive: true })
    if (made !== undefined) undo.push(() => rmdirSync(path))
  }
  try {
    makeFolder(dir)
    const draft = mkdtempSync(join(dir, '.citable-new-'))
    undo.push(() => rmSync(draft, { recursive: true, force: true }))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(draft, path)), { recursive: true })
      writeFileSync(join(draft, path), text)
    }
    await syncFiles(Object.keys(files).map((path) => join(draft, path)))
    for (const path of Object.keys(files)) {
      for (const above of foldersAbove(path)) makeFolder(join(dir, above))
      linkSync(join(draft, path), join(dir, path))
      undo.push(() => rmSync(join(dir, path)))
    }
    rmSync(draft, { recursive: true, force: true })
    await syncFolders([dir, ...Object.keys(files).map((path) => dirname(join(dir, path)))])
  } catch (error) {
    for (const step of undo.reverse()) quietly(step)
    throw error
  }
}

function quietly(step: () => void): void {
  try {
    step()
  } catch {
    // What cannot be taken back is left; the first error is the one to tell.
  }
}
