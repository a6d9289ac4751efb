import { join, relative, resolve } from 'node:path'
import type { Archive, Published } from '../../compile.ts'
import { say } from '../../visible.ts'
import { type OutputFiles, writeOutput } from '../output.ts'
import { currentLink, releasesFolder } from '../releases.ts'
import { writeRelease } from '../write-release.ts'
import type { Server } from './names.ts'
import { caddyConfiguration } from './caddy.ts'
import { nginxConfiguration } from './nginx.ts'
import type { ServerFacts } from './server-facts.ts'
import { staticFiles, type StaticFile } from './static-files.ts'
import { withTwins } from './static-twins.ts'

export interface StaticOptions {
  readonly out: string
  readonly server?: Server
  readonly mcpUrl?: string | undefined
  readonly compress: boolean
  /** How many releases to keep; without it, the files are written into `out` itself. */
  readonly keep?: number | undefined
}

/** Writes an archive as files for a host without a program of ours, and says what such a host cannot do. */
export async function staticTarget(archive: Archive, options: StaticOptions): Promise<void> {
  const { out, compress, mcpUrl, keep } = options
  const published = keep === undefined ? out : join(out, currentLink)
  const { describeSite, represent } = await import('../../compile.ts')
  const described: Published = { ...archive, searchable: false, ...(mcpUrl !== undefined && { mcpUrl }) }
  const site = describeSite(described)
  const files = staticFiles(
    represent(described),
    site,
    options.server && configuration(options.server, published),
  )
  const taken = new Set(archive.assets.map(({ path }) => decodeURIComponent(path.slice(1))))
  const what = await write(options, compress ? withTwins(files, taken) : files)
  say(process.stdout, `${what}, to be published at ${site.baseUrl}`)
  say(process.stdout, leftOut(mcpUrl))
}

/** Says what was written, and where. */
async function write({ out, keep }: StaticOptions, files: OutputFiles): Promise<string> {
  const shown = relative('.', out) || '.'
  if (keep === undefined) return `${await writeOutput(out, files)} files in ${shown}`
  const release = await writeRelease(out, files, keep, Date.now())
  for (const name of release.kept)
    say(process.stdout, `${shown}/${releasesFolder}/${name} is kept: it has a file that no build wrote.`)
  const place = `${shown}/${releasesFolder}/${release.name}`
  return release.isNew
    ? `${release.files} files in ${place}, where ${shown}/${currentLink} leads now`
    : `${release.files} unchanged files in ${place}`
}

/** Its name begins as those of the other files for a host do; the server is told not to publish it. */
function configuration(server: Server, root: string): (facts: ServerFacts) => StaticFile {
  const { name, make } = configurations[server]
  return (facts) => ({ path: name, body: make(facts, resolve(root)) })
}

const configurations = {
  nginx: { name: '_nginx.conf', make: nginxConfiguration },
  caddy: { name: '_Caddyfile', make: caddyConfiguration },
} as const

function leftOut(mcpUrl: string | undefined): string {
  return mcpUrl === undefined
    ? 'Left out: the search page and the MCP endpoint, which take a server; --mcp-url names an endpoint elsewhere.'
    : `Left out: the search page, which takes a server. MCP is answered at ${mcpUrl}`
}
