import { relative } from 'node:path'
import { UsageError } from '../../base/errors.ts'
import { say, visibleJson } from '../../base/terminal.ts'
import { plural } from '../../base/wording.ts'
import type { Diagnostic } from '../../base/diagnostics.ts'
import { diskCache } from '../../build/cache.ts'
import { fromFolder } from '../../content/folder.ts'
import type { ReadOptions } from '../../build/read-archive.ts'
import { type Indexer, indexerFor } from '../../build/indexer.ts'
import { cacheFolder } from '../../build/cache-folder.ts'
import {
  compileOptions,
  findConfig,
  publishable,
  publishedStatus,
  type PublishFlags,
  readSource,
  requireFolder,
} from '../load.ts'
import { requireApart } from '../../build/output/folder.ts'
import { megabytes, Progress } from '../progress.ts'
import { counts, unpublishedSummary } from '../report.ts'
import { requireUrl, type Target } from '../settings.ts'
import type { Exported } from '../../build/export/options.ts'
import { type StaticOptions, staticTarget } from '../../build/export/static.ts'

interface BuildFlags extends PublishFlags, Omit<StaticOptions, 'cache' | 'startIndexer'> {
  readonly target: Target
  readonly json?: boolean
}

interface BuildSummary extends Omit<Exported, 'representing'> {
  readonly posts: number
  readonly seconds: Readonly<Record<string, number>>
  /** Milliseconds to parse a file. */
  readonly slowest: readonly { readonly path: string; readonly time: number }[]
}

/** Writes the archive as files for a static host or a Cloudflare Worker. */
export async function buildCommand(dir: string, options: BuildFlags): Promise<number> {
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
  const config = await findConfig(dir, options)
  const folder = config?.unknown ? undefined : cacheFolder(dir, options)
  const cache = folder === undefined ? undefined : diskCache(folder, config?.digest)
  let indexer: Indexer | undefined
  // One thread for all that is indexed.
  const startIndexer = (posts: number) => (indexer ??= indexerFor(posts))
  try {
    return await buildFiles(dir, { ...compiling, config, cache }, { ...options, cache, startIndexer })
  } finally {
    indexer?.close()
    // Also after errors: the next build parses only what changed.
    cache?.save()
  }
}

async function buildFiles(
  dir: string,
  reading: ReadOptions,
  options: Omit<BuildFlags, 'cache'> & StaticOptions,
): Promise<number> {
  const progress = new Progress()
  const times: BuildSummary['slowest'][number][] = []
  const timed = options.verbose ? (path: string, time: number) => times.push({ path, time }) : undefined
  requireFolder(dir)
  const { startIndexer } = options
  const read = await progress.during((report) =>
    readSource(fromFolder(dir), reading, report, { startIndexer, timed }),
  )
  if (options.json && !read.value)
    return printJson({ ...counts(read.diagnostics), diagnostics: read.diagnostics })
  const { withLostWords } = await import('../lost-words.ts')
  const content = read.build?.plan.content
  const diagnostics = content
    ? await withLostWords(fromFolder(dir), content, read.diagnostics)
    : read.diagnostics
  const archive =
    options.json && read.value
      ? read.value
      : publishable({ value: read.value, diagnostics }, dir, options.quiet)
  const { representing, ...written } = await progress.during((report) =>
    staticTarget(archive, { ...options, report }),
  )
  const summary: BuildSummary = {
    ...written,
    posts: archive.posts.length,
    seconds: secondsOf(progress, representing),
    slowest: times
      .sort((a, b) => b.time - a.time)
      .slice(0, 5)
      .map(({ path, time }) => ({ path, time: rounded(time) })),
  }
  if (options.json) return printJson({ ...counts(diagnostics), ...summary, diagnostics })
  printWritten(summary, options.mcpUrl)
  if (reading.baseUrl === undefined && archive.settings.baseUrl === undefined) {
    const hint = 'Set it with --base-url https://…, BASE_URL, or baseUrl in archive.yaml.'
    say(process.stdout, `No base URL is set, so every link points to ${archive.urls.base}. ${hint}`)
  }
  // Times would make the output of two builds differ.
  if (options.verbose || process.stderr.isTTY) printTimes(summary)
  printUnpublished(diagnostics)
  return publishedStatus(read.diagnostics, dir)
}

/** Prints where the files are, and what a static host cannot serve. */
function printWritten({ files, out, baseUrl, refused }: BuildSummary, mcpUrl: string | undefined): void {
  const shown = relative('.', out) || '.'
  say(process.stdout, `${plural(files, 'file')} in ${shown}, base URL ${baseUrl}`)
  if (refused.length > 0) {
    const paths = refused.slice(0, 3).join(', ') + (refused.length > 3 ? ', …' : '')
    const urls = plural(refused.length, 'old URL')
    say(process.stdout, `${urls} only in _redirects, because hosts run or read such a file: ${paths}.`)
  }
  say(
    process.stdout,
    mcpUrl === undefined
      ? 'Not included: the MCP endpoint, which needs a server. Use --mcp-url to link to one elsewhere.'
      : `MCP endpoint: ${mcpUrl}`,
  )
}

/** Files are rendered while writing; `representing` is the rendering's share. */
function secondsOf(progress: Progress, representing: number): Record<string, number> {
  const { writing = 0, ...before } = Object.fromEntries(progress.seconds)
  const phases = { ...before, representing, writing: Math.max(0, writing - representing) }
  return Object.fromEntries(Object.entries(phases).map(([phase, seconds]) => [phase, rounded(seconds)]))
}

/** "12 posts, 468 files, 3.1 MB in 2.4 s: reading 0.1, parsing 0.4, representing 0.3, writing 1.6" */
function printTimes({ posts, files, bytes, seconds, slowest }: BuildSummary): void {
  const total = Object.values(seconds).reduce((sum, one) => sum + one, 0)
  const parts = Object.entries(seconds).map(([phase, time]) => `${phase} ${time.toFixed(1)}`)
  const what = `${plural(posts, 'post')}, ${plural(files, 'file')}, ${megabytes(bytes)}`
  say(process.stderr, `${what} in ${total.toFixed(1)} s: ${parts.join(', ')}`)
  for (const { path, time } of slowest)
    say(process.stderr, `  ${time.toFixed(0).padStart(5)} ms to parse ${path}`)
}

const rounded = (number: number): number => Math.round(number * 1000) / 1000

/** The only output on stdout. Returns exit status 1 if there are errors. */
function printJson<T extends { readonly errors: number }>(summary: T): number {
  process.stdout.write(`${visibleJson(JSON.stringify(summary, null, 2))}\n`)
  return summary.errors > 0 ? 1 : 0
}

function printUnpublished(diagnostics: readonly Diagnostic[]): void {
  for (const line of unpublishedSummary(diagnostics))
    say(process.stdout, `${line} \`citable check\` lists them.`)
}
