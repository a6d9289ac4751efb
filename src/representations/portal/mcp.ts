import { servicePaths } from '../../archive/urls.ts'
import { promptNames, toolNames } from '../../mcp/protocol.ts'
import { protocolVersions } from '../../mcp/era.ts'
import { describeMcp } from '../mcp/describe.ts'
import type { Published } from '../published.ts'

/** The portal's part on MCP, with what to paste into each of the usual clients. */
export function portalMcp(archive: Published, url: string): string {
  const { settings, urls, posts } = archive
  const name = clientName(settings.title)
  const { tools } = describeMcp(archive)
  const rows = tools.map(
    ({ name, inputSchema, title }) =>
      `| \`${name}\` | ${Object.keys(inputSchema.properties)
        .map((one) => `\`${one}\``)
        .join(', ')} | ${title} |`,
  )
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: toolNames.get, arguments: { id: posts[0]?.id } },
  }
  return `## MCP

Agents can read and search the archive through the Model Context Protocol at \`${url}\`: Streamable HTTP without
sessions and without authentication, in the protocol versions ${protocolVersions.join(', ')}. The
[manifest](${urls.url(servicePaths.mcpManifest)}) describes it.

| tool | arguments | purpose |
|---|---|---|
${rows.join('\n')}

Every post is also a resource, addressed by its canonical URL, and the prompt \`${promptNames.cite}\` drafts a citation.

Claude Code:

\`\`\`sh
claude mcp add --transport http ${name} ${url}
\`\`\`

Claude Desktop: add a custom connector with the address under Settings, Connectors; or in \`claude_desktop_config.json\`:

\`\`\`json
${pretty({ mcpServers: { [name]: { command: 'npx', args: ['-y', 'mcp-remote', url] } } })}
\`\`\`

Cursor, in \`.cursor/mcp.json\`:

\`\`\`json
${pretty({ mcpServers: { [name]: { url } } })}
\`\`\`

VS Code, in \`.vscode/mcp.json\`:

\`\`\`json
${pretty({ servers: { [name]: { type: 'http', url } } })}
\`\`\`

Codex, in \`~/.codex/config.toml\`:

\`\`\`toml
[mcp_servers.${name}]
url = "${url}"
\`\`\`

Gemini CLI, in \`~/.gemini/settings.json\`:

\`\`\`json
${pretty({ mcpServers: { [name]: { httpUrl: url } } })}
\`\`\`

Or by hand:

\`\`\`sh
curl -s ${url} -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(call)}'
\`\`\`
`
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** What the server is called in a client's settings. */
function clientName(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 40).replace(/-$/, '') || 'archive'
}
