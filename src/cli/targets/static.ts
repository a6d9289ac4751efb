import { relative, resolve } from 'node:path'
import type { Archive, Published } from '../../compile.ts'
import { say } from '../../visible.ts'
import { writeOutput } from '../output.ts'
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
}

/** Writes an archive as files for a host without a program of ours, and says what such a host cannot do. */
export async function staticTarget(archive: Archive, options: StaticOptions): Promise<void> {
  const { out, compress, mcpUrl } = options
  const { describeSite, represent } = await import('../../compile.ts')
  const published: Published = { ...archive, searchable: false, ...(mcpUrl !== undefined && { mcpUrl }) }
  const site = describeSite(published)
  const files = staticFiles(represent(published), site, options.server && configuration(options.server, out))
  const taken = new Set(archive.assets.map(({ path }) => decodeURIComponent(path.slice(1))))
  const count = await writeOutput(out, compress ? withTwins(files, taken) : files)
  const shown = relative('.', out) || '.'
  say(process.stdout, `${count} files in ${shown}, to be published at ${site.baseUrl}`)
  say(process.stdout, leftOut(mcpUrl))
}

/** Its name begins as those of the other files for a host do; the server is told not to publish it. */
function configuration(server: Server, out: string): (facts: ServerFacts) => StaticFile {
  const { name, make } = configurations[server]
  return (facts) => ({ path: name, body: make(facts, resolve(out)) })
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
