import type { Archive } from '../archive/model.ts'
import { postPaths, servicePaths, twinPath } from '../archive/urls.ts'
import { type BuildCache, cached, noCache, once } from '../base/caches.ts'
import { mcpEntry, mcpPosts } from '../representations/mcp.ts'
import { postTwinBytes } from '../representations/markdown.ts'
import { type Publication, publish } from '../representations/publication.ts'
import { countResources, pagePaths, planResources, resultTemplates } from '../representations/represent.ts'
import { searchDocument, searchInput } from '../representations/search-input.ts'
import { sampleHits } from '../search-page/results.ts'
import { joinParts, type Vocabulary } from '../search/build.ts'
import { DocumentReader, type IndexPart, isIndexed, withSharedVocabulary } from '../search/read.ts'
import { compressFast, encodingsFor, nodeEncoder } from '../snapshot/encode.ts'
import { type PackedBlocks, packWriter, type PreviousPack } from '../snapshot/pack.ts'
import type { Draft, Encoding, Resource, SealedSite, Signposts, Snapshot } from '../snapshot/resource.ts'
import { type Ahead, encoderWithCache, seal, type SealedDraft } from '../snapshot/seal.ts'
import { type OnProgress, reportingResources } from './progress.ts'
import { sealedCache } from './sealed-cache.ts'
import { searchWordsOf } from '../words/words.ts'

export interface SealOptions {
  readonly encodings?: readonly Encoding[] | undefined
  readonly ahead?: Ahead
  readonly cache?: BuildCache | undefined
  /** Vocabulary of the previous search index, to speed up a rebuild. */
  readonly vocabulary?: Vocabulary | undefined
  readonly report?: OnProgress | undefined
}

/** Represents, compresses and indexes an archive. */
export async function sealArchive(archive: Archive, options: SealOptions = {}): Promise<Snapshot> {
  const resources = new Map<string, Resource>()
  const site = await sealEach(archive, options, (resource) => resources.set(resource.path, resource))
  return { ...site, resources }
}

/** Like `sealArchive`, but writes each resource out as soon as it is sealed, to bound memory. */
export async function packArchive(
  archive: Archive,
  write: (part: Uint8Array) => void,
  options: SealOptions = {},
  /** Unchanged resources are copied from here. */
  before?: PreviousPack,
  note?: (blocks: PackedBlocks) => object,
): Promise<PackedBlocks> {
  const compress = options.ahead === 'packed' ? compressFast : undefined
  const packer = packWriter(write, { ahead: options.ahead, previous: before, compress })
  const kept = new Set<string>()
  const keep = (key: string) => {
    const isUnchanged = before?.blocks.has(key) === true
    if (isUnchanged) kept.add(key)
    return isUnchanged
  }
  const site = await sealEach(archive, options, packer.add, keep)
  packer.copy(kept)
  return packer.end(site, note)
}

async function sealEach(
  archive: Archive,
  {
    ahead = 'all',
    encodings = encodingsFor(ahead, archive.posts.length),
    cache = noCache,
    vocabulary,
    report = () => {},
  }: SealOptions,
  take: (resource: Resource, key: string | undefined) => void,
  /** Returns whether the caller keeps the resources with this key as they are. */
  keep?: (key: string) => boolean,
): Promise<Omit<Snapshot, 'resources'>> {
  const plain = nodeEncoder([...new Set([...encodings, 'identity' as const])], ahead)
  const isCached = ahead === 'packed' && cache !== noCache
  const sealed = isCached
    ? sealedCache(
        cache,
        plain.encodings.map((one) => (one === 'identity' ? one : plain.nameOf(one))),
      )
    : undefined
  const encoder = sealed ? plain : encoderWithCache(plain, cache)
  try {
    const index = once(() => searchIndex(archive, cache, vocabulary))
    const published = toPublished(archive, index)
    const onSealed = reportingResources('sealing', report, countResources)
    // Bodies are compressed in another thread while this one builds the search index.
    const sealing = seal(drafts(published), encoder, (resource, key) => {
      take(resource, key)
      sealed?.add(resource, key)
      return onSealed(published)
    })
    const mcp = { ...published.mcp(), posts: mcpPosts(archive), search: index() }
    const resultPages = resultTemplates(published)
    await sealing
    sealed?.flush()
    return { ...describeSite(published), mcp, resultPages }
  } finally {
    encoder.close()
  }

  function* drafts(published: Publication): Generator<Draft | SealedDraft> {
    let current: string | undefined
    let known: readonly SealedDraft[] | undefined
    for (const { key, make } of planResources(published, cache)) {
      if (key !== undefined && keep?.(key)) continue
      if (key !== current) {
        known = key === undefined ? undefined : sealed?.get(key)
        if (known) yield* known
      }
      current = key
      if (!known) yield make()
    }
  }
}

/** Adds the MCP endpoint and the sample search of the docs, for a server. */
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

/** Returns the site-wide facts that a server or a static host needs besides the resources. */
export function describeSite(archive: Publication): SealedSite {
  const { urls, settings } = archive
  return {
    baseUrl: urls.base,
    basePath: urls.basePath,
    words: searchWordsOf(settings.language),
    redirects: redirectsOf(archive),
    signposts: signpostsOf(archive),
  }
}

export function redirectsOf(archive: Publication): ReadonlyMap<string, string> {
  const home = archive.urls.path(servicePaths.home)
  const pages = pagePaths(archive).filter((path) => path !== home)
  const otherForm = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)
  return new Map([...archive.redirects, ...pages.map((path) => [otherForm(path), path] as const)])
}

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

export function searchIndex(archive: Archive, cache?: BuildCache, vocabulary?: Vocabulary): Uint8Array {
  return joinParts(indexParts(archive, cache), vocabulary, archive.settings.language)
}

/** Indexes posts, unless that is done. */
export function indexParts(archive: Archive, cache: BuildCache = noCache): IndexPart[] {
  const reader = new DocumentReader()
  const { language } = archive.settings
  return archive.posts.map((post) => {
    const { searchText } = post
    if (isIndexed(searchText)) return searchText
    const make = () => reader.read(searchDocument(searchInput(post, searchText, archive, language)))
    if (cache === noCache) return make()
    const key = cache.key('index', language, JSON.stringify(searchText), postTwinBytes(post, archive))
    return cached(cache, key, () => withSharedVocabulary([make()])[0] as IndexPart)
  })
}
