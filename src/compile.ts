import type { Archive, BuiltArchive, ReadFile } from './archive/model.ts'
import { buildArchive, byPosition } from './archive/build.ts'
import type { Body } from './archive/body.ts'
import { withAssets, resizeImages } from './archive/files/assets.ts'
import { type BuildPlan, planArchive, readBodies } from './archive/plan.ts'
import { normalBaseUrl, postPaths, servicePaths, twinPath } from './archive/urls.ts'
import { readBytes, readContent, withoutDocuments } from './content/read.ts'
import type { ContentSource } from './content/source.ts'
import { diskCache } from './content/cache.ts'
import type { FieldSchema, MarkdownParser, PageHook } from './base/hooks.ts'
import { isCalendarDate, isDateTime } from './base/dates.ts'
import { type OptionNames, requireOptions } from './base/options.ts'
import { isHttpUrl } from './base/paths.ts'
import type { TextFile } from './base/text-file.ts'
import { type BuildCache, cached, noCache, once } from './base/caches.ts'
import {
  type Built,
  type Checked,
  type Diagnostic,
  hasErrors,
  pathsWithErrors,
  withLevels,
} from './base/diagnostics.ts'
import { mcpEntry, mcpPosts } from './representations/mcp.ts'
import { type Publication, publish } from './representations/publication.ts'
import { pagePaths, represent, resultTemplates } from './representations/represent.ts'
import { sampleHits } from './search-page/results.ts'
import { postTwinBytes } from './representations/markdown.ts'
import { searchDocument } from './representations/search.ts'
import { joinParts, type Vocabulary } from './search/build.ts'
import { DocumentReader, type IndexPart, withSharedVocabulary } from './search/read.ts'
import { compressFast, encodingsFor, fileDigest, nodeEncoder } from './snapshot/encode.ts'
import { type PreviousPack, type PackedBlocks, packInto } from './snapshot/pack.ts'
import {
  type Encoding,
  encodings as knownEncodings,
  type Resource,
  type Signposts,
  type Snapshot,
} from './snapshot/resource.ts'
import { searchWordsOf } from './words/words.ts'
import { type Ahead, encoderWithCache, type SealedSite, seal } from './snapshot/seal.ts'

/** @internal */
export type { Archive } from './archive/model.ts'
export { folder } from './content/folder.ts'
export type { FieldSchema, MarkdownParser, PageHook } from './base/hooks.ts'
export { type ContentSource, memory } from './content/source.ts'
export type { Checked, Diagnostic } from './base/diagnostics.ts'
/** @internal */
export type { Publication } from './representations/publication.ts'
/** @internal */
export { bodyHtml } from './representations/body-html.ts'
/** @internal */
export { publish } from './representations/publication.ts'
/** @internal */
export { countResources, represent } from './representations/represent.ts'
export { pack } from './snapshot/pack.ts'
export type { Encoding, Snapshot } from './snapshot/resource.ts'

export interface CompileOptions {
  /** Public URL of the archive. Overrides `baseUrl` in archive.yaml. */
  readonly baseUrl?: string | undefined
  /** Used when neither `baseUrl` nor archive.yaml sets one. Default: http://localhost:3000 */
  readonly fallbackBaseUrl?: string
  /**
   * Holds back posts dated after this day (YYYY-MM-DD). An RFC 3339 time stands for the current moment: future posts are held back
   * unless the publication shows them. Omit to include every post; the library never reads the clock.
   */
  readonly asOf?: string | undefined
  /** Publishes future posts as of `asOf`, like `future: true` in archive.yaml. Expired posts stay held back. */
  readonly future?: boolean | undefined
  /** Content encodings to prepare besides identity. Default: all; only gzip for archives with thousands of posts. */
  readonly encodings?: readonly Encoding[]
  /** Leaves out posts and pages with errors. The result then has a value, and the errors of what is left out. */
  readonly skipBroken?: boolean | undefined
  /** Standard Schema for custom front matter fields. Its output becomes `fields` in a post's JSON. */
  readonly fields?: FieldSchema | undefined
  /** Receives the markdown-it parser, to add plug-ins. They change the HTML; the markdown twin stays as written. */
  readonly markdown?: ((parser: MarkdownParser) => unknown) | undefined
  /** Adds HTML to each page, under the same policy as `look` in archive.yaml. */
  readonly page?: PageHook | undefined
  /** Folder for the build cache. */
  readonly cacheFolder?: string | undefined
  /** An open cache, in place of `cacheFolder`. @internal */
  readonly cache?: BuildCache | undefined
  /** Publishes drafts and skips image resizing. @internal */
  readonly isPreview?: boolean
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
  page: true,
  cacheFolder: true,
  cache: false,
  isPreview: false,
}

/** Compiles a content source into a snapshot. Commands that need only one of the two phases call it directly. */
export async function compile(
  source: ContentSource,
  options: CompileOptions = {},
): Promise<Checked<Snapshot>> {
  checkOptions(options)
  const disk = options.cacheFolder === undefined ? undefined : diskCache(options.cacheFolder)
  const withCache = disk ? { ...options, cache: disk } : options
  try {
    const { value: archive, diagnostics } = await readArchive(source, withCache)
    return { value: archive && (await sealArchive(archive, withCache)), diagnostics }
  } finally {
    disk?.save()
  }
}

/** Throws on invalid options. Problems in the content are diagnostics instead. */
function checkOptions(options: CompileOptions): void {
  requireOptions('compile', options, compileOptions)
  const { baseUrl, fallbackBaseUrl, asOf, encodings = [], cacheFolder } = options
  const { fields, markdown, page } = options
  for (const [name, value] of Object.entries({ baseUrl, fallbackBaseUrl }))
    if (value !== undefined && !isHttpUrl(value))
      throw new TypeError(`${name} must be an absolute http or https URL: ${value}`)
  for (const [name, code] of Object.entries({ fields, markdown, page })) {
    if (code && name !== 'fields' && cacheFolder !== undefined)
      throw new TypeError(
        `${name} cannot be combined with cacheFolder: the cache cannot tell when its output changes`,
      )
  }
  if (fields !== undefined && typeof fields['~standard']?.validate !== 'function')
    throw new TypeError('fields must be a Standard Schema, for example from zod, valibot or arktype')
  if (asOf !== undefined && !isCalendarDate(asOf) && !isDateTime(asOf))
    throw new TypeError(`asOf must be a date such as 2026-11-17 or an RFC 3339 time: ${asOf}`)
  const unknown = encodings.find((one) => !knownEncodings.includes(one))
  if (unknown !== undefined)
    throw new TypeError(`encodings may only contain ${knownEncodings.join(', ')}: ${unknown}`)
}

/**
 * Phase one: reads, parses and checks every post and page. Returns no value if any diagnostic is an error.
 * @internal Its types come from bundled packages.
 */
export async function readArchive(
  source: ContentSource,
  {
    baseUrl,
    fallbackBaseUrl = 'http://localhost:3000',
    asOf,
    future,
    cache,
    skipBroken = false,
    isPreview = false,
    fields,
    markdown,
    page,
  }: CompileOptions = {},
  /** Replaces `readBodies`, for example to use worker threads. */
  bodiesOf: (plan: BuildPlan) => readonly Body[] | Promise<readonly Body[]> = readBodies,
): Promise<Built<Archive>> {
  let content = await readContent(source, { cache, withDrafts: isPreview, fields })
  const { settingsFile } = content
  const readPlan = async () => {
    const plan = planArchive(content, {
      baseUrl: normalBaseUrl(baseUrl ?? content.settings.baseUrl ?? fallbackBaseUrl),
      asOf,
      future,
      cache,
      markdown,
    })
    return { ...buildArchive(plan, await bodiesOf(plan)), nextChange: plan.content.nextChange }
  }
  let built = await readPlan()
  const leftOut: Diagnostic[] = []
  // A post that is left out may break another: one that is in two series, or has `dead-link: error`.
  for (let rest = skipBroken ? maximumPasses : 0; !built.value && rest > 0; rest--) {
    const broken = pathsWithErrors(built.diagnostics)
    const sound = withoutDocuments(content, broken)
    if (!sound) break
    content = sound
    leftOut.push(...built.diagnostics.filter(({ path }) => broken.has(path)))
    built = await readPlan()
  }
  const { value, nextChange } = built
  const diagnostics = [...leftOut, ...built.diagnostics].sort(byPosition)
  if (!value) return { value: undefined, diagnostics, nextChange }
  const archive = { ...value, pageHook: page }
  return {
    ...(await withFiles(source, archive, isPreview ? undefined : settingsFile, diagnostics)),
    nextChange,
  }
}

const maximumPasses = 3

async function withFiles(
  source: ContentSource,
  archive: BuiltArchive,
  /** Omit to skip image resizing. */
  settingsFile: TextFile | undefined,
  diagnostics: readonly Diagnostic[],
): Promise<Checked<Archive>> {
  const { found, unread } = await readFiles(source, archive.files)
  const smaller = settingsFile
    ? await resizeImages(found, archive.settings, settingsFile)
    : { value: undefined, diagnostics: [] }
  const problems = withLevels([...unread, ...smaller.diagnostics], archive.settings.rules)
  const complete = withAssets(archive, found, smaller.value ?? new Map(), fileDigest)
  return {
    value: hasErrors(problems) ? undefined : complete.value,
    diagnostics: [...diagnostics, ...problems, ...complete.diagnostics],
  }
}

async function readFiles(
  source: ContentSource,
  files: BuiltArchive['files'],
): Promise<{ readonly found: readonly ReadFile[]; readonly unread: readonly Diagnostic[] }> {
  const read = await Promise.all(
    files.map(async (file) => ({ file, bytes: await readBytes(source, file.source) })),
  )
  return {
    found: read.flatMap(({ file, bytes: { value } }) => (value ? [{ file, bytes: value }] : [])),
    unread: read.flatMap(({ bytes }) => bytes.diagnostics),
  }
}

/**
 * Phase two: represents, compresses and indexes the archive.
 * @internal
 */
export async function sealArchive(archive: Archive, options: SealOptions = {}): Promise<Snapshot> {
  const resources = new Map<string, Resource>()
  const rest = await sealEach(archive, options, (one) => resources.set(one.path, one))
  return { ...rest, resources }
}

/**
 * Like `sealArchive`, but writes each resource out as soon as it is sealed, to bound memory.
 * @internal
 */
export async function packArchive(
  archive: Archive,
  write: (part: Uint8Array) => void,
  options: SealOptions = {},
  onSealed: (published: Publication) => void = () => {},
  /** Unchanged resources are copied from here. */
  before?: PreviousPack,
  note?: (blocks: PackedBlocks) => object,
): Promise<PackedBlocks> {
  const packer = packInto(write, options.ahead, before, options.ahead === 'packed' ? compressFast : undefined)
  const unchanged = new Set<string>()
  const isUnchanged = (key: string) => before?.blocks.has(key) === true && unchanged.add(key).size > 0
  const take = (resource: Resource, published: Publication, key: string | undefined) => {
    packer.add(resource, key)
    onSealed(published)
  }
  const rest = await sealEach(archive, options, take, isUnchanged)
  packer.copy(unchanged)
  return packer.end(rest, note)
}

interface SealOptions {
  readonly encodings?: readonly Encoding[] | undefined
  readonly ahead?: Ahead
  readonly cache?: BuildCache | undefined
  /** Vocabulary of the previous search index, to speed up a rebuild. */
  readonly vocabulary?: Vocabulary | undefined
}

async function sealEach(
  archive: Archive,
  {
    ahead = 'all',
    encodings = encodingsFor(ahead, archive.posts.length),
    cache = noCache,
    vocabulary,
  }: SealOptions,
  take: (resource: Resource, published: Publication, key: string | undefined) => void,
  has?: (key: string) => boolean,
): Promise<Omit<Snapshot, 'resources'>> {
  const encoder = encoderWithCache(
    nodeEncoder([...new Set([...encodings, 'identity' as const])], ahead),
    cache,
  )
  try {
    const index = once(() => searchIndex(archive, cache, vocabulary))
    const published = toPublished(archive, index)
    const drafts = represent(published, cache, has)
    // Bodies are compressed in another thread while this one builds the search index.
    const sealing = seal(drafts, encoder, (resource, key) => take(resource, published, key))
    const mcp = { ...published.mcp(), posts: mcpPosts(archive), search: index() }
    const resultPages = resultTemplates(published)
    await sealing
    return { ...describeSite(published), mcp, resultPages }
  } finally {
    encoder.close()
  }
}

/**
 * Adds the MCP endpoint and the sample search of the docs, for a server.
 * @internal
 */
export function toPublished(archive: Archive, index: () => Uint8Array): Publication {
  const sourceOf = (document: number) => {
    const post = archive.posts[document]
    return post ? postTwinBytes(post, archive) : new Uint8Array()
  }
  return publish(archive, {
    mcpUrl: archive.urls.url(servicePaths.mcp),
    exampleSearch: (words) => sampleHits(words, index(), archive.posts.map(mcpEntry), sourceOf),
  })
}

/**
 * Returns the site-wide facts that a server or a static host needs besides the resources.
 * @internal
 */
export function describeSite(archive: Publication): SealedSite {
  const { urls } = archive
  return {
    baseUrl: urls.base,
    basePath: urls.basePath,
    words: searchWordsOf(archive.settings.language),
    redirects: redirectsOf(archive),
    signposts: signpostsOf(archive),
  }
}

/** @internal */
export function redirectsOf(archive: Publication): ReadonlyMap<string, string> {
  const home = archive.urls.path(servicePaths.home)
  const pages = pagePaths(archive).filter((path) => path !== home)
  const other = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)
  return new Map([...archive.redirects, ...pages.map((path) => [other(path), path] as const)])
}

/** @internal */
export function signpostsOf({ urls, posts, unlisted, engine, idPattern }: Publication): Signposts {
  const hidden = [...unlisted.posts, ...unlisted.pages].flatMap(({ path }) => [path, twinPath(path)])
  return {
    documentation: urls.url(servicePaths.developers),
    specification: urls.url(servicePaths.contract),
    index: urls.url(servicePaths.index),
    list: urls.url(servicePaths.list),
    home: urls.url(servicePaths.home),
    search: engine ? null : `${urls.url(servicePaths.search)}?q=`,
    postPaths: postPaths('{postId}').map(urls.path),
    idPattern,
    idExample: posts[0]?.id ?? '',
    unlisted: hidden.map(urls.path),
  }
}

/** @internal */
export function searchIndex(
  archive: Archive,
  cache: BuildCache = noCache,
  vocabulary?: Vocabulary,
): Uint8Array {
  const reader = new DocumentReader()
  const { language } = archive.settings
  return joinParts(
    archive.posts.map((post) => {
      const { searchText } = post
      if ('vocabulary' in searchText) return searchText
      const make = () => reader.read(searchDocument(post, searchText, archive, language))
      if (cache === noCache) return make()
      const key = cache.key('index', language, JSON.stringify(searchText), postTwinBytes(post, archive))
      return cached(cache, key, () => withSharedVocabulary([make()])[0] as IndexPart)
    }),
    vocabulary,
    language,
  )
}
