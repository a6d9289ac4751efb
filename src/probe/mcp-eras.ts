import { isObject } from './probed-site.ts'

/** How a client of an era of the protocol speaks. */
export interface Era {
  readonly version: string
  readonly rule: 'mcp-handshake' | 'mcp-stateless'
  /** What it asks before anything else, and what it says next. */
  readonly first: string
  readonly firstParams: Record<string, unknown>
  readonly second?: string
  request(
    method: string,
    params: Record<string, unknown>,
  ): { readonly message: unknown; readonly headers: Readonly<Record<string, string>> }
  /** What a result of a method lacks. */
  wrong(method: string, result: unknown): string[]
}

const clientInfo = { name: 'citable-check', version: '1' }

export const handshakeEra: Era = {
  version: '2025-06-18',
  rule: 'mcp-handshake',
  first: 'initialize',
  firstParams: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  second: 'notifications/initialized',
  request: (method, params) => ({
    message: { jsonrpc: '2.0', id: 1, method, params },
    headers: method === 'initialize' ? {} : { 'MCP-Protocol-Version': '2025-06-18' },
  }),
  wrong(method, result) {
    if (!isObject(result)) return ['the result is not an object']
    if (method !== 'initialize') return []
    const { protocolVersion, serverInfo, capabilities } = result
    return [
      ...(typeof protocolVersion === 'string' ? [] : ['protocolVersion is missing']),
      ...(isObject(serverInfo) && typeof serverInfo['name'] === 'string'
        ? []
        : ['serverInfo.name is missing']),
      ...(isObject(capabilities) && isObject(capabilities['tools']) ? [] : ['capabilities.tools is missing']),
    ]
  },
}

const prefix = 'io.modelcontextprotocol'

/** Nothing is remembered between requests, so each says all about itself, in its body and again in its headers. */
export const statelessEra: Era = {
  version: '2026-07-28',
  rule: 'mcp-stateless',
  first: 'server/discover',
  firstParams: {},
  request: (method, params) => ({
    message: {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        _meta: {
          [`${prefix}/protocolVersion`]: '2026-07-28',
          [`${prefix}/clientCapabilities`]: {},
          [`${prefix}/clientInfo`]: clientInfo,
        },
        ...params,
      },
    },
    headers: {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(typeof params['name'] === 'string' ? { 'Mcp-Name': params['name'] } : {}),
    },
  }),
  wrong(method, result) {
    if (!isObject(result)) return ['the result is not an object']
    const kept = method !== 'tools/call'
    return [
      ...(result['resultType'] === 'complete' ? [] : ['resultType is not "complete"']),
      ...(kept && !Number.isInteger(result['ttlMs']) ? ['ttlMs is missing'] : []),
      ...(kept && typeof result['cacheScope'] !== 'string' ? ['cacheScope is missing'] : []),
    ]
  },
}
