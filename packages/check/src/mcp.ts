import type { Reply } from './http.ts'
import { isObject, jsonOf, listAt, objectAt, type ProbedSite, typed, valueAt } from './probed-site.ts'

const tools = ['list_archive_posts', 'get_archive_post', 'search_archive_posts'] as const

/** Checks the MCP endpoint with clients of both protocol eras. */
export async function checkMcp(site: ProbedSite): Promise<void> {
  const url = Object.values(site.endpoints).find(
    (one) => /\/mcp\/?$/.test(one) && !one.includes('.well-known'),
  )
  const path = url === undefined ? undefined : site.pathOf(url)
  const isOwn = path !== undefined
  site.expect('mcp-endpoint', 'the MCP endpoint in the index', 'the same origin', url ?? 'none', isOwn)
  if (path === undefined) return
  for (const era of [handshakeEra, statelessEra]) await checkEra(site, path, era)
}

async function checkEra(site: ProbedSite, path: string, era: Era): Promise<void> {
  const { expect, post } = site
  const headers: Record<string, string> = {}
  const send = async (method: string, own: { readonly name?: string; readonly arguments?: object } = {}) => {
    const params = { ...(era.meta && { _meta: era.meta }), ...own }
    const message = { jsonrpc: '2.0', id: 1, method, params }
    const all = { ...headers, ...era.headers(method, own.name) }
    const reply = await site.request(path, postRequest(all, message))
    const session = reply.header('Mcp-Session-Id')
    if (session !== undefined) headers['Mcp-Session-Id'] = session
    const result = resultOf(reply)
    const missing = isObject(result) ? era.wrong(method, result) : ['the result is not an object']
    const wrong =
      result === undefined ? [`${typed(reply)} ${reply.text.slice(0, 80)}`] : missing.filter(Boolean)
    expect(era.rule, `POST ${path}, ${method} in ${era.version}`, 'a result', wrong.join('; ') || 'a result')
    return wrong.length === 0 && isObject(result) ? result : undefined
  }

  if ((await send(...era.first)) === undefined) return
  if (era.second !== undefined) {
    const { status } = await site.request(path, postRequest(headers, { jsonrpc: '2.0', method: era.second }))
    expect(era.rule, `POST ${path}, ${era.second}`, '202', String(status))
  }
  const listed = await send('tools/list')
  if (listed === undefined) return
  const offered = listAt(listed, 'tools').filter(isObject)
  const absent = tools.filter((name) => !offered.some((tool) => tool['name'] === name))
  const missing = `without ${absent.join(', ')}`
  expect('mcp-tools', `tools/list in ${era.version}`, tools.join(', '), missing, absent.length === 0)

  const queries = { get_archive_post: post.id, search_archive_posts: post.title }
  for (const name of tools) {
    const tool = offered.find((one) => one['name'] === name)
    if (tool === undefined) continue
    const sent = name === 'list_archive_posts' ? {} : { [mainArgument(tool)]: queries[name] }
    const result = await send('tools/call', { name, arguments: sent })
    if (result === undefined) continue
    const text = JSON.stringify(result)
    const named = text.includes(post.id) && result['isError'] !== true
    const expected = `an answer with ${post.id}`
    expect('mcp-tools', `${name} in ${era.version}`, expected, text.slice(0, 120), named)
  }
}

/** Returns the tool's main argument. Its schema names it; the contract does not. */
function mainArgument(tool: Record<string, unknown>): string {
  const [first] = listAt(tool, 'inputSchema', 'required')
  return String(first ?? Object.keys(objectAt(tool, 'inputSchema', 'properties'))[0] ?? 'id')
}

const postRequest = (headers: Readonly<Record<string, string>>, message: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
  body: JSON.stringify(message),
})

/** Returns the result of a JSON-RPC response, which may be an event stream. */
function resultOf(reply: Reply): unknown {
  const isStream = /^text\/event-stream/.test(reply.header('Content-Type') ?? '')
  const texts = isStream
    ? Array.from(reply.text.matchAll(/^data: ?(.*)$/gm), ([, data = '']) => data)
    : [reply.text]
  const answers = reply.status === 200 ? texts.map((text) => jsonOf({ text })) : []
  const answer = answers.find((one) => valueAt(one, 'id') !== undefined)
  return valueAt(answer, 'result')
}

interface Era {
  readonly version: string
  readonly rule: 'mcp-handshake' | 'mcp-stateless'
  /** First request, and the notification after it. */
  readonly first: readonly [method: string, params: object]
  readonly second?: string
  readonly meta?: object
  headers(method: string, name: unknown): Readonly<Record<string, string>>
  wrong(method: string, result: Readonly<Record<string, unknown>>): (string | false)[]
}

const clientInfo = { name: 'citable-check', version: '1' }

const handshakeEra: Era = {
  version: '2025-06-18',
  rule: 'mcp-handshake',
  first: ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }],
  second: 'notifications/initialized',
  headers: (method) => (method === 'initialize' ? {} : { 'MCP-Protocol-Version': '2025-06-18' }),
  wrong(method, { protocolVersion, serverInfo, capabilities }) {
    if (method !== 'initialize') return []
    return [
      typeof protocolVersion !== 'string' && 'protocolVersion is missing',
      typeof valueAt(serverInfo, 'name') !== 'string' && 'serverInfo.name is missing',
      !isObject(valueAt(capabilities, 'tools')) && 'capabilities.tools is missing',
    ]
  },
}

const prefix = 'io.modelcontextprotocol'

/** Stateless: each request describes itself in its body and headers. */
const statelessEra: Era = {
  version: '2026-07-28',
  rule: 'mcp-stateless',
  first: ['server/discover', {}],
  meta: {
    [`${prefix}/protocolVersion`]: '2026-07-28',
    [`${prefix}/clientCapabilities`]: {},
    [`${prefix}/clientInfo`]: clientInfo,
  },
  headers: (method, name) => ({
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': name }),
  }),
  wrong(method, { resultType, ttlMs, cacheScope }) {
    const isCacheable = method !== 'tools/call'
    return [
      resultType !== 'complete' && 'resultType is not "complete"',
      isCacheable && !Number.isInteger(ttlMs) && 'ttlMs is missing',
      isCacheable && typeof cacheScope !== 'string' && 'cacheScope is missing',
    ]
  },
}
