import { existsSync, opendirSync } from 'node:fs'
import { join } from 'node:path'
import type { Body, BodyContext } from '../archive/body.ts'
import type { BuildPlan } from '../archive/plan.ts'
import { type Built, type Checked, type Diagnostic, pathsWithErrors } from '../base/diagnostics.ts'
import type { Archive } from '../archive/model.ts'
import type { ReadOptions } from '../build/read-archive.ts'
import type { CompileOptions } from '../compile.ts'
import { noCache } from '../base/caches.ts'
import { resolveLinks } from '../content/folder.ts'
import type { ContentSource } from '../content/source.ts'
import { type CacheFlags, cacheFolder } from '../build/cache-folder.ts'
import { unchangedSnapshot } from '../build/cached-snapshot.ts'
import { type CompileLimits, Compiler, type JobFacts, type Packed } from '../build/compiler.ts'
import type { Indexer } from '../build/indexer.ts'
import { isFile, openPackedFile } from '../build/packed-file.ts'
import { type OnProgress, reportingBodies } from '../build/progress.ts'
import { Progress } from './progress.ts'
import { report, tally } from './report.ts'
import { plural, shortList } from '../base/wording.ts'
import { UsageError } from '../base/errors.ts'
import type { Ahead } from '../snapshot/seal.ts'
import { type Flags, resolveBaseUrl, resolveDay, useColor } from './settings.ts'
import { say } from '../base/terminal.ts'

/** What an archive was made from. */
export interface Build {
  readonly plan: BuildPlan
  readonly bodies: readonly Body[]
}

/**
 * Reads an archive from any source, for a report without syntax highlighting and index. `timed` receives the time to parse each file,
 * in milliseconds. Imports the build half on demand.
 */
export async function readSource(
  source: ContentSource,
  options: ReadOptions,
  report: OnProgress,
  {
    isReport = false,
    startIndexer,
    timed,
  }: {
    isReport?: boolean
    /** Called with the number of posts. */
    startIndexer?: ((posts: number) => Indexer) | undefined
    timed?: ((path: string, time: number) => void) | undefined
  },
): Promise<Checked<Archive> & { readonly build: Build | undefined }> {
  const [{ readArchive }, { readAndIndex }, { noHighlight }] = await Promise.all([
    import('../build/read-archive.ts'),
    import('../build/read-bodies.ts'),
    import('../markdown/decorate/highlight.ts'),
  ])
  /** Of the last pass, if posts with errors are left out. */
  let build: Build | undefined
  const read = await readArchive(source, { ...options, report }, async (fullPlan) => {
    // Bodies without highlighting must not be cached.
    const reader: BodyContext = { ...fullPlan.reader, highlight: noHighlight }
    const plan = isReport ? { ...fullPlan, cache: noCache, reader } : fullPlan
    const onRead = reportingBodies(plan.documents.length, report)
    const indexer = startIndexer?.(plan.posts.length)
    const bodies = await readAndIndex(plan, { indexed: !isReport, indexer, onRead, timed })
    build = { plan, bodies }
    return bodies
  })
  return { ...read, build }
}

/** Finds the config beside archive.yaml. Imports the parser on demand. */
export async function findConfig(dir: string, { config }: Pick<CacheFlags, 'config'>) {
  const places = ['js', 'mjs', 'ts'].map((ending) => join(dir, `citable.config.${ending}`))
  const found = config ? places.find((path) => existsSync(path)) : undefined
  if (found !== undefined) return (await import('../build/modules.ts')).traceModule(resolveLinks(found))
  return undefined
}

/** Packs an archive as often as it is asked to. */
export interface ArchivePacker {
  pack(options: CompileOptions, limits?: CompileLimits): Promise<Built<Packed>>
  close(): void
}

/** Returns one that reuses an unchanged snapshot, and compiles in another process if it is `apart`. */
export function packer(
  dir: string,
  {
    apart = true,
    keepName = false,
    ahead = 'all',
    idleTimeout = 0,
    onCompiled = () => {},
    ...flags
  }: PackOptions,
): ArchivePacker {
  const folder = isFile(dir) ? undefined : cacheFolder(dir, flags)
  let isFirst = true
  let code: string | undefined
  let compiler: ReturnType<typeof compilerHere> | undefined
  return {
    async pack(given, limits) {
      if (isFile(dir)) return { value: await openPackedFile(dir, given), diagnostics: [] }
      requireFolder(dir)
      const config = await findConfig(dir, flags)
      const options = { ...given, config }
      const cacheFolder = config?.unknown ? undefined : folder
      const mayReuse = isFirst && ahead === 'large'
      const cached = mayReuse && cacheFolder && (await unchangedSnapshot(cacheFolder, dir, options))
      isFirst = false
      if (cached) return cached
      // A process imports a module only once, and keeps nothing of code that may change unseen.
      if (!compiler || code !== JSON.stringify(config)) {
        compiler?.close()
        const facts = { dir, ahead, keepName, cacheFolder, idleTimeout: config?.unknown ? 0 : idleTimeout }
        compiler = apart ? new Compiler(facts) : compilerHere(facts)
        code = JSON.stringify(config)
      }
      const start = performance.now()
      let outcome: 'done' | 'failed' = 'failed'
      try {
        const compiled = await compiler.compile(options, limits)
        if (compiled.value) outcome = 'done'
        return compiled
      } finally {
        onCompiled(outcome, (performance.now() - start) / 1000)
      }
    },
    close: () => compiler?.close(),
  }
}

/** Imports the build half on demand. */
const compilerHere = (facts: JobFacts): Pick<Compiler, 'compile' | 'close'> => ({
  async compile(options, limits) {
    const { compileHere } = await import('../build/compile-job.ts')
    return compileHere(facts, options, limits?.report)
  },
  close() {},
})

/** Compiles once. Throws if the content has errors. */
export async function compileOnce(
  dir: string,
  options: CompileOptions,
  { quiet, ...packing }: PackOptions & { readonly quiet?: boolean | undefined },
): Promise<{ readonly packed: Packed; readonly diagnostics: readonly Diagnostic[] }> {
  const compiled = await new Progress().during((report) =>
    packer(dir, { ...packing, apart: false }).pack(options, { report }),
  )
  return { packed: publishable(compiled, dir, quiet), diagnostics: compiled.diagnostics }
}

interface PackOptions extends CacheFlags {
  /** For a server, which answers meanwhile. */
  readonly apart?: boolean
  /** Keeps the file name, for other processes to open. */
  readonly keepName?: boolean
  readonly ahead?: Ahead
  /** Idle milliseconds before the compile process exits. */
  readonly idleTimeout?: number
  /** Called after each compilation, for metrics. */
  readonly onCompiled?: (outcome: 'done' | 'failed', seconds: number) => void
}

/** Flags shared by commands that publish. */
export interface PublishFlags
  extends CacheFlags,
    Pick<Flags, 'baseUrl' | 'asOf' | 'future' | 'skipBroken' | 'quiet'> {}

export const compileOptions = (flags: PublishFlags): CompileOptions => ({
  baseUrl: resolveBaseUrl(flags.baseUrl),
  ...resolveDay(flags),
  skipBroken: flags.skipBroken,
})

/** Prints problems to stderr; throws on errors. With `quiet`, prints errors and a count of the rest. */
export function publishable<T>({ value, diagnostics }: Checked<T>, dir: string, quiet = false): T {
  process.stderr.write(report(diagnostics, dir, { color: useColor(process.stderr), quiet, brief: true }))
  if (value !== undefined && quiet && diagnostics.length > 0)
    say(process.stderr, `${dir}: ${tally(diagnostics)}.`)
  return requireValue({ value, diagnostics }, dir)
}

/** The exit status of a command that has published. With `--skip-broken`, names the files that are left out. */
export function publishedStatus(diagnostics: readonly Diagnostic[], dir: string): 0 | 1 {
  const leftOut = leftOutLine(diagnostics)
  if (leftOut !== undefined) say(process.stderr, `${dir}: ${leftOut}`)
  return leftOut === undefined ? 0 : 1
}

/** Names the files that `--skip-broken` left out. */
export function leftOutLine(diagnostics: readonly Diagnostic[]): string | undefined {
  const paths = [...pathsWithErrors(diagnostics)]
  if (paths.length === 0) return undefined
  return `${plural(paths.length, 'file')} left out because of errors: ${shortList(paths, 8)}.`
}

/** Returns the value, or throws if errors prevented it. */
export function requireValue<T>({ value, diagnostics }: Checked<T>, dir: string): T {
  if (value !== undefined) return value
  const isDocument = (path: string) => /\.(?:md|markdown|mdx|qmd|html?|txt)$/i.test(path)
  const canSkip = [...pathsWithErrors(diagnostics)].every(isDocument)
  const hint = canSkip ? ' `--skip-broken` publishes the rest.' : ''
  throw new UsageError(`${dir} is not published: ${tally(diagnostics)}.${hint}`)
}

export function requireFolder(dir: string): void {
  try {
    opendirSync(dir).closeSync()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new UsageError(`${dir} does not exist; name the archive’s folder.`)
    throw new UsageError(
      code === 'ENOTDIR' ? `${dir} is not a folder.` : `${dir} cannot be read: ${message}.`,
    )
  }
}
