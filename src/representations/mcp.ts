import * as z from 'zod'
import { grouped } from '../base/grouped.ts'
import type { Archive, Post } from '../archive/model.ts'
import { isNamedSeries, namedSeries } from '../archive/series.ts'
import { sentences } from '../markdown/sentences.ts'
import { postPath, servicePaths, twinPath } from '../archive/urls.ts'
import { type ArgumentRule, toolArguments } from '../mcp/arguments.ts'
import { protocolVersions } from '../mcp/message.ts'
import { connectorNames, mcpLimits, type NumberLimits, promptNames, toolNames } from '../mcp/protocol.ts'
import type { SealedMcp, Tool } from '../snapshot/resource.ts'
import { format } from '../words/format.ts'
import { apiVersion, namesAuthors, schemaOptions } from './json.ts'
import { cutAtWord, postTwinBytes } from './markdown.ts'
import texts from './mcp.json' with { type: 'json' }
import type { Site } from './site.ts'

/** The data of the MCP endpoint and the manifest, except the posts and their index. */
export interface McpDescription extends Omit<SealedMcp, 'posts' | 'search'> {
  readonly serverInfo: SealedMcp['serverInfo'] & {
    readonly description: string
    readonly websiteUrl: string
  }
}

/** In characters. */
const registryLimit = 100

export function describeMcp(site: Site): McpDescription {
  const { settings, urls, posts, about } = site
  const authors = namesAuthors(site) ? 'its authors' : `its author (${settings.author.name})`
  const { title, description, id } = texts.prompt
  const exampleId = format(id, { id: posts[0]?.id ?? '' })
  const cite = { title, description, arguments: [{ name: 'id', description: exampleId, required: true }] }
  const postTemplate = {
    uriTemplate: urls.url(postPath('{postId}')),
    name: 'post',
    title: texts.resource.title,
    description: format(texts.resource.description, { title: settings.title, idPattern: site.idPattern }),
    mimeType: 'text/markdown',
  }
  return {
    path: urls.path(servicePaths.mcp),
    serverInfo: {
      name: serverName(urls.base),
      title: cutAtWord(settings.title, registryLimit),
      version: apiVersion,
      description: cutAtWord(about, registryLimit),
      websiteUrl: urls.url(servicePaths.home),
    },
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      prompts: { listChanged: false },
      completions: {},
    },
    instructions: format(texts.instructions, { ...toolNames, about, authors }),
    tools: mcpTools(site),
    prompts: [{ name: promptNames.cite, ...cite }],
    resourceTemplates: [postTemplate],
    allowedHosts: settings.mcp.allowedHosts,
    allowedOrigins: settings.mcp.allowedOrigins,
  }
}

/** The posts as the endpoint lists them. */
export function mcpPosts(archive: Archive) {
  return archive.posts.map((post) => {
    const { path, searchText, changedAt } = post
    // The index has been made from the twin.
    const size = 'sourceLength' in searchText ? searchText.sourceLength : postTwinBytes(post, archive).length
    return { entry: mcpEntry(post), twin: archive.urls.path(twinPath(path)), size, changedAt }
  })
}

export function mcpEntry(post: Post) {
  const { id, title, series, seriesLabel, summary, tags, datePublished: published, url } = post
  const authors = post.authors.map(({ name }) => name)
  return isNamedSeries(series, seriesLabel)
    ? { id, title, series, summary, tags, published, url, authors }
    : { id, title, summary, tags, published, url, authors }
}

/** Returns "namespace/name" with a reverse-DNS namespace, as MCP registries require. */
function serverName(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const labels = hostname.replaceAll(/[^\w.-]/g, '').split('.')
  return `${isAddress ? labels.join('.') : labels.reverse().join('.')}/archive`
}

/** The contract's manifest is a server card (SEP-2127) that also has what the endpoint returns to `initialize` and lists. */
export function mcpManifest(
  { serverInfo, capabilities, instructions, tools, prompts, resourceTemplates }: McpDescription,
  { urls, mcpUrl: url }: Site,
) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...serverInfo,
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: protocolVersions }],
    capabilities,
    instructions,
    documentation: urls.url(servicePaths.developers),
    tools,
    prompts,
    resourceTemplates,
  }
}

const entryShape = {
  id: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  published: z.iso.date().nullable(),
  url: z.url(),
}
const pageShape = {
  total: z.int(),
  returned: z.int(),
  nextCursor: z.string().optional(),
  notes: z.array(z.string()).optional(),
}
const listed = z.object({
  ...entryShape,
  series: z.string().optional(),
  summary: z.string(),
  tags: z.array(z.string()),
})
const passage = z.object({ text: z.string(), heading: z.string(), anchor: z.string(), url: z.url() })
const hit = z.object({
  ...entryShape,
  page: z.url().optional(),
  passages: z.array(passage).describe('Best first. `anchor` is a `section`.'),
  citation: z.string(),
  explanation: z.looseObject({}).optional(),
})

/** What tools return, besides text. */
const outputs: Readonly<Record<string, z.ZodObject>> = {
  [toolNames.list]: z.object({ ...pageShape, posts: z.array(listed) }),
  [toolNames.search]: z.object({
    query: z.string(),
    ...pageShape,
    hits: z.array(hit),
    interpreted: z.looseObject({}).optional(),
  }),
}

interface ToolTexts<Argument extends PropertyKey> {
  readonly title: string
  readonly description: string
  readonly describes: Readonly<Record<Argument, string>>
}

const toolTexts = texts.tools satisfies {
  readonly [Name in keyof typeof toolArguments]: ToolTexts<keyof (typeof toolArguments)[Name]>
}

/** Kept small, because models read it on every call. */
const maxNames = 6

/**
 * Describes the tools for `tools/list` and the manifest; `toolArguments` defines their arguments, `mcp.json` has the texts. They
 * start with the archive's subject, because models choose by the first words. Only types and required arguments are declared:
 * clients validate against the schema, and the endpoint accepts more.
 */
export function mcpTools(archive: Archive): Tool[] {
  const { settings, posts, tags } = archive
  const series = Array.from(namedSeries(archive), ([name, label]) => `${name} (${label})`)
  const values = {
    subject: subjectOf(archive),
    title: settings.title,
    search: toolNames.search,
    example: posts[0] ? `such as ${posts[0].id}` : 'as lists show it',
    series: series.length > 0 ? `: ${series.slice(0, maxNames).join(', ')}` : '',
    tags: tags.length > 0 ? `, such as ${tags.slice(0, maxNames).join(', ')}` : '',
    posts: range(mcpLimits.posts),
    part: range(mcpLimits.part),
    hits: range(mcpLimits.hits),
    found: range(mcpLimits.found),
  }
  const names = [
    ...Object.values(toolNames),
    ...(settings.mcp.connectors ? Object.values(connectorNames) : []),
  ]
  return names.map((name) => {
    const { title, description, describes }: ToolTexts<string> = toolTexts[name]
    const rules: readonly (readonly [string, ArgumentRule])[] = Object.entries(toolArguments[name])
    const properties = rules.map(([argument, { type }]) => {
      return [argument, { type, description: format(describes[argument] ?? '', values) }]
    })
    const required = rules.flatMap(([argument, rule]) => (rule.required ? [argument] : []))
    const output = outputs[name]
    const { $schema: _, ...outputSchema } = output ? z.toJSONSchema(output, schemaOptions) : {}
    return {
      name,
      title,
      description: format(description, values),
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(properties),
        ...(required.length > 0 && { required }),
      },
      ...(output && { outputSchema }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    }
  })
}

const range = (limits: NumberLimits): string => `${limits.min}-${limits.max}, default ${limits.default}`

const shortSubject = 40

/** Returns the archive's subject in a few words. */
function subjectOf({ settings, posts }: Archive): string {
  const [first = settings.title, second = ''] = sentences(settings.description ?? '')
  const described = first.length < shortSubject ? `${first} ${second}`.trim() : first
  const titles = posts.slice(0, 3).map(({ title }) => `“${cutAtClause(title)}”`)
  const about =
    settings.description === undefined && titles.length > 0
      ? `${settings.title}, with posts such as ${titles.join(', ')}`
      : cutAtClause(described)
  const tags = [...grouped(posts, (post) => post.tags)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([tag]) => tag)
  const named = tags.length > 0 ? ` (${tags.slice(0, 4).join(', ')})` : ''
  return `${about.replace(/[\s.:;,]$/, '')}${named}.`
}

const longestSubject = 120

/** Cuts at the end of a clause, or else between words. A comma may be part of a list. */
function cutAtClause(sentence: string): string {
  if (sentence.length <= longestSubject) return sentence
  const start = sentence.slice(0, longestSubject)
  const clause = /^.{30,}(?=[:;–—])/s.exec(start)?.[0]
  return clause ?? `${start.replace(/\s+\S*$/, '')}…`
}
