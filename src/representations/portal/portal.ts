import { postJsonPath, postPath, servicePaths, twinPath } from '../../archive/urls.ts'
import { errorCodes, shownLimits } from '../../base/errors.ts'
import { apiVersion } from '../json.ts'
import { type Published, termsMarkdown } from '../published.ts'
import { portalMcp } from './mcp.ts'
import { portalOperations } from './operations.ts'
import type { Part } from './sample.ts'

/** The developer portal, in parts. Every command in it works when it is pasted. */
export function portalParts(archive: Published): readonly Part[] {
  const { urls, posts, mcpUrl } = archive
  const id = posts[0]?.id ?? 'week-01'
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
curl -s -H 'Accept: text/markdown' ${url(postPath(id))}
curl -s ${url(twinPath(postPath(id)))}
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
    {
      url: urls.url(twin),
      path: urls.path(twin),
      answer: { language: 'markdown', text: answerTo(words) },
    },
  ]
}
