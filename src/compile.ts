import type { Archive, BuiltArchive, ReadFile } from './archive/model.ts'
import { buildArchive } from './archive/build.ts'
import type { Body } from './archive/body.ts'
import { withAssets, smallerPictures } from './archive/files/assets.ts'
import { type BuildPlan, planArchive, readBodies } from './archive/plan.ts'
import { normalBaseUrl, postPaths, servicePaths, twinPath } from './archive/urls.ts'
import { readBytes, readContent } from './content/read.ts'
import type { ContentSource } from './content/source.ts'
import { diskCache } from './content/cache.ts'
import { compileInThread } from './content/source-port.ts'
import { unpack } from './snapshot/unpack.ts'
import type { FieldSchema, MarkdownParser, PageHook } from './base/hooks.ts'
import { isCalendarDate, isDateTime } from './base/dates.ts'
import { isHttpUrl } from './base/paths.ts'
import type { TextFile } from './base/text-file.ts'
import { type BuildCache, cached, noCache } from './base/caches.ts'
import { type Checked, type Diagnostic, hasErrors, withLevels } from './base/diagnostics.ts'
import { describeMcp } from './representations/mcp.ts'
import type { Published } from './representations/published.ts'
import { pagePaths, represent, resultTemplates } from './representations/represent.ts'
import { sampleAnswer } from './search-page/results.ts'
import { postTwinBytes } from './representations/markdown.ts'
import { searchDocument } from './representations/search.ts'
import { joinParts, type Vocabulary } from './search/build.ts'
import { DocumentReader, withOwnVocabulary } from './search/read.ts'
import { encodingsFor, fileDigest, nodeEncoder } from './snapshot/encode.ts'
import { type PackedBefore, type PackedBlocks, packInto } from './snapshot/pack.ts'
import {
  type Encoding,
  encodings as knownEncodings,
  type Resource,
  type Signposts,
  type Snapshot,
} from './snapshot/resource.ts'
import { type Ahead, encoderWithCache, type SealedSite, seal, withCache } from './snapshot/seal.ts'

/** @internal */
export type { Archive } from './archive/model.ts'
export { folder } from './content/folder.ts'
export type { FieldSchema, MarkdownParser, PageHook } from './base/hooks.ts'
export { type ContentSource, memory } from './content/source.ts'
export type { Checked, Diagnostic } from './base/diagnostics.ts'
/** @internal */
export type { Published } from './representations/published.ts'
/** @internal */
export { shownHtml } from './representations/body-html.ts'
/** @internal */
export { countPlanned, represent } from './representations/represent.ts'
export { pack } from './snapshot/pack.ts'
export type { Encoding, Snapshot } from './snapshot/resource.ts'

export interface CompileOptions {
  /** Where the archive will be published; what `archive.yaml` says comes after it. */
  readonly baseUrl?: string | undefined
  /** When neither says: the address a preview is served at. */
  readonly fallbackBaseUrl?: string
  /**
   * YYYY-MM-DD: posts dated later are left out. Or the moment of publication, as RFC 3339 has it: posts of days to come are left out unless the
   * publication shows them. No clock is asked without it.
   */
  readonly asOf?: string | undefined
  /** Content encodings to keep ready; by default all, and for thousands of posts gzip alone. */
  readonly encodings?: readonly Encoding[]
  /** A schema of your own front matter fields, by any library that has Standard Schema. Its output is `fields` of a post in JSON. */
  readonly fields?: FieldSchema | undefined
  /** Is given the parser of posts and pages, to `use` plug-ins of markdown-it. They change HTML; markdown stays as it is written. */
  readonly markdown?: ((parser: MarkdownParser) => unknown) | undefined
  /** HTML of your own for each page, within the same policy as that of `look` in archive.yaml. */
  readonly page?: PageHook | undefined
  /** Whether to compile in a worker thread, so that this one goes on with its work. */
  readonly thread?: boolean | undefined
  /** Folder for what was compiled before, to make again only what has changed. */
  readonly cacheFolder?: string | undefined
  /** The same, where a command keeps one. @internal */
  readonly cache?: BuildCache | undefined
  /** For a writer: drafts are posts like any other, and no picture is made smaller. @internal */
  readonly isPreview?: boolean
}

/** The build half: a content source in, a snapshot out. The two phases are exported, for commands that need only the first. */
export async function compile(
  source: ContentSource,
  options: CompileOptions = {},
): Promise<Checked<Snapshot>> {
  checkOptions(options)
  const { thread, ...rest } = options
  if (thread) {
    const { value: packed, diagnostics } = await compileInThread(source, rest)
    return { value: packed && unpack(packed), diagnostics }
  }
  const disk = options.cacheFolder === undefined ? undefined : diskCache(options.cacheFolder)
  const cached = disk ? { ...options, cache: disk } : options
  try {
    const { value: archive, diagnostics } = await readArchive(source, cached)
    return { value: archive && (await sealArchive(archive, cached)), diagnostics }
  } finally {
    disk?.save()
  }
}

/** A mistake in a program is an exception, unlike one in the content. */
function checkOptions({
  baseUrl,
  fallbackBaseUrl,
  asOf,
  encodings = [],
  fields,
  markdown,
  page,
  thread,
  cacheFolder,
}: CompileOptions): void {
  for (const [name, value] of Object.entries({ baseUrl, fallbackBaseUrl }))
    if (value !== undefined && !isHttpUrl(value))
      throw new TypeError(`${name} must be an absolute http or https URL: ${value}`)
  for (const [name, code] of Object.entries({ fields, markdown, page })) {
    if (code && thread) throw new TypeError(`${name} cannot be used in a thread: it is code of this one`)
    if (code && name !== 'fields' && cacheFolder !== undefined)
      throw new TypeError(`${name} cannot be used with a cache, which does not know what it does`)
  }
  if (fields !== undefined && typeof fields['~standard']?.validate !== 'function')
    throw new TypeError(
      'fields must be a schema with Standard Schema, such as one of zod, valibot or arktype',
    )
  if (asOf !== undefined && !isCalendarDate(asOf) && !isDateTime(asOf))
    throw new TypeError(`asOf must be a date such as 2026-11-17 or an RFC 3339 time: ${asOf}`)
  const unknown = encodings.find((one) => !knownEncodings.includes(one))
  if (unknown !== undefined)
    throw new TypeError(`encodings must be some of ${knownEncodings.join(', ')}: ${unknown}`)
}

/**
 * The first phase: every post and page read, parsed and checked. Without a value when anything in it is an error.
 * @internal The types of an archive are those of the packages that read it.
 */
export async function readArchive(
  source: ContentSource,
  {
    baseUrl,
    fallbackBaseUrl = 'http://localhost:3000',
    asOf,
    cache,
    isPreview = false,
    fields,
    markdown,
    page,
  }: CompileOptions = {},
  /** Another way to read all of the bodies, such as in several threads. */
  bodiesOf: (plan: BuildPlan) => readonly Body[] | Promise<readonly Body[]> = readBodies,
): Promise<Checked<Archive>> {
  const content = await readContent(source, { cache, withDrafts: isPreview, fields })
  const plan = planArchive(content, {
    baseUrl: normalBaseUrl(baseUrl ?? content.settings.baseUrl ?? fallbackBaseUrl),
    asOf,
    cache,
    markdown,
  })
  const built = buildArchive(plan, await bodiesOf(plan))
  if (!built.value) return { ...built, value: undefined }
  const archive = { ...built.value, pageHook: page }
  return withFiles(source, archive, isPreview ? undefined : content.settingsFile, built.diagnostics)
}

async function withFiles(
  source: ContentSource,
  archive: BuiltArchive,
  /** Without it, no picture is made smaller. */
  settingsFile: TextFile | undefined,
  diagnostics: readonly Diagnostic[],
): Promise<Checked<Archive>> {
  const { found, unread } = await readFiles(source, archive.files)
  const smaller = settingsFile
    ? await smallerPictures(found, archive.settings, settingsFile)
    : { value: undefined, diagnostics: [] }
  const unmade = withLevels(smaller.diagnostics, archive.settings.rules)
  const whole = withAssets(archive, found, smaller.value ?? new Map(), fileDigest)
  return {
    value: hasErrors([...unread, ...unmade]) ? undefined : whole.value,
    diagnostics: [...diagnostics, ...unread, ...unmade, ...whole.diagnostics],
  }
}

/**
 * Only what is referred to is read, however much there is.
 * @internal
 */
export async function readFiles(
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
 * The second: everything represented, compressed and indexed. Nothing in it depends on the order.
 * @internal
 */
export async function sealArchive(archive: Archive, made: MadeAhead = {}): Promise<Snapshot> {
  const resources = new Map<string, Resource>()
  const rest = await sealEach(archive, made, (one) => resources.set(one.path, one))
  return { ...rest, resources }
}

/**
 * The same, packed as it is made: what was written need not be kept.
 * @internal
 */
export async function packArchive(
  archive: Archive,
  write: (part: Uint8Array) => void,
  made: MadeAhead = {},
  /** Told of each resource that is sealed, and of what it is one. */
  onSealed: (published: Published) => void = () => {},
  /** What was packed before, in the same way: what has not changed is copied from there. */
  before?: PackedBefore,
  note?: (blocks: PackedBlocks) => object,
): Promise<PackedBlocks> {
  const packer = packInto(write, made.ahead, before)
  const unchanged = new Set<string>()
  const isUnchanged = (key: string) => before?.blocks.has(key) === true && unchanged.add(key).size > 0
  const take = (resource: Resource, published: Published, key: string | undefined) => {
    packer.add(resource, key)
    onSealed(published)
  }
  const rest = await sealEach(archive, made, take, isUnchanged)
  packer.copy(unchanged)
  return packer.end(rest, note)
}

interface MadeAhead {
  readonly encodings?: readonly Encoding[] | undefined
  readonly ahead?: Ahead
  readonly cache?: BuildCache | undefined
  /** Of the search index, for whoever makes nearly the same one again. */
  readonly vocabulary?: Vocabulary | undefined
}

async function sealEach(
  archive: Archive,
  {
    ahead = 'all',
    encodings = encodingsFor(ahead, archive.posts.length),
    cache = noCache,
    vocabulary,
  }: MadeAhead,
  take: (resource: Resource, published: Published, key: string | undefined) => void,
  has?: (key: string) => boolean,
): Promise<Omit<Snapshot, 'resources'>> {
  const encoder = encoderWithCache(nodeEncoder(encodings, ahead), cache)
  try {
    // A thread compresses each body from when it is represented on; the search index is made while it works.
    let made: Uint8Array | undefined
    const index = () => {
      made ??= searchIndex(archive, cache, vocabulary)
      return made
    }
    const published = served(archive, index)
    const drafts = withCache(represent(published, cache, has), cache)
    const sealing = seal(drafts, encoder, (resource, key) => take(resource, published, key))
    const mcp = { ...describeMcp(archive), search: index() }
    const resultPages = resultTemplates(published)
    await sealing
    return { ...describeSite(published), mcp, resultPages }
  } finally {
    encoder.close()
  }
}

/**
 * An archive as a server publishes it: it can be searched, and its documentation shows what a search answers.
 * @internal
 */
export function served(archive: Archive, index: () => Uint8Array): Published {
  const sourceOf = (document: number) => {
    const post = archive.posts[document]
    return post ? postTwinBytes(post, archive) : new Uint8Array()
  }
  return {
    ...archive,
    mcpUrl: archive.urls.url(servicePaths.mcp),
    answerTo(words) {
      const entries = describeMcp(archive).posts.map(({ entry }) => entry)
      return sampleAnswer(words, index(), entries, sourceOf)
    },
  }
}

/**
 * What a server, or a static host, must know besides the resources.
 * @internal
 */
export function describeSite(archive: Published): SealedSite {
  const { urls } = archive
  return {
    baseUrl: urls.base,
    basePath: urls.basePath,
    language: archive.settings.language,
    redirects: redirectsOf(archive),
    signposts: signpostsOf(archive),
  }
}

/** @internal */
export function redirectsOf(archive: Published): ReadonlyMap<string, string> {
  const home = archive.urls.path(servicePaths.home)
  const pages = pagePaths(archive).filter((path) => path !== home)
  const other = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)
  return new Map([...archive.redirects, ...pages.map((path) => [other(path), path] as const)])
}

/** @internal */
export function signpostsOf({ urls, posts, unlisted, engine, idPattern }: Published): Signposts {
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
      return cached(cache, key, () => withOwnVocabulary(make()))
    }),
    vocabulary,
  )
}
