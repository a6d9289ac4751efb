import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import type { Tool } from '../contract/rpc.ts'
import { imported } from '../installed.ts'

/** The methods that tests use, common to versions 1 and 2 of the official client. */
export interface Client {
  getServerVersion(): { name: string; version: string } | undefined
  getServerCapabilities(): object | undefined
  getInstructions(): string | undefined
  listTools(): Promise<{ tools: Tool[] }>
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<object>
  listResources(params?: { cursor?: string }): Promise<{
    resources: { uri: string; size?: number; annotations?: object }[]
    nextCursor?: string | undefined
  }>
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  readResource(params: { uri: string }): Promise<{ contents: object[] }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ messages: object[] }>
  complete(params: {
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
    argument: { name: string; value: string }
  }): Promise<{ completion: object }>
  close(): Promise<void>
}

export const info = { name: 'citable-test', version: '1.0.0' }

type Connect = (url: string) => Promise<Client>

const version2 =
  (mode: 'legacy' | { pin: string }): Connect =>
  async (url) => {
    const client = new Client2(info, { versionNegotiation: { mode } })
    await client.connect(new Transport2(new URL(url)))
    return client as unknown as Client
  }

export const connect = version2('legacy')

interface Client1 extends Client {
  connect(transport: object): Promise<void>
}
const sdk = await imported<
  [
    { readonly Client: new (info: object) => Client1 },
    { readonly StreamableHTTPClientTransport: new (url: URL) => object },
  ]
>(
  '@modelcontextprotocol/sdk',
  '@modelcontextprotocol/sdk/client/index.js',
  '@modelcontextprotocol/sdk/client/streamableHttp.js',
)
const version1 = (found: NonNullable<typeof sdk>): Connect => {
  const [{ Client }, { StreamableHTTPClientTransport: Transport1 }] = found
  return async (url) => {
    const client = new Client(info)
    await client.connect(new Transport1(new URL(url)))
    return client
  }
}

/** The official clients. Version 1, which comes with its own server, is among the tools. */
export const officialClients: readonly (readonly [name: string, connect: Connect])[] = [
  ...(sdk ? [['sdk 1.x', version1(sdk)] as const] : []),
  ['client 2.x with a handshake', connect],
  ['client 2.x in 2026-07-28', version2({ pin: '2026-07-28' })],
]
