import { readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../base/errors.ts'
import { say } from '../../base/terminal.ts'
import type { Diagnostic } from '../../base/diagnostics.ts'
import { diskCache } from '../../build/cache.ts'
import { folder, isWithin, resolveLinks } from '../../content/folder.ts'
import type { ReadOptions } from '../../build/read-archive.ts'
import { cacheFolder } from '../../build/cache-folder.ts'
import {
  compileOptions,
  publishable,
  publishedStatus,
  type PublishFlags,
  readSource,
  requireFolder,
} from '../load.ts'
import { manifestName } from '../output/folder.ts'
import { type FileTime, printJson, printTimes, secondsOf, slowest, Progress } from '../progress.ts'
import { counts, unpublishedSummary } from '../report.ts'
import { requireUrl, type Target } from '../settings.ts'
import { printWritten, type StaticOptions, staticTarget } from '../targets/static.ts'

interface BuildOptions extends PublishFlags, Omit<StaticOptions, 'cache'> {
  readonly target: Target
  readonly json?: boolean
}

/** Writes the archive as files for a static host or a Cloudflare Worker. */
export async function buildCommand(dir: string, options: BuildOptions): Promise<number> {
  requireApart(dir, options.out)
  const compiling = compileOptions(options)
  if (options.mcpUrl !== undefined) requireUrl(options.mcpUrl)
  if (options.target === 'cloudflare') {
    if (options.json) throw new UsageError('--json is for --target static.', 2)
    const { cloudflareTarget } = await import('../targets/cloudflare.ts')
    const diagnostics = await cloudflareTarget(dir, compiling, options)
    printUnpublished(diagnostics)
    return publishedStatus(diagnostics, dir)
  }
  const folder = cacheFolder(dir, options)
  const cache = folder === undefined ? undefined : diskCache(folder)
  try {
    return await buildFiles(dir, { ...compiling, cache }, { ...options, cache })
  } finally {
    // Also after errors: the next build parses only what changed.
    cache?.save()
  }
}

async function buildFiles(
  dir: string,
  reading: ReadOptions,
  options: Omit<BuildOptions, 'cache'> & StaticOptions,
): Promise<number> {
  const progress = new Progress()
  const times: FileTime[] = []
  const timed = options.verbose ? (path: string, time: number) => times.push({ path, time }) : undefined
  requireFolder(dir)
  const read = await progress.during((report) => readSource(folder(dir), reading, report, { timed }))
  if (options.json && !read.value)
    return printJson({ ...counts(read.diagnostics), diagnostics: read.diagnostics })
  const { withLostWords } = await import('../lost-words.ts')
  const content = read.build?.plan.content
  const diagnostics = content ? await withLostWords(folder(dir), content, read.diagnostics) : read.diagnostics
  const archive =
    options.json && read.value
      ? read.value
      : publishable({ value: read.value, diagnostics }, dir, options.quiet)
  const { representing, ...written } = await progress.during((report) =>
    staticTarget(archive, { ...options, report }),
  )
  const summary = {
    ...written,
    posts: archive.posts.length,
    seconds: secondsOf(progress, representing),
    slowest: slowest(times),
  }
  if (options.json) return printJson({ ...counts(diagnostics), ...summary, diagnostics })
  printWritten(written, options.mcpUrl)
  if (reading.baseUrl === undefined && archive.settings.baseUrl === undefined) {
    const hint = 'Set it with --base-url https://…, BASE_URL, or baseUrl in archive.yaml.'
    say(process.stdout, `No base URL is set, so every link points to ${archive.urls.base}. ${hint}`)
  }
  // Times would make the output of two builds differ.
  if (options.verbose || process.stderr.isTTY) printTimes(summary)
  printUnpublished(diagnostics)
  return publishedStatus(read.diagnostics, dir)
}

function printUnpublished(diagnostics: readonly Diagnostic[]): void {
  for (const line of unpublishedSummary(diagnostics))
    say(process.stdout, `${line} \`citable check\` lists them.`)
}

/** Content is never mixed with output: a folder inside the archive must be new, or written by builds, which are not content. */
function requireApart(dir: string, out: string): void {
  const [archive, target] = [resolveLinks(resolve(dir)), resolveLinks(resolve(out))]
  if (isWithin(archive, target)) {
    throw new UsageError(`${out} contains the archive; choose another folder for --out.`, 2)
  }
  const kind = statSync(target, { throwIfNoEntry: false })
  if (kind?.isDirectory() === false) throw new UsageError(`${out} is not a folder.`)
  if (kind && isWithin(target, archive) && !isOutput(target)) {
    throw new UsageError(
      `${out} is inside the archive and was not written by a build; choose a new folder for --out.`,
      2,
    )
  }
}

/** A folder of a build, or without files that could be content. */
function isOutput(folder: string): boolean {
  const names = readdirSync(folder)
  return names.includes(manifestName) || names.every((name) => name.startsWith('.'))
}
