import { opendirSync } from 'node:fs'
import type { Body } from '../archive/body.ts'
import type { BuildPlan } from '../archive/plan.ts'
import type { Archive, Checked, CompileOptions } from '../compile.ts'
import { noCache } from '../base/caches.ts'
import { folder } from '../content/folder.ts'
import type { ContentSource } from '../content/source.ts'
import { cacheFolder } from './cache.ts'
import { unchangedSnapshot } from './kept-snapshot.ts'
import { type CompileLimits, Compiler, type Packed } from './compiler.ts'
import { isFile, openPackedFile } from './packed-file.ts'
import { type OnProgress, Progress } from './progress.ts'
import { report, tally } from './report.ts'
import { UsageError } from '../base/errors.ts'
import type { Ahead } from '../snapshot/seal.ts'
import { resolveBaseUrl, resolveAsOf, useColor } from './settings.ts'
import { say } from '../base/escape.ts'

/** Who is told what, while an archive is read. */
export interface ReadHooks {
  readonly report?: OnProgress
  /** Shown everything that was read, on the way. */
  readonly look?: (plan: BuildPlan, bodies: readonly Body[]) => void
  /** Told how long each file took to parse, in milliseconds; they are parsed one after another for that. */
  readonly timed?: (path: string, time: number) => void
  /** Whether nobody sees the pages, whose code then needs no colours. */
  readonly isReport?: boolean
  /** Whether a search index is to be made of it. */
  readonly indexed?: boolean
}

/** The archive in a folder as it was read, not yet represented, for files and reports. */
export async function readFolder(
  dir: string,
  options: CompileOptions,
  watching?: ReadHooks,
): Promise<Checked<Archive>> {
  requireFolder(dir)
  return readSource(folder(dir), options, watching)
}

/** The same from any source. The build half is loaded only by commands that come here. */
export async function readSource(
  source: ContentSource,
  options: CompileOptions,
  { report = () => {}, look = () => {}, timed, isReport = false, indexed = false }: ReadHooks = {},
): Promise<Checked<Archive>> {
  const [
    { readArchive },
    { readInThreads, readTimed },
    { reportingBodies, reportingSource },
    { noHighlight },
  ] = await Promise.all([
    import('../compile.ts'),
    import('./read-threads.ts'),
    import('./progress.ts'),
    import('../markdown/decorate/highlight.ts'),
  ])
  return readArchive(reportingSource(source, report), options, async (given) => {
    // A body without colours is none for a cache.
    const plain = { cache: noCache, reader: { ...given.reader, highlight: noHighlight } }
    const plan = isReport ? { ...given, ...plain } : given
    const onRead = reportingBodies(plan.documents.length, report)
    const bodies = await (timed
      ? readTimed(plan, indexed, onRead, timed)
      : readInThreads(plan, indexed, onRead))
    look(plan, bodies)
    return bodies
  })
}

/** Compiles in another process, unless that was done before, as often as it is asked to. */
export function packer(
  dir: string,
  { keepName = false, ahead = 'all', cache = true, stays = 0, onCompiled = () => {} }: Packing = {},
) {
  const folder = cache && !isFile(dir) ? cacheFolder(dir) : undefined
  const compiler = new Compiler({ dir, ahead, keepName, cacheFolder: folder, stays })
  let isFirst = true
  return {
    async pack(options: CompileOptions, limits?: CompileLimits): Promise<Checked<Packed>> {
      if (isFile(dir)) return { value: openPackedFile(dir, options), diagnostics: [] }
      requireFolder(dir)
      const kept =
        isFirst && ahead === 'large' && folder ? await unchangedSnapshot(folder, dir, options) : undefined
      isFirst = false
      if (kept) return kept
      const began = performance.now()
      let outcome: 'done' | 'failed' = 'failed'
      try {
        const compiled = await compiler.compile(options, limits)
        if (compiled.value) outcome = 'done'
        return compiled
      } finally {
        onCompiled(outcome, (performance.now() - began) / 1000)
      }
    },
    close: () => compiler.close(),
  }
}

/** Compiles once, for a command that ends if the content has errors. */
export async function compileOnce(
  dir: string,
  options: CompileOptions,
  { quiet, ...packing }: Packing & { readonly quiet?: boolean | undefined },
): Promise<Packed> {
  const compiled = await new Progress().duringApart((report) =>
    packer(dir, packing).pack(options, { report }),
  )
  return publishable(compiled, dir, quiet)
}

interface Packing {
  /** For other processes, which open the file by it. */
  readonly keepName?: boolean
  readonly ahead?: Ahead
  /** Whether what was compiled before may be used. */
  readonly cache?: boolean | undefined
  /** Milliseconds for which the process that compiles waits for being asked again. */
  readonly stays?: number
  /** Told of each compilation, for metrics. */
  readonly onCompiled?: (outcome: 'done' | 'failed', seconds: number) => void
}

/** Flags of every command that publishes. */
export interface PublishFlags {
  readonly cache?: boolean
  readonly baseUrl?: string
  readonly asOf?: string
  readonly future?: boolean
  readonly quiet?: boolean
}

export function compileOptions({ baseUrl, asOf, future }: PublishFlags): CompileOptions {
  return { baseUrl: resolveBaseUrl(baseUrl), asOf: resolveAsOf(asOf, future) }
}

/** Problems go to standard error, and any error among them ends the command. Told to be quiet, it only counts warnings. */
export function publishable<T>({ value, diagnostics }: Checked<T>, dir: string, quiet = false): T {
  process.stderr.write(report(diagnostics, dir, { colour: useColor(process.stderr), quiet }))
  if (value !== undefined && quiet && diagnostics.length > 0)
    say(process.stderr, `${dir}: ${tally(diagnostics)}.`)
  return required({ value, diagnostics }, dir)
}

/** What was made of the content, which is nothing if it has errors. */
export function required<T>({ value, diagnostics }: Checked<T>, dir: string): T {
  if (value !== undefined) return value
  throw new UsageError(`${dir} is not published: ${tally(diagnostics)}.`)
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
