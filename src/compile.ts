import { type Archive, buildArchive } from './archive/archive.ts'
import { sentences } from './archive/sentences.ts'
import { normalBaseUrl, servicePaths } from './archive/urls.ts'
import { readContent } from './content/read.ts'
import type { ContentSource } from './content/source.ts'
import { type Diagnostic, limitPerFile } from './diagnostics.ts'
import { describeMcp } from './representations/mcp/describe.ts'
import { pagePaths, represent } from './representations/represent.ts'
import { buildIndex } from './search/build.ts'
import type { Draft } from './snapshot/draft.ts'
import { everyEncoding, nodeEncoder } from './snapshot/encode.ts'
import type { SealedMcp } from './snapshot/mcp.ts'
import type { Encoding, Snapshot } from './snapshot/resource.ts'
import { type Site, seal } from './snapshot/seal.ts'

export { folder } from './content/folder.ts'
export { type ContentSource, memory } from './content/source.ts'
export type { Diagnostic } from './diagnostics.ts'
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

/** Everything that is wrong with the content; and the snapshot, unless any of it is an error. */
export interface Compiled {
  readonly snapshot: Snapshot | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** The build half: markdown → content → archive → representations and search index → snapshot. */
export async function compile(source: ContentSource, options: CompileOptions = {}): Promise<Compiled> {
  const encoder = nodeEncoder(options.encodings ?? everyEncoding)
  try {
    const edition = await edit(source, { ...options, forSearch: true })
    // Each body goes to the thread that compresses as soon as it is rendered; the search index is made while that works. (A
    // thread for the index, too, was tried: on two cores it gains nothing.)
    const sealing = seal(edition.drafts, encoder)
    // Nobody waits for it when the content is broken, and what is broken may not be fit to render.
    sealing.catch(() => {})
    const diagnostics = edition.diagnostics()
    if (isBroken(diagnostics)) return { snapshot: undefined, diagnostics }
    const site = edition.site()
    const mcp = edition.mcp()
    return { snapshot: { ...site, resources: await sealing, mcp }, diagnostics }
  } finally {
    encoder.close()
  }
}

/** An archive that was read: each part is made when it is asked for. */
export interface Edition {
  /** Everything that is wrong with the content. What has an error in it is not for publishing. */
  diagnostics(): readonly Diagnostic[]
  readonly drafts: Iterable<Draft>
  site(): Site
  /** Only a server needs it. */
  mcp(): SealedMcp
}

/** The build half without the last step, for files that need no seal. */
export async function edit(
  source: ContentSource,
  options: CompileOptions & { readonly forSearch?: boolean } = {},
): Promise<Edition> {
  const content = await readContent(source)
  const baseUrl =
    options.baseUrl ?? content.settings.baseUrl ?? options.fallbackBaseUrl ?? 'http://localhost:3000'
  const { archive, diagnostics } = buildArchive(content, normalBaseUrl(baseUrl), options.forSearch ?? false)
  return {
    diagnostics: () => limitPerFile(diagnostics().toSorted(byPlace)),
    drafts: represent(archive),
    site: () => siteOf(archive),
    mcp: () => ({ ...describeMcp(archive), search: searchIndex(archive) }),
  }
}

function searchIndex({ posts }: Archive): Uint8Array {
  return buildIndex(
    posts.map(({ title, tags, summary, units }) => ({ title, tags, summary: sentences(summary), units })),
  )
}

export function isBroken(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

function siteOf(archive: Archive): Site {
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
      idPattern: settings.idPattern,
      idExample: posts[0]?.id ?? '',
    },
  }
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.line - b.line || a.column - b.column
}
