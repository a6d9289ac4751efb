import { type Archive, buildArchive } from './archive/archive.ts'
import { sentences } from './archive/sentences.ts'
import { normalBaseUrl, postPaths, servicePaths } from './archive/urls.ts'
import { readContent } from './content/read.ts'
import type { ContentSource } from './content/source.ts'
import type { Checked } from './diagnostics.ts'
import { describeMcp } from './representations/mcp/describe.ts'
import { pagePaths, represent } from './representations/represent.ts'
import { buildIndex } from './search/build.ts'
import { everyEncoding, nodeEncoder } from './snapshot/encode.ts'
import type { Encoding, Snapshot } from './snapshot/resource.ts'
import { type Site, seal } from './snapshot/seal.ts'

/** @internal */
export type { Archive } from './archive/archive.ts'
export { folder } from './content/folder.ts'
export { type ContentSource, memory } from './content/source.ts'
export type { Checked, Diagnostic } from './diagnostics.ts'
/** @internal */
export { represent } from './representations/represent.ts'
export { pack } from './snapshot/pack.ts'
export type { Encoding, Snapshot } from './snapshot/resource.ts'

export interface CompileOptions {
  /** Where the archive will be published; what `archive.yaml` says comes after it. */
  readonly baseUrl?: string | undefined
  /** When neither says: the address a preview is served at. */
  readonly fallbackBaseUrl?: string
  /** Content encodings to keep ready; all that this runtime can make by default. */
  readonly encodings?: readonly Encoding[]
}

/** The build half: a content source in, a snapshot out. The two phases are exported, for commands that need only the first. */
export async function compile(
  source: ContentSource,
  options: CompileOptions = {},
): Promise<Checked<Snapshot>> {
  const { value: archive, diagnostics } = await readArchive(source, options)
  return { value: archive && (await sealArchive(archive, options.encodings)), diagnostics }
}

/**
 * The first phase: every post and page read, parsed and checked. Without a value when anything in it is an error.
 * @internal The types of an archive are those of the packages that read it.
 */
export async function readArchive(
  source: ContentSource,
  { baseUrl, fallbackBaseUrl = 'http://localhost:3000' }: CompileOptions = {},
): Promise<Checked<Archive>> {
  const content = await readContent(source)
  return buildArchive(content, normalBaseUrl(baseUrl ?? content.settings.baseUrl ?? fallbackBaseUrl))
}

/**
 * The second: everything represented, compressed and indexed. Nothing in it depends on the order.
 * @internal
 */
export async function sealArchive(
  archive: Archive,
  encodings: readonly Encoding[] = everyEncoding,
): Promise<Snapshot> {
  const encoder = nodeEncoder(encodings)
  try {
    // A thread compresses each body from when it is represented on; the search index is made while it works.
    const sealing = seal(represent(archive), encoder)
    const mcp = { ...describeMcp(archive), search: searchIndex(archive) }
    return { ...describeSite(archive), resources: await sealing, mcp }
  } finally {
    encoder.close()
  }
}

/**
 * What a server, or a static host, must know besides the resources.
 * @internal
 */
export function describeSite(archive: Archive): Site {
  const { urls, settings, posts } = archive
  return {
    baseUrl: urls.base,
    basePath: urls.basePath,
    redirects: new Map(pagePaths(archive).flatMap((path) => (path === '/' ? [] : [[`${path}/`, path]]))),
    signposts: {
      documentation: urls.url(servicePaths.developers),
      specification: urls.url(servicePaths.contract),
      index: urls.url(servicePaths.index),
      list: urls.url(servicePaths.list),
      postPaths: postPaths('{postId}').map(urls.path),
      idPattern: settings.idPattern,
      idExample: posts[0]?.id ?? '',
    },
  }
}

function searchIndex({ posts }: Archive): Uint8Array {
  return buildIndex(
    posts.map(({ title, tags, summary, units }) => ({ title, tags, summary: sentences(summary), units })),
  )
}
