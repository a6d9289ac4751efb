import { isCalendarDate, isDateTime } from './base/dates.ts'
import type { Checked } from './base/diagnostics.ts'
import type { FieldSchema, MarkdownParser, PageHook } from './base/hooks.ts'
import { type OptionNames, requireOptions } from './base/options.ts'
import { isHttpUrl } from './base/paths.ts'
import { readArchive } from './build/read-archive.ts'
import { sealArchive } from './build/seal-archive.ts'
import { diskCache } from './build/cache.ts'
import type { ContentSource } from './content/source.ts'
import type { Generator } from './generators/generator.ts'
import type { Theme } from './pages/theme.ts'
import { type Encoding, encodings as knownEncodings, type Snapshot } from './snapshot/resource.ts'

export type { Checked, Diagnostic } from './base/diagnostics.ts'
export type { FieldSchema, MarkdownParser, PageHook } from './base/hooks.ts'
export { fromFolder } from './content/folder.ts'
export { type ContentSource, fromMemory } from './content/source.ts'
export type { Generator } from './generators/generator.ts'
export type { Theme } from './pages/theme.ts'
export { packInMemory } from './snapshot/pack.ts'
export type { Encoding, Snapshot } from './snapshot/resource.ts'

export interface CompileOptions {
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
  /** Standard Schema for custom front matter fields. Its output becomes `fields` in a post's JSON. */
  readonly fields?: FieldSchema | undefined
  /** Receives the markdown-it parser, to add plug-ins. They change the HTML; the markdown twin stays as written. */
  readonly markdown?: ((parser: MarkdownParser) => unknown) | undefined
  /** Generators besides those that are known. They are detected first, and `generator` in archive.yaml may name them. */
  readonly generators?: readonly Generator[] | undefined
  /** Adds HTML to each page, under the same policy as `look` in archive.yaml. */
  readonly page?: PageHook | undefined
  /**
   * Functions that make pages, in place of those of the default theme. `citable/theme` has that and what functions need.
   * @default the default theme
   */
  readonly theme?: Partial<Theme> | undefined
  /**
   * Folder for the build cache.
   * @default caches nothing
   */
  readonly cacheFolder?: string | undefined
}

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
  checkOptions(options)
  const { cacheFolder, encodings } = options
  const cache = cacheFolder === undefined ? undefined : diskCache(cacheFolder)
  try {
    const { value: archive, diagnostics } = await readArchive(source, { ...options, cache })
    return { value: archive && (await sealArchive(archive, { encodings, cache })), diagnostics }
  } finally {
    cache?.save()
  }
}

const optionNames: OptionNames<CompileOptions> = {
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
  cacheFolder: true,
}

/** Throws on invalid options. Problems in the content are diagnostics instead. */
function checkOptions(options: CompileOptions): void {
  requireOptions('compile', options, optionNames)
  const { baseUrl, fallbackBaseUrl, asOf, encodings = [], cacheFolder } = options
  const { fields, markdown, generators, page, theme } = options
  for (const [name, url] of Object.entries({ baseUrl, fallbackBaseUrl }))
    if (url !== undefined && !isHttpUrl(url))
      throw new TypeError(`${name} must be an absolute http or https URL: ${url}`)
  for (const [name, hook] of Object.entries({ markdown, generators, page, theme }))
    if (hook && cacheFolder !== undefined)
      throw new TypeError(
        `${name} cannot be combined with cacheFolder: the cache cannot tell when its output changes`,
      )
  if (fields !== undefined && typeof fields['~standard']?.validate !== 'function')
    throw new TypeError('fields must be a Standard Schema, for example from zod, valibot or arktype')
  if (asOf !== undefined && !isCalendarDate(asOf) && !isDateTime(asOf))
    throw new TypeError(`asOf must be a date such as 2026-11-17 or an RFC 3339 time: ${asOf}`)
  const unknown = encodings.find((encoding) => !knownEncodings.includes(encoding))
  if (unknown !== undefined)
    throw new TypeError(`encodings may only contain ${knownEncodings.join(', ')}: ${unknown}`)
}
