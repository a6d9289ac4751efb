import * as z from 'zod'
import { postJsonPath, servicePaths } from '../archive/urls.ts'
import { type ErrorCode, errorCodes } from '../base/http.ts'
import {
  apiSchemas,
  apiVersion,
  type Json,
  namesAuthors,
  postListJson,
  postWithBodyJson,
  type SchemaName,
  serviceIndexJson,
  schemaOptions,
  statisticsJson,
} from './json.ts'
import texts from './openapi.json' with { type: 'json' }
import type { Site } from './site.ts'

export type OpenApi = ReturnType<typeof openapiOf>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly schema: object
  readonly example: string | undefined
}

export interface ResponseSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly items?: ResponseSchema
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, ResponseSchema>>
  readonly required?: readonly string[]
}

/** The OpenAPI document, with examples from the archive. */
export function openapiOf(site: Site) {
  const { settings, urls, posts } = site
  const { name, email } = settings.author
  const [newest] = posts
  const series = [...site.series.keys()]
  const id = newest?.id ?? ''
  const list = postListJson(site)
  const listExample = { ...list, count: Math.min(list.count, 1), posts: list.posts.slice(0, 1).map(declared) }
  const [firstParagraph] = newest?.markdown.split('\n\n') ?? []
  const postExample = newest
    ? declared({ ...postWithBodyJson(newest, site), bodyMarkdown: `${firstParagraph}\n` })
    : {}
  const operations = {
    ...operation(servicePaths.index, 'getServiceIndex', 'ServiceIndex', serviceIndexJson(site)),
    ...operation(servicePaths.list, 'listPosts', 'PostList', listExample, {
      ...texts.parameters.type,
      schema: { type: 'string', enum: series },
      example: series[0],
    }),
    ...operation(postJsonPath('{postId}'), 'getPost', 'PostWithBody', postExample, {
      ...texts.parameters.postId,
      schema: { type: 'string', pattern: site.idPattern },
      example: id,
    }),
    ...operation(servicePaths.stats, 'getStats', 'Statistics', statisticsJson(site)),
  }
  const about = settings.description === undefined ? '' : `${settings.description} `
  // By the text of a link at their start, or by their first words.
  const [, linked, opening = ''] = /^(?:\[([^\]\n]+)\]|([^,.;:\n]+))/.exec(settings.terms ?? '') ?? []
  const termsName = (linked ?? opening).trim().slice(0, 80) || 'Terms of use'
  return {
    openapi: '3.1.0',
    info: {
      title: `${settings.title} content API`,
      version: apiVersion,
      summary: texts.info.summary,
      description: `${about}${texts.info.description}`,
      contact: { name, ...(email !== undefined && { email }), url: urls.url(servicePaths.contact) },
      ...(settings.terms !== undefined && {
        license: { name: termsName, url: urls.url(servicePaths.privacy) },
      }),
      termsOfService: urls.url(servicePaths.privacy),
    },
    servers: [{ url: urls.base, description: 'The archive.' }],
    security: [],
    tags: [{ name: 'Archive', description: 'The archive’s posts as JSON.' }],
    externalDocs: { description: 'Developer portal', url: urls.url(servicePaths.developers) },
    paths: operations,
    components: { schemas: jsonSchemas(site) },
  }

  /** Omits fields that are not in the contract. */
  function declared<P extends Json<'Post'>>({ authors, ...post }: P) {
    return namesAuthors(site) ? { ...post, authors } : post
  }

  function operation(
    path: string,
    operationId: keyof typeof texts.operations,
    schema: SchemaName,
    example: object,
    parameter?: Parameter,
  ) {
    const endpoints = `All endpoints: ${urls.url(servicePaths.index)}.`
    const get = {
      operationId,
      tags: ['Archive'],
      ...texts.operations[operationId],
      ...(parameter && { parameters: [parameter] }),
      responses: {
        200: { description: 'OK', content: jsonContent(schema, example) },
        ...(parameter?.in === 'path' && {
          404: errorResponse('resource_not_found', postJsonPath('unknown'), endpoints),
        }),
        406: errorResponse(
          'not_acceptable',
          path.replace('{postId}', id),
          'Accept one of: application/json.',
        ),
      },
    }
    return { [path]: { get } }
  }

  function errorResponse(code: ErrorCode, path: string, hint: string) {
    const { status, meaning } = errorCodes[code]
    const error: Json<'Error'>['error'] = {
      status,
      code,
      message: meaning,
      hint,
      path: urls.path(path),
      documentation: urls.url(servicePaths.developers),
      specification: urls.url(servicePaths.contract),
    }
    return { description: meaning, content: jsonContent('Error', { error }) }
  }
}

const jsonContent = (schema: SchemaName, example: object) => ({
  'application/json': { schema: { $ref: schemaPointer(schema) }, example },
})

const schemaPointer = (id: string) => `#/components/schemas/${id}`

function jsonSchemas(site: Site): Record<string, ResponseSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(apiSchemas(site))) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { ...schemaOptions, uri: schemaPointer })
  const withoutIds = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema])
  return Object.fromEntries(withoutIds)
}
