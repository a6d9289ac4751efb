import * as z from 'zod'
import type { Reply } from './connection.ts'
import { json, type Problem, rule, same, short, typed, unless } from './rule.ts'
import { fieldsOf, get, jsonOf, paths, type Site } from './site.ts'

const text = z.string()
const uri = text.regex(/^https?:\/\/[^\s/]/)
const moment = z.iso.datetime({ offset: true })

const aboutLinks = { documentation: uri.optional(), specification: uri.optional() }

/** The contract's tables. */
const serviceIndex = z.object({ service: text, version: text, endpoints: z.record(text, uri), ...aboutLinks })
const post = z.object({
  id: text,
  type: text,
  seriesLabel: text,
  seriesNumber: z.int(),
  title: text,
  summary: text,
  tags: z.array(text).optional(),
  readingTime: text.nullish(),
  datePublished: z.iso.date().nullish(),
  dateModified: moment.nullish(),
  wordCount: z.int().optional(),
  url: uri,
  markdownUrl: uri.optional(),
})
const postList = z.object({ count: z.int(), generatedAt: moment.optional(), posts: z.array(post) })
const statistics = z.object({
  totalPosts: z.int(),
  bySeries: z.record(text, z.object({ count: z.int(), latest: text })),
  tags: z.array(text).optional(),
  generatedAt: moment.optional(),
})
export const errorBody = z.object({
  error: z.object({
    status: z.int(),
    code: text,
    message: text,
    hint: text.optional(),
    path: text.optional(),
    ...aboutLinks,
  }),
})
const openApi = z.object({
  openapi: text,
  paths: z.record(text, z.object({ get: z.object({ operationId: text }).optional() })),
})
const operations = {
  getServiceIndex: paths.index,
  listPosts: paths.list,
  getPost: paths.post('{postId}'),
  getStats: paths.statistics,
}

/** The JSON endpoints. */
export const contractRules = {
  // Without a response, no rule is reached.
  reachable: rule([get(paths.index)], () => []),
  index: rule([get(paths.index)], (reply, site) =>
    judgeFields(reply, site, serviceIndex, ({ endpoints }) =>
      [paths.list, paths.statistics, '/openapi.json']
        .filter((path) => !Object.values(endpoints).some((url) => url.endsWith(path)))
        .map((path) => `endpoints does not cover ${path}`),
    ),
  ),
  endpoints: rule(
    ({ endpoints, pathOf }) =>
      Object.entries(endpoints)
        .slice(0, 60)
        .flatMap(([name, url]) => {
          const path = pathOf(url)
          // The rules of MCP cover its endpoint.
          if (path === undefined || path === '/mcp' || url.includes('{')) return []
          return [{ ...get(path), what: `GET ${path}, ${name} in the index` }]
        }),
    ({ status }) => same('200', String(status)),
  ),
  list: rule([get(paths.list)], (reply, site) => judgeFields(reply, site, postList, listProblems)),
  'list-filter': rule([get(`${paths.list}?type=research`)], async (reply, { send }) =>
    unless(reply.text === (await send(get(paths.list))).text, 'the whole list', 'another answer'),
  ),
  post: rule(
    ({ posts }) =>
      [...new Set([...posts.slice(0, 1), ...posts.slice(-1)])].map(({ id }) => get(paths.post(id))),
    async (reply, site) => {
      const wholeList = await site.send(get(paths.list))
      // Problems of the list are reported there.
      const isListRight = (await judgeFields(wholeList, site, postList, listProblems)).length === 0
      const inList = site.posts.find(({ id }) => isListRight && reply.request.path === paths.post(id))
      const fields = fieldsOf(jsonOf(reply.text))
      return judgeFields(reply, site, post.extend({ bodyMarkdown: text.optional() }), () =>
        Object.entries(inList ?? {})
          .map(([name, value]) => [name, short(value), short(fields[name])] as const)
          .filter(([, listed, got]) => listed !== got)
          .map(([name, listed, got]) => `${name} is ${got}, and ${listed} in the list`),
      )
    },
  ),
  statistics: rule([get(paths.statistics)], (reply, site) =>
    judgeFields(reply, site, statistics, ({ totalPosts, bySeries }) => {
      const sum = Object.values(bySeries).reduce((all, { count }) => all + count, 0)
      const { length } = site.posts
      return [
        totalPosts !== length && `totalPosts is ${totalPosts}, the list has ${length}`,
        sum !== totalPosts && `series counts add up to ${sum}`,
      ]
    }),
  ),
  openapi: rule([get('/openapi.json'), get('/api/openapi.yaml')], (reply) => {
    const { status, request } = reply
    if (request.path.endsWith('.yaml')) {
      const isYaml = status === 200 && /^["']?openapi["']?:\s*["']?3\.1/m.test(reply.text)
      return unless(isYaml, '200, OpenAPI 3.1', typed(reply))
    }
    const document = openApi.safeParse(jsonOf(reply.text)).data
    const isNew = status === 200 && document?.openapi.startsWith('3.1') === true
    return [
      ...unless(isNew, '200, OpenAPI 3.1', `${status}, OpenAPI ${short(document?.openapi)}`),
      ...Object.entries(operations).flatMap(([id, path]) =>
        same(id, document?.paths[path]?.get?.operationId ?? 'nothing', `GET ${path} in /openapi.json`),
      ),
    ]
  }),
}

function listProblems({ count, posts }: z.infer<typeof postList>) {
  const dates = posts.flatMap(({ datePublished }) => datePublished ?? [])
  const late = dates.findIndex((date, nth) => nth > 0 && date > (dates[nth - 1] ?? ''))
  return [
    count !== posts.length && `count is ${count} for ${posts.length} posts`,
    late > 0 && `a post dated ${dates[late]} follows one dated ${dates[late - 1]}`,
  ]
}

/** Judges a JSON body by the contract's table, by what else it says, and by the schema that the archive publishes. */
async function judgeFields<Body>(
  reply: Reply,
  { send }: Site,
  table: z.ZodType<Body>,
  more: (body: Body) => readonly (string | false)[],
): Promise<Problem[]> {
  const body = jsonOf(reply.text)
  let problems = typed(reply) === json ? misfits(table, body, more) : [typed(reply)]
  if (problems.length === 0) {
    const published = publishedSchema((await send(get('/openapi.json'))).text, reply.request.path)
    problems = published ? misfits(published, body) : []
  }
  const rest = problems.length > 3 ? `; and ${problems.length - 3} more` : ''
  return unless(
    problems.length === 0,
    'all fields as in the contract',
    problems.slice(0, 3).join('; ') + rest,
  )
}

/** Returns what is wrong with a value by a table, or by what else it says. */
export function misfits<Value>(
  table: z.ZodType<Value>,
  value: unknown,
  more: (value: Value) => readonly (string | false)[] = () => [],
): string[] {
  const { data, error } = table.safeParse(value)
  if (error) return error.issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`)
  return more(data).filter((problem) => problem !== false)
}

/** Undefined if there is none, or none that can be read. */
function publishedSchema(document: string, path: string): z.ZodType | undefined {
  try {
    const { paths, components } = JSON.parse(
      document.replaceAll('#/components/schemas/', '#/$defs/'),
      // Formats vary in strictness, and a group that repeats may backtrack for long.
      (key, value) => (key === 'format' || (key === 'pattern' && /\)[*+{]/.test(value)) ? undefined : value),
    )
    const template = path.replace(/(posts\/)[^/]+(\.json)$/, '$1{postId}$2')
    const { schema } = paths[template].get.responses['200'].content['application/json']
    return z.fromJSONSchema({ ...schema, $defs: components?.schemas })
  } catch {
    return undefined
  }
}
