import * as z from 'zod'
import { groupedBy } from '../base/grouped.ts'
import type { Archive, Post } from '../archive/model.ts'
import { namedSeries } from '../archive/series.ts'
import { postJsonPath, postPath, servicePaths, twinPath } from '../archive/urls.ts'
import en from '../words/en.json' with { type: 'json' }
import { format } from '../words/format.ts'
import type { Site } from './site.ts'

export const apiVersion = '1.0.0'

function postJson(post: Post, { urls }: Archive): Json<'Post'> {
  return {
    id: post.id,
    type: post.series,
    seriesLabel: post.seriesLabel,
    seriesNumber: post.seriesNumber,
    title: post.title,
    summary: post.summary,
    tags: [...post.tags],
    readingTime: format(en.readingTime, { minutes: post.minutes }),
    datePublished: post.datePublished,
    dateModified: post.dateModified,
    wordCount: post.wordCount,
    authors: post.authors.map(({ name, url }) => (url === undefined ? { name } : { name, url })),
    url: post.url,
    markdownUrl: urls.url(twinPath(post.path)),
    ...(post.ownFields && { fields: post.ownFields }),
  }
}

export const postWithBodyJson = (post: Post, archive: Archive): Json<'PostWithBody'> => ({
  ...postJson(post, archive),
  bodyMarkdown: post.markdown,
})

export function postListJson(archive: Archive): Json<'PostList'> {
  const posts = archive.posts.map((post) => postJson(post, archive))
  return { count: posts.length, ...generatedAt(archive), posts }
}

export function statisticsJson(archive: Archive): Json<'Statistics'> {
  const postsBySeries = groupedBy(archive.posts, ({ series }) => series)
  // In the order of the settings.
  const bySeries = [...archive.series.keys()].flatMap((name) => {
    const [newest, ...older] = postsBySeries.get(name) ?? []
    return newest ? [[name, { count: 1 + older.length, latest: newest.id }] as const] : []
  })
  return {
    totalPosts: archive.posts.length,
    bySeries: Object.fromEntries(bySeries),
    tags: [...archive.tags],
    ...generatedAt(archive),
  }
}

export function serviceIndexJson(site: Site): Json<'ServiceIndex'> {
  const { urls, settings } = site
  return {
    service: settings.title,
    version: apiVersion,
    documentation: urls.url(servicePaths.developers),
    specification: urls.url(servicePaths.contract),
    endpoints: endpoints(site),
    uriTemplates: {
      getPost: urls.url(postJsonPath('{postId}')),
      postPage: urls.url(postPath('{postId}')),
      postMarkdown: urls.url(twinPath(postPath('{postId}'))),
    },
  }
}

/** Returns all endpoints but the index. Names are public API. Every URL must work, so the newest post stands for `{postId}`. */
function endpoints({ urls, posts, pages, engine, mcpUrl, hasFeeds }: Site): Record<string, string> {
  const { id: newest = '', path = postPath('') } = posts[0] ?? {}
  const named = (...names: (keyof typeof servicePaths)[]) =>
    names.map((name) => [name, servicePaths[name]] as const)
  const paths = new Map<string, string>([
    ['listPosts', servicePaths.list],
    ['getPost', postJsonPath(newest)],
    ['getStats', servicePaths.stats],
    ['postPage', path],
    ['postMarkdown', twinPath(path)],
    ['openapi', servicePaths.contract],
    ['openapiYaml', servicePaths.contractYaml],
    ...(engine ? [] : named('search')),
    ...named('developers', 'contact', 'privacy', 'llms', 'llmsFull', 'agentInstructions'),
    ...(hasFeeds ? named('feed', 'jsonFeed') : []),
    ...named('sitemap', 'robots'),
    ...(mcpUrl === undefined ? [] : named('mcp', 'mcpManifest')),
    ...named('apiCatalog', 'home'),
  ])
  const known = new Set(paths.values())
  for (const { path } of pages) {
    const name = path.slice(1)
    if (!known.has(path)) paths.set(paths.has(name) ? `${name}Page` : name, path)
  }
  const own = Object.fromEntries(Array.from(paths, ([name, path]) => [name, urls.url(path)]))
  return mcpUrl === undefined ? own : { ...own, mcp: mcpUrl }
}

/** The archive's last change, not the build time, so that equal content gives equal bytes. */
function generatedAt({ changedAt }: Archive): { generatedAt?: string } {
  return changedAt === null ? {} : { generatedAt: changedAt }
}

/** The schemas of the API. TypeScript types, the JSON Schemas of the contract and the tests derive from them. */
export function apiSchemas(
  archive: Pick<Archive, 'series' | 'idPattern' | 'settings' | 'posts' | 'ownFields'>,
) {
  const { series: labels, idPattern, ownFields } = archive
  const [first = '', ...rest] = labels.keys()
  const withoutSeries = labels.size > namedSeries(archive).size ? ' `none` for posts without a series.' : ''
  const dateTime = z.iso.datetime()
  const uri = z.url()
  const author = z.object({
    name: z.string().describe('Name for citations.'),
    url: uri.optional().describe('The author’s website.'),
  })
  const fields = z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Custom fields of the publication.')
    .meta({ ...ownFields, $schema: undefined })
  const authors = z.array(author).optional().describe('Authors of the post.')

  const post = object('A post, as in the list.', {
    id: z.string().regex(new RegExp(idPattern)).describe('Stable identifier.'),
    type: z.enum([first, ...rest]).describe(`The series the post belongs to.${withoutSeries}`),
    seriesLabel: z.string().describe('Human-facing series label.'),
    seriesNumber: z.int().min(1).describe('Position within its series.'),
    title: z.string().describe('Post title.'),
    summary: z.string().describe('One-paragraph summary as on the archive card.'),
    tags: z.array(z.string()).optional().describe('Topic tags.'),
    readingTime: z.string().nullable().optional().describe('Estimated reading time as text.'),
    datePublished: z.iso.date().nullable().optional().describe('ISO 8601 calendar date.'),
    dateModified: dateTime.nullable().optional().describe('ISO 8601 date-time; null when never modified.'),
    wordCount: z.int().optional().describe('Word count of the post body.'),
    ...((namesAuthors(archive) ? { authors } : {}) as { authors: typeof authors }),
    url: uri.describe('Canonical HTML URL.'),
    markdownUrl: uri.optional().describe('Markdown representation of the same post.'),
    ...((ownFields ? { fields } : {}) as { fields: typeof fields }),
  })
  const bodyMarkdown = z.string().optional().describe('The full post body as markdown, including any tables.')
  const seriesStatistics = z.object({
    count: z.int().describe('Posts in the series.'),
    latest: z.string().describe('Id of the newest post in the series.'),
  })
  const error = object('The error, with a hint for fixing it.', {
    status: z.int().describe('The HTTP status code, repeated for clients that read only the body.'),
    code: z.string().describe('Stable machine-readable code.'),
    message: z.string().describe('What went wrong, in one sentence.'),
    hint: z.string().optional().describe('How to fix the request.'),
    path: z.string().optional().describe('The path that produced the error.'),
    documentation: uri.optional().describe('URL of the developer portal.'),
    specification: uri.optional().describe('URL of the OpenAPI contract.'),
  })
  const changedAt = 'When the archive last changed, not when it was built or requested.'
  const generatedAt = dateTime.optional().describe(changedAt)

  return {
    Post: post,
    PostWithBody: post.extend({ bodyMarkdown }).describe('A post with its full body.'),
    PostList: object('All posts, on one page.', {
      count: z.int().describe('Number of posts in the response.'),
      generatedAt,
      posts: z.array(post).describe('Ordered newest first.'),
    }),
    ServiceIndex: object('Links to all endpoints.', {
      service: z.string().describe('Service name.'),
      version: z.string().describe('API version.'),
      documentation: uri.optional().describe('The developer portal.'),
      specification: uri.optional().describe('The OpenAPI contract.'),
      endpoints: z.record(z.string(), uri).describe('URLs of all other endpoints, by name.'),
      uriTemplates: z.record(z.string(), z.string()).optional().describe('Endpoints that take a {postId}.'),
    }),
    Statistics: object('Counts for the whole archive.', {
      totalPosts: z.int().describe('Total number of posts.'),
      bySeries: z.record(z.string(), seriesStatistics).describe('Each series that has posts.'),
      tags: z.array(z.string()).optional().describe('Every topic tag in use.'),
      generatedAt,
    }),
    Error: object('The body of every error response.', { error }),
  }
}

const object = <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
  z.object(shape).describe(description)

type Schemas = ReturnType<typeof apiSchemas>
export type SchemaName = keyof Schemas
export type Json<Name extends SchemaName> = z.infer<Schemas[Name]>

/** Whether any post has an author other than the archive's. Only then are authors part of the contract. */
export const namesAuthors = ({ posts, settings }: Pick<Archive, 'settings' | 'posts'>): boolean =>
  posts.some(({ authors }) => authors.some(({ name }) => name !== settings.author.name))

/** Converts schemas as clients see them. `input` allows unknown fields: additive changes ship without notice. */
export const schemaOptions = {
  io: 'input',
  override: ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }) => simplify(jsonSchema),
} as const

/** Removes what zod adds to a schema: patterns next to formats, bounds of safe integers, `anyOf` for nullable. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  const [value, none] = schema.anyOf ?? []
  if (schema.anyOf?.length === 2 && none?.type === 'null' && typeof value?.type === 'string') {
    delete schema.anyOf
    Object.assign(schema, value, { type: [value.type, 'null'] })
  }
  if (schema.propertyNames !== undefined && Object.keys(schema.propertyNames).join() === 'type')
    delete schema.propertyNames
}
