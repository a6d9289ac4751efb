import { call, type Site } from './site.ts'

/** A JSON-RPC response, with the fields that tests read. */
export interface Rpc {
  readonly jsonrpc: string
  readonly id?: unknown
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: boolean
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: {
    readonly properties: Record<string, { readonly type: string; readonly description: string }>
    readonly required?: readonly string[]
  }
  readonly outputSchema?: object
  readonly annotations: object
}

export const stateless = '2026-07-28'
export const versions = [stateless, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** A client of a version with a handshake, which skips the handshake. */
export function legacy(site: Site) {
  const rpc = async (method: string, params?: object) =>
    (await call(site, { jsonrpc: '2.0', id: 1, method, params })).json<Rpc>()
  return {
    rpc,
    tool: async (name: string, given: unknown = {}) =>
      (await rpc('tools/call', { name, arguments: given })).result as unknown as ToolResult,
    tools: async () => (await rpc('tools/list')).result?.['tools'] as Tool[],
  }
}

/** A request of 2026-07-28, with the headers it requires. */
export function modern(method: string, params: Readonly<Record<string, unknown>> = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': stateless,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name = params['name'] ?? params['uri']
  return {
    message: { jsonrpc: '2.0', id: 'a', method, params: { _meta, ...params } },
    headers: {
      'MCP-Protocol-Version': stateless,
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
    },
  }
}
