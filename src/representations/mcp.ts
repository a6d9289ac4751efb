import * as z from 'zod'
import { grouped } from '../base/grouped.ts'
import type { Archive, Post } from '../archive/model.ts'
import { isNamedSeries, namedSeries } from '../archive/series.ts'
import { sentences } from '../markdown/sentences.ts'
import { postPath, servicePaths, twinPath } from '../archive/urls.ts'
import { type ArgumentRule, toolArguments } from '../mcp/arguments.ts'
import { protocolVersions } from '../mcp/message.ts'
import {
  connectorNames,
  mcpLimits,
  type NumberLimits,
  promptNames,
  type ToolName,
  toolNames,
} from '../mcp/protocol.ts'
import type { SealedMcp, Tool } from '../snapshot/resource.ts'
import { apiVersion, namesAuthors, schemaOptions } from './json.ts'
import { cutAtWord, postTwinBytes } from './markdown.ts'
import type { Site } from './site.ts'

/** The data of the MCP endpoint and the manifest, except the posts and their index. */
export interface McpDescription extends Omit<SealedMcp, 'posts' | 'search'> {
  readonly serverInfo: SealedMcp['serverInfo'] & {
    readonly description: string
    readonly websiteUrl: string
  }
}

export function describeMcp(site: Site): McpDescription {
  const { settings, urls, posts, about } = site
  const author = namesAuthors(site) ? 'its authors' : `its author (${settings.author.name})`
  const prompts = [
    {
      name: promptNames.cite,
      title: 'Cite a post',
      description: 'Drafts a citation for a post, as the terms of use require.',
      arguments: [
        { name: 'id', description: `The post’s id, such as ${posts[0]?.id ?? ''}.`, required: true },
      ],
    },
  ]
  const resourceTemplates = [
    {
      uriTemplate: urls.url(postPath('{postId}')),
      name: 'post',
      title: 'A post',
      description: `A post of ${settings.title} as markdown. Ids match ${site.idPattern}.`,
      mimeType: 'text/markdown',
    },
  ]
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
    instructions: [
      `${about} Call ${toolNames.search} first: it returns passages.`,
      `Read more with ${toolNames.get}; see what is new with ${toolNames.list}.`,
      `When you quote, cite ${author}, its title and its canonical URL;`,
      'for a benchmark number, the primary source that the post names.',
    ].join(' '),
    tools: mcpTools(site),
    prompts,
    resourceTemplates,
    allowedHosts: settings.mcp.allowedHosts,
    allowedOrigins: settings.mcp.allowedOrigins,
  }
}

/** In characters. */
const registryLimit = 100

/** The posts as the endpoint lists them. */
export function mcpPosts(archive: Archive) {
  return archive.posts.map((post) => ({
    entry: mcpEntry(post),
    twin: archive.urls.path(twinPath(post.path)),
    size: twinLength(post, archive),
    changedAt: post.changedAt,
  }))
}

/** The index has been made from the twin. */
function twinLength(post: Post, archive: Archive): number {
  const { searchText } = post
  return 'sourceLength' in searchText ? searchText.sourceLength : postTwinBytes(post, archive).length
}

export function mcpEntry(post: Post) {
  const { id, title, series, seriesLabel, summary, tags, datePublished, url, authors } = post
  return {
    ...{ id, title, ...(isNamedSeries(series, seriesLabel) && { series }) },
    ...{ summary, tags, published: datePublished, url },
    authors: authors.map(({ name }) => name),
  }
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

/**
 * Describes the tools for `tools/list` and the manifest; `toolArguments` defines their arguments. Descriptions start with the
 * archive's subject, because models choose by the first words.
 */
export function mcpTools(archive: Archive): Tool[] {
  const { title } = archive.settings
  const [newest] = archive.posts
  const subject = subjectOf(archive)
  const example = newest ? `such as ${newest.id}` : 'as lists show it'
  const series = Array.from(namedSeries(archive), ([name, label]) => `${name} (${label})`)
  const tags = archive.tags.slice(0, maxListed).join(', ')
  const filters = {
    series: `Only this series${series.length > 0 ? `: ${series.slice(0, maxListed).join(', ')}` : ''}.`,
    tag: tags === '' ? 'Only this tag.' : `Only this tag, such as ${tags}.`,
    author: 'Part of a name.',
    since: 'First day: YYYY[-MM[-DD]].',
    until: 'Last day.',
    cursor: '`nextCursor` of the last page.',
  }
  const entry = {
    id: z.string(),
    title: z.string(),
    authors: z.array(z.string()),
    published: z.iso.date().nullable(),
    url: z.url(),
  }
  const listed = z.object({
    ...entry,
    series: z.string().optional(),
    summary: z.string(),
    tags: z.array(z.string()),
  })
  const page = {
    total: z.int(),
    returned: z.int(),
    nextCursor: z.string().optional(),
    notes: z.array(z.string()).optional(),
  }
  const passage = z.object({ text: z.string(), heading: z.string(), anchor: z.string(), url: z.url() })
  const hit = z.object({
    ...entry,
    page: z.url().optional(),
    passages: z.array(passage).describe('Best first. `anchor` is a `section`.'),
    citation: z.string(),
    explanation: z.looseObject({}).optional(),
  })

  const tools = {
    [toolNames.list]: {
      title: 'List posts',
      description: `${subject} Lists the posts of ${title}, newest first. Use it to see what is new; to find what posts say, use ${toolNames.search}.`,
      describes: {
        ...filters,
        tag: 'Only this tag.',
        sort: '`newest` or `oldest` first.',
        limit: `How many: ${range(mcpLimits.posts)}.`,
      },
      output: z.object({ ...page, posts: z.array(listed) }),
    },
    [toolNames.get]: {
      title: 'Read a post',
      description: `Reads a post of ${title}, or one section of it, as markdown. Use it after ${toolNames.search}, before you summarize a post or rely on a detail.`,
      describes: {
        id: `An id (${example}), URL or title. Separate more by commas.`,
        section: 'Anchor, as in passages.',
        offset: 'Start, in characters.',
        max_chars: `Maximum length: ${range(mcpLimits.part)}.`,
      },
    },
    [toolNames.search]: {
      title: 'Search posts',
      description: `${subject} Use it first for any question about that. Returns the passages of ${title} that answer it best, each with author, date and a URL to cite. Ask in plain words; quote only exact phrases.`,
      describes: {
        ...filters,
        query: 'A question or words.',
        sort: '`newest`: the best by date.',
        limit: `How many: ${range(mcpLimits.hits)}.`,
        max_chars: `Maximum length: ${range(mcpLimits.found)}.`,
        markdown: 'Quote markdown, with links.',
        explain: 'Add scores.',
      },
      output: z.object({
        query: z.string(),
        ...page,
        hits: z.array(hit),
        interpreted: z.looseObject({}).optional(),
      }),
    },
  } satisfies { readonly [Name in ToolName]: Declared<keyof (typeof toolArguments)[Name]> }
  const connectors = archive.settings.mcp.connectors ? connectorDescriptions(subject) : {}
  return Object.entries<Declared>({ ...tools, ...connectors }).map(([name, declared]) =>
    toolOf(name as keyof typeof toolArguments, declared),
  )
}

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

const shortSubject = 40
const longestSubject = 120

/** Cuts at the end of a clause, or else between words. A comma may be part of a list. */
function cutAtClause(sentence: string): string {
  if (sentence.length <= longestSubject) return sentence
  const start = sentence.slice(0, longestSubject)
  const clause = /^.{30,}(?=[:;–—])/s.exec(start)?.[0]
  return clause ?? `${start.replace(/\s+\S*$/, '')}…`
}

function range(limits: NumberLimits): string {
  return `${limits.min}-${limits.max}, default ${limits.default}`
}

/** Kept small, because models read it on every call. */
const maxListed = 6

interface Declared<Argument extends PropertyKey = string> {
  readonly title: string
  readonly description: string
  readonly describes: Readonly<Record<Argument, string>>
  readonly output?: z.ZodObject
}

const annotations = { readOnlyHint: true, openWorldHint: false }

/** Declares only types and required arguments: clients validate against the schema, and the endpoint accepts more. */
function toolOf(name: keyof typeof toolArguments, { output, describes, ...facts }: Declared): Tool {
  const rules: readonly (readonly [string, ArgumentRule])[] = Object.entries(toolArguments[name])
  const required = rules.flatMap(([argument, rule]) => (rule.required ? [argument] : []))
  const { $schema: _, ...outputSchema } = output ? z.toJSONSchema(output, schemaOptions) : {}
  return {
    name,
    ...facts,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        rules.map(([argument, { type }]) => [argument, { type, description: describes[argument] ?? '' }]),
      ),
      ...(required.length > 0 && { required }),
    },
    ...(output && { outputSchema }),
    annotations,
  }
}

function connectorDescriptions(subject: string) {
  return {
    [connectorNames.search]: {
      title: 'Search',
      description: `${subject} Returns the ids, titles and URLs of documents that match.`,
      describes: { query: 'A question or a few words.' },
    },
    [connectorNames.fetch]: {
      title: 'Fetch',
      description: 'Returns a full document by its id from search.',
      describes: { id: 'The id of a document.' },
    },
  }
}
