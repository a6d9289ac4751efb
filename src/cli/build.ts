import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { staticFiles } from './static-export.ts'
import { publishable, readHere } from './load.ts'
import { UsageError, chosenBaseUrl } from './settings.ts'

/** Writes the whole archive as files: beside the old ones first, then in their place, so that no reader sees half. */
export async function buildCommand(dir: string, options: { out: string; baseUrl?: string }): Promise<number> {
  const out = resolve(options.out)
  refuseToOverwrite(dir, out)
  const baseUrl = chosenBaseUrl(options.baseUrl)
  const archive = publishable(await readHere(dir, { baseUrl }), dir)
  const { describeSite, represent } = await import('../compile.ts')
  const site = describeSite(archive)
  const beside = `${out}.new-${process.pid}`
  try {
    const files = writeAll(beside, staticFiles(represent(archive), site))
    swapIn(beside, out)
    process.stdout.write(
      `${files} files in ${relative('.', out) || '.'}, to be published at ${site.baseUrl}\n`,
    )
    return 0
  } catch (error) {
    if (existsSync(beside)) rmSync(beside, { recursive: true })
    throw new UsageError(`${options.out} is as it was: ${(error as Error).message}`)
  }
}

function writeAll(root: string, files: ReturnType<typeof staticFiles>): number {
  const made = new Set<string>()
  let count = 0
  for (const { path, body } of files) {
    const target = join(root, path)
    const parent = dirname(target)
    if (!made.has(parent)) mkdirSync(parent, { recursive: true })
    made.add(parent)
    writeFileSync(target, body)
    count++
  }
  return count
}

/** Two renames; if the second fails, the first is taken back. */
function swapIn(beside: string, out: string): void {
  const old = `${out}.old-${process.pid}`
  if (!existsSync(out)) {
    renameSync(beside, out)
    return
  }
  renameSync(out, old)
  try {
    renameSync(beside, out)
  } catch (error) {
    renameSync(old, out)
    throw error
  }
  rmSync(old, { recursive: true, force: true })
}

/** Only an empty folder or an earlier build is replaced: `--out .` must not cost anybody their work. */
function refuseToOverwrite(dir: string, out: string): void {
  const archive = resolve(dir)
  if (isWithin(archive, out)) {
    throw new UsageError(`${out} holds the archive itself; choose another folder for --out.`, 2)
  }
  if (isWithin(out, archive)) {
    throw new UsageError(`${out} is within the archive; choose another folder for --out.`, 2)
  }
  if (!existsSync(out)) return
  if (!statSync(out).isDirectory()) throw new UsageError(`${out} is not a folder.`)
  const earlierBuild = existsSync(join(out, 'api/v1/index.json')) && existsSync(join(out, 'llms.txt'))
  if (earlierBuild || readdirSync(out).length === 0) return
  throw new UsageError(`${out} is not an earlier build; empty it, or choose another folder for --out.`, 2)
}

function isWithin(inner: string, outer: string): boolean {
  return !relative(outer, inner).startsWith('..')
}
