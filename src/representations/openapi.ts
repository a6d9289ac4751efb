import * as z from 'zod'
import { postJsonPath, servicePaths } from '../archive/urls.ts'
import { type ErrorCode, errorCodes } from '../base/errors.ts'
import { toYaml } from '../base/escape.ts'
import {
  apiSchemas,
  apiVersion,
  type ErrorJson,
  namesAuthors,
  type PostJson,
  postListJson,
  postWithBodyJson,
  type SchemaName,
  serviceIndexJson,
  simplify,
  statisticsJson,
} from './json.ts'
import { memoizeLast } from '../base/caches.ts'
import { licenseName, type Published } from './published.ts'

/** The OpenAPI document, with examples from the archive. */
export const openapi = memoizeLast(contract)

function contract(archive: Published) {
  const { settings, urls, posts } = archive
  const { name, email } = settings.author
  const [newest] = posts
  const series = [...archive.series.keys()]
  const id = newest?.id ?? ''
  const list = postListJson(archive)
  const operations = {
    [servicePaths.index]: operation({
      id: 'getServiceIndex',
      summary: 'Find every endpoint',
      description: 'The service’s name and version, and the absolute URL of every other endpoint.',
      schema: 'ServiceIndex',
      example: serviceIndexJson(archive),
      errors: { not_acceptable: servicePaths.index },
    }),
    [servicePaths.list]: operation({
      id: 'listPosts',
      summary: 'List every post',
      description:
        'Every post without its body, newest first, on a single page. The archive is a static file, so `type` does not change the response: filter it in the client.',
      parameters: [
        {
          name: 'type',
          in: 'query',
          required: false,
          description:
            'Series to keep when you filter in the client. The server returns every post regardless.',
          schema: { type: 'string', enum: series },
          example: series[0],
        },
      ],
      schema: 'PostList',
      example: { ...list, count: Math.min(list.count, 1), posts: list.posts.slice(0, 1).map(declared) },
      errors: { not_acceptable: servicePaths.list },
    }),
    [postJsonPath('{postId}')]: operation({
      id: 'getPost',
      summary: 'Read one post',
      description: 'One post with its full body as markdown.',
      parameters: [
        {
          name: 'postId',
          in: 'path',
          required: true,
          description: 'The post’s id.',
          schema: { type: 'string', pattern: archive.idPattern },
          example: id,
        },
      ],
      schema: 'PostWithBody',
      example: newest ? declared(shortened(postWithBodyJson(newest, archive))) : {},
      errors: { resource_not_found: postJsonPath('unknown'), not_acceptable: postJsonPath(id) },
    }),
    [servicePaths.stats]: operation({
      id: 'getStats',
      summary: 'Count posts and tags',
      description:
        'The number of posts in total and by series, the newest post of each series, and every tag in use.',
      schema: 'Statistics',
      example: statisticsJson(archive),
      errors: { not_acceptable: servicePaths.stats },
    }),
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${settings.title} content API`,
      version: apiVersion,
      summary: 'Read-only access to a publication archive.',
      description: `${settings.description} Read-only, without authentication. Every post also has a markdown twin; see the developer portal.`,
      contact: { name, ...(email !== undefined && { email }), url: urls.url(servicePaths.contact) },
      ...(settings.terms !== undefined && {
        license: { name: licenseName(settings.terms), url: urls.url(servicePaths.privacy) },
      }),
      termsOfService: urls.url(servicePaths.privacy),
    },
    servers: [{ url: urls.base, description: 'The archive.' }],
    security: [],
    tags: [{ name: 'Archive', description: 'The archive’s posts as JSON.' }],
    externalDocs: { description: 'Developer portal', url: urls.url(servicePaths.developers) },
    paths: operations,
    components: { schemas: jsonSchemas(archive) },
  }

  /** Omits fields that are not in the contract. */
  function declared<P extends PostJson>({ authors, ...post }: P) {
    return namesAuthors(archive) ? { ...post, authors } : post
  }

  function operation(facts: Operation) {
    return {
      get: {
        operationId: facts.id,
        tags: ['Archive'],
        summary: facts.summary,
        description: facts.description,
        ...(facts.parameters ? { parameters: facts.parameters } : {}),
        responses: {
          200: {
            description: 'OK',
            content: { 'application/json': { schema: refTo(facts.schema), example: facts.example } },
          },
          ...Object.fromEntries(
            Object.entries(facts.errors).map(([code, path]) => errorResponse(code, path)),
          ),
        },
      },
    }
  }

  function errorResponse(code: string, path: string) {
    const { status, meaning } = errorCodes[code as ErrorCode]
    const hint =
      code === 'not_acceptable'
        ? 'Accept one of: application/json.'
        : `All endpoints: ${urls.url(servicePaths.index)}.`
    const error: ErrorJson['error'] = {
      status,
      code,
      message: meaning,
      hint,
      path: urls.path(path),
      documentation: urls.url(servicePaths.developers),
      specification: urls.url(servicePaths.contract),
    }
    const content = { 'application/json': { schema: refTo('Error'), example: { error } } }
    return [String(status), { description: meaning, content }]
  }
}

export function openapiYaml(archive: Published): string {
  return toYaml(openapi(archive))
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly schema: object
  readonly example: string | undefined
}

interface Operation {
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly schema: SchemaName
  readonly example: object
  /** The codes it can return, each with an example path. */
  readonly errors: Partial<Record<ErrorCode, string>>
}

const refTo = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` })

/** Keeps only the first paragraph. */
function shortened<T extends { bodyMarkdown?: string | undefined }>(post: T): T {
  const [opening = ''] = (post.bodyMarkdown ?? '').split(/\n\n/)
  return { ...post, bodyMarkdown: `${opening}\n` }
}

function jsonSchemas(archive: Published): Record<string, unknown> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(apiSchemas(archive))) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    // Allows unknown fields: additive changes ship without notice.
    io: 'input',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  })
  for (const schema of Object.values(schemas)) {
    delete schema.$schema
    delete schema.$id
  }
  return schemas
}
