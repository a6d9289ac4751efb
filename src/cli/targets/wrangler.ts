import type { Snapshot } from '../../snapshot/resource.ts'

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
