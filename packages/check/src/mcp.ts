import * as z from 'zod'
import type { Reply, Request } from './connection.ts'
import { misfits } from './contract.ts'
import { type Problem, rule, same, typed, unless } from './rule.ts'
import { fieldsOf, jsonOf, type Site } from './site.ts'

/** Clients of the one version open a session; those of the other say with each message what they are. */
const handshake = '2025-06-18'
const stateless = '2026-07-28'
const clientInfo = { name: 'citable-check', version: '1' }
const tools = ['list_archive_posts', 'get_archive_post', 'search_archive_posts']
const notice = 'notifications/initialized'

const text = z.string()
const initialized = z.object({
  protocolVersion: text,
  serverInfo: z.object({ name: text }),
  capabilities: z.object({ tools: z.object({}) }),
})
const complete = z.object({ resultType: z.literal('complete') })
const cacheable = complete.extend({ ttlMs: z.int(), cacheScope: text })
const inputSchema = z.object({
  required: z.array(text).default([]),
  properties: z.record(text, z.unknown()).default({}),
})
const toolList = z.object({ tools: z.array(z.object({ name: text, inputSchema })) })

/** The MCP endpoint, for clients of both eras. */
export const mcpRules = {
  'mcp-handshake': rule(
    async (site) => (await session(site)).slice(0, 3),
    (reply) => judgeResult(reply, reply.request.expected === 'initialize' ? initialized : z.object({})),
  ),
  'mcp-stateless': rule(
    (site) => [
      message(site, stateless, 'server/discover'),
      message(site, stateless, 'tools/list'),
      message(site, stateless, 'tools/call', { name: 'list_archive_posts', arguments: {} }),
    ],
    (reply) => judgeResult(reply, reply.request.expected === 'tools/call' ? complete : cacheable),
  ),
  'mcp-tools': rule(
    async (site) => (await session(site)).slice(2),
    (reply, { newest }) => {
      if (reply.request.expected === 'tools/list') {
        const absent = tools.filter((name) => !toolsIn(reply).some((tool) => tool.name === name))
        return unless(absent.length === 0, tools.join(', '), `without ${absent.join(', ')}`)
      }
      const answer = JSON.stringify(resultOf(reply)) ?? 'nothing'
      const isRight = answer.includes(newest.id) && !answer.includes('"isError":true')
      return unless(isRight, `an answer with ${newest.id}`, answer.slice(0, 120))
    },
  ),
}

/** Opens a session, lists the tools and calls each. */
async function session(site: Site): Promise<Request[]> {
  const facts = { protocolVersion: handshake, capabilities: {}, clientInfo }
  const opening = message(site, handshake, 'initialize', facts)
  const opened = await site.send(opening)
  if (judgeResult(opened, initialized).length > 0) return [opening]
  const id = opened.header('Mcp-Session-Id')
  const notified = message(site, handshake, notice, {}, id)
  const listing = message(site, handshake, 'tools/list', {}, id)
  await site.send(notified)
  const calls = toolsIn(await site.send(listing)).flatMap(({ name, inputSchema }) => {
    const query = { get_archive_post: site.newest.id, search_archive_posts: site.newest.title }[name]
    // Its schema names the main argument; the contract does not.
    const [argument = 'id'] = [...inputSchema.required, ...Object.keys(inputSchema.properties)]
    const call = { name, arguments: query === undefined ? {} : { [argument]: query } }
    return tools.includes(name) ? message(site, handshake, 'tools/call', call, id) : []
  })
  return [opening, notified, listing, ...calls]
}

/** Expects a reply to this method. */
function message(
  { mcp: path = '' }: Site,
  version: typeof handshake | typeof stateless,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  id = '',
): Request {
  const isStateless = version === stateless
  const name = String(params['name'] ?? method)
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': clientInfo,
  }
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(method !== 'initialize' && { 'MCP-Protocol-Version': version }),
    ...(id && { 'Mcp-Session-Id': id }),
    ...(isStateless && { 'Mcp-Method': method, ...('name' in params && { 'Mcp-Name': name }) }),
  }
  const call = method !== notice && { id: 1, params: isStateless ? { _meta, ...params } : params }
  const body = JSON.stringify({ jsonrpc: '2.0', method, ...call })
  const what = `POST ${path}, ${name} in ${version}`
  return { path, cacheBuster: '', method: 'POST', headers, body, what, expected: method }
}

const toolsIn = (reply: Reply): z.infer<typeof toolList>['tools'] =>
  toolList.safeParse(resultOf(reply)).data?.tools ?? []

/** Expects a result of this form; for a notification, 202. */
function judgeResult(reply: Reply, form: z.ZodType): Problem[] {
  if (reply.request.expected === notice) return same('202', String(reply.status))
  const result = resultOf(reply)
  if (result === undefined)
    return [{ expected: 'a result', got: `${typed(reply)} ${reply.text.slice(0, 80)}` }]
  const problems = misfits(form, result)
  return unless(problems.length === 0, 'a result', problems.join('; '))
}

/** Returns the result of a JSON-RPC response, which may be an event stream. */
function resultOf({ status, header, text }: Reply): unknown {
  const isStream = header('Content-Type').startsWith('text/event-stream')
  const texts = isStream ? Array.from(text.matchAll(/^data: ?(.*)$/gm), ([, data = '']) => data) : [text]
  const answers = texts.map((answer) => fieldsOf(jsonOf(answer)))
  return status === 200 ? answers.find((answer) => answer['id'] !== undefined)?.['result'] : undefined
}
