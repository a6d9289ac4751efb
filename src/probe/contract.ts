import type { Reply } from './client.ts'
import type { Notes } from './notes.ts'
import {
  type Asking,
  describeRequest,
  isObject,
  jsonOf,
  type ListedPost,
  type ProbedSite,
  typed,
} from './probed-site.ts'
import { mismatches, shapes, short, violations } from './schema.ts'

const paths = {
  index: '/api/v1/index.json',
  list: '/api/v1/posts.json',
  stats: '/api/v1/stats.json',
} as const

/** What the archive says of itself, as far as it could be read: the other subjects need it. */
export interface Introduction {
  readonly endpoints: Readonly<Record<string, string>>
  readonly posts: readonly ListedPost[]
}

/** The four JSON endpoints and their contract, held against the tables of the specification and against what the service publishes. */
export async function examineContract(asking: Asking, notes: Notes): Promise<Introduction> {
  const contract = await examineOpenApi(asking, notes)
  const get = (path: string) => asking.askFresh(path)
  const hold = (rule: 'index' | 'list' | 'post' | 'statistics', path: string, reply: Reply, wrong: Wrong) => {
    const body = jsonOf(reply)
    const ofContract = typed(reply) === '200 application/json' ? wrong(body) : [typed(reply)]
    const found = ofContract.length > 0 ? ofContract : violations(body, schemaOf(contract, path), contract)
    notes.hold(
      rule,
      describeRequest(path),
      'every field as the contract has it',
      listed(found),
      found.length === 0,
    )
    return { body: isObject(body) ? body : {}, holds: found.length === 0 }
  }

  const index = hold('index', paths.index, await get(paths.index), wrongIndex)
  const whole = await get(paths.list)
  const list = hold('list', paths.list, whole, wrongList)
  const posts = (Array.isArray(list.body['posts']) ? list.body['posts'] : []).filter(isListed)
  const endpoints = isObject(index.body['endpoints']) ? index.body['endpoints'] : {}

  const filtered = await get(`${paths.list}?type=research`)
  const same = filtered.text === whole.text
  notes.hold(
    'list-filter',
    describeRequest(`${paths.list}?type=research`),
    'the whole list',
    same ? 'the whole list' : 'another answer',
  )
  hold('statistics', paths.stats, await get(paths.stats), (body) => wrongStatistics(body, posts))
  for (const post of sample(posts)) {
    const path = `/api/v1/posts/${post.id}.json`
    // What is wrong with the list has been told, and is not told of its posts again.
    hold('post', path, await get(path), (body) => wrongPost(body, list.holds ? post : {}))
  }
  const urls = Object.entries(endpoints).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { endpoints: Object.fromEntries(urls), posts }
}

/** Every address of the index, asked for as its client would; the MCP endpoint has a subject of its own. */
export async function examineEndpoints({ endpoints, pathOf, askFresh, notes }: ProbedSite): Promise<void> {
  for (const [name, url] of Object.entries(endpoints).slice(0, 60)) {
    const path = pathOf(url)
    if (path === undefined || path === '/mcp' || url.includes('{')) continue
    const { status } = await askFresh(path)
    notes.hold('endpoints', `GET ${path}, which the index calls ${name}`, '200', String(status))
  }
}

async function examineOpenApi({ askFresh }: Asking, notes: Notes): Promise<unknown> {
  const reply = await askFresh('/openapi.json')
  const contract = jsonOf(reply)
  const version = isObject(contract) ? contract['openapi'] : undefined
  const isNew = typeof version === 'string' && version.startsWith('3.1')
  notes.hold(
    'openapi',
    describeRequest('/openapi.json'),
    '200, OpenAPI 3.1',
    `${reply.status}, OpenAPI ${short(version)}`,
    reply.status === 200 && isNew,
  )
  for (const [id, path] of Object.entries(operations)) {
    const operation = operationOf(contract, path)
    const named = isObject(operation) ? operation['operationId'] : undefined
    notes.hold('openapi', `GET ${path} in /openapi.json`, id, typeof named === 'string' ? named : 'nothing')
  }
  const yaml = await askFresh('/api/openapi.yaml')
  const isYaml = yaml.status === 200 && /^["']?openapi["']?:\s*["']?3\.1/m.test(yaml.text)
  notes.hold(
    'openapi',
    describeRequest('/api/openapi.yaml'),
    '200, OpenAPI 3.1',
    isYaml ? '200, OpenAPI 3.1' : typed(yaml),
  )
  return contract
}

const operations = {
  getServiceIndex: paths.index,
  listPosts: paths.list,
  getPost: '/api/v1/posts/{postId}.json',
  getStats: paths.stats,
} as const

function operationOf(contract: unknown, path: string): unknown {
  const all = isObject(contract) ? contract['paths'] : undefined
  const item = isObject(all) ? all[path] : undefined
  return isObject(item) ? item['get'] : undefined
}

function schemaOf(contract: unknown, path: string): unknown {
  const template = path.replace(/(posts\/)[^/]+(\.json)$/, '$1{postId}$2')
  return ['responses', '200', 'content', 'application/json', 'schema'].reduce(
    (value: unknown, step) => (isObject(value) ? value[step] : undefined),
    operationOf(contract, template),
  )
}

type Wrong = (body: unknown) => string[]

function wrongIndex(body: unknown): string[] {
  const found = mismatches(body, shapes.index)
  if (found.length > 0 || !isObject(body) || !isObject(body['endpoints'])) return found
  const urls = Object.values(body['endpoints']).map(String)
  return ['/api/v1/posts.json', '/api/v1/stats.json', '/openapi.json']
    .filter((path) => !urls.some((url) => url.endsWith(path)))
    .map((path) => `endpoints does not cover ${path}`)
}

function wrongList(body: unknown): string[] {
  const found = mismatches(body, shapes.list)
  if (found.length > 0 || !isObject(body) || !Array.isArray(body['posts'])) return found
  const posts: unknown[] = body['posts']
  const dates = posts.flatMap((post) =>
    isObject(post) && post['datePublished'] ? [String(post['datePublished'])] : [],
  )
  const late = dates.findIndex((date, nth) => nth > 0 && date > (dates[nth - 1] ?? ''))
  return [
    ...posts.flatMap((post, nth) => mismatches(post, shapes.post, `posts[${nth}].`)),
    ...(body['count'] === posts.length ? [] : [`count is ${short(body['count'])} for ${posts.length} posts`]),
    ...(late < 0 ? [] : [`a post of ${dates[late]} comes after one of ${dates[late - 1]}`]),
  ]
}

function wrongStatistics(body: unknown, posts: readonly ListedPost[]): string[] {
  const found = mismatches(body, shapes.statistics)
  if (found.length > 0 || !isObject(body) || !isObject(body['bySeries'])) return found
  const series = Object.entries(body['bySeries'])
  const sum = series.reduce((total, [, one]) => total + Number(isObject(one) && one['count']), 0)
  return [
    ...series.flatMap(([name, one]) => mismatches(one, shapes.series, `bySeries.${name}.`)),
    ...(body['totalPosts'] === posts.length
      ? []
      : [`totalPosts is ${short(body['totalPosts'])}, the list has ${posts.length}`]),
    ...(sum === body['totalPosts'] ? [] : [`the counts of series add up to ${sum}`]),
  ]
}

function wrongPost(body: unknown, inList: object): string[] {
  const found = mismatches(body, { ...shapes.post, ...shapes.body })
  if (found.length > 0 || !isObject(body)) return found
  return Object.entries(inList)
    .filter(([name, value]) => JSON.stringify(body[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${name} is ${short(body[name])}, and ${short(value)} in the list`)
}

/** The newest and the oldest. */
function sample(posts: readonly ListedPost[]): readonly ListedPost[] {
  return posts.length < 2 ? posts : [posts[0], posts.at(-1)].filter((post) => post !== undefined)
}

function isListed(post: unknown): post is ListedPost {
  return isObject(post) && ['id', 'title', 'url'].every((name) => typeof post[name] === 'string')
}

function listed(found: readonly string[]): string {
  const more = found.length > 3 ? `; and ${found.length - 3} more` : ''
  return found.slice(0, 3).join('; ') + more
}
