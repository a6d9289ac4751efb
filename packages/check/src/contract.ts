import type { ListedPost, ProbedSite, Prober } from './probed-site.ts'
import { isObject, json, jsonOf, listAt, objectAt, short, typed, valueAt } from './probed-site.ts'

/** Checks the four JSON endpoints against the contract and the published OpenAPI document. Returns what the other checks need. */
export async function checkContract(prober: Prober): Promise<Pick<ProbedSite, 'endpoints' | 'posts'>> {
  const { requestFresh } = prober
  const contract = await checkOpenApi(prober)
  const expect = async (rule: 'index' | 'list' | 'post' | 'statistics', path: string, wrong: Wrong) => {
    const reply = await requestFresh(path)
    const body = jsonOf(reply)
    const fromContract = typed(reply) === json ? wrong(body) : [typed(reply)]
    const found =
      fromContract.length > 0 ? fromContract : violations(body, schemaOf(contract, path), contract)
    prober.expect(rule, reply, 'all fields as in the contract', listed(found), found.length === 0)
    return { body, passes: found.length === 0, text: reply.text }
  }

  const index = await expect('index', '/api/v1/index.json', wrongIndex)
  const list = await expect('list', '/api/v1/posts.json', wrongList)
  const posts = listAt(list.body, 'posts').filter(isListed)

  const filtered = await requestFresh('/api/v1/posts.json?type=research')
  const got = filtered.text === list.text ? 'the whole list' : 'another answer'
  prober.expect('list-filter', filtered, 'the whole list', got)
  await expect('statistics', '/api/v1/stats.json', (body) => wrongStatistics(body, posts))
  const newestAndOldest = new Set([...posts.slice(0, 1), ...posts.slice(-1)])
  // Problems of the list are already reported.
  for (const post of newestAndOldest)
    await expect('post', `/api/v1/posts/${post.id}.json`, (body) => wrongPost(body, list.passes ? post : {}))
  const urls = Object.entries(objectAt(index.body, 'endpoints')).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { endpoints: Object.fromEntries(urls), posts }
}

/** Requests every URL in the index. `checkMcp` covers the MCP endpoint. */
export async function checkEndpoints({ endpoints, pathOf, requestFresh, expect }: ProbedSite): Promise<void> {
  for (const [name, url] of Object.entries(endpoints).slice(0, 60)) {
    const path = pathOf(url)
    if (path === undefined || path === '/mcp' || url.includes('{')) continue
    const { status } = await requestFresh(path)
    expect('endpoints', `GET ${path}, ${name} in the index`, '200', String(status))
  }
}

async function checkOpenApi({ requestFresh, expect }: Prober): Promise<unknown> {
  const reply = await requestFresh('/openapi.json')
  const contract = jsonOf(reply)
  const version = valueAt(contract, 'openapi')
  const isNew = reply.status === 200 && typeof version === 'string' && version.startsWith('3.1')
  expect('openapi', reply, '200, OpenAPI 3.1', `${reply.status}, OpenAPI ${short(version)}`, isNew)
  for (const [id, path] of Object.entries(operations)) {
    const named = valueAt(contract, 'paths', path, 'get', 'operationId')
    expect('openapi', `GET ${path} in /openapi.json`, id, typeof named === 'string' ? named : 'nothing')
  }
  const yaml = await requestFresh('/api/openapi.yaml')
  const isYaml = yaml.status === 200 && /^["']?openapi["']?:\s*["']?3\.1/m.test(yaml.text)
  expect('openapi', yaml, '200, OpenAPI 3.1', typed(yaml), isYaml)
  return contract
}

const operations = {
  getServiceIndex: '/api/v1/index.json',
  listPosts: '/api/v1/posts.json',
  getPost: '/api/v1/posts/{postId}.json',
  getStats: '/api/v1/stats.json',
} as const

function schemaOf(contract: unknown, path: string): unknown {
  const template = path.replace(/(posts\/)[^/]+(\.json)$/, '$1{postId}$2')
  const response = valueAt(contract, 'paths', template, 'get', 'responses', '200')
  return valueAt(response, 'content', 'application/json', 'schema')
}

type Wrong = (body: unknown) => string[]

function wrongIndex(body: unknown): string[] {
  const found = mismatches(body, shapes.index)
  if (found.length > 0) return found
  const urls = Object.values(objectAt(body, 'endpoints')).map(String)
  return ['/api/v1/posts.json', '/api/v1/stats.json', '/openapi.json']
    .filter((path) => !urls.some((url) => url.endsWith(path)))
    .map((path) => `endpoints does not cover ${path}`)
}

function wrongList(body: unknown): string[] {
  const found = mismatches(body, shapes.list)
  if (found.length > 0) return found
  const posts = listAt(body, 'posts')
  for (const [nth, post] of posts.entries()) found.push(...mismatches(post, shapes.post, `posts[${nth}].`))
  const count = valueAt(body, 'count')
  if (count !== posts.length) found.push(`count is ${short(count)} for ${posts.length} posts`)
  const dates = posts.flatMap((post) => String(valueAt(post, 'datePublished') || '') || [])
  const unordered = dates.findIndex((date, nth) => nth > 0 && date > (dates[nth - 1] ?? ''))
  if (unordered > 0) found.push(`a post dated ${dates[unordered]} follows one dated ${dates[unordered - 1]}`)
  return found
}

function wrongStatistics(body: unknown, posts: readonly ListedPost[]): string[] {
  const found = mismatches(body, shapes.statistics)
  if (found.length > 0) return found
  const series = Object.entries(objectAt(body, 'bySeries'))
  for (const [name, one] of series) found.push(...mismatches(one, shapes.series, `bySeries.${name}.`))
  const total = valueAt(body, 'totalPosts')
  if (total !== posts.length) found.push(`totalPosts is ${short(total)}, the list has ${posts.length}`)
  const sum = series.reduce((all, [, one]) => all + Number(valueAt(one, 'count')), 0)
  if (sum !== total) found.push(`series counts add up to ${sum}`)
  return found
}

function wrongPost(body: unknown, inList: object): string[] {
  const found = mismatches(body, { ...shapes.post, ...shapes.body })
  if (found.length > 0) return found
  return Object.entries(inList)
    .filter(([name, value]) => JSON.stringify(valueAt(body, name)) !== JSON.stringify(value))
    .map(([name, value]) => `${name} is ${short(valueAt(body, name))}, and ${short(value)} in the list`)
}

function isListed(post: unknown): post is ListedPost {
  return ['id', 'title', 'url'].every((name) => typeof valueAt(post, name) === 'string')
}

function listed(found: readonly string[]): string {
  const more = found.length > 3 ? `; and ${found.length - 3} more` : ''
  return found.slice(0, 3).join('; ') + more
}

/** Validates a value against a schema of the published OpenAPI document. Ignores unknown keywords. */
function violations(value: unknown, schema: unknown, contract: unknown, at = '', depth = 0): string[] {
  if (!isObject(schema) || depth > 40) return []
  const deeper = (one: unknown, part: unknown, where: string) =>
    violations(one, part, contract, where, depth + 1)
  if (typeof schema['$ref'] === 'string') return deeper(value, resolveReference(contract, schema['$ref']), at)
  const name = at || 'the body'
  const types = [schema['type']].flat().filter((type) => typeof type === 'string')
  if (types.length > 0 && !types.some((type) => isOf(value, type)))
    return [`${name} is ${short(value)}, not ${types.join(' or ')}`]
  const found: string[] = []
  const { enum: choices, pattern, minimum, items, required, properties, additionalProperties } = schema
  if (Array.isArray(choices) && !choices.includes(value))
    found.push(`${name} is ${short(value)}, not in its enum`)
  if (typeof pattern === 'string' && typeof value === 'string' && !matches(value, pattern))
    found.push(`${name} is ${short(value)}, and does not match ${pattern}`)
  if (typeof minimum === 'number' && typeof value === 'number' && value < minimum)
    found.push(`${name} is ${value}, less than ${minimum}`)
  if (Array.isArray(value)) found.push(...value.flatMap((one, nth) => deeper(one, items, `${at}[${nth}]`)))
  if (isObject(value)) {
    const known = objectAt(properties)
    const step = (key: string) => (at ? `${at}.${key}` : key)
    for (const key of listAt(required))
      if (typeof key === 'string' && !(key in value)) found.push(`${step(key)} is missing`)
    for (const [key, one] of Object.entries(value))
      found.push(...deeper(one, Object.hasOwn(known, key) ? known[key] : additionalProperties, step(key)))
  }
  for (const part of listAt(schema, 'allOf')) found.push(...deeper(value, part, at))
  return found
}

function resolveReference(contract: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  const steps = reference.slice(2).split('/').map(decodeURIComponent)
  return valueAt(contract, ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')))
}

function isOf(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return typeof value === type
}

/** Skips invalid patterns, and those that may backtrack for long. */
function matches(value: string, pattern: string): boolean {
  if (value.length > 500 || /\)[*+{]/.test(pattern)) return true
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

/** The contract's tables. `?` marks optional fields, `|null` nullable ones. */
export const shapes = {
  index: {
    service: 'string',
    version: 'string',
    documentation: 'uri?',
    specification: 'uri?',
    endpoints: 'map of uri',
  },
  list: { count: 'integer', generatedAt: 'date-time?', posts: 'list of objects' },
  post: {
    id: 'string',
    type: 'string',
    seriesLabel: 'string',
    seriesNumber: 'integer',
    title: 'string',
    summary: 'string',
    tags: 'list of strings?',
    readingTime: 'string|null?',
    datePublished: 'date|null?',
    dateModified: 'date-time|null?',
    wordCount: 'integer?',
    url: 'uri',
    markdownUrl: 'uri?',
  },
  body: { bodyMarkdown: 'string?' },
  statistics: {
    totalPosts: 'integer',
    bySeries: 'map of objects',
    tags: 'list of strings?',
    generatedAt: 'date-time?',
  },
  series: { count: 'integer', latest: 'string' },
  error: {
    status: 'integer',
    code: 'string',
    message: 'string',
    hint: 'string?',
    path: 'string?',
    documentation: 'uri?',
    specification: 'uri?',
  },
} as const

export function mismatches(value: unknown, shape: Readonly<Record<string, string>>, at = ''): string[] {
  if (!isObject(value)) return [`${at || 'the body'} is not an object`]
  return Object.entries(shape).flatMap(([name, written]) => {
    const [, type = '', nullable, optional] = /^(.*?)(\|null)?(\?)?$/.exec(written) ?? []
    const field = value[name]
    if (field === undefined) return optional ? [] : [`${at}${name} is missing`]
    if ((field === null && nullable) || kinds[type]?.(field)) return []
    return [`${at}${name} is ${short(field)}, not ${type}${nullable ? ' or null' : ''}`]
  })
}

const isString = (value: unknown) => typeof value === 'string'
const isUri = (value: unknown) => typeof value === 'string' && /^https?:\/\/[^\s/]/.test(value)
const each = (is: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(is)
const map = (is: (value: unknown) => boolean) => (value: unknown) =>
  isObject(value) && Object.values(value).every(is)

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isString,
  integer: Number.isInteger,
  uri: isUri,
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  'date-time': (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value),
  'list of strings': each(isString),
  'list of objects': each(isObject),
  'map of uri': map(isUri),
  'map of objects': map(isObject),
}
