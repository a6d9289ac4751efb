import * as z from 'zod'
import type { Reply, Request } from './connection.ts'
import { issues } from './contract.ts'
import { type Problem, type Rule, same, typed, unless } from './rule.ts'
import { fieldsOf, get, indexPath, jsonOf, type Site } from './site.ts'

const tools = ['list_archive_posts', 'get_archive_post', 'search_archive_posts'] as const
const clientInfo = { name: 'citable-check', version: '1' }
/** Clients of this version say with each message what they are; those before it open a session. */
const stateless = '2026-07-28'
const handshake = '2025-06-18'

const complete = z.object({ resultType: z.literal('complete') })
const cacheable = complete.extend({ ttlMs: z.int(), cacheScope: z.string() })
const initialized = z.object({
  protocolVersion: z.string(),
  serverInfo: z.object({ name: z.string() }),
  capabilities: z.object({ tools: z.object({}) }),
})
const toolList = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      inputSchema: z.object({
        required: z.array(z.string()).default([]),
        properties: z.record(z.string(), z.unknown()).default({}),
      }),
    }),
  ),
})

/** The MCP endpoint, for clients of both eras. */
export const mcpRules = {
  'mcp-endpoint': [
    () => [get(indexPath)],
    (_, { endpoints, pathOf }) => {
      const url = endpointIn(endpoints)
      return unless(url !== undefined && pathOf(url) !== undefined, 'the same origin', url ?? 'none')
    },
  ],
  'mcp-handshake': [
    async (site) => (await session(site)).slice(0, 3),
    (reply) => judgeResult(reply, methodOf(reply) === 'initialize' ? initialized : z.object({})),
  ],
  'mcp-stateless': [
    (site) => [
      ...message(site, stateless, 'server/discover'),
      ...message(site, stateless, 'tools/list'),
      ...message(site, stateless, 'tools/call', { name: tools[0], arguments: {} }),
    ],
    (reply) => judgeResult(reply, methodOf(reply) === 'tools/call' ? complete : cacheable),
  ],
  'mcp-tools': [
    async (site) => (await session(site)).slice(2),
    (reply, { newest }) => {
      const result = resultOf(reply)
      if (methodOf(reply) === 'tools/call') {
        const text = JSON.stringify(result) ?? 'nothing'
        const isAnswer = text.includes(newest.id) && !text.includes('"isError":true')
        return unless(isAnswer, `an answer with ${newest.id}`, text.slice(0, 120))
      }
      const offered = toolList.safeParse(result).data?.tools.map(({ name }) => name) ?? []
      const absent = tools.filter((name) => !offered.includes(name))
      return unless(absent.length === 0, tools.join(', '), `without ${absent.join(', ')}`)
    },
  ],
} as const satisfies Record<string, Rule>

function endpointIn(endpoints: Site['endpoints']): string | undefined {
  return Object.values(endpoints).find((url) => /\/mcp\/?$/.test(url) && !url.includes('.well-known'))
}

/** Opens a session, lists the tools and calls each. Ends where an answer is missing that the next message needs. */
async function session(site: Site): Promise<Request[]> {
  const capabilities = { protocolVersion: handshake, capabilities: {}, clientInfo }
  const [opening] = message(site, handshake, 'initialize', capabilities)
  if (!opening) return []
  const opened = await site.send(opening)
  if (judgeResult(opened, initialized).length > 0) return [opening]
  const id = opened.header('Mcp-Session-Id')
  const inSession = (method: string, params?: object) => message(site, handshake, method, params, id)
  const start = [opening, ...inSession('notifications/initialized'), ...inSession('tools/list')]
  const replies: Reply[] = []
  for (const request of start) replies.push(await site.send(request))
  const offered = replies.flatMap((reply) => toolList.safeParse(resultOf(reply)).data?.tools ?? [])
  const { id: post, title } = site.newest
  const queries: Readonly<Record<string, string>> = { get_archive_post: post, search_archive_posts: title }
  const calls = offered
    .filter(({ name }) => tools.some((tool) => tool === name))
    .flatMap(({ name, inputSchema }) => {
      // Its schema names the main argument; the contract does not.
      const [argument = 'id'] = [...inputSchema.required, ...Object.keys(inputSchema.properties)]
      return inSession('tools/call', {
        name,
        arguments: name in queries ? { [argument]: queries[name] } : {},
      })
    })
  return [...start, ...calls]
}

/** Nothing, if there is no endpoint. */
function message(
  { endpoints, pathOf }: Site,
  version: string,
  method: string,
  own = {},
  session = '',
): Request[] {
  const path = pathOf(endpointIn(endpoints) ?? '')
  if (path === undefined) return []
  const isNotification = method.startsWith('notifications/')
  const prefix = 'io.modelcontextprotocol'
  const _meta = {
    [`${prefix}/protocolVersion`]: version,
    [`${prefix}/clientCapabilities`]: {},
    [`${prefix}/clientInfo`]: clientInfo,
  }
  const params = version === stateless ? { _meta, ...own } : own
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(method !== 'initialize' && { 'MCP-Protocol-Version': version }),
    ...(session !== '' && { 'Mcp-Session-Id': session }),
    ...(version === stateless && {
      'Mcp-Method': method,
      ...('name' in own && { 'Mcp-Name': String(own.name) }),
    }),
  }
  const body = JSON.stringify({ jsonrpc: '2.0', method, ...(!isNotification && { id: 1, params }) })
  return [{ path, exact: true, method: 'POST', headers, body, what: `POST ${path}, ${method} in ${version}` }]
}

function methodOf({ request }: Reply): string {
  return String(fieldsOf(jsonOf(request.body ?? ''))['method'])
}

/** Expects a result of this form; for a notification, 202. */
function judgeResult(reply: Reply, form: z.ZodType): Problem[] {
  if (methodOf(reply).startsWith('notifications/')) return same('202', String(reply.status))
  const result = resultOf(reply)
  if (result === undefined)
    return [{ expected: 'a result', got: `${typed(reply)} ${reply.text.slice(0, 80)}` }]
  const problems = issues(form.safeParse(result).error)
  return unless(problems.length === 0, 'a result', problems.join('; '))
}

/** Returns the result of a JSON-RPC response, which may be an event stream. */
function resultOf({ status, header, text }: Reply): unknown {
  const isStream = header('Content-Type').startsWith('text/event-stream')
  const texts = isStream ? Array.from(text.matchAll(/^data: ?(.*)$/gm), ([, data = '']) => data) : [text]
  const answers = texts.map((answer) => fieldsOf(jsonOf(answer)))
  return status === 200 ? answers.find((answer) => answer['id'] !== undefined)?.['result'] : undefined
}
