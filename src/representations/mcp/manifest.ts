import { manifestAliases, servicePaths } from '../../archive/urls.ts'
import { protocolVersions, statelessVersion } from '../../mcp/era.ts'
import { mediaTypes } from '../media-types.ts'
import type { Published } from '../published.ts'
import { describeMcp } from './describe.ts'

/**
 * One document for everybody who looks for an MCP server before connecting to it: a server card (SEP-2127) and the keys that
 * earlier proposals and directories read.
 */
export function mcpManifest(archive: Published) {
  const { urls, mcpUrl: url } = archive
  const { serverInfo, capabilities, instructions, tools, prompts, resourceTemplates } = describeMcp(archive)
  const { name, title, version, description, websiteUrl } = serverInfo
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    title,
    description,
    version,
    websiteUrl,
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: protocolVersions }],
    protocolVersion: statelessVersion,
    serverInfo,
    url,
    endpoint: url,
    endpoints: { streamable_http: url },
    transport: { type: 'streamable-http', endpoint: url, url },
    servers: [{ name, url, transport: 'http', authentication: 'none' }],
    authentication: { required: false },
    capabilities,
    instructions,
    documentation: urls.url(servicePaths.developers),
    tools,
    prompts,
    resourceTemplates,
  }
}

/** https://github.com/Agent-Card/ai-catalog: what a domain offers to agents. */
export function aiCatalog(archive: Published) {
  const { urls } = archive
  const { serverInfo } = describeMcp(archive)
  // Two to five questions that are answered here, for indexes of catalogs: the newest titles are what the search finds first.
  const queries = archive.posts.slice(0, 5).map(({ title }) => title)
  return {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${new URL(urls.base).hostname}:mcp:${serverInfo.name.split('/')[1]}`,
        displayName: serverInfo.title,
        type: mediaTypes.serverCard,
        url: urls.url(manifestAliases.card),
        ...(queries.length > 1 && { representativeQueries: queries }),
      },
    ],
  }
}
