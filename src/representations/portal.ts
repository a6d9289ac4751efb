import { headingsOf } from '../archive/body.ts'
import type { Page } from '../archive/model.ts'
import { postJsonPath, postPath, servicePaths, twinPath } from '../archive/urls.ts'
import { errorCodes, shownLimits } from '../base/errors.ts'
import { fenceFor } from '../base/escape.ts'
import { renderHtml } from '../markdown/html.ts'
import { parseMarkdown } from '../markdown/markdown.ts'
import { protocolVersions } from '../mcp/message.ts'
import { promptNames, toolNames } from '../mcp/protocol.ts'
import { html, raw } from '../pages/html.ts'
import { samples } from '../pages/plain.ts'
import { apiVersion } from './json.ts'
import { describeMcp } from './mcp.ts'
import { openapi } from './openapi.ts'
import { type Published, termsMarkdown } from './published.ts'

/** Returns the parts of the developer portal. Every command in it can be pasted and run. */
export function portalParts(archive: Published): readonly Part[] {
  const { urls, posts, mcpUrl } = archive
  const { path = postPath('week-01') } = posts[0] ?? {}
  const series = [...archive.series.keys()]
  const url = (path: string) => urls.url(path)
  return [
    `Read the archive over plain HTTP GET${mcpUrl === undefined ? '' : ', or connect an agent over MCP'}. No key, no sign-up, no quota.
Responses are precomputed, so everyone gets the same bytes, each with an \`ETag\` for revalidation.

The contract is [OpenAPI 3.1](${url(servicePaths.contract)}) ([YAML](${url(servicePaths.contractYaml)})), version ${apiVersion}.`,
    ...portalSearch(archive),
    `## JSON API

Start with the service index, which links to every other endpoint. A post’s id matches \`${archive.idPattern}\` and never changes. Every post
belongs to a series: ${seriesNames(series)}. The list always returns every post on one page. Filter it in the client;
the server ignores \`type=${series[0]}\` in the query.

\`\`\`sh
curl -s ${url(servicePaths.list)} | jq -r '.posts[] | select(.type == "${series[0]}") | .url'
\`\`\``,
    ...portalOperations(archive),
    `## Markdown

Every page and post has a markdown twin. Request it at the same URL with \`Accept: text/markdown\`, or append \`.md\` to the URL.
It starts with what a citation needs: title, author, dates and canonical URL.

\`\`\`sh
curl -s -H 'Accept: text/markdown' ${url(path)}
curl -s ${url(twinPath(path))}
\`\`\`

Negotiation follows the q-values in \`Accept\` (RFC 9110). \`*/*\` or no header means HTML. A header that excludes both HTML and
markdown gets a 406, as does one that excludes JSON on the API. Every response that depends on \`Accept\` has
\`Vary: Accept, Accept-Encoding\`.

${mcpUrl === undefined ? '' : `${portalMcp(archive, mcpUrl)}\n`}## Caching

Cache responses for up to an hour, then revalidate with the \`ETag\`. If nothing changed, you get a 304 without a body.

\`\`\`sh
etag=$(curl -sI ${url(servicePaths.list)} | tr -d '\\r' | sed -n 's/^etag: //Ip')
curl -s -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $etag" ${url(servicePaths.list)}
\`\`\`

Brotli and gzip are available; use \`curl --compressed\`. HEAD works wherever GET does. CORS is open to all origins.

## Errors

Errors are always JSON, on pages too, whatever \`Accept\` says.${mcpUrl === undefined ? '' : ` \`POST ${mcpUrl}\` returns JSON-RPC errors.`}

\`\`\`sh
curl -s ${url(postJsonPath('nope'))}
\`\`\``,
    {
      summary: 'Error fields and codes',
      inside: `| field | meaning |
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
    },
    `## Discovery

| URL | content |
|---|---|
| [/llms.txt](${url(servicePaths.llms)}) | every page and post, with a one-line summary; in a large archive, an index of such files |
| [/agent-instructions.md](${url(servicePaths.agentInstructions)}) | when to use the archive, how to call it and what to expect |
| [/openapi.json](${url(servicePaths.contract)}) | the contract |
${mcpUrl === undefined ? '' : mcpFiles(url)}| [/.well-known/api-catalog](${url(servicePaths.apiCatalog)}) | ${mcpUrl === undefined ? 'the API and its descriptions' : 'both APIs and their descriptions'} (RFC 9727) |
| [/llms-full.txt](${url(servicePaths.llmsFull)}) | full posts; in a large archive, an index of files with the newest |
| [/sitemap.md](${url(servicePaths.sitemapMarkdown)}) | titles of pages, posts and lists |
| [/sitemap.xml](${url(servicePaths.sitemap)}) | every page, with its last change |
| [/robots.txt](${url(servicePaths.robots)}) | the crawl policy |

## Terms and limits

${termsMarkdown(archive)}

Send a \`User-Agent\` that names your project, so the publisher can reach you about changes. There are no rate-limit headers; a CDN
in front of the archive may set its own limits. Maximum sizes: request target ${shownLimits.target}, headers ${shownLimits.headers}${
      mcpUrl === undefined
        ? ''
        : `, JSON-RPC
message ${shownLimits.body}`
    }.

## Versions

The version is part of the path: \`/api/v1/\`. New fields ship without notice, so ignore the ones you do not know. Breaking
changes get a new path prefix. The published contract is the only guarantee.
`,
  ]
}

function mcpFiles(url: (path: string) => string): string {
  return `| [/.well-known/mcp](${url(servicePaths.mcpManifest)}) | the MCP manifest, for server discovery |
| [/.well-known/ai-catalog.json](${url(servicePaths.aiCatalog)}) | what the archive offers agents |
`
}

function seriesNames(names: readonly string[]): string {
  const first = names.slice(0, 20).map((name) => `\`${name}\``)
  const more = names.length - first.length
  return `${first.join(', ')}${more > 0 ? ` and ${more} more (see the statistics)` : ''}`
}

function portalSearch(archive: Published): Part[] {
  const { urls, posts, exampleSearch } = archive
  if (!exampleSearch) return []
  const words = posts[0]?.title ?? ''
  const query = `?${new URLSearchParams({ q: words })}`
  const twin = twinPath(servicePaths.search) + query
  return [
    `## Search in one call

Ask a question and get the passages that answer it, ready to cite. The [search page](${urls.url(servicePaths.search)}) serves people and
programs, ten posts at a time; add \`page=2\` for the next ten. Agents get the same results from a tool: see [MCP](${urls.url(servicePaths.developers)}#mcp).`,
    {
      url: urls.url(twin),
      path: urls.path(twin),
      answer: { language: 'markdown', text: exampleSearch(words) },
    },
  ]
}

/** Returns the MCP section, with a snippet for each common client. */
function portalMcp(archive: Published, url: string): string {
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

Connect an agent to \`${url}\` to read and search the archive over the Model Context Protocol: Streamable HTTP, no
sessions, no authentication. Supported protocol versions: ${protocolVersions.join(', ')}. See the
[manifest](${urls.url(servicePaths.mcpManifest)}).

| tool | arguments | purpose |
|---|---|---|
${rows.join('\n')}

Every post is also a resource, identified by its canonical URL. The \`${promptNames.cite}\` prompt drafts a citation.

Claude Code:

\`\`\`sh
claude mcp add --transport http ${name} ${url}
\`\`\`

Claude Desktop: add the URL as a custom connector under Settings → Connectors, or in \`claude_desktop_config.json\`:

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

Or call it directly:

\`\`\`sh
curl -s ${url} -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(call)}'
\`\`\`
`
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** Returns a name for the server in a client's settings. */
function clientName(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 40).replace(/-$/, '') || 'archive'
}

/** Documents each operation of the contract: parameters, response fields and an example. */
function portalOperations(archive: Published): Part[] {
  const { paths, components } = openapi(archive)
  const { urls, posts } = archive
  return Object.entries(paths).flatMap(([template, { get }]): Part[] => {
    const path = template === postJsonPath('{postId}') ? postJsonPath(posts[0]?.id ?? '') : template
    const { schema, example } = get.responses[200].content['application/json']
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    const parameters = (get.parameters ?? []).map(
      (one) => `| \`${one.name}\` | ${one.in} | ${one.required ? 'yes' : 'no'} | ${one.description} |`,
    )
    return [
      `### \`GET\` ${urls.path(template)}\n\n${get.summary} (\`${get.operationId}\`). ${get.description}`,
      ...(parameters.length > 0
        ? [`| parameter | in | required | meaning |\n|---|---|---|---|\n${parameters.join('\n')}`]
        : []),
      {
        url: urls.url(path),
        path: urls.path(path),
        answer: { language: 'json', text: JSON.stringify(abbreviate(example), null, 2) },
      },
      fieldTable(components.schemas[name] as Schema),
    ]
  })
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

function fieldTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `| \`${name}\` | ${typeOf(schema)} | ${required.includes(name) ? 'yes' : 'no'} | ${schema.description ?? ''} |`,
  )
  return `| field | type | required | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
}

function typeOf({ type, format, items, $ref }: Schema): string {
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (items !== undefined) return `list of ${typeOf(items)}`
  const plain = typeof type === 'string' ? type : (type ?? []).join(' or ')
  return format === undefined ? plain : `${plain} (${format})`
}

/** A request to paste, and its response. */
export interface Sample {
  readonly url: string
  /** The same URL as a path, for the page's own script. */
  readonly path: string
  readonly answer: { readonly language: 'json' | 'markdown'; readonly text: string }
}

/** Markdown inside a collapsed section. */
export interface Folded {
  readonly summary: string
  readonly inside: string
}

export type Part = string | Sample | Folded

export function partsAsMarkdown(parts: readonly Part[]): string {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    if ('inside' in part)
      return `<details>\n<summary>${part.summary}</summary>\n\n${part.inside}\n\n</details>`
    const requests = programs(part.url).map(({ language, text }) => fence(language, text))
    return [...requests, 'Example response:', fence(part.answer.language, part.answer.text)].join('\n\n')
  })
  return texts.join('\n\n')
}

/** Samples and collapsed sections have no headings. */
export function partsAsHtml(parts: readonly Part[]): Pick<Page, 'html' | 'headings'> {
  const rendered = parts.map(asHtml)
  return {
    html: rendered.map(({ html }) => html).join('\n'),
    headings: rendered.flatMap(({ headings }) => headings),
  }
}

function asHtml(part: Part): Pick<Page, 'html' | 'headings'> {
  if (typeof part === 'string') return render(part)
  if ('answer' in part) return { html: sampleAsHtml(part), headings: [] }
  const inside = raw(render(part.inside).html)
  return {
    html: html`<details>\n<summary>${part.summary}</summary>\n${inside}\n</details>`.text,
    headings: [],
  }
}

function sampleAsHtml({ url, path, answer }: Sample): string {
  return samples({
    path,
    programs: programs(url).map(({ name, language, text }) => ({
      name,
      code: render(fence(language, text)).html,
    })),
    answer: render(fence(answer.language, answer.text)).html,
  }).text
}

function programs(url: string) {
  const isJson = url.endsWith('.json')
  return [
    { name: 'curl', language: 'sh', text: `curl -s '${url}'` },
    {
      name: 'JavaScript',
      language: 'js',
      text: `const answer = await fetch('${url}')\nconsole.log(await answer.${isJson ? 'json' : 'text'}())`,
    },
    {
      name: 'Python',
      language: 'python',
      text: `from urllib.request import urlopen\n${isJson ? 'import json\n' : ''}\nwith urlopen('${url}') as answer:\n    print(${isJson ? 'json.load(answer)' : 'answer.read().decode()'})`,
    },
  ]
}

function fence(language: string, text: string): string {
  const marks = fenceFor(text)
  return `${marks}${language}\n${text}\n${marks}`
}

function render(markdown: string): Pick<Page, 'html' | 'headings'> {
  const parsed = parseMarkdown(markdown)
  return { html: renderHtml(parsed), headings: headingsOf(parsed) }
}

/** Shortens a response to its shape: one item per list, the start of each text. */
function abbreviate(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (Array.isArray(value)) return value.slice(0, 1).map(abbreviate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, abbreviate(one)]))
}

const longest = 100
