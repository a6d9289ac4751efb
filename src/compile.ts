import type { Archive } from './archive/model.ts'
import type { BuildCache } from './base/caches.ts'
import { isCalendarDate, isDateTime } from './base/dates.ts'
import type { Checked } from './base/diagnostics.ts'
import { type OptionNames, requireOptions } from './base/options.ts'
import { isHttpUrl } from './base/paths.ts'
import type { Exported, ExportOptions } from './build/export/options.ts'
import { staticTarget } from './build/export/static.ts'
import { requireApart } from './build/output/folder.ts'
import { type OnProgress, pausingReport } from './build/progress.ts'
import { readArchive } from './build/read-archive.ts'
import { sealArchive } from './build/seal-archive.ts'
import { diskCache } from './build/cache.ts'
import type { Config } from './build/config.ts'
import { configProblems } from './build/read-config.ts'
import type { ContentSource } from './content/source.ts'
import { type Encoding, encodings as knownEncodings, type Snapshot } from './snapshot/resource.ts'

export type { Checked, Diagnostic } from './base/diagnostics.ts'
export type { FieldSchema, MarkdownParser, PageHook, Script } from './base/hooks.ts'
export type { Exported, ExportOptions } from './build/export/options.ts'
export type { OnProgress, Phase, Step } from './build/progress.ts'
export type { Config } from './build/config.ts'
export { fromFolder } from './content/folder.ts'
export { type ContentSource, fromMemory } from './content/source.ts'
export type { Generator } from './generators/generator.ts'
export type { Theme } from './pages/theme.ts'
export { packInMemory } from './snapshot/pack.ts'
export type { Encoding, Snapshot } from './snapshot/resource.ts'

export interface CompileOptions extends Config {
  /**
   * Public URL of the archive.
   * @default `baseUrl` in archive.yaml
   */
  readonly baseUrl?: string | undefined
  /**
   * Used when neither `baseUrl` nor archive.yaml sets one.
   * @default 'http://localhost:3000'
   */
  readonly fallbackBaseUrl?: string
  /**
   * Holds back posts dated after this day (YYYY-MM-DD). An RFC 3339 time stands for the current moment: future posts are held
   * back unless the publication shows them. The library never reads the clock.
   * @default includes every post
   */
  readonly asOf?: string | undefined
  /**
   * Publishes future posts as of `asOf`. Expired posts stay held back.
   * @default `future` in archive.yaml
   */
  readonly future?: boolean | undefined
  /**
   * Content encodings to prepare besides identity.
   * @default all; only gzip for archives with thousands of posts
   */
  readonly encodings?: readonly Encoding[]
  /**
   * Leaves out posts and pages with errors. The result then has a value, and the errors of what is left out.
   * @default false
   */
  readonly skipBroken?: boolean | undefined
  /**
   * Folder for the build cache.
   * @default caches nothing
   */
  readonly cacheFolder?: string | undefined
  /** Ends the work when it is aborted. The promise then rejects with the reason. */
  readonly signal?: AbortSignal | undefined
  /** Receives the progress: what is being done, and how much of it. */
  readonly onProgress?: OnProgress | undefined
}

/** Returns a config as it is, so that editors know its type. */
export const defineConfig = (config: Config): Config => config

/**
 * Compiles a content source into a snapshot. The diagnostics name every problem, and every file that looks like a post and is not
 * published; an error leaves no value.
 * @example
 * const { value: snapshot, diagnostics } = await compile(fromFolder('archive'), { baseUrl: 'https://example.org' })
 * for (const { path, line, message } of diagnostics) console.error(`${path}:${line} ${message}`)
 * const handler = snapshot && serve(snapshot)
 */
export async function compile(
  source: ContentSource,
  options: CompileOptions = {},
): Promise<Checked<Snapshot>> {
  checkOptions('compile', options, compileOptions)
  const { encodings } = options
  return withArchive(source, options, (archive, run) => sealArchive(archive, { ...run, encodings }))
}

/** The options of `compile`, and where the files go. Files have no encodings but those of `compress`. */
export interface BuildOptions extends Omit<CompileOptions, 'encodings'>, ExportOptions {}

/**
 * Writes an archive as files for any static host, as `citable build` does: only what has changed, each file by a rename, and over no file
 * that a build did not write. An error in the content leaves the folder as it is.
 * @example
 * const { value: written, diagnostics } = await build(fromFolder('archive'), { out: 'site', baseUrl: 'https://example.org' })
 */
export async function build(source: ContentSource, options: BuildOptions): Promise<Checked<Exported>> {
  checkOptions('build', options, buildOptions)
  const { out, mcpUrl, compress, verify } = options
  if (!out) throw new TypeError('build needs out, the folder for the files')
  if (source.root !== undefined) requireApart(source.root, out)
  return withArchive(source, options, (archive, run) =>
    staticTarget(archive, { ...run, out, mcpUrl, compress, verify }),
  )
}

/** Reads an archive and makes something of it, unless it has errors. */
async function withArchive<Product>(
  source: ContentSource,
  { cacheFolder, signal, onProgress, ...options }: Omit<CompileOptions, 'encodings'>,
  make: (archive: Archive, run: { cache: BuildCache | undefined; report: OnProgress }) => Promise<Product>,
): Promise<Checked<Product>> {
  const cache = cacheFolder === undefined ? undefined : diskCache(cacheFolder)
  const report = pausingReport(onProgress, signal)
  try {
    const { value: archive, diagnostics } = await readArchive(source, { ...options, cache, report })
    const value = archive && (await make(archive, { cache, report }))
    // Reads that it ended look like files with errors.
    signal?.throwIfAborted()
    return { value, diagnostics }
  } finally {
    cache?.save()
  }
}

const compileOptions: OptionNames<CompileOptions> = {
  baseUrl: true,
  fallbackBaseUrl: true,
  asOf: true,
  future: true,
  skipBroken: true,
  encodings: true,
  fields: true,
  markdown: true,
  generators: true,
  page: true,
  theme: true,
  scripts: true,
  cacheFolder: true,
  signal: true,
  onProgress: true,
}

const { encodings: _, ...shared } = compileOptions
const buildOptions: OptionNames<BuildOptions> = {
  ...shared,
  ...{ out: true, mcpUrl: true, compress: true, verify: true },
}

/** Throws on invalid options. Problems in the content are diagnostics instead. */
function checkOptions(
  entry: string,
  options: CompileOptions & Partial<ExportOptions>,
  names: OptionNames<object>,
): void {
  requireOptions(entry, options, names)
  const { baseUrl, fallbackBaseUrl, asOf, encodings = [], cacheFolder } = options
  const { fields, markdown, generators, page, theme, scripts, mcpUrl } = options
  for (const [name, url] of Object.entries({ baseUrl, fallbackBaseUrl, mcpUrl }))
    if (url !== undefined && !isHttpUrl(url))
      throw new TypeError(`${name} must be an absolute http or https URL: ${url}`)
  for (const [name, hook] of Object.entries({ markdown, generators, page, theme }))
    if (hook && cacheFolder !== undefined)
      throw new TypeError(
        `${name} cannot be combined with cacheFolder: the cache cannot tell when its output changes`,
      )
  const [wrong] = configProblems({ fields, markdown, generators, page, theme, scripts })
  if (wrong) throw new TypeError(`${wrong.message} ${wrong.hint}`)
  if (asOf !== undefined && !isCalendarDate(asOf) && !isDateTime(asOf))
    throw new TypeError(`asOf must be a date such as 2026-11-17 or an RFC 3339 time: ${asOf}`)
  const unknown = encodings.find((encoding) => !knownEncodings.includes(encoding))
  if (unknown !== undefined)
    throw new TypeError(`encodings may only contain ${knownEncodings.join(', ')}: ${unknown}`)
}
