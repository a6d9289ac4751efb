import { linkSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folder } from '../content/folder.ts'
import type { Diagnostic } from '../diagnostics.ts'
import { syncFiles, syncFolders } from './durable.ts'
import { describeFolder, type FoundFolder, withSettings } from './init-folder.ts'
import { settingsFor } from './init-settings.ts'
import { starter } from './init-starter.ts'
import { foldersAbove, look } from './look.ts'
import { tally } from './report.ts'
import { UsageError } from './settings.ts'
import { say } from '../visible.ts'

/** Writes the settings for the posts that a folder has, or a small archive where it has none. Overwrites nothing and asks nothing. */
export async function initCommand(dir: string): Promise<number> {
  const isNew = look(dir).kindAt('.') === 'nothing'
  if (!isNew && look(dir).kindAt('.') !== 'folder') throw new UsageError(`${dir} is not a folder.`, 2)
  const found = isNew ? undefined : await describeFolder(folder(dir))
  const tried = found && (await tryOut(dir, found))
  const files = tried ? { 'archive.yaml': tried.settings } : starter
  await writeNew(dir, files)
  for (const path of Object.keys(files)) say(process.stdout, `Wrote ${join(dir, path)}`)
  if (tried) say(process.stdout, tried.summary)
  say(process.stdout, '')
  say(process.stdout, 'Next:')
  say(process.stdout, `  citable check ${dir}    what could be better, with file and line`)
  say(process.stdout, `  citable serve ${dir}    the archive at http://localhost:3000`)
  return 0
}

/** The settings, and what they give: everything is read once with them, as `check` would. */
async function tryOut(dir: string, found: FoundFolder): Promise<{ settings: string; summary: string }> {
  const { readArchive } = await import('../compile.ts')
  const draft = settingsFor(found)
  const { value, diagnostics } = await readArchive(withSettings(folder(dir), draft))
  const count = found.posts.length
  const posts = `${count} ${count === 1 ? 'post' : 'posts'}`
  const { generator } = found.site
  const place = found.below === '' ? '' : ` in ${found.below}`
  const where =
    generator === 'none' ? '' : ` of ${/^[ae]/.test(generator) ? 'an' : 'a'} ${generator} site${place}`
  const state = value ? 'ready to be served' : 'not published before its errors are fixed'
  return {
    settings: settingsFor(found, outsidePrefixes(diagnostics)),
    summary: `${posts}${where}, ${state}: ${tally(diagnostics) || 'no problems found'}.`,
  }
}

/** The parts of the site that posts link to most. */
function outsidePrefixes(diagnostics: readonly Diagnostic[]): string[] {
  const counts = new Map<string, number>()
  for (const { rule, hint } of diagnostics) {
    const prefix = rule === 'outside-link' ? /`siteLinks: \[(.*)\]`/.exec(hint)?.[1] : undefined
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([prefix]) => prefix)
}

/**
 * All of the files or none: each is complete on the disk before it gets its name, by a link, which never replaces a file; when one of
 * them fails, those before it are taken back.
 */
async function writeNew(dir: string, files: Readonly<Record<string, string>>): Promise<void> {
  const here = look(dir)
  const inTheWay = Object.keys(files).flatMap((path) => here.inTheWayOf(path))
  if (inTheWay.length > 0) {
    const them = inTheWay.length === 1 ? 'it' : 'them'
    throw new UsageError(
      `${inTheWay.map((path) => join(dir, path)).join(', ')} exists already: nothing is written. Move ${them} away first.`,
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
    const draft = mkdtempSync(join(dir, '.citable-init-'))
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
