import { makeDocument } from '../archive/build.ts'
import type { Page } from '../archive/model.ts'
import { namedSeries } from '../archive/series.ts'
import { postPath, servicePaths, twinPath } from '../archive/urls.ts'
import { errorCodes, shownLimits } from '../base/http.ts'
import { fenceFor, oneLine } from '../base/escape.ts'
import { protocolVersions } from '../mcp/message.ts'
import { promptNames, toolNames } from '../mcp/protocol.ts'
import agentTemplate from './agent-instructions.md?raw'
import portalTemplate from './developers.md?raw'
import { apiVersion, type Json, postWithBodyJson } from './json.ts'
import { cutAtWord, escapeHeading, renderTemplate, type TemplateValues } from './markdown.ts'
import type { McpDescription } from './mcp.ts'
import type { OpenApi, ResponseSchema } from './openapi.ts'
import { searchTemplate } from './search.ts'
import { type Site, termsMarkdown } from './site.ts'

/** In a list of series. */
const maxNamedSeries = 20
/** Characters of a text in an example response. */
const maxExample = 100

/**
 * The developer portal: `developers.md`, filled with the facts of the contract. Every command in it can be pasted and run. Its text
 * is made on first use, because the example of a search needs the index.
 */
export function developerPortal(site: Site, openapi: () => OpenApi, mcp: () => McpDescription): Page {
  const { engine, mcpUrl, settings, changedAt } = site
  // Programs cannot run the search of a static export.
  const uses = engine && mcpUrl === undefined ? 'Read and cite' : 'Read, search and cite'
  const parts = `JSON API, ${mcpUrl === undefined ? '' : 'MCP server, '}markdown, errors and limits`
  const facts = {
    path: servicePaths.developers,
    title: 'Developers',
    summary: `${uses} ${settings.title} from programs and agents: ${parts}.`,
    changedAt,
  }
  return makeDocument(facts, () => {
    const values = { ...archiveValues(site), ...apiValues(site, openapi()), ...mcpValues(site, mcp()) }
    return renderTemplate(portalTemplate, values)
  })
}

/** `agent-instructions.md`: when to use the archive, and how to call it. */
export function agentInstructions(site: Site): string {
  const { settings, posts, mcpUrl = '', engine } = site
  const [newest] = posts
  const series = Array.from(namedSeries(site), ([name, label]) => `\`${name}\` (${label})`)
  return renderTemplate(agentTemplate, {
    ...archiveValues(site),
    title: escapeHeading(settings.title),
    about: oneLine(site.about),
    author: settings.author.name,
    count: `${posts.length} ${posts.length === 1 ? 'post' : 'posts'}`,
    inSeries: series.length > 0 ? ` in the series ${series.join(' and ')}` : '',
    weekly: settings.rhythm === 'weekly' ? 'yes' : '',
    mcpUrl,
    searchTool: toolNames.search,
    getTool: toolNames.get,
    listTool: toolNames.list,
    searchUrl: engine ? '' : searchTemplate(site),
    searchStep: mcpUrl === '' ? '5' : '6',
    response: newest ? shortResponse(postWithBodyJson(newest, site)) : '{}',
  })
}

/** A real response, shortened. */
function shortResponse({ id, title, summary, url, bodyMarkdown = '' }: Json<'PostWithBody'>): string {
  const [opening = ''] = bodyMarkdown.split('\n\n')
  const short = { id, title, summary: cutAtWord(summary, 80), url, bodyMarkdown: cutAtWord(opening, 80) }
  return JSON.stringify(short, null, 1).replaceAll('```', '')
}

function archiveValues(site: Site): TemplateValues {
  const { urls, posts } = site
  const { id = 'week-01', path = postPath(id) } = posts[0] ?? {}
  const series = [...namedSeries(site).keys()]
  const names = series.slice(0, maxNamedSeries).map((name) => `\`${name}\``)
  const more = series.length - names.length
  const list = `${names.join(', ')}${more > 0 ? ` and ${more} more (see the statistics)` : ''}`
  const belongs = series.length === site.series.size ? 'Every post\nbelongs' : 'Posts\nmay belong'
  const [first] = series
  return {
    base: urls.base,
    version: apiVersion,
    id,
    post: urls.url(path),
    twin: urls.url(twinPath(path)),
    idPattern: site.idPattern,
    series: first === undefined ? '' : `${belongs} to a series: ${list}. `,
    type: first === undefined ? '' : `=${first}`,
    selection: first === undefined ? '' : ` | select(.type == "${first}")`,
    terms: termsMarkdown(site),
    maxTarget: shownLimits.target,
    maxHeaders: shownLimits.headers,
    maxBody: shownLimits.body,
  }
}

function apiValues({ urls, posts, exampleSearch }: Site, { paths, components }: OpenApi): TemplateValues {
  const { title = '' } = posts[0] ?? {}
  const searchUrl = `${urls.url(twinPath(servicePaths.search))}?${new URLSearchParams({ q: title })}`
  const operations = Object.entries(paths).map(([path, { get }]) => {
    const url = urls.url(path.replace('{postId}', posts[0]?.id ?? ''))
    const { schema, example } = get.responses[200].content['application/json']
    const parameters = (get.parameters ?? []).map(
      ({ name, in: place, required, description }) =>
        `| \`${name}\` | ${place} | ${required ? 'yes' : 'no'} | ${description} |\n`,
    )
    const head = '| parameter | in | required | meaning |\n|---|---|---|---|\n'
    return [
      `### \`GET\` ${urls.path(path)}\n\n${get.summary} (\`${get.operationId}\`).\n\n`,
      `<details id="portal-${get.operationId}">\n<summary>Request and response</summary>\n\n${get.description}\n\n`,
      parameters.length > 0 ? `${head}${parameters.join('')}\n` : '',
      `${requestTabs(url, 'json', JSON.stringify(abbreviate(example), null, 2))}\n\n`,
      `${schemaTable(components.schemas[schemaName(schema)] as ResponseSchema)}\n\n</details>`,
    ].join('')
  })
  const errors = Object.entries(errorCodes).map(
    ([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`,
  )
  return {
    search: exampleSearch ? requestTabs(searchUrl, 'markdown', exampleSearch(title)) : '',
    operations: operations.join('\n\n'),
    errors: errors.join('\n'),
  }
}

function mcpValues({ mcpUrl = '', posts, settings }: Site, { tools }: McpDescription): TemplateValues {
  const rows = tools.map(({ name, inputSchema, title }) => {
    const names = Object.keys(inputSchema.properties).map((argument) => `\`${argument}\``)
    return `| \`${name}\` | ${names.join(', ')} | ${title} |`
  })
  const params = { name: toolNames.get, arguments: { id: posts[0]?.id } }
  // The name of the server in a client's settings.
  const words = settings.title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return {
    mcpUrl,
    client: words.join('-').slice(0, 40).replace(/-$/, '') || 'archive',
    protocolVersions: protocolVersions.join(', '),
    tools: rows.join('\n'),
    prompt: promptNames.cite,
    toolCall: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    catalog: mcpUrl === '' ? 'the API and its descriptions' : 'both APIs and their descriptions',
  }
}

function schemaTable({ properties = {}, required = [] }: ResponseSchema): string {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name) ? 'yes' : 'no'
    return `| \`${name}\` | ${typeName(schema)} | ${isRequired} | ${schema.description ?? ''} |`
  })
  return `| field | type | required | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
}

function typeName({ type, format, items, $ref }: ResponseSchema): string {
  if ($ref !== undefined) return schemaName({ $ref })
  if (items !== undefined) return `list of ${typeName(items)}`
  const plain = typeof type === 'string' ? type : (type ?? []).join(' or ')
  return format === undefined ? plain : `${plain} (${format})`
}

const schemaName = ({ $ref }: { readonly $ref: string }) => $ref.slice($ref.lastIndexOf('/') + 1)

/** A request in three languages, which pages show as tabs, and its response. */
function requestTabs(url: string, language: string, response: string): string {
  const isJson = url.endsWith('.json')
  const javaScript = `const answer = await fetch('${url}')
console.log(await answer.${isJson ? 'json' : 'text'}())`
  const python = `from urllib.request import urlopen
${isJson ? 'import json\n' : ''}
with urlopen('${url}') as answer:
    print(${isJson ? 'json.load(answer)' : 'answer.read().decode()'})`
  return [
    fenced('sh tab="curl" run', `curl -s '${url}'`),
    fenced('js tab="JavaScript"', javaScript),
    fenced('python tab="Python"', python),
    `<details>\n<summary>Example response</summary>\n\n${fenced(language, response)}\n\n</details>`,
  ].join('\n\n')
}

function fenced(info: string, code: string): string {
  const marks = fenceFor(code)
  return `${marks}${info}\n${code}\n${marks}`
}

/** Shortens a response to its shape: the first item of a list, the start of a text. */
function abbreviate(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxExample ? `${value.slice(0, maxExample)}…` : value
  if (Array.isArray(value)) return value.slice(0, 1).map(abbreviate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, abbreviate(item)]))
}
