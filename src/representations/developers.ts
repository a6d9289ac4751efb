import { headingsOf } from '../archive/body.ts'
import type { Page } from '../archive/model.ts'
import { namedSeries } from '../archive/series.ts'
import { postJsonPath, postPath, servicePaths, twinPath } from '../archive/urls.ts'
import { once } from '../base/caches.ts'
import { errorCodes, shownLimits } from '../base/errors.ts'
import { fenceFor } from '../base/escape.ts'
import { renderHtml } from '../markdown/html.ts'
import { parseMarkdown } from '../markdown/markdown.ts'
import { protocolVersions } from '../mcp/message.ts'
import { promptNames, toolNames } from '../mcp/protocol.ts'
import { html, raw } from '../pages/html.ts'
import { samples } from '../pages/plain.ts'
import { apiVersion } from './json.ts'
import type { McpDescription } from './mcp.ts'
import type { OpenApi, ResponseSchema } from './openapi.ts'
import { type Site, termsMarkdown } from './site.ts'

/** Returns the developer portal. Every command in it can be pasted and run. Its text is made on first use, because a search in it needs the index. */
export function developerPortal(site: Site, openapi: () => OpenApi, mcp: () => McpDescription): Page {
  const { engine, mcpUrl, settings, changedAt } = site
  // Programs cannot run the search of a static export.
  const uses = engine && mcpUrl === undefined ? 'Read and cite' : 'Read, search and cite'
  const parts = once(() => portalParts(site, openapi(), mcp()))
  return {
    path: servicePaths.developers,
    title: 'Developers',
    summary: `${uses} ${settings.title} from programs and agents: JSON API, ${mcpUrl === undefined ? '' : 'MCP server, '}markdown, errors and limits.`,
    changedAt,
    get markdown() {
      return parts()
        .map(({ markdown }) => markdown)
        .join('\n\n')
    },
    get html() {
      return parts()
        .map(({ html }) => html)
        .join('\n')
    },
    get headings() {
      return parts().flatMap(({ headings }) => headings)
    },
  }
}

function portalParts(archive: Site, api: OpenApi, mcp: McpDescription): Part[] {
  const { urls, posts, mcpUrl } = archive
  const { path = postPath('week-01') } = posts[0] ?? {}
  const series = [...namedSeries(archive).keys()]
  const belongs = series.length === archive.series.size ? 'Every post\nbelongs' : 'Posts\nmay belong'
  const inSeries = series.length > 0 ? `${belongs} to a series: ${seriesNames(series)}. ` : ''
  const selection = series.length > 0 ? ` | select(.type == "${series[0]}")` : ''
  const { url } = urls
  const withMcp = (text: string) => (mcpUrl === undefined ? '' : text)
  return [
    text(`Read the archive over plain HTTP GET${withMcp(', or connect an agent over MCP')}. No key, no sign-up, no quota.
Responses are precomputed, so everyone gets the same bytes, each with an \`ETag\` for revalidation.

The contract is [OpenAPI 3.1](${url(servicePaths.contract)}) ([YAML](${url(servicePaths.contractYaml)})), version ${apiVersion}.`),
    ...portalSearch(archive),
    text(`## JSON API

Start with the service index, which links to every other endpoint. A post’s id matches \`${archive.idPattern}\` and never changes. ${inSeries}The list always returns every post on one page. Filter it in the client;
the server ignores \`type${series[0] === undefined ? '' : `=${series[0]}`}\` in the query.

\`\`\`sh
curl -s ${url(servicePaths.list)} | jq -r '.posts[]${selection} | .url'
\`\`\``),
    ...portalOperations(archive, api),
    text(`## Markdown

Every page and post has a markdown twin. Request it at the same URL with \`Accept: text/markdown\`, or append \`.md\` to the URL.
It starts with what a citation needs: title, author, dates and canonical URL.

\`\`\`sh
curl -s -H 'Accept: text/markdown' ${url(path)}
curl -s ${url(twinPath(path))}
\`\`\`

Negotiation follows the q-values in \`Accept\` (RFC 9110). \`*/*\` or no header means HTML. A header that excludes both HTML and
markdown gets a 406, as does one that excludes JSON on the API. Every response that depends on \`Accept\` has
\`Vary: Accept, Accept-Encoding\`.

${mcpUrl === undefined ? '' : portalMcp(archive, mcpUrl, mcp)}## Caching

Cache responses for up to an hour, then revalidate with the \`ETag\`. If nothing changed, you get a 304 without a body.

\`\`\`sh
etag=$(curl -sI ${url(servicePaths.list)} | tr -d '\\r' | sed -n 's/^etag: //Ip')
curl -s -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $etag" ${url(servicePaths.list)}
\`\`\`

Brotli and gzip are available; use \`curl --compressed\`. HEAD works wherever GET does. CORS is open to all origins.

## Errors

Errors are always JSON, on pages too, whatever \`Accept\` says.${withMcp(` \`POST ${mcpUrl}\` returns JSON-RPC errors.`)}

\`\`\`sh
curl -s ${url(postJsonPath('nope'))}
\`\`\``),
    folded(
      'Error fields and codes',
      `| field | meaning |
|---|---|
| \`status\` | the HTTP status |
| \`code\` | stable, machine-readable code |
| \`message\` | what went wrong, in one sentence |
| \`hint\` | what to do next; a 404 suggests the nearest matches |
| \`path\` | the requested path |
| \`documentation\` | this page |
| \`specification\` | the OpenAPI contract |

| status | code | meaning |
|---|---|---|
${Object.entries(errorCodes)
  .map(([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`)
  .join('\n')}`,
    ),
    text(`## Discovery

| URL | content |
|---|---|
| [/llms.txt](${url(servicePaths.llms)}) | every page and post, with a one-line summary |
| [/agent-instructions.md](${url(servicePaths.agentInstructions)}) | when to use the archive, how to call it and what to expect |
| [/openapi.json](${url(servicePaths.contract)}) | the contract |
${withMcp(`| [/.well-known/mcp](${url(servicePaths.mcpManifest)}) | the MCP manifest, for server discovery |
`)}| [/.well-known/api-catalog](${url(servicePaths.apiCatalog)}) | ${mcpUrl === undefined ? 'the API and its descriptions' : 'both APIs and their descriptions'} (RFC 9727) |
| [/llms-full.txt](${url(servicePaths.llmsFull)}) | full posts; in a large archive, an index of files with the newest |
| [/sitemap.xml](${url(servicePaths.sitemap)}) | every page, with its last change |
| [/robots.txt](${url(servicePaths.robots)}) | the crawl policy |

## Terms and limits

${termsMarkdown(archive)}

Send a \`User-Agent\` that names your project, so the publisher can reach you about changes. There are no rate-limit headers; a CDN
in front of the archive may set its own limits. Maximum sizes: request target ${shownLimits.target}, headers ${shownLimits.headers}${withMcp(`, JSON-RPC
message ${shownLimits.body}`)}.

## Versions

The version is part of the path: \`/api/v1/\`. New fields ship without notice, so ignore the ones you do not know. Breaking
changes get a new path prefix. The published contract is the only guarantee.
`),
  ]
}

function seriesNames(names: readonly string[]): string {
  const first = names.slice(0, 20).map((name) => `\`${name}\``)
  const more = names.length - first.length
  return `${first.join(', ')}${more > 0 ? ` and ${more} more (see the statistics)` : ''}`
}

function portalSearch(archive: Site): Part[] {
  const { urls, posts, exampleSearch } = archive
  if (!exampleSearch) return []
  const words = posts[0]?.title ?? ''
  const query = `?${new URLSearchParams({ q: words })}`
  return [
    text(`## Search in one call

Ask a question and get the passages that answer it, ready to cite. The [search page](${urls.url(servicePaths.search)}) serves people and
programs, ten posts at a time; add \`page=2\` for the next ten. Agents get the same results from a tool: see [MCP](${urls.url(servicePaths.developers)}#mcp).`),
    sample(twinPath(servicePaths.search) + query, archive, 'markdown', exampleSearch(words)),
  ]
}

/** Returns the MCP section, with a snippet for each common client. */
function portalMcp(archive: Site, url: string, { tools }: McpDescription): string {
  const { settings, urls, posts } = archive
  const name = clientName(settings.title)
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
  const clients = [
    ['Claude Code:', 'sh', `claude mcp add --transport http ${name} ${url}`],
    [
      'Claude Desktop: add the URL as a custom connector under Settings → Connectors, or in `claude_desktop_config.json`:',
      'json',
      pretty({ mcpServers: { [name]: { command: 'npx', args: ['-y', 'mcp-remote', url] } } }),
    ],
    ['Cursor, in `.cursor/mcp.json`:', 'json', pretty({ mcpServers: { [name]: { url } } })],
    ['VS Code, in `.vscode/mcp.json`:', 'json', pretty({ servers: { [name]: { type: 'http', url } } })],
    ['Codex, in `~/.codex/config.toml`:', 'toml', `[mcp_servers.${name}]\nurl = "${url}"`],
    [
      'Gemini CLI, in `~/.gemini/settings.json`:',
      'json',
      pretty({ mcpServers: { [name]: { httpUrl: url } } }),
    ],
    [
      'Or call it directly:',
      'sh',
      `curl -s ${url} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(call)}'`,
    ],
  ] as const
  return `## MCP

Connect an agent to \`${url}\` to read and search the archive over the Model Context Protocol: Streamable HTTP, no
sessions, no authentication. Supported protocol versions: ${protocolVersions.join(', ')}. See the
[manifest](${urls.url(servicePaths.mcpManifest)}).

| tool | arguments | purpose |
|---|---|---|
${rows.join('\n')}

Every post is also a resource, identified by its canonical URL. The \`${promptNames.cite}\` prompt drafts a citation.

${clients.map(([lead, language, code]) => `${lead}\n\n${fence(language, code)}\n\n`).join('')}`
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** Returns a name for the server in a client's settings. */
function clientName(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 40).replace(/-$/, '') || 'archive'
}

/** Documents each operation of the contract: parameters, response fields and an example. */
function portalOperations(archive: Site, { paths, components }: OpenApi): Part[] {
  const { urls, posts } = archive
  return Object.entries(paths).flatMap(([template, { get }]): Part[] => {
    const path = template === postJsonPath('{postId}') ? postJsonPath(posts[0]?.id ?? '') : template
    const { schema, example } = get.responses[200].content['application/json']
    const parameters = (get.parameters ?? []).map(
      (one) => `| \`${one.name}\` | ${one.in} | ${one.required ? 'yes' : 'no'} | ${one.description} |`,
    )
    return [
      text(
        `### \`GET\` ${urls.path(template)}\n\n${get.summary} (\`${get.operationId}\`). ${get.description}`,
      ),
      ...(parameters.length > 0
        ? [text(`| parameter | in | required | meaning |\n|---|---|---|---|\n${parameters.join('\n')}`)]
        : []),
      sample(path, archive, 'json', pretty(abbreviate(example))),
      text(fieldTable(components.schemas[nameIn(schema)] as ResponseSchema)),
    ]
  })
}

function fieldTable({ properties = {}, required = [] }: ResponseSchema): string {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `| \`${name}\` | ${typeOf(schema)} | ${required.includes(name) ? 'yes' : 'no'} | ${schema.description ?? ''} |`,
  )
  return `| field | type | required | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
}

const nameIn = ({ $ref }: { readonly $ref: string }) => $ref.slice($ref.lastIndexOf('/') + 1)

function typeOf({ type, format, items, $ref }: ResponseSchema): string {
  if ($ref !== undefined) return nameIn({ $ref })
  if (items !== undefined) return `list of ${typeOf(items)}`
  const plain = typeof type === 'string' ? type : (type ?? []).join(' or ')
  return format === undefined ? plain : `${plain} (${format})`
}

/** A piece of the page. Its HTML may have more than its markdown. */
type Part = Pick<Page, 'markdown' | 'html' | 'headings'>

function text(markdown: string): Part {
  const parsed = parseMarkdown(markdown)
  return { markdown, html: renderHtml(parsed), headings: headingsOf(parsed) }
}

/** Markdown inside a collapsed section. */
function folded(summary: string, markdown: string): Part {
  return {
    markdown: `<details>\n<summary>${summary}</summary>\n\n${markdown}\n\n</details>`,
    html: html`<details>\n<summary>${summary}</summary>\n${raw(text(markdown).html)}\n</details>`.text,
    headings: [],
  }
}

/** A request to paste, and its response. `path` is for the page's own script. */
function sample(servicePath: string, { urls }: Site, language: string, answer: string): Part {
  const requests = programs(urls.url(servicePath))
  const response = text(fence(language, answer))
  const shown = { path: urls.path(servicePath), programs: requests, answer: response.html }
  return {
    markdown: [...requests.map(({ markdown }) => markdown), 'Example response:', response.markdown].join(
      '\n\n',
    ),
    html: samples(shown).text,
    headings: [],
  }
}

function programs(url: string) {
  const isJson = url.endsWith('.json')
  const all = [
    ['curl', 'sh', `curl -s '${url}'`],
    [
      'JavaScript',
      'js',
      `const answer = await fetch('${url}')\nconsole.log(await answer.${isJson ? 'json' : 'text'}())`,
    ],
    [
      'Python',
      'python',
      `from urllib.request import urlopen\n${isJson ? 'import json\n' : ''}\nwith urlopen('${url}') as answer:\n    print(${isJson ? 'json.load(answer)' : 'answer.read().decode()'})`,
    ],
  ] as const
  return all.map(([name, language, code]) => {
    const markdown = fence(language, code)
    return { name, markdown, code: text(markdown).html }
  })
}

function fence(language: string, code: string): string {
  const marks = fenceFor(code)
  return `${marks}${language}\n${code}\n${marks}`
}

/** Shortens a response to its shape: one item per list, the start of each text. */
function abbreviate(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (Array.isArray(value)) return value.slice(0, 1).map(abbreviate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, abbreviate(one)]))
}

const longest = 100
