import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { publishable, readHere } from './load.ts'
import { writeOutput } from './output.ts'
import { chosenBaseUrl, chosenDay, UsageError } from './settings.ts'
import { staticFiles } from './static-export.ts'
import { say } from '../visible.ts'

/** Writes the whole archive as files. */
export async function buildCommand(
  dir: string,
  { out, ...options }: { out: string; baseUrl?: string; asOf?: string; quiet?: boolean },
): Promise<number> {
  requireApart(dir, out)
  const baseUrl = chosenBaseUrl(options.baseUrl)
  const asOf = chosenDay(options.asOf)
  const archive = publishable(await readHere(dir, { baseUrl, asOf }), dir, options.quiet)
  const { describeSite, represent } = await import('../compile.ts')
  const published = { ...archive, searchable: false }
  const site = describeSite(published)
  const count = await writeOutput(out, staticFiles(represent(published), site))
  const shown = relative('.', out) || '.'
  say(process.stdout, `${count} files in ${shown}, to be published at ${site.baseUrl}`)
  say(process.stdout, 'Left out: the search page, which takes a server.')
  return 0
}

/** What is written must not become content of the archive that it is made of. */
function requireApart(dir: string, out: string): void {
  const [archive, target] = [real(resolve(dir)), real(resolve(out))]
  if (isWithin(archive, target)) {
    throw new UsageError(`${out} holds the archive itself; choose another folder for --out.`, 2)
  }
  if (isWithin(target, archive)) {
    throw new UsageError(`${out} is within the archive; choose another folder for --out.`, 2)
  }
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new UsageError(`${out} is not a folder.`)
  }
}

/** With links followed, as far as there is anything yet. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path === dirname(path) ? path : join(real(dirname(path)), basename(path))
  }
}

function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner)
  return !isAbsolute(way) && way.split(sep)[0] !== '..'
}
