import { htmlFilePath } from '../../archive/urls.ts'
import { errorCodes } from '../../base/http.ts'
import type { Archive } from '../../archive/model.ts'
import type { Publication } from '../../representations/publication.ts'
import { type BuildCache, noCache } from '../../base/caches.ts'
import { nodeEncoder } from '../../snapshot/encode.ts'
import type { Draft, Form, SealedSite } from '../../snapshot/resource.ts'
import { BoundedQueue, encoderWithCache } from '../../snapshot/seal.ts'
import { isCompressible } from '../../snapshot/variant.ts'
import { type OutputFile, writeOutput } from '../output/output.ts'
import { type OnProgress, reportingResources } from '../progress.ts'
import { type Indexer, indexerFor } from '../indexer.ts'
import { describeSite, indexParts } from '../seal-archive.ts'
import { countResources, represent } from '../../representations/represent.ts'
import type { Exported, ExportOptions } from './options.ts'
import { headerRules, isPageType, refusedPaths, type StaticFile, staticRedirects } from './static-hosts.ts'
import { searchFiles, withBrowserSearch } from './static-search.ts'

export interface StaticOptions extends ExportOptions {
  readonly cache?: BuildCache | undefined
  /** For a caller that indexes posts, too, and closes it. Called with the number of posts. */
  readonly startIndexer?: ((posts: number) => Indexer) | undefined
}

/** Writes an archive as files for any static host. */
export async function staticTarget(
  archive: Archive,
  options: StaticOptions & { readonly report?: OnProgress },
): Promise<Exported> {
  const { out, compress, mcpUrl, verify, cache = noCache, report = () => {}, startIndexer } = options
  const published = withBrowserSearch(archive, mcpUrl)
  const site = describeSite(published)
  /** Seconds spent rendering. */
  let representing = 0
  const onDraft = reportingResources('writing', report, countResources)
  const taken = new Set(archive.assets.map(({ path }) => decodeURIComponent(path.slice(1))))
  // In a thread, while this one renders.
  const indexer = (startIndexer ?? indexerFor)(archive.posts.length)
  const index = indexer.page(indexParts(archive, cache), archive.settings.language)
  // Awaited below. Prevents an unhandled rejection until then.
  index.catch(() => {})
  report({ phase: 'writing', done: 0 })
  const all = compress ? withCompressed(files(), taken, cache) : files()
  try {
    return {
      out,
      baseUrl: site.baseUrl,
      ...(await writeOutput(out, all, verify)),
      representing,
      refused: refusedPaths(site),
    }
  } finally {
    if (!startIndexer) indexer.close()
  }

  function* drafts(): Generator<Draft> {
    let start = performance.now()
    for (const draft of represent(published, cache)) {
      representing += (performance.now() - start) / 1000
      onDraft(published)
      yield draft
      start = performance.now()
    }
  }

  async function* files(): AsyncGenerator<StaticFile> {
    yield* staticFiles(drafts(), site, published)
    yield* searchFiles(published, await index)
  }
}

/** Files that hosts treat specially. Archives cannot use these names. */
const reservedFiles: readonly string[] = [
  ...['404.html', '_headers', '_redirects', '.nojekyll'],
  ...['_worker.js', '_routes.json'],
]

/**
 * Yields one file per URL. A page is `x.html`, not `x/index.html`, which most hosts would redirect to `/x/`. Its twin is `x.md`. JSON
 * without a file extension is also `x.html`, because `x` may be a folder. Paths omit the base path.
 */
export function* staticFiles(
  drafts: Iterable<Draft>,
  site: SealedSite,
  archive: Publication,
): Generator<StaticFile> {
  const headers = headerRules(archive)
  const written = new Set<string>(reservedFiles)
  for (const { path, key, forms, immutable } of drafts) {
    const [preferred] = forms
    if (!preferred) continue
    const name = path.slice(site.basePath.length + 1)
    const file = encodedName(name, preferred)
    if (reservedFiles.includes(file)) continue
    headers.add(name, preferred.contentType, immutable)
    written.add(file)
    yield {
      path: file,
      contentType: preferred.contentType,
      key,
      get body() {
        return preferred.body
      },
    }
  }
  yield* staticRedirects(site, written)
  yield { path: '404.html', body: notFoundBody(site) }
  yield { path: '_headers', body: headers.text() }
  // Without this file, GitHub Pages drops names that start with an underscore or a dot.
  yield { path: '.nojekyll', body: '' }
}

/** `name` is the path without the leading slash. */
function encodedName(name: string, { contentType }: Form): string {
  if (name === '') return 'index.html'
  const bare = contentType.includes('json') && !name.endsWith('.json')
  const decoded = decodeURIComponent(name)
  if (bare) return `${decoded}.html`
  return isPageType(contentType) ? htmlFilePath(decoded) : decoded
}

/** JSON, like all errors; hosts require the name. Without it, some serve the home page instead. */
function notFoundBody({ signposts: { documentation, specification, index, home } }: SealedSite): string {
  const { status, meaning: message } = errorCodes.resource_not_found
  const hint = `Service index: ${index}. Home page: ${home}.`
  const error = { status, code: 'resource_not_found', message, hint, documentation, specification }
  return `${JSON.stringify({ error })}\n`
}

const encodings = ['br', 'gzip'] as const
const encodingEndings = ['.br', '.gz'] as const
/** Uncompressed size. */
const maxQueuedBytes = 32 * 2 ** 20

/** Adds precompressed files: `x.html.br` and `x.html.gz`. Compresses in a thread while the next files are rendered. */
async function* withCompressed(
  files: AsyncIterable<StaticFile>,
  /** Files of the publisher, which take precedence. */
  taken: ReadonlySet<string>,
  cache: BuildCache,
): AsyncGenerator<OutputFile> {
  const encoder = encoderWithCache(nodeEncoder(encodings), cache)
  const queue = new BoundedQueue<readonly OutputFile[]>(maxQueuedBytes)
  try {
    for await (const file of files) {
      queue.add(compressed(file), file.body.length)
      yield file
      while (queue.isFull) yield* (await queue.next()) ?? []
    }
    for (let next = await queue.next(); next; next = await queue.next()) yield* next
  } finally {
    encoder.close()
  }

  async function compressed({ path, body, contentType = '' }: StaticFile): Promise<readonly OutputFile[]> {
    const bytes = Buffer.from(body)
    if (!isCompressible(contentType, bytes.length)) return []
    const bodies = await encoder.compress(bytes, encodings)
    return encodingEndings.flatMap((extension, nth) => {
      const body = bodies[nth]
      if (!body || body.length >= bytes.length || taken.has(path + extension)) return []
      return [{ path: path + extension, body }]
    })
  }
}
