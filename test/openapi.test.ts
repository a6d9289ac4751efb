import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type ContentSource, compile, fromFolder, fromMemory } from '../src/compile.ts'
import { type OpenApi, validators } from './contract/conformance.ts'
import { imported } from './installed.ts'
import { resources } from './contract/fields.ts'
import { found } from './archive/build.ts'

/** Compares /openapi.json with the tables of the contract. */

interface Redocly {
  createConfig(settings: object): Promise<object>
  lintFromString(of: object): Promise<readonly { readonly ruleId: string; readonly message: string }[]>
}
interface SpectralProblem {
  readonly code: string | number
  readonly message: string
  readonly path: readonly (string | number)[]
}
interface SpectralCore {
  readonly default: {
    readonly Spectral: new () => {
      setRuleset(rules: object): void
      run(document: object): Promise<readonly SpectralProblem[]>
    }
    readonly Document: new (source: string, parser: object, name: string) => object
  }
}
const redocly = await imported<[Redocly]>('@redocly/openapi-core')
const spectral = await imported<[SpectralCore, { Json: object }, { oas: object }]>(
  '@stoplight/spectral-core',
  '@stoplight/spectral-core',
  '@stoplight/spectral-parsers',
  '@stoplight/spectral-rulesets',
)

const fixture = fromFolder(fileURLToPath(new URL('./fixtures/archive', import.meta.url)))
let source = ''
let contract: OpenApi

beforeAll(async () => {
  source = await fileOf(fixture, '/openapi.json')
  contract = JSON.parse(source)
})

const operations = {
  getServiceIndex: { path: '/api/v1/index.json', responses: { 200: 'ServiceIndex', 406: 'Error' } },
  listPosts: { path: '/api/v1/posts.json', responses: { 200: 'PostList', 406: 'Error' } },
  getPost: {
    path: '/api/v1/posts/{postId}.json',
    responses: { 200: 'PostWithBody', 404: 'Error', 406: 'Error' },
  },
  getStats: { path: '/api/v1/stats.json', responses: { 200: 'Statistics', 406: 'Error' } },
}

describe('operations', () => {
  test('[versioning-1.contract] [discovery.openapi] are in OpenAPI 3.1, version 1.0.0', () => {
    expect(contract.openapi).toMatch(/^3\.1\./)
    expect(contract.info.version).toBe('1.0.0')
  })

  test('[endpoints.ids] [endpoint.getServiceIndex] [endpoint.listPosts] [endpoint.getPost] [endpoint.getStats] are the four of the contract, each with its responses', () => {
    const published = Object.entries(contract.paths).map(([path, { get }]) => {
      const responses = Object.entries(get.responses).map(([status, { content }]) => {
        expect(Object.keys(content), `media types of ${get.operationId} ${status}`).toEqual([
          'application/json',
        ])
        return [status, content['application/json']?.schema.$ref.replace('#/components/schemas/', '')]
      })
      return [get.operationId, { path, responses: Object.fromEntries(responses) }]
    })
    expect(Object.fromEntries(published)).toEqual(operations)
    expect(published, 'operationIds are unique').toHaveLength(4)
  })

  test('[endpoints.get] are GET without a body', () => {
    for (const [path, methods] of Object.entries(contract.paths)) {
      expect(Object.keys(methods), path).toEqual(['get'])
      expect(methods.get, path).not.toHaveProperty('requestBody')
    }
  })

  test('[endpoint.listPosts] [endpoint.getPost] only have the parameters type and postId', () => {
    const parameters = Object.values(contract.paths).map(({ get }) =>
      (get.parameters ?? []).map(({ name, in: where, required, schema }) => ({
        name,
        where,
        required,
        schema,
      })),
    )
    const type = { type: 'string', enum: ['research', 'practice'] }
    const postId = { type: 'string', pattern: '^week-\\d{2}$' }
    expect(parameters).toEqual([
      [],
      [{ name: 'type', where: 'query', required: false, schema: type }],
      [{ name: 'postId', where: 'path', required: true, schema: postId }],
      [],
    ])
  })

  test('[auth-1] require no authentication', () => {
    expect(contract).toHaveProperty('security', [])
    expect(contract.components).not.toHaveProperty('securitySchemes')
  })
})

describe('schemas', () => {
  test('are the field tables of the contract', () => {
    const published = Object.entries(contract.components.schemas).map(([name, schema]) => [
      name,
      bare(schema),
    ])
    expect(Object.fromEntries(published)).toEqual(resources)
  })

  test('[versioning-3] allow additional fields', () => {
    expect(JSON.stringify(contract.components)).not.toMatch(/"(additional|unevaluated)Properties":false/)
  })

  test('validate every example', () => {
    const validator = validators(contract)
    let examples = 0
    for (const [path, { get }] of Object.entries(contract.paths)) {
      for (const [status, { content }] of Object.entries(get.responses)) {
        const at = ['paths', path, 'get', 'responses', status, 'content', 'application/json', 'schema']
        const validate = validator(...at)
        expect(
          validate(content['application/json']?.example),
          `${path} ${status}: ${JSON.stringify(validate.errors)}`,
        ).toBe(true)
        examples++
      }
      for (const [index, { example }] of (get.parameters ?? []).entries()) {
        const validate = validator('paths', path, 'get', 'parameters', String(index), 'schema')
        expect(validate(example), `${path} ${index}`).toBe(true)
        examples++
      }
    }
    expect(examples).toBe(11)
  })

  test.each(['https://archive.example', 'https://example.net/archive'])(
    '[decided-1.fields] [error.path] have realistic error examples, at %s',
    async (baseUrl) => {
      const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
      const { paths } = JSON.parse(await fileOf(fixture, `${prefix}/openapi.json`, baseUrl)) as OpenApi
      for (const { get } of Object.values(paths)) {
        for (const [status, { content }] of Object.entries(get.responses)) {
          if (status === '200') continue
          expect(content['application/json']?.example, `${get.operationId} ${status}`).toMatchObject({
            error: { hint: expect.stringMatching(/\S/), path: expect.stringMatching(`^${prefix}/api/v1/`) },
          })
        }
      }
    },
  )
})

test("the contract has the archive's own series and id pattern", async () => {
  const own = fromMemory({
    'archive.yaml':
      "series:\n  essays: { label: Essays }\n  reviews: { label: Reviews }\nidPattern: '^[a-z]+-\\d{4}$'\n",
    'posts/spring-2026.md': '---\ntitle: Spring\nseries: reviews\nsummary: Of the season.\n---\n\nText.\n',
  })
  const { paths, components } = JSON.parse(await fileOf(own, '/openapi.json')) as OpenApi
  const parameters = Object.values(paths).flatMap(({ get }) => get.parameters ?? [])
  expect(parameters.map(({ schema }) => schema)).toEqual([
    { type: 'string', enum: ['essays', 'reviews'] },
    { type: 'string', pattern: '^[a-z]+-\\d{4}$' },
  ])
  for (const name of ['Post', 'PostWithBody']) {
    expect(components.schemas[name]).toMatchObject({
      properties: { id: { pattern: '^[a-z]+-\\d{4}$' }, type: { enum: ['essays', 'reviews'] } },
    })
  }
})

test("the contract has the publisher's contact and license", async () => {
  const own = (terms: string) =>
    fromMemory({
      'archive.yaml': `author: { name: Grace Hopper, family: Hopper, email: grace@example.org }\n${terms}`,
      'posts/week-01.md': '---\ntitle: One\nseries: research\nsummary: One sentence.\n---\n\nText.\n',
    })
  const info = async (terms: string) =>
    (JSON.parse(await fileOf(own(terms), '/openapi.json')) as OpenApi).info
  const address = (path: string) => ({ url: `https://archive.example/${path}` })
  expect(await info('')).not.toHaveProperty('license')
  const linked = await info('terms: "[CC BY 4.0](https://cc.example/by), with thanks."\n')
  expect(linked).toMatchObject({ license: { name: 'CC BY 4.0', ...address('privacy') } })
  const { contact, license } = await info('terms: All rights reserved.\n')
  expect(contact).toEqual({ name: 'Grace Hopper', email: 'grace@example.org', ...address('contact') })
  expect(license).toEqual({ name: 'All rights reserved', ...address('privacy') })
})

test('[discovery.openapi-yaml] the YAML form equals the JSON form', async () => {
  expect(parse(await fileOf(fixture, '/api/openapi.yaml'))).toEqual(contract)
})

describe('the contract passes', () => {
  describe.runIf(redocly)('Redocly', () => {
    test.each(['recommended', 'recommended-strict'])('%s', async (ruleset) => {
      const [{ createConfig, lintFromString }] = found(redocly)
      const config = await createConfig({ extends: [ruleset] })
      const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
      expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
    })
  })

  test.runIf(spectral)('Spectral, spectral:oas', async () => {
    const [{ default: core }, { Json }, { oas }] = found(spectral)
    const linter = new core.Spectral()
    linter.setRuleset({ extends: oas })
    const problems = await linter.run(new core.Document(source, Json, 'openapi.json'))
    expect(problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join('.')}`)).toEqual([])
  })
})

async function fileOf(
  content: ContentSource,
  path: string,
  baseUrl = 'https://archive.example',
): Promise<string> {
  const { value: snapshot, diagnostics } = await compile(content, { baseUrl, encodings: ['identity'] })
  const body = snapshot?.resources.get(path)?.representations[0].variants[0]?.full.body
  if (!body) throw new Error(`no ${path}: ${diagnostics.map(({ message }) => message).join(' ')}`)
  return new TextDecoder().decode(body)
}

/** A schema without descriptions, and with references resolved. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare)
  if (typeof schema !== 'object' || schema === null) return schema
  if ('$ref' in schema) return bare(contract.components.schemas[String(schema.$ref).split('/').at(-1) ?? ''])
  const { description: _, ...rest } = schema as Record<string, unknown>
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, bare(value)]))
}
