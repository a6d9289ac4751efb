import { relative } from 'node:path'
import { htmlFilePath } from '../../archive/urls.ts'
import { errorCodes } from '../../base/errors.ts'
import { say } from '../../base/escape.ts'
import type { Archive, Published } from '../../compile.ts'
import { type BuildCache, noCache } from '../../base/caches.ts'
import { nodeEncoder } from '../../snapshot/encode.ts'
import type { Recipe } from '../../snapshot/resource.ts'
import {
  BoundedQueue,
  type Draft,
  encoderWithCache,
  type Form,
  isCompressible,
  recipeKey,
  type SealedSite,
  withCache,
} from '../../snapshot/seal.ts'
import { drawnInThreads } from '../draw-threads.ts'
import { type OutputFile, type OutputFiles, OutputCache, writeOutput } from '../output/output.ts'
import { currentLink, type Release, releasesFolder, writeRelease } from '../output/releases.ts'
import type { OnProgress } from '../progress.ts'
import { headerRules, isPage, staticRedirects } from './static-hosts.ts'

export interface StaticOptions {
  readonly out: string
  readonly mcpUrl?: string | undefined
  readonly compress?: boolean
  /** How many releases to keep; without it, the files are written into `out` itself. */
  readonly keep?: number | undefined
  readonly cache?: BuildCache | undefined
}

export interface WrittenExport {
  readonly out: string
  readonly baseUrl: string
  readonly files: number
  readonly bytes: number
  /** Where each build has a folder of its own. */
  readonly release?: Release | undefined
  /** Of the time of writing, that which making the files took. */
  readonly representing: number
}

/** Writes an archive as files for a host without a program of ours. */
export async function staticTarget(
  archive: Archive,
  options: StaticOptions & { readonly report?: OnProgress },
): Promise<WrittenExport> {
  const { out, compress, mcpUrl, keep, cache = noCache, report = () => {} } = options
  const [{ countResources, describeSite, represent }, { searchedInBrowser }, { reportingResources }] =
    await Promise.all([import('../../compile.ts'), import('./static-search.ts'), import('../progress.ts')])
  const published: Published = {
    ...searchedInBrowser(archive, cache),
    ...(mcpUrl !== undefined && { mcpUrl }),
  }
  const site = describeSite(published)
  const sum = { files: 0, bytes: 0, representing: 0 }
  const outputCache = new OutputCache(out, compress || keep !== undefined ? noCache : cache)
  const onDraft = reportingResources('writing', report, countResources)
  const drafts = telling(withCache(represent(published, cache), cache), () => onDraft(published))
  const files = timing(staticFiles(drafts, site, published), (seconds) => {
    sum.representing += seconds
  })
  const taken = new Set(archive.assets.map(({ path }) => decodeURIComponent(path.slice(1))))
  const drawn = withDrawn(files, outputCache, cache)
  const all = summing(compress ? withTwins(drawn, taken, cache) : drawn)
  const release = keep === undefined ? undefined : await writeRelease(out, all, keep, Date.now())
  const count = release ? release.files : await writeOutput(out, all, outputCache)
  return { out, baseUrl: site.baseUrl, ...sum, files: count, release }

  async function* summing(all: OutputFiles): AsyncGenerator<OutputFile> {
    report({ phase: 'writing', done: 0 })
    for await (const file of all) {
      sum.bytes += outputCache.sizeOf(file) ?? Buffer.byteLength(file.body)
      sum.files++
      yield file
    }
  }
}

/** What no cache has and no earlier build wrote is drawn by other threads, as far as there is much of it. */
async function* withDrawn(
  files: Iterable<StaticFile>,
  outputCache: OutputCache,
  cache: BuildCache,
): AsyncGenerator<StaticFile> {
  const keyOf = ({ recipe }: StaticFile) => (recipe ? recipeKey(recipe, cache) : '')
  const isToDraw = (file: StaticFile) =>
    file.recipe !== undefined && outputCache.sizeOf(file) === undefined && cache.get(keyOf(file)) === undefined
  for await (const [file, body] of drawnInThreads(files, isToDraw)) {
    if (body) cache.set(keyOf(file), body)
    yield body ? { path: file.path, contentType: file.contentType, key: file.key, body } : file
  }
}

function* telling<T>(all: Iterable<T>, tell: () => void): Generator<T> {
  for (const one of all) {
    tell()
    yield one
  }
}

/** The same, and how many seconds each took to be made, which is when it is asked for. */
function* timing<T>(all: Iterable<T>, took: (seconds: number) => void): Generator<T> {
  const made = all[Symbol.iterator]()
  for (;;) {
    const began = performance.now()
    const next = made.next()
    took((performance.now() - began) / 1000)
    if (next.done) return
    yield next.value
  }
}

/** Where the files are, and what a host of files cannot do. */
export function sayWritten(
  { files, out, baseUrl, release }: Omit<WrittenExport, 'representing'>,
  mcpUrl: string | undefined,
): void {
  const shown = relative('.', out) || '.'
  const place = `${shown}/${releasesFolder}/${release?.name}`
  const what = !release
    ? `${files} files in ${shown}`
    : release.isNew
      ? `${release.files} files in ${place} (now ${shown}/${currentLink})`
      : `${release.files} unchanged files in ${place}`
  for (const name of release?.kept ?? [])
    say(process.stdout, `${shown}/${releasesFolder}/${name} was kept: it contains files that no build wrote.`)
  say(process.stdout, `${what}, base URL ${baseUrl}`)
  say(
    process.stdout,
    mcpUrl === undefined
      ? 'Not included: the MCP endpoint, which needs a server. Use --mcp-url to link to one elsewhere.'
      : `MCP endpoint: ${mcpUrl}`,
  )
}

/** A file of the site, and what it is sent as; without a type, a file for the host. */
export interface StaticFile extends OutputFile {
  readonly contentType?: string | undefined
  /** Of a body that takes long to make. */
  readonly recipe?: Recipe | undefined
}

/**
 * An archive as files for a host that knows nothing of it: one for each address. A page is `x.html`, which hosts serve at `/x`: with a
 * folder `x` that has an index, most of them would redirect to `/x/`. Its twin is `x.md`. JSON at a path without an ending is `x.html`,
 * too: its name may be that of a folder. Files are laid out without the base URL's path: they are put where that path leads.
 */
export function* staticFiles(
  drafts: Iterable<Draft>,
  site: SealedSite,
  archive: Published,
): Generator<StaticFile> {
  const headers = headerRules(archive)
  const written = new Set<string>(ofTheHost)
  for (const { path, key, forms, immutable } of drafts) {
    const [preferred] = forms
    if (!preferred) continue
    const name = path.slice(site.basePath.length + 1)
    const file = fileName(name, preferred)
    if (ofTheHost.includes(file)) continue
    headers.add(name, preferred.contentType, immutable)
    written.add(file)
    yield {
      path: file,
      contentType: preferred.contentType,
      key,
      recipe: preferred.recipe,
      get body() {
        return preferred.body
      },
    }
  }
  yield* staticRedirects(site, written)
  yield { path: '404.html', body: notFoundBody(site) }
  yield { path: '_headers', body: headers.text() }
  // GitHub Pages runs a generator, which drops names that start with an underscore or a dot, unless it finds this file.
  yield { path: '.nojekyll', body: '' }
}

/** The file of an address: `name` is its path without the first slash. */
function fileName(name: string, { contentType }: Form): string {
  if (name === '') return 'index.html'
  const bare = contentType.includes('json') && !name.endsWith('.json')
  const decoded = decodeURIComponent(name)
  if (bare) return `${decoded}.html`
  return isPage(contentType) ? htmlFilePath(decoded) : decoded
}

/** What hosts read by its name cannot be a file, or an old address, of the archive. */
const ofTheHost: readonly string[] = ['404.html', '_headers', '_redirects', '.nojekyll']

/** Errors are JSON here too; hosts insist on the name. A missing file must not be answered with the home page. */
function notFoundBody({ signposts: { documentation, specification, index, home } }: SealedSite): string {
  const { status, meaning: message } = errorCodes.resource_not_found
  const hint = `Service index: ${index}. Home page: ${home}.`
  const error = { status, code: 'resource_not_found', message, hint, documentation, specification }
  return `${JSON.stringify({ error })}\n`
}

/**
 * Each file, and after it what a server sends instead to a client that takes it compressed: `x.html.br` and `x.html.gz`. They are
 * compressed by a thread while the next files are made.
 */
export async function* withTwins(
  files: Iterable<StaticFile> | AsyncIterable<StaticFile>,
  /** Files of the publisher's may have the name of a twin. */
  taken: ReadonlySet<string>,
  cache: BuildCache,
): AsyncGenerator<OutputFile> {
  const encoder = encoderWithCache(nodeEncoder(encodings), cache)
  const underWay = new BoundedQueue<readonly OutputFile[]>(mostWaiting)
  try {
    for await (const file of files) {
      underWay.add(twinsOf(file), file.body.length)
      yield file
      while (underWay.isFull) yield* (await underWay.next()) ?? []
    }
    for (let twins = await underWay.next(); twins; twins = await underWay.next()) yield* twins
  } finally {
    encoder.close()
  }

  async function twinsOf({ path, body, contentType = '' }: StaticFile): Promise<readonly OutputFile[]> {
    const bytes = Buffer.from(body)
    if (!isCompressible(contentType, bytes.length)) return []
    const compressed = await encoder.compress(bytes, encodings)
    return endings.flatMap((ending, nth) => {
      const twin = compressed[nth]
      if (!twin || twin.length >= bytes.length || taken.has(path + ending)) return []
      return [{ path: path + ending, body: twin }]
    })
  }
}

const encodings = ['br', 'gzip'] as const
const endings = ['.br', '.gz'] as const

/** In bytes of the files themselves. */
const mostWaiting = 32 * 2 ** 20
