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

/** The developer portal, in parts. Every command in it works when it is pasted. */
export function portalParts(archive: Published): readonly Part[] {
  const { urls, posts, mcpUrl } = archive
  const { path = postPath('week-01') } = posts[0] ?? {}
  const series = [...archive.series.keys()]
  const url = (path: string) => urls.url(path)
  return [
    `The whole archive is a handful of addresses that answer GET${mcpUrl === undefined ? '' : ', and one for agents that answers POST'}. There is no key, no sign-up and no quota.
Every answer is made before anyone asks, so it is the same for everybody and carries an \`ETag\` to revalidate it with.

The contract is [OpenAPI 3.1](${url(servicePaths.contract)}) ([YAML](${url(servicePaths.contractYaml)})), version ${apiVersion}.`,
    ...portalSearch(archive),
    `## JSON API

Start from the service index, which names every other address. A post’s id matches \`${archive.idPattern}\` and never changes. Every post
belongs to one of the series ${seriesNames(series)}. The list is one page without pagination, and always holds every post:
\`type=${series[0]}\` in the query is a filter that a client applies itself.

\`\`\`sh
curl -s ${url(servicePaths.list)} | jq -r '.posts[] | select(.type == "${series[0]}") | .url'
\`\`\``,
    ...portalOperations(archive),
    `## Markdown

Every page and every post has a markdown twin, at the same address for a client that asks for it, and at the address
with \`.md\` appended for one that cannot. It opens with what a citation needs: title, author, dates, canonical URL.

\`\`\`sh
curl -s -H 'Accept: text/markdown' ${url(path)}
curl -s ${url(twinPath(path))}
\`\`\`

The \`Accept\` header decides by its q-values, as RFC 9110 says. \`*/*\` or no header at all means HTML. A header that excludes
both HTML and markdown is answered with 406; so is one that excludes JSON on the API. Every answer that depends on
\`Accept\` carries \`Vary: Accept, Accept-Encoding\`.

${mcpUrl === undefined ? '' : `${portalMcp(archive, mcpUrl)}\n`}## Caching

Answers may be cached for an hour. After that, send the \`ETag\` back: if nothing changed, the answer is 304 without a body.

\`\`\`sh
etag=$(curl -sI ${url(servicePaths.list)} | tr -d '\\r' | sed -n 's/^etag: //Ip')
curl -s -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $etag" ${url(servicePaths.list)}
\`\`\`

Bodies are kept compressed with Brotli and gzip; \`curl --compressed\` takes them. HEAD works wherever GET does. CORS is
open to all origins.

## Errors

Errors are JSON everywhere, for pages too, whatever \`Accept\` says.${mcpUrl === undefined ? '' : ` Those of \`POST ${mcpUrl}\` are JSON-RPC errors.`}

\`\`\`sh
curl -s ${url(postJsonPath('nope'))}
\`\`\``,
    {
      summary: 'Its fields, and every code',
      inside: `| field of \`error\` | meaning |
|---|---|
| \`status\` | the HTTP status, repeated |
| \`code\` | stable, for programs |
| \`message\` | what went wrong, in one sentence |
| \`hint\` | what to do next; a 404 names near matches |
| \`path\` | the path of the request |
| \`documentation\` | this page |
| \`specification\` | the OpenAPI contract |

| status | code | meaning |
|---|---|---|
${Object.entries(errorCodes)
  .map(([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`)
  .join('\n')}`,
    },
    `## Discovery

| address | content |
|---|---|
| [/llms.txt](${url(servicePaths.llms)}) | every page and post with one line about each; in a large archive, files that list them |
| [/agent-instructions.md](${url(servicePaths.agentInstructions)}) | when to use the archive, how to call it, what to expect |
| [/openapi.json](${url(servicePaths.contract)}) | the contract |
${mcpUrl === undefined ? '' : mcpFiles(url)}| [/.well-known/api-catalog](${url(servicePaths.apiCatalog)}) | ${mcpUrl === undefined ? 'the interface, and what describes it' : 'both interfaces, and what describes each'} (RFC 9727) |
| [/llms-full.txt](${url(servicePaths.llmsFull)}) | whole posts; in a large archive, files that hold the newest |
| [/sitemap.md](${url(servicePaths.sitemapMarkdown)}) | titles of pages, posts and lists |
| [/sitemap.xml](${url(servicePaths.sitemap)}) | every page with the date of its last change |
| [/robots.txt](${url(servicePaths.robots)}) | the crawl policy |

## Terms and limits

${termsMarkdown(archive)}

Send a \`User-Agent\` that names your project, so that its operator can be told of a change. No rate-limit header is sent; a CDN
in front of the archive may have limits of its own. A request target may be ${shownLimits.target} long, the header section ${shownLimits.headers}${
      mcpUrl === undefined
        ? ''
        : `, a JSON-RPC
message ${shownLimits.body}`
    }.

## Versions

The API’s version is in its path, \`/api/v1/\`. Fields may be added without notice, so read the ones you know and leave the
rest; a breaking change is published under a new prefix. Nothing beyond the published contract is promised.
`,
  ]
}

function mcpFiles(url: (path: string) => string): string {
  return `| [/.well-known/mcp](${url(servicePaths.mcpManifest)}) | the MCP manifest, for programs that look for a server |
| [/.well-known/ai-catalog.json](${url(servicePaths.aiCatalog)}) | what this archive offers to agents |
`
}

function seriesNames(names: readonly string[]): string {
  const first = names.slice(0, 20).map((name) => `\`${name}\``)
  const more = names.length - first.length
  return `${first.join(', ')}${more > 0 ? ` and ${more} more, which the statistics name` : ''}`
}

/** What most come for, first: a question, and passages that answer it. */
function portalSearch(archive: Published): Part[] {
  const { urls, posts, answerTo } = archive
  if (!answerTo) return []
  const words = posts[0]?.title ?? ''
  const query = `?${new URLSearchParams({ q: words })}`
  const twin = twinPath(servicePaths.search) + query
  return [
    `## Search in one call

Ask in words, and get the passages that answer, with what a citation needs. The [search page](${urls.url(servicePaths.search)}) answers people and
programs alike, ten posts at a time; \`page=2\` in the query gives the next. Agents have the same as a tool: see [MCP](${urls.url(servicePaths.developers)}#mcp).`,
    { url: urls.url(twin), path: urls.path(twin), answer: { language: 'markdown', text: answerTo(words) } },
  ]
}

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

/** The operations of the contract, as the contract says they are: what they take, what they answer, an example. */
export function portalOperations(archive: Published): Part[] {
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
      `### ${get.operationId}\n\n${get.summary}: \`GET ${urls.path(template)}\`\n\n${get.description}`,
      ...(parameters.length > 0
        ? [`| parameter | in | required | meaning |\n|---|---|---|---|\n${parameters.join('\n')}`]
        : []),
      {
        url: urls.url(path),
        path: urls.path(path),
        answer: { language: 'json', text: JSON.stringify(inShort(example), null, 2) },
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
      `| \`${name}\` | ${typeOf(schema)} | ${required.includes(name) ? 'required' : 'optional'} | ${schema.description ?? ''} |`,
  )
  return `| field | type | presence | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
}

function typeOf({ type, format, items, $ref }: Schema): string {
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1)
  if (items !== undefined) return `list of ${typeOf(items)}`
  const plain = typeof type === 'string' ? type : (type ?? []).join(' or ')
  return format === undefined ? plain : `${plain} (${format})`
}

/** A request that can be pasted, and what came back. */
export interface Sample {
  readonly url: string
  /** The same as a page asks for it. */
  readonly path: string
  readonly answer: { readonly language: 'json' | 'markdown'; readonly text: string }
}

/** Markdown that is shown when somebody opens it. */
export interface Folded {
  readonly summary: string
  readonly inside: string
}

export type Part = string | Sample | Folded

export function partsAsMarkdown(parts: readonly Part[]): string {
  const shown = parts.map((part) => {
    if (typeof part === 'string') return part
    if ('inside' in part)
      return `<details>\n<summary>${part.summary}</summary>\n\n${part.inside}\n\n</details>`
    const requests = programs(part.url).map(({ language, text }) => fence(language, text))
    return [...requests, 'It answers, shortened:', fence(part.answer.language, part.answer.text)].join('\n\n')
  })
  return shown.join('\n\n')
}

/** As a page shows them. Only what is neither a sample nor folded has headings. */
export function partsAsHtml(parts: readonly Part[]): Pick<Page, 'html' | 'headings'> {
  const shown = parts.map(asHtml)
  return {
    html: shown.map(({ html }) => html).join('\n'),
    headings: shown.flatMap(({ headings }) => headings),
  }
}

function asHtml(part: Part): Pick<Page, 'html' | 'headings'> {
  if (typeof part === 'string') return rendered(part)
  if ('answer' in part) return { html: sampleAsHtml(part), headings: [] }
  const inside = raw(rendered(part.inside).html)
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
      code: rendered(fence(language, text)).html,
    })),
    answer: rendered(fence(answer.language, answer.text)).html,
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

function rendered(markdown: string): Pick<Page, 'html' | 'headings'> {
  const parsed = parseMarkdown(markdown)
  return { html: renderHtml(parsed), headings: headingsOf(parsed) }
}

/** As much of an answer as shows its shape: one item of each list, the beginning of each text. */
export function inShort(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (Array.isArray(value)) return value.slice(0, 1).map(inShort)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inShort(one)]))
}

const longest = 100
