import * as z from 'zod'
import type { Archive } from '../archive/model.ts'

/**
 * The shapes of the API, declared once: TypeScript types are inferred from them, the JSON Schemas of the contract are
 * made from them, and tests validate every answer against those. Series and id pattern are the archive's own.
 */
export function apiSchemas(archive: Pick<Archive, 'series' | 'idPattern' | 'settings' | 'posts'>) {
  const { series: labels, idPattern } = archive
  const [first = '', ...rest] = labels.keys()
  const date = z.iso.date()
  const dateTime = z.iso.datetime()
  const uri = z.url()
  const author = z.object({
    name: z.string().describe('As it is cited.'),
    url: uri.optional().describe('The author’s own page.'),
  })
  const authors = z.array(author).optional().describe('Who wrote the post.')

  const post = z
    .object({
      id: z.string().regex(new RegExp(idPattern)).describe('Stable identifier.'),
      type: z.enum([first, ...rest]).describe('The series the post belongs to.'),
      seriesLabel: z.string().describe('Human-facing series label.'),
      seriesNumber: z.int().min(1).describe('Position within its series.'),
      title: z.string().describe('Post title.'),
      summary: z.string().describe('One-paragraph summary as on the archive card.'),
      tags: z.array(z.string()).optional().describe('Topic tags.'),
      readingTime: z.string().nullable().optional().describe('Estimated reading time as text.'),
      datePublished: date.nullable().optional().describe('ISO 8601 calendar date.'),
      dateModified: dateTime.nullable().optional().describe('ISO 8601 date-time; null when never modified.'),
      wordCount: z.int().optional().describe('Word count of the post body.'),
      ...((namesAuthors(archive) ? { authors } : {}) as { authors: typeof authors }),
      url: uri.describe('Canonical HTML URL.'),
      markdownUrl: uri.optional().describe('Markdown representation of the same post.'),
    })
    .describe('A post, as in the list.')

  const generatedAt = dateTime
    .optional()
    .describe('When the archive last changed; never the time of the request or of the build.')

  return {
    Post: post,
    PostWithBody: post
      .extend({
        bodyMarkdown: z.string().optional().describe('The full post body as markdown, including any tables.'),
      })
      .describe('A post with its whole body.'),
    PostList: z
      .object({
        count: z.int().describe('Number of posts in the response.'),
        generatedAt,
        posts: z.array(post).describe('Ordered newest first.'),
      })
      .describe('Every post of the archive, on one page.'),
    ServiceIndex: z
      .object({
        service: z.string().describe('Service name.'),
        version: z.string().describe('API version.'),
        documentation: uri.optional().describe('The developer portal.'),
        specification: uri.optional().describe('The OpenAPI contract.'),
        endpoints: z
          .record(z.string(), uri)
          .describe('Every other endpoint, by name; each can be fetched as it is.'),
        uriTemplates: z.record(z.string(), z.string()).optional().describe('Endpoints that take a {postId}.'),
      })
      .describe('Where everything is.'),
    Statistics: z
      .object({
        totalPosts: z.int().describe('Total number of posts.'),
        bySeries: z
          .record(
            z.string(),
            z.object({
              count: z.int().describe('Posts in the series.'),
              latest: z.string().describe('Id of the newest post in the series.'),
            }),
          )
          .describe('Each series that has posts.'),
        tags: z.array(z.string()).optional().describe('Every topic tag in use.'),
        generatedAt,
      })
      .describe('Counts over the whole archive.'),
    Error: z
      .object({
        error: z
          .object({
            status: z.int().describe('The HTTP status code, repeated for clients that read only the body.'),
            code: z.string().describe('Stable machine-readable code.'),
            message: z.string().describe('What went wrong, in one sentence.'),
            hint: z.string().optional().describe('How to fix the request.'),
            path: z.string().optional().describe('The path that produced the error.'),
            documentation: uri.optional().describe('Address of the developer portal.'),
            specification: uri.optional().describe('Address of the OpenAPI contract.'),
          })
          .describe('What went wrong, and what to do about it.'),
      })
      .describe('Every error, of every endpoint.'),
  }
}

type Schemas = ReturnType<typeof apiSchemas>
export type SchemaName = keyof Schemas
export type PostJson = z.infer<Schemas['Post']>
export type PostWithBodyJson = z.infer<Schemas['PostWithBody']>
export type PostListJson = z.infer<Schemas['PostList']>
export type ServiceIndexJson = z.infer<Schemas['ServiceIndex']>
export type StatisticsJson = z.infer<Schemas['Statistics']>
export type ErrorJson = z.infer<Schemas['Error']>

/** The contract names authors where posts have their own; where they do not, it stays as it is. */
export function namesAuthors({ posts, settings }: Pick<Archive, 'settings' | 'posts'>): boolean {
  return posts.some(({ authors }) => authors.some(({ name }) => name !== settings.author.name))
}

/** zod is exact where the contract is plain: a format says enough without its pattern, an integer without its bounds. */
export function simplify(schema: z.core.JSONSchema.BaseSchema): void {
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
