import type { Schema } from './conformance.ts'

/** The field tables of the contract as data. Optional fields end in a question mark. */

const post = {
  id: { type: 'string', pattern: '^week-\\d{2}$' },
  type: { type: 'string', enum: ['research', 'practice'] },
  seriesLabel: { type: 'string' },
  seriesNumber: { type: 'integer', minimum: 1 },
  title: { type: 'string' },
  summary: { type: 'string' },
  'tags?': { type: 'array', items: { type: 'string' } },
  'readingTime?': { type: ['string', 'null'] },
  'datePublished?': { type: ['string', 'null'], format: 'date' },
  'dateModified?': { type: ['string', 'null'], format: 'date-time' },
  'wordCount?': { type: 'integer' },
  url: { type: 'string', format: 'uri' },
  'markdownUrl?': { type: 'string', format: 'uri' },
}
const uri = { type: 'string', format: 'uri' }
const dateTime = { type: 'string', format: 'date-time' }

/** Keyed by schema name in the published contract. */
export const resources: Readonly<Record<string, Schema>> = {
  Post: object(post),
  PostWithBody: object({ ...post, 'bodyMarkdown?': { type: 'string' } }),
  PostList: object({
    count: { type: 'integer' },
    'generatedAt?': dateTime,
    posts: { type: 'array', items: object(post) },
  }),
  ServiceIndex: object({
    service: { type: 'string' },
    version: { type: 'string' },
    'documentation?': uri,
    'specification?': uri,
    endpoints: { type: 'object', additionalProperties: uri },
    'uriTemplates?': { type: 'object', additionalProperties: { type: 'string' } },
  }),
  Statistics: object({
    totalPosts: { type: 'integer' },
    bySeries: {
      type: 'object',
      additionalProperties: object({ count: { type: 'integer' }, latest: { type: 'string' } }),
    },
    'tags?': { type: 'array', items: { type: 'string' } },
    'generatedAt?': dateTime,
  }),
  Error: object({
    error: object({
      status: { type: 'integer' },
      code: { type: 'string' },
      message: { type: 'string' },
      'hint?': { type: 'string' },
      'path?': { type: 'string' },
      'documentation?': uri,
      'specification?': uri,
    }),
  }),
}

function object(fields: Record<string, Schema>): Schema {
  const named = Object.entries(fields).map(([name, schema]) => [name.replace('?', ''), schema])
  const required = Object.keys(fields).filter((name) => !name.endsWith('?'))
  return { type: 'object', properties: Object.fromEntries(named), required }
}
