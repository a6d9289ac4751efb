import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { UsageError } from '../../base/errors.ts'
import { say } from '../../base/escape.ts'
import type { Snapshot } from '../../snapshot/resource.ts'
import { type Part, split } from '../../snapshot/split.ts'
import { compileApart, publishable } from '../load.ts'
import { writeOutput } from '../output/output.ts'
import { snapshotIn } from '../packed-file.ts'
import { Progress } from '../progress.ts'
import { nowhere, requirePublished } from '../settings.ts'

export interface CloudflareOptions {
  readonly out: string
  readonly baseUrl: string | undefined
  readonly asOf: string | undefined
  readonly quiet?: boolean | undefined
  readonly cache?: boolean | undefined
}

/** Writes a folder that `wrangler deploy` takes as it is: the Worker, its configuration, and the archive as static assets. */
export async function cloudflareTarget(
  dir: string,
  { out, baseUrl, asOf, quiet, cache }: CloudflareOptions,
): Promise<number> {
  const compiled = await new Progress().duringApart((report) =>
    compileApart(dir, { baseUrl, asOf, fallbackBaseUrl: nowhere }, { report }, { cache }),
  )
  const snapshot = snapshotIn(publishable(compiled, dir, quiet))
  requirePublished(snapshot.baseUrl)
  const sums = new Sums()
  await writeOutput(out, filesOf(snapshot, sums))
  const shown = relative('.', out) || '.'
  say(process.stdout, `${sums.text()} in ${shown}, to be published at ${snapshot.baseUrl}`)
  for (const warning of warnings(sums, snapshot)) say(process.stdout, warning)
  say(process.stdout, `Publish it: cd ${shown} && npx wrangler deploy`)
  return 0
}

/** Beside the code of the commands. */
const workerFile = new URL('../worker/worker.js', import.meta.url)

function* filesOf(snapshot: Snapshot, sums: Sums) {
  for (const { name, body } of split(snapshot)) {
    if (body.length > limits.fileBytes) throw tooLarge(name, body, snapshot)
    sums.add(body)
    yield { path: `assets/${name}`, body }
  }
  yield { path: 'worker.js', body: readFileSync(workerFile) }
  yield { path: 'wrangler.jsonc', body: wranglerConfig(snapshot) }
}

/** Of static assets: https://developers.cloudflare.com/workers/platform/limits/#static-assets */
const limits = { freeFiles: 20_000, paidFiles: 100_000, fileBytes: 25 * 2 ** 20, indexBytes: 72 * 2 ** 20 }

/** Only a picture or another file of the publisher's can be; all else is divided. */
function tooLarge(name: string, { length }: Part['body'], { resources }: Snapshot): UsageError {
  const tag = `"${name.slice(name.lastIndexOf('/') + 1)}"`
  const found = [...resources.values()].find(({ representations }) =>
    representations.some(({ variants }) => variants.some(({ etag }) => etag === tag)),
  )
  return new UsageError(
    `${found?.path ?? name} has ${megabytes(length)}; Cloudflare takes no file of more than 25 MiB.`,
  )
}

function warnings({ files }: Sums, { mcp }: Snapshot): string[] {
  const found: string[] = []
  if (files > limits.paidFiles) found.push('More files than a Worker may have: 100,000 on the paid plan.')
  else if (files > limits.freeFiles)
    found.push('More files than the free plan of Workers takes (20,000); the paid one takes 100,000.')
  if (mcp.search.length > limits.indexBytes)
    found.push(
      `The search index has ${megabytes(mcp.search.length)}; a Worker, with 128 MB in all, may fail to search it.`,
    )
  return found
}

class Sums {
  files = 0
  #bytes = 0
  #largest = 0

  add({ length }: Uint8Array): void {
    this.files++
    this.#bytes += length
    this.#largest = Math.max(this.#largest, length)
  }

  text(): string {
    return `${this.files} assets of ${megabytes(this.#bytes)}, the largest of ${megabytes(this.#largest)},`
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/**
 * The configuration of the Worker. Every request comes to it before any asset is looked at, because Accept decides; and an asset is
 * found by its exact name or not at all.
 */
export function wranglerConfig({
  baseUrl,
  basePath,
  signposts: { documentation, specification },
}: Pick<Snapshot, 'baseUrl' | 'basePath' | 'signposts'>): string {
  const url = new URL(baseUrl)
  const config = {
    name: workerName(url),
    main: 'worker.js',
    // The Worker is one file already, and minified.
    no_bundle: true,
    compatibility_date: '2026-10-01',
    ...routes(url, basePath),
    assets: {
      directory: 'assets',
      binding: 'ASSETS',
      run_worker_first: true,
      html_handling: 'none',
      not_found_handling: 'none',
    },
    // What an error links to when the assets cannot be read.
    vars: { SIGNPOSTS: { documentation, specification } },
    // In front of the Worker; it keeps answers as long as Cache-Control says, by what Vary names.
    cache: { enabled: true },
  }
  return `// Written by citable build, which replaces it. For other settings, copy it and deploy with --config.\n${JSON.stringify(config, null, 2)}\n`
}

/** Letters, digits and hyphens, at most 63 of them. */
function workerName({ hostname }: URL): string {
  const own = hostname.endsWith(workersDev) ? (hostname.split('.')[0] ?? '') : hostname
  return own
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 63)
}

const workersDev = '.workers.dev'

/** The Worker answers where the base URL says: a whole host, or one path of a site that has others. */
function routes({ hostname, port }: URL, basePath: string): object {
  if (hostname.endsWith(workersDev) || port !== '' || hostname === 'localhost') return {}
  return basePath === ''
    ? { routes: [{ pattern: hostname, custom_domain: true }] }
    : { routes: [`${hostname}${basePath}`, `${hostname}${basePath}/*`] }
}
