import { relative } from 'node:path'
import type { Archive, Published } from '../../compile.ts'
import { say } from '../../base/visible.ts'
import { type OutputFile, type OutputFiles, writeOutput } from '../output/output.ts'
import type { OnProgress } from '../progress.ts'
import { currentLink, releasesFolder } from '../output/releases.ts'
import { type Release, writeRelease } from '../output/release.ts'
import { staticFiles } from './static-files.ts'
import { withTwins } from './static-twins.ts'

export interface StaticOptions {
  readonly out: string
  readonly mcpUrl?: string | undefined
  readonly compress: boolean
  /** How many releases to keep; without it, the files are written into `out` itself. */
  readonly keep?: number | undefined
}

/** What was written, and where it will be. */
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
  const { out, compress, mcpUrl, keep, report = () => {} } = options
  const [{ describeSite, represent }, { reportingResources }] = await Promise.all([
    import('../../compile.ts'),
    import('../resource-progress.ts'),
  ])
  const published: Published = { ...archive, searchable: false, ...(mcpUrl !== undefined && { mcpUrl }) }
  const site = describeSite(published)
  const sum = { files: 0, bytes: 0, representing: 0 }
  const onDraft = reportingResources('writing', report)
  const drafts = telling(represent(published), () => onDraft(published))
  const files = timing(staticFiles(drafts, site), (seconds) => {
    sum.representing += seconds
  })
  const taken = new Set(archive.assets.map(({ path }) => decodeURIComponent(path.slice(1))))
  const all = summing(compress ? withTwins(files, taken) : files)
  const release = keep === undefined ? undefined : await writeRelease(out, all, keep, Date.now())
  const count = release ? release.files : await writeOutput(out, all)
  return { out, baseUrl: site.baseUrl, ...sum, files: count, release }

  async function* summing(all: OutputFiles): AsyncGenerator<OutputFile> {
    report({ phase: 'writing', done: 0 })
    for await (const file of all) {
      sum.bytes += Buffer.byteLength(file.body)
      sum.files++
      yield file
    }
  }
}

/** The same, and whenever one is asked for. */
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
  const what = release ? placeOf(release, shown) : `${files} files in ${shown}`
  for (const name of release?.kept ?? [])
    say(process.stdout, `${shown}/${releasesFolder}/${name} is kept: it has a file that no build wrote.`)
  say(process.stdout, `${what}, to be published at ${baseUrl}`)
  say(process.stdout, leftOut(mcpUrl))
}

function placeOf({ name, isNew, files }: Release, shown: string): string {
  const place = `${shown}/${releasesFolder}/${name}`
  return isNew
    ? `${files} files in ${place}, where ${shown}/${currentLink} leads now`
    : `${files} unchanged files in ${place}`
}

function leftOut(mcpUrl: string | undefined): string {
  return mcpUrl === undefined
    ? 'Left out: the search page and the MCP endpoint, which take a server; --mcp-url names an endpoint elsewhere.'
    : `Left out: the search page, which takes a server. MCP is answered at ${mcpUrl}`
}
